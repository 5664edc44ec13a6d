/* terminal.h -- text for a person at a terminal: width, wrapping, emphasis. */
#ifndef TREY_TERMINAL_H
#define TREY_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct terminal {
    FILE *out;
    size_t width;  /* columns to fill */
    bool emphasis; /* escape sequences are welcome */
} terminal;

/* Width from the terminal or COLUMNS, 40 to 110; emphasis only on a terminal
 * and when NO_COLOR is not set. */
terminal terminal_open(FILE *out);

typedef enum ink { INK_PLAIN, INK_STRONG, INK_FAINT, INK_GOOD, INK_BAD } ink;
void terminal_ink(const terminal *to, ink colour);

/* A heading on a line of its own, with a blank line before it. */
void terminal_heading(const terminal *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* `text` broken at blanks so that it stays between `indent` and the width. The
 * first line continues where the cursor is, at column `at`. Ends the line. */
void terminal_wrap(const terminal *to, size_t at, size_t indent, const char *text);

/* `text` padded to `columns`; returns the columns used. */
size_t terminal_pad(const terminal *to, size_t columns, const char *text);

/* Columns that a UTF-8 text takes, one a character. */
size_t terminal_columns(const char *text);

#endif
