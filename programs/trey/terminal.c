/* terminal.c -- text for a person at a terminal. */
#include "terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

terminal terminal_open(FILE *out) {
    enum { NARROWEST = 40, WIDEST = 110, USUAL = 100 };
    terminal opened = {.out = out, .width = USUAL};
    struct winsize size;
    int descriptor = fileno(out);
    bool tty = isatty(descriptor) != 0;
    const char *columns = getenv("COLUMNS");
    long width = columns ? strtol(columns, NULL, 10) : 0;
    if (width <= 0 && tty && ioctl(descriptor, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    if (width > 0) opened.width = (size_t)width;
    if (opened.width < NARROWEST) opened.width = NARROWEST;
    if (opened.width > WIDEST) opened.width = WIDEST;
    const char *kind = getenv("TERM");
    opened.emphasis = tty && !getenv("NO_COLOR") && kind && strcmp(kind, "dumb") != 0;
    return opened;
}

void terminal_ink(const terminal *to, ink colour) {
    static const char *const sequence[] = {"\033[0m", "\033[1m", "\033[2m", "\033[32m", "\033[31m"};
    if (to->emphasis) fputs(sequence[colour], to->out);
}

void terminal_heading(const terminal *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputc('\n', to->out);
    terminal_ink(to, INK_STRONG);
    vfprintf(to->out, format, arguments);
    terminal_ink(to, INK_PLAIN);
    fputc('\n', to->out);
    va_end(arguments);
}

size_t terminal_columns(const char *text) {
    size_t columns = 0;
    for (; *text; text++) columns += ((unsigned char)*text & 0xc0u) != 0x80u;
    return columns;
}

size_t terminal_pad(const terminal *to, size_t columns, const char *text) {
    size_t used = terminal_columns(text);
    fputs(text, to->out);
    for (; used < columns; used++) fputc(' ', to->out);
    return used;
}

/* Bytes of the first `columns` characters. */
static size_t bytes_of(const char *text, size_t length, size_t columns) {
    size_t bytes = 0;
    for (; bytes < length; bytes++) {
        bool begins = ((unsigned char)text[bytes] & 0xc0u) != 0x80u;
        if (begins && columns-- == 0) break;
    }
    return bytes;
}

void terminal_wrap(const terminal *to, size_t at, size_t indent, const char *text) {
    bool fresh = true; /* nothing of the text on this line yet */
    while (*text) {
        size_t length = strcspn(text, " \n");
        /* A word that no line can hold is broken. */
        size_t room = to->width > indent ? to->width - indent : 1;
        length = bytes_of(text, length, room);
        size_t columns = 0;
        for (size_t i = 0; i < length; i++) columns += ((unsigned char)text[i] & 0xc0u) != 0x80u;
        if (at + !fresh + columns > to->width && at > indent) {
            fputc('\n', to->out);
            for (at = 0; at < indent; at++) fputc(' ', to->out);
            fresh = true;
        }
        if (!fresh) {
            fputc(' ', to->out);
            at++;
        }
        fwrite(text, 1, length, to->out);
        at += columns;
        text += length;
        fresh = *text != ' ' && *text != '\n'; /* the rest of a broken word follows closely */
        while (*text == ' ' || *text == '\n') text++;
    }
    fputc('\n', to->out);
}
