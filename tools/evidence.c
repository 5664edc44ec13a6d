/* evidence.c -- which tests prove which paragraph, and which have none.
 *
 * A test claims a paragraph in a comment: `proves [mbs 3.9.1] [rws 3.12.1]`. In
 * C the comment stands above the test's function; in a table script, a shell
 * script or a TypeScript test the claim belongs to the file. Every paragraph of
 * the four rulebooks needs a claim, or the mark in its list that software has
 * nothing to do for it.
 *
 *   evidence TESTS                  prints a table and what is missing
 *   evidence --strict TESTS         the same, and fails when anything is missing
 *   evidence --index OUT.c TESTS    writes the index that `trey rules` shows
 *
 * A claim of a paragraph that does not exist always fails. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trey/rules.h"

typedef struct claim {
    unsigned book;
    size_t paragraph;
    char *test;
} claim;

static trey_rulebook *books[TREY_BUILTIN_RULEBOOKS];
static claim *claims;
static size_t claim_count, claim_room;
static unsigned mistakes;

static void *grow(void *items, size_t size) {
    void *grown = realloc(items, size);
    if (!grown) {
        fputs("evidence: out of memory\n", stderr);
        exit(3);
    }
    return grown;
}

static void add_claim(unsigned book, size_t paragraph, const char *test) {
    if (claim_count == claim_room) {
        claim_room = claim_room ? claim_room * 2 : 256;
        claims = grow(claims, claim_room * sizeof *claims);
    }
    char *copy = grow(NULL, strlen(test) + 1);
    memcpy(copy, test, strlen(test) + 1);
    claims[claim_count++] = (claim){book, paragraph, copy};
}

/* One `[book paragraph]`, without its brackets. */
static void take_citation(const char *file, unsigned line, const char *text, const char *test) {
    const char *blank = strchr(text, ' ');
    for (unsigned book = 0; blank && book < TREY_BUILTIN_RULEBOOKS; book++) {
        const char *id = trey_builtin_id(book);
        if (strncmp(text, id, (size_t)(blank - text)) != 0 || id[blank - text]) continue;
        for (size_t i = 0; i < trey_rulebook_paragraphs(books[book]); i++) {
            if (strcmp(trey_rulebook_paragraph(books[book], i)->id, blank + 1) != 0) continue;
            add_claim(book, i, test);
            return;
        }
    }
    fprintf(stderr, "%s:%u: [%s] is no paragraph of a rulebook\n", file, line, text);
    mistakes++;
}

/* Every citation of one line, claimed for `test`. */
static void take_line(const char *file, unsigned line, const char *text, const char *test) {
    for (const char *open = text; (open = strchr(open, '[')) != NULL; open++) {
        const char *close = strchr(open, ']');
        if (!close) return;
        char citation[128];
        snprintf(citation, sizeof citation, "%.*s", (int)(close - open - 1), open + 1);
        take_citation(file, line, citation, test);
    }
}

typedef struct pending {
    char text[1024];
    unsigned line;
} pending;

/* In C the claim waits for the name of the function below it. */
static void read_c_line(const char *file, unsigned line, const char *text, pending *waiting,
                        size_t *count, bool *inside) {
    enum { WAITING_MAX = 64 };
    const char *proves = strstr(text, "proves [");
    if (proves || *inside) {
        if (*count < WAITING_MAX) {
            snprintf(waiting[*count].text, sizeof waiting->text, "%s", proves ? proves : text);
            waiting[*count].line = line;
            ++*count;
        }
        *inside = strstr(text, "*/") == NULL;
        return;
    }
    static const char lead[] = "static void ";
    if (*count == 0 || strncmp(text, lead, sizeof lead - 1) != 0) return;
    char name[128];
    const char *start = text + sizeof lead - 1;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(start, "("), start);
    for (size_t i = 0; i < *count; i++) take_line(file, waiting[i].line, waiting[i].text, name);
    *count = 0;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static void read_file(const char *path, const char *shown) {
    FILE *in = fopen(path, "r");
    if (!in) {
        fprintf(stderr, "evidence: %s: %s\n", path, strerror(errno));
        exit(3);
    }
    static pending waiting[64];
    size_t count = 0;
    bool inside = false, in_c = ends_with(path, ".c") || ends_with(path, ".h");
    char text[1024];
    for (unsigned line = 1; fgets(text, sizeof text, in); line++) {
        if (in_c) {
            read_c_line(shown, line, text, waiting, &count, &inside);
        } else {
            const char *proves = strstr(text, "proves [");
            if (proves) take_line(shown, line, proves, shown);
        }
    }
    if (count > 0) {
        fprintf(stderr, "%s:%u: a claim without a test function below it\n", shown,
                waiting[0].line);
        mistakes++;
    }
    fclose(in);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void read_folder(const char *path, size_t root) {
    DIR *folder = opendir(path);
    if (!folder) {
        fprintf(stderr, "evidence: %s: %s\n", path, strerror(errno));
        exit(3);
    }
    char **names = NULL;
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "node_modules") == 0) continue;
        names = grow(names, (count + 1) * sizeof *names);
        size_t size = strlen(path) + strlen(entry->d_name) + 2;
        names[count] = grow(NULL, size);
        snprintf(names[count++], size, "%s/%s", path, entry->d_name);
    }
    closedir(folder);
    if (count > 0) qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        if (stat(names[i], &status) == 0 && S_ISDIR(status.st_mode)) {
            read_folder(names[i], root);
        } else {
            read_file(names[i], names[i] + root);
        }
        free(names[i]);
    }
    free(names);
}

