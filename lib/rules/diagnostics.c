/* diagnostics.c -- collecting what is wrong with a file, and printing it.
 *
 * A person who edits a rulebook wants all mistakes of one reading, each with
 * the line that holds it and a proposal, not one mistake a run. */
#include "diagnostics.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"

struct trey_diagnostics {
    arena memory;
    trey_diagnostic *item;
    size_t count, room;
};

trey_status trey_diagnostics_open(trey_diagnostics **out) {
    *out = calloc(1, sizeof **out);
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

void trey_diagnostics_close(trey_diagnostics *diagnostics) {
    if (!diagnostics) return;
    arena_free(&diagnostics->memory);
    free(diagnostics->item);
    free(diagnostics);
}

size_t trey_diagnostics_count(const trey_diagnostics *diagnostics) {
    return diagnostics ? diagnostics->count : 0;
}

trey_diagnostic trey_diagnostics_at(const trey_diagnostics *diagnostics, size_t index) {
    TREY_ASSERT(index < diagnostics->count);
    return diagnostics->item[index];
}

static char *source_line(trey_diagnostics *diagnostics, const source *from, unsigned line) {
    const char *start = from->text, *end = from->text + from->length;
    for (unsigned at = 1; at < line && start < end; at++) {
        const char *newline = memchr(start, '\n', (size_t)(end - start));
        start = newline ? newline + 1 : end;
    }
    const char *stop = start < end ? memchr(start, '\n', (size_t)(end - start)) : start;
    return arena_copy(&diagnostics->memory, start, (size_t)((stop ? stop : end) - start));
}

void diagnose(trey_diagnostics *diagnostics, const source *from, unsigned line, unsigned column,
              const char *mend, const char *format, ...) {
    if (!diagnostics) return;
    if (diagnostics->count == diagnostics->room) {
        size_t room = diagnostics->room ? diagnostics->room * 2 : 16;
        trey_diagnostic *grown = realloc(diagnostics->item, room * sizeof *grown);
        TREY_ASSERT(grown != NULL);
        diagnostics->item = grown;
        diagnostics->room = room;
    }
    va_list arguments;
    va_start(arguments, format);
    trey_diagnostic *added = &diagnostics->item[diagnostics->count++];
    added->file = arena_copy(&diagnostics->memory, from->name, strlen(from->name));
    added->line = line;
    added->column = column;
    added->wrong = arena_format(&diagnostics->memory, format, arguments);
    added->mend = arena_copy(&diagnostics->memory, mend ? mend : "", mend ? strlen(mend) : 0);
    added->source = line > 0 ? source_line(diagnostics, from, line) : "";
    va_end(arguments);
}

static int by_place(const void *a, const void *b) {
    const trey_diagnostic *left = a, *right = b;
    if (left->line != right->line) return left->line < right->line ? -1 : 1;
    return (left->column > right->column) - (left->column < right->column);
}

void diagnostics_sort(trey_diagnostics *diagnostics, size_t first) {
    if (!diagnostics || diagnostics->count < first + 2) return;
    qsort(diagnostics->item + first, diagnostics->count - first, sizeof *diagnostics->item,
          by_place);
}

void trey_diagnostics_print(const trey_diagnostics *diagnostics, FILE *out) {
    for (size_t i = 0; i < diagnostics->count; i++) {
        const trey_diagnostic *item = &diagnostics->item[i];
        fprintf(out, "%s:%u:%u: %s\n", item->file, item->line, item->column, item->wrong);
        if (item->source[0]) {
            fprintf(out, "%6u | %s\n       | ", item->line, item->source);
            /* Columns count characters; the bytes inside one print nothing. */
            unsigned column = 1;
            for (const char *at = item->source; column < item->column; at++) {
                if (*at == '\0') break;
                if (((unsigned char)*at & 0xc0u) == 0x80u) continue;
                fputc(*at == '\t' ? '\t' : ' ', out);
                column++;
            }
            fputs("^\n", out);
        }
        if (item->mend[0]) fprintf(out, "       = %s\n", item->mend);
    }
}

/* Levenshtein's distance with two rows; words here are short. */
static size_t distance(const char *a, const char *b) {
    enum { LONGEST = 63 };
    size_t rows[2][LONGEST + 1];
    size_t width = strlen(b);
    if (width > LONGEST || strlen(a) > LONGEST) return SIZE_MAX;
    for (size_t j = 0; j <= width; j++) rows[0][j] = j;
    size_t current = 0;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t *before = rows[current], *now = rows[current ^ 1];
        now[0] = i;
        for (size_t j = 1; j <= width; j++) {
            size_t swap = before[j - 1] + (a[i - 1] != b[j - 1]);
            size_t drop = before[j] + 1, add = now[j - 1] + 1;
            now[j] = swap < drop ? swap : drop;
            if (add < now[j]) now[j] = add;
        }
        current ^= 1;
    }
    return rows[current][width];
}

const char *trey_nearest_word(const char *word,
                              const char *(*candidate)(size_t index, const void *of), size_t count,
                              const void *of) {
    const char *best = NULL;
    size_t best_distance = strlen(word) / 3 + 2; /* further than that is a guess */
    for (size_t i = 0; i < count; i++) {
        const char *other = candidate(i, of);
        size_t far = distance(word, other);
        if (far < best_distance) {
            best_distance = far;
            best = other;
        }
    }
    return best;
}
