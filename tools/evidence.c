/* evidence.c -- which tests prove which paragraph, and which mutants they kill.
 *
 * claims.h says what a claim is, mutant_records.h what a mutant is. Every paragraph of the four
 * rulebooks needs a test that claims it, or the mark in its list that software has nothing to do
 * for it. Every paragraph that Trey enforces needs a mutant too, which one of its tests notices.
 *
 *   evidence TESTS...                  prints a table and what is missing
 *   evidence --strict TESTS...         the same, and fails when anything is missing
 *   evidence --index OUT.c TESTS...    writes the index that `trey rules` shows
 *
 * The first folder holds the mutants, and the source that they change is the folder above it. A
 * claim that does not hold always fails. A mutant that no longer applies fails everywhere but in
 * the index: whoever is changing the source must still be able to build it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "mutant_records.h"
#include "tool_memory.h"

static trey_rulebook *books[TREY_BUILTIN_RULEBOOKS];
static claims claimed;
static mutants known;

static void put_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_row(FILE *out, unsigned book, size_t paragraph, const char *const *words,
                    size_t count) {
    fprintf(out, "    {\"%s\", \"%s\"", trey_builtin_id(book),
            trey_rulebook_paragraph(books[book], paragraph)->id);
    for (size_t i = 0; i < count; i++) {
        fputs(", ", out);
        put_string(out, words[i]);
    }
    fputs("},\n", out);
}

static int write_index(const char *path) {
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "evidence: %s: %s\n", path, strerror(errno));
        return 3;
    }
    fputs("#include \"evidence_index.h\"\n\nconst evidence evidence_index[] = {\n", out);
    for (size_t i = 0; i < claimed.count; i++) {
        const char *words[] = {claimed.item[i].test};
        put_row(out, claimed.item[i].book, claimed.item[i].paragraph, words, 1);
    }
    fprintf(out, "    {\"\", \"\", \"\"}};\nconst size_t evidence_count = %zu;\n", claimed.count);
    fputs("\nconst evidence_mutant evidence_mutants[] = {\n", out);
    size_t kills = 0;
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) {
        for (size_t i = 0; i < trey_rulebook_paragraphs(books[book]); i++) {
            const mutant_kill *kill = NULL;
            size_t from = 0;
            for (const mutant *item; (item = mutants_next(&known, book, i, &from, &kill)) != NULL;
                 kills++) {
                const char *words[] = {item->id, item->says, kill->test};
                put_row(out, book, i, words, 3);
            }
        }
    }
    fprintf(out,
            "    {\"\", \"\", \"\", \"\", \"\"}};\nconst size_t evidence_mutant_count = %zu;\n",
            kills);
    return fclose(out) == 0 ? 0 : 3;
}

typedef struct tally {
    size_t proved, outside, untested, enforced, unbroken;
} tally;

static void print_paragraph(unsigned book, size_t index, tally *sum) {
    const trey_paragraph *paragraph = trey_rulebook_paragraph(books[book], index);
    size_t tests = 0, mutant_count = 0, from = 0;
    const char *first = "";
    const mutant_kill *kill = NULL;
    for (size_t c = 0; c < claimed.count; c++) {
        if (claimed.item[c].book != book || claimed.item[c].paragraph != index) continue;
        if (tests++ == 0) first = claimed.item[c].test;
    }
    while (mutants_next(&known, book, index, &from, &kill) != NULL) mutant_count++;
    if (paragraph->outside[0]) {
        sum->outside++;
        printf("  %-28s   -    -  %s\n", paragraph->id, paragraph->outside);
        return;
    }
    bool enforced = paragraph->met == TREY_MET_ENFORCED;
    sum->proved += tests > 0;
    sum->untested += tests == 0;
    sum->enforced += enforced;
    sum->unbroken += enforced && mutant_count == 0;
    char count[16] = "-";
    if (enforced || mutant_count > 0) snprintf(count, sizeof count, "%zu", mutant_count);
    if (enforced && mutant_count == 0) snprintf(count, sizeof count, "?");
    if (tests > 0) {
        printf("  %-28s %3zu %4s  %s\n", paragraph->id, tests, count, first);
    } else {
        printf("  %-28s   ? %4s  no test\n", paragraph->id, count);
    }
}

/* Prints one book's table: each paragraph with its tests and mutants. */
static tally print_book(unsigned book) {
    tally sum = {0};
    size_t paragraphs = trey_rulebook_paragraphs(books[book]);
    printf("%s\n  %-28s tests mutants\n", trey_rulebook_title(books[book]), "");
    for (size_t i = 0; i < paragraphs; i++) print_paragraph(book, i, &sum);
    printf("  %zu paragraphs: %zu proved, %zu nothing that software does, %zu without a test\n",
           paragraphs, sum.proved, sum.outside, sum.untested);
    printf("  %zu enforced, of which %zu without a mutant", sum.enforced, sum.unbroken);
    for (size_t i = 0, listed = 0; i < paragraphs && sum.unbroken > 0; i++) {
        const trey_paragraph *paragraph = trey_rulebook_paragraph(books[book], i);
        size_t from = 0;
        const mutant_kill *kill = NULL;
        if (paragraph->outside[0] || paragraph->met != TREY_MET_ENFORCED) continue;
        if (mutants_next(&known, book, i, &from, &kill)) continue;
        printf("%s%s", listed++ ? ", " : ": ", paragraph->id);
    }
    fputs("\n\n", stdout);
    return sum;
}

