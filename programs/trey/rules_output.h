/* rules_output.h -- what `trey rules` prints, as text and as JSON. */
#ifndef TREY_RULES_OUTPUT_H
#define TREY_RULES_OUTPUT_H

#include "terminal.h"
#include "trey/rules.h"

typedef struct rules_sections {
    bool paragraphs, readings, values, irregularities;
} rules_sections;

void rules_text_list(const terminal *to);
void rules_text_book(const terminal *to, const trey_rulebook *book, rules_sections show);
void rules_text_paragraph(const terminal *to, const trey_rulebook *book,
                          const trey_paragraph *paragraph);
void rules_text_diff(const terminal *to, const trey_rulebook *left, const trey_rulebook *right);

/* Each prints one JSON value and a line end; 0, or EXIT_OPERATING. */
int rules_json_list(FILE *out);
int rules_json_book(FILE *out, const trey_rulebook *book);
int rules_json_paragraph(FILE *out, const trey_rulebook *book, const trey_paragraph *paragraph);
int rules_json_diff(FILE *out, const trey_rulebook *left, const trey_rulebook *right);

/* Does a key, or an irregularity, differ between two books? */
bool rules_differ(const trey_rulebook *left, const trey_rulebook *right, trey_key key);
bool troubles_differ(const trey_rulebook *left, const trey_rulebook *right, trey_irregularity kind);

#endif