static int by_paragraph(const void *a, const void *b) {
    const claim *left = a, *right = b;
    if (left->book != right->book) return left->book < right->book ? -1 : 1;
    if (left->paragraph != right->paragraph) return left->paragraph < right->paragraph ? -1 : 1;
    return strcmp(left->test, right->test);
}

static int write_index(const char *path) {
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "evidence: %s: %s\n", path, strerror(errno));
        return 3;
    }
    fputs("#include \"evidence_index.h\"\n\nconst evidence evidence_index[] = {\n", out);
    for (size_t i = 0; i < claim_count; i++) {
        fprintf(out, "    {\"%s\", \"%s\", \"%s\"},\n", trey_builtin_id(claims[i].book),
                trey_rulebook_paragraph(books[claims[i].book], claims[i].paragraph)->id,
                claims[i].test);
    }
    fprintf(out, "    {\"\", \"\", \"\"}};\nconst size_t evidence_count = %zu;\n", claim_count);
    return fclose(out) == 0 ? 0 : 3;
}

/* Prints one book's table; returns the number of paragraphs without evidence. */
static size_t print_book(unsigned book) {
    size_t paragraphs = trey_rulebook_paragraphs(books[book]), proved = 0, outside = 0, missing = 0;
    printf("%s\n", trey_rulebook_title(books[book]));
    for (size_t i = 0; i < paragraphs; i++) {
        const trey_paragraph *paragraph = trey_rulebook_paragraph(books[book], i);
        size_t tests = 0;
        const char *first = "";
        for (size_t c = 0; c < claim_count; c++) {
            if (claims[c].book != book || claims[c].paragraph != i) continue;
            if (tests++ == 0) first = claims[c].test;
        }
        if (tests > 0) {
            proved++;
            printf("  %-28s %3zu  %s\n", paragraph->id, tests, first);
        } else if (paragraph->outside[0]) {
            outside++;
            printf("  %-28s   -  %s\n", paragraph->id, paragraph->outside);
        } else {
            missing++;
            printf("  %-28s   ?  no test\n", paragraph->id);
        }
    }
    printf("  %zu paragraphs: %zu proved, %zu nothing that software does, %zu without a test\n\n",
           paragraphs, proved, outside, missing);
    return missing;
}

int main(int argc, char **argv) {
    bool strict = false;
    const char *index = NULL, *tests = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--strict") == 0) {
            strict = true;
        } else if (strcmp(argv[i], "--index") == 0 && i + 1 < argc) {
            index = argv[++i];
        } else {
            tests = argv[i];
        }
    }
    if (!tests || tests[0] == '-') {
        fputs("usage: evidence [--strict] [--index OUT.c] TESTS\n", stderr);
        return 2;
    }
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) {
        if (trey_rulebook_open(&books[book], trey_builtin_id(book), NULL) != TREY_STATUS_OK) {
            fprintf(stderr, "evidence: the rulebook %s does not load\n", trey_builtin_id(book));
            return 3;
        }
    }
    read_folder(tests, strlen(tests) + 1);
    if (claim_count > 0) qsort(claims, claim_count, sizeof *claims, by_paragraph);
    int status = mistakes > 0 ? 1 : 0;
    if (index) {
        int written = write_index(index);
        status = written ? written : status;
    } else {
        size_t missing = 0;
        for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) missing += print_book(book);
        printf("%zu claims; %zu paragraphs without a test\n", claim_count, missing);
        if (strict && missing > 0) status = 1;
    }
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) trey_rulebook_close(books[book]);
    for (size_t i = 0; i < claim_count; i++) free(claims[i].test);
    free(claims);
    return status;
}
