/* book_text.h -- a good rulebook with one change, and what is said of it. */
#ifndef BOOK_TEXT_H
#define BOOK_TEXT_H

#include "trey/rules.h"

/* The text of one of the four files; the caller frees. */
char *read_book(const char *name);

/* Replaces the only occurrence of `from`; frees `text`, and the caller frees what is returned. */
char *changed(char *text, const char *from, const char *to);

/* The book is refused with exactly `count` mistakes, one of them at `mark`, its
 * text holding `wrong` and its proposal holding `mend`. Frees the text. */
void refused(char *text, size_t count, const char *mark, const char *wrong, const char *mend);

#endif
