/* book_text.c -- a good rulebook with one change, and what is said of it. */
#include "book_text.h"

#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

char *read_book(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/rulebooks/%s.yaml", TREY_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    assert_true(length > 0);
    fclose(file);
    return text;
}

/* Replaces the only occurrence of `from`; the caller frees. */
char *changed(char *text, const char *from, const char *to) {
    char *at = strstr(text, from);
    assert_non_null(at);
    assert_null(strstr(at + 1, from));
    size_t room = strlen(text) + strlen(to) + 1;
    char *out = calloc(1, room);
    assert_non_null(out);
    snprintf(out, room, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    free(text);
    return out;
}

/* Line and column, from 1, of the first `mark` in the text. */
static void place_of(const char *text, const char *mark, unsigned *line, unsigned *column) {
    const char *at = strstr(text, mark);
    assert_non_null(at);
    *line = *column = 1;
    for (const char *c = text; c < at; c++) {
        ++*column;
        if (*c == '\n') {
            ++*line;
            *column = 1;
        }
    }
}

/* The book is refused with exactly `count` mistakes, one of them at `mark`, its
 * text holding `wrong` and its proposal holding `mend`. Frees the text. */
void refused(char *text, size_t count, const char *mark, const char *wrong, const char *mend) {
    trey_diagnostics *diagnostics;
    trey_rulebook *book;
    assert_int_equal(trey_diagnostics_open(&diagnostics), TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_open_text(&book, "try.yaml", text, strlen(text), diagnostics),
                     TREY_STATUS_INVALID);
    assert_null(book);
    unsigned line, column;
    place_of(text, mark, &line, &column);
    bool found = false;
    for (size_t i = 0; i < trey_diagnostics_count(diagnostics); i++) {
        trey_diagnostic item = trey_diagnostics_at(diagnostics, i);
        assert_string_equal(item.file, "try.yaml");
        found |= item.line == line && item.column == column && strstr(item.wrong, wrong) &&
                 strstr(item.mend, mend);
    }
    if (!found || trey_diagnostics_count(diagnostics) != count) {
        trey_diagnostics_print(diagnostics, stderr);
        fail_msg("expected at %u:%u: %s (%s), %zu mistakes in all", line, column, wrong, mend,
                 count);
    }
    trey_diagnostics_close(diagnostics);
    free(text);
}
