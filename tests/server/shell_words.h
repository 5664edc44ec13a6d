/* shell_words.h -- what tests of servers do with the shell, and what it says. */
#ifndef TREY_SHELL_WORDS_H
#define TREY_SHELL_WORDS_H

#include "server_child.h"

enum { SHELL_SAID = 4096 };

/* Runs a command; its exit status, or -1, and what it said on both of its outputs. */
int shell_run(char said[SHELL_SAID], const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Fails, and shows what was said, where the text is not in it. */
void shell_has(const char *said, const char *text);

/* Ends in good order, and its folder is removed. */
void server_stops(server_child *server);

#endif