static int print_all(bool strict) {
    tally total = {0};
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) {
        tally sum = print_book(book);
        total.untested += sum.untested;
        total.enforced += sum.enforced;
        total.unbroken += sum.unbroken;
    }
    printf("%zu claims; %zu paragraphs without a test\n", claimed.count, total.untested);
    printf("%zu mutants; %zu of %zu enforced paragraphs without one\n", known.count, total.unbroken,
           total.enforced);
    return strict && total.untested + total.unbroken > 0 ? 1 : 0;
}

static bool open_books(void) {
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) {
        if (trey_rulebook_open(&books[book], trey_builtin_id(book), NULL) != TREY_STATUS_OK) {
            fprintf(stderr, "evidence: the rulebook %s does not load\n", trey_builtin_id(book));
            return false;
        }
    }
    claimed.books = (const trey_rulebook *const *)books;
    return true;
}

/* Reads the tests of every folder, and the mutants of the first. */
static bool read_all(char **folders, size_t count, bool check) {
    for (size_t i = 0; i < count; i++) {
        if (!claims_read(&claimed, folders[i])) {
            fprintf(stderr, "evidence: %s: there is no such folder\n", folders[i]);
            return false;
        }
    }
    claims_sort(&claimed);
    char *records = tool_print("%s/mutants", folders[0]);
    char *source = tool_print("%s/..", folders[0]);
    mutants_read(&known, &claimed, records);
    if (check) mutants_check(&known, &claimed, source);
    free(records);
    free(source);
    return true;
}

int main(int argc, char **argv) {
    bool strict = false;
    const char *index = NULL;
    char **folders = tool_grow(NULL, (size_t)argc * sizeof *folders);
    size_t count = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--strict") == 0) {
            strict = true;
        } else if (strcmp(argv[i], "--index") == 0 && i + 1 < argc) {
            index = argv[++i];
        } else {
            folders[count++] = argv[i];
        }
    }
    int status = 3;
    if (count == 0 || folders[0][0] == '-') {
        fputs("usage: evidence [--strict] [--index OUT.c] TESTS...\n", stderr);
        status = 2;
    } else if (open_books() && read_all(folders, count, !index)) {
        int done = index ? write_index(index) : print_all(strict);
        status = done ? done : claimed.mistakes + known.mistakes > 0;
    }
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) trey_rulebook_close(books[book]);
    mutants_free(&known);
    claims_free(&claimed);
    free(folders);
    return status;
}
