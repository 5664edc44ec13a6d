/* script_line.c -- lines of a table script, and what is said about mistakes.
 *
 * A mistake gets one line on standard error: the place, the word, and what would
 * be right. A script comes from a person, or from a fuzzer: whatever stands in a
 * word is made fit for a terminal before it is printed. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "script_parts.h"

script_place script_here(const script *run, unsigned word) {
    const script_line *line = &run->line;
    script_place place = {line->number, word < line->count ? line->column[word] : line->end};
    return place;
}

static bool tell(script *run, script_place place, const char *format, va_list arguments) {
    fflush(stdout); /* so that the two streams keep their order on a terminal */
    fprintf(stderr, "%s:%u:%u: ", run->file, place.line, place.column);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    run->status = EXIT_USAGE;
    return false;
}

bool script_fault_at(script *run, script_place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(run, place, format, arguments);
    va_end(arguments);
    return false;
}

bool script_fault(script *run, unsigned word, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(run, script_here(run, word), format, arguments);
    va_end(arguments);
    return false;
}

script_quote script_quoted(const char *word) {
    script_quote quote = {""};
    size_t used = 0;
    enum { LONGEST = 40, DOTS = 4 };
    for (; *word && used < LONGEST; word++) {
        unsigned char byte = (unsigned char)*word;
        quote.text[used++] = byte < 0x20 || byte == 0x7f ? '?' : *word;
    }
    if (*word) {
        /* Not in the middle of a character. */
        while (used > 0 && ((unsigned char)quote.text[used - 1] & 0x80u) != 0) used--;
        memcpy(quote.text + used, "...", DOTS);
    }
    return quote;
}

/* ---- Words that nearly fit ---------------------------------------------------- */
typedef struct names {
    const char *(*name)(unsigned index);
} names;

static const char *name_at(size_t index, const void *of) {
    return ((const names *)of)->name((unsigned)index);
}

script_quote script_nearest(const char *word, const char *(*name)(unsigned index), unsigned count,
                            const char *otherwise) {
    script_quote quote;
    const names of = {name};
    const char *near = trey_nearest_word(word, name_at, count, &of);
    snprintf(quote.text, sizeof quote.text, near ? "did you mean %s?" : "%s",
             near ? near : otherwise);
    return quote;
}

/* ---- Splitting ---------------------------------------------------------------- */
static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Takes "=> WORD" off the end of the words. */
static bool take_expectation(script *run) {
    script_line *line = &run->line;
    unsigned arrow = 0;
    while (arrow < line->count && strncmp(line->word[arrow], "=>", 2) != 0) arrow++;
    if (arrow == line->count) return true;
    bool apart = line->word[arrow][2] == '\0';
    unsigned word = arrow + apart;
    if (word == line->count) {
        return script_fault(run, word, "after => stands ok or the name of a refusal");
    }
    if (word + 1 < line->count) {
        return script_fault(run, word + 1, "\"%s\" is one word too many after =>",
                            script_quoted(line->word[word + 1]).text);
    }
    line->expects = line->word[word] + (apart ? 0 : 2);
    line->expects_column = line->column[word] + (apart ? 0 : 2);
    line->end = line->column[arrow];
    line->count = arrow;
    if (arrow == 0) return script_fault(run, 0, "=> stands after a command");
    return true;
}

bool script_split(script *run, char *text, size_t length) {
    script_line *line = &run->line;
    line->count = 0;
    line->end = 1;
    line->expects = NULL;
    unsigned column = 1;
    bool inside = false;
    if (strlen(text) != length) {
        script_place place = {line->number, (unsigned)strlen(text) + 1};
        return script_fault_at(run, place, "a zero byte; a script is plain text");
    }
    for (char *at = text; *at; at++) {
        if (*at == '#') {
            *at = '\0';
            break;
        }
        if (is_blank(*at)) {
            *at = '\0';
            if (inside) line->end = column;
            inside = false;
        } else if (!inside) {
            if (line->count == SCRIPT_WORDS) {
                script_place place = {line->number, column};
                return script_fault_at(run, place, "more than %d words in one line", SCRIPT_WORDS);
            }
            line->word[line->count] = at;
            line->column[line->count++] = column;
            inside = true;
        }
        /* Characters are counted, not bytes. */
        column += ((unsigned char)at[1] & 0xc0u) != 0x80u;
    }
    if (inside) line->end = column;
    return take_expectation(run);
}

char *script_line_text(const script *run, char out[SCRIPT_TEXT_MAX]) {
    size_t used = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < run->line.count && used < SCRIPT_TEXT_MAX; i++) {
        used += (size_t)snprintf(out + used, SCRIPT_TEXT_MAX - used, "%s%s", i ? " " : "",
                                 run->line.word[i]);
    }
    return out;
}
