/* claims.c -- reads claims, and holds each against the tests that are registered. */
#include "claims.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tool_memory.h"

/* The file that is being read. */
typedef struct source {
    claims *all;
    const char *path;  /* as it can be opened */
    const char *shown; /* below the folder of tests */
    char *text;
} source;

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static void mistake(const source *in, unsigned line, const char *what) {
    fprintf(stderr, "%s:%u: %s\n", in->shown, line, what);
    in->all->mistakes++;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* `word` in `text`, not as part of a longer one. */
static const char *find_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        if ((at == text || !in_word(at[-1])) && !in_word(at[length])) return at;
    }
    return NULL;
}

bool claims_paragraph(const claims *all, const char *citation, unsigned *book, size_t *paragraph) {
    const char *blank = strchr(citation, ' ');
    for (unsigned b = 0; blank && b < TREY_BUILTIN_RULEBOOKS; b++) {
        const char *id = trey_builtin_id(b);
        if (strncmp(citation, id, (size_t)(blank - citation)) != 0 || id[blank - citation])
            continue;
        for (size_t i = 0; i < trey_rulebook_paragraphs(all->books[b]); i++) {
            if (strcmp(trey_rulebook_paragraph(all->books[b], i)->id, blank + 1) != 0) continue;
            *book = b;
            *paragraph = i;
            return true;
        }
    }
    return false;
}

/* Every `[book paragraph]` between `text` and `end`, claimed for `test`. */
static void take_citations(const source *in, unsigned line, const char *text, const char *end,
                           const char *test) {
    for (; text < end; text++) {
        if (*text == '\n') line++;
        if (*text != '[') continue;
        const char *close = memchr(text, ']', (size_t)(end - text));
        if (!close) return;
        char *citation = tool_copy(text + 1, (size_t)(close - text - 1));
        claim found = {0};
        if (claims_paragraph(in->all, citation, &found.book, &found.paragraph)) {
            found.test = tool_copy(test, strlen(test));
            found.file = tool_copy(in->shown, strlen(in->shown));
            in->all->item = tool_grow(in->all->item, (in->all->count + 1) * sizeof *in->all->item);
            in->all->item[in->all->count++] = found;
        } else {
            fprintf(stderr, "%s:%u: [%s] is no paragraph of a rulebook\n", in->shown, line,
                    citation);
            in->all->mistakes++;
        }
        free(citation);
    }
}

/* Blanks out comments, so that only what is compiled is looked through. Literals are not
 * recognized: tests have no comment marks in theirs beside addresses, which end with their line. */
static char *without_comments(const char *text) {
    char *plain = tool_copy(text, strlen(text));
    for (char *at = plain; *at;) {
        if (at[0] == '/' && at[1] == '*') {
            char *end = strstr(at + 2, "*/");
            end = end ? end + 2 : at + strlen(at);
            for (; at < end; at++) {
                if (*at != '\n') *at = ' ';
            }
        } else {
            at++;
        }
    }
    return plain;
}

/* Whether `macro` is one of the file's own that register their argument:
 * #define NODES_TEST(name) cmocka_unit_test_setup_teardown(name, open_nodes, close_nodes) */
static bool registers(const char *plain, const char *macro, size_t length) {
    static const char cmocka[] = "cmocka_unit_test";
    if (length >= sizeof cmocka - 1 && strncmp(macro, cmocka, sizeof cmocka - 1) == 0) return true;
    char *definition = tool_print("#define %.*s(", (int)length, macro);
    const char *found = strstr(plain, definition);
    free(definition);
    if (!found) return false;
    const char *body = strchr(found, ')'), *end = strchr(found, '\n');
    if (!body || !end || body > end) return false;
    for (body++; *body == ' '; body++) {
    }
    return strncmp(body, cmocka, sizeof cmocka - 1) == 0;
}

/* Whether the file hands `function` to cmocka. */
static bool is_registered(const char *plain, const char *function) {
    const char *at = plain;
    while ((at = find_word(at, function)) != NULL) {
        const char *open = at;
        while (open > plain && isspace((unsigned char)open[-1])) open--;
        const char *end = open - 1;
        at++;
        if (open == plain || *end != '(') continue;
        const char *start = end;
        while (start > plain && in_word(start[-1])) start--;
        if (start < end && registers(plain, start, (size_t)(end - start))) return true;
    }
    return false;
}

/* Whether the CMakeLists.txt beside the file names it, without its ending. */
static bool named_in_cmake(const source *in) {
    const char *slash = strrchr(in->path, '/');
    char *list = tool_print("%.*s/CMakeLists.txt", (int)(slash - in->path), in->path);
    char *text = tool_read(list, NULL);
    free(list);
    if (!text) return false;
    for (char *comment = text; (comment = strchr(comment, '#')) != NULL;) {
        while (*comment && *comment != '\n') *comment++ = ' ';
    }
    char *base = tool_copy(slash + 1, strcspn(slash + 1, "."));
    bool found = find_word(text, base) != NULL;
    free(base);
    free(text);
    return found;
}

/* Whether a playwright.config.ts above the file has it below its testDir. */
static bool in_test_dir(const source *in) {
    char *folder = tool_copy(in->path, strlen(in->path));
    bool found = false;
    for (char *slash; !found && (slash = strrchr(folder, '/')) != NULL;) {
        *slash = '\0';
        char *path = tool_print("%s/playwright.config.ts", folder);
        char *config = tool_read(path, NULL);
        free(path);
        const char *dir = config ? strstr(config, "testDir: './") : NULL;
        if (dir) {
            dir += strlen("testDir: './");
            size_t length = strcspn(dir, "'");
            const char *below = in->path + strlen(folder) + 1;
            found = strncmp(below, dir, length) == 0 && below[length] == '/';
        }
        free(config);
    }
    free(folder);
    return found;
}

/* Whether the claims of a whole file are those of a test that is run; says why not otherwise. */
static bool file_is_run(const source *in, unsigned line) {
    const char *why = "a claim belongs in a test: C, a table script, a shell script or TypeScript";
    if (ends_with(in->path, ".trey")) {
        const char *slash = strchr(in->shown, '/'), *name = slash ? strchr(slash + 1, '/') : NULL;
        bool collected = strncmp(in->shown, "tables/", 7) == 0 && name && !strchr(name + 1, '/');
        if (collected) return true;
        why = "a table script is run as tables/BOOK/NAME.trey only";
    } else if (ends_with(in->path, ".sh") || ends_with(in->path, ".c")) {
        if (named_in_cmake(in)) return true;
        why = "the CMakeLists.txt of its folder does not name this file, so nobody runs it";
    } else if (ends_with(in->path, ".ts")) {
        if (in_test_dir(in)) return true;
        why = "this file is outside the testDir of playwright.config.ts";
    }
    mistake(in, line, why);
    return false;
}

/* A claim in C, from `proves` to the end of its comment, and the function below it. */
static void take_c_claim(const source *in, const char *plain, unsigned line, const char *proves,
                         const char *end) {
    static const char lead[] = "\nstatic void ";
    char *name = NULL;
    if (strncmp(end, lead, sizeof lead - 1) == 0) {
        const char *start = end + sizeof lead - 1;
        name = tool_copy(start, strcspn(start, "("));
    }
    if (!name) {
        mistake(in, line, "a claim must end directly above the test that proves it");
    } else if (!is_registered(plain, name)) {
        char *what = tool_print("%s proves nothing: cmocka does not run it", name);
        mistake(in, line, what);
        free(what);
    } else if (file_is_run(in, line)) {
        const char *base = strrchr(in->path, '/') + 1;
        char *test = tool_print("%.*s/%s", (int)strcspn(base, "."), base, name);
        take_citations(in, line, proves, end, test);
        free(test);
    }
    free(name);
}

/* A script that is named after a paragraph, as in 3.9.1-a-fold.trey, must claim it. */
static void check_name(const source *in, size_t first_claim) {
    const char *book = in->shown + strlen("tables/"), *slash = strchr(book, '/');
    const char *name = slash ? slash + 1 : "";
    if (!ends_with(in->path, ".trey") || !isdigit((unsigned char)name[0])) return;
    for (size_t i = first_claim; i < in->all->count; i++) {
        const claim *item = &in->all->item[i];
        const char *id = trey_rulebook_paragraph(in->all->books[item->book], item->paragraph)->id;
        if (strlen(id) == strcspn(name, "-") && strncmp(name, id, strlen(id)) == 0) return;
    }
    mistake(in, 1, "its name tells a paragraph that it does not claim");
}

static void read_source(const source *in) {
    size_t first_claim = in->all->count;
    bool in_c = ends_with(in->path, ".c") || ends_with(in->path, ".h");
    char *plain = in_c ? without_comments(in->text) : NULL;
    unsigned line = 1;
    const char *counted = in->text;
    for (const char *at = in->text; (at = strstr(at, "proves [")) != NULL;) {
        for (; counted < at; counted++) line += *counted == '\n';
        const char *end = at + strcspn(at, "\n");
        if (in_c) {
            const char *close = strstr(at, "*/");
            end = close ? close + 2 : end;
            take_c_claim(in, plain, line, at, end);
        } else if (file_is_run(in, line)) {
            take_citations(in, line, at, end, in->shown);
        }
        at = end;
    }
    if (strncmp(in->shown, "tables/", 7) == 0) check_name(in, first_claim);
    free(plain);
}

static void read_folder(claims *all, const char *path, size_t root) {
    char **names = tool_list(path);
    for (char **name = names; name && *name; name++) {
        if (strcmp(*name, "node_modules") == 0) continue;
        char *full = tool_print("%s/%s", path, *name);
        struct stat status;
        if (stat(full, &status) == 0 && S_ISDIR(status.st_mode)) {
            read_folder(all, full, root);
        } else {
            source in = {all, full, full + root, tool_read(full, NULL)};
            if (in.text) read_source(&in);
            free(in.text);
        }
        free(full);
    }
    tool_list_free(names);
}

bool claims_read(claims *all, const char *tests) {
    struct stat status;
    if (stat(tests, &status) != 0 || !S_ISDIR(status.st_mode)) return false;
    read_folder(all, tests, strlen(tests) + 1);
    return true;
}

static int by_paragraph(const void *a, const void *b) {
    const claim *left = a, *right = b;
    if (left->book != right->book) return left->book < right->book ? -1 : 1;
    if (left->paragraph != right->paragraph) return left->paragraph < right->paragraph ? -1 : 1;
    return strcmp(left->test, right->test);
}

void claims_sort(claims *all) {
    if (all->count == 0) return;
    qsort(all->item, all->count, sizeof *all->item, by_paragraph);
    /* A comment may name a paragraph twice. */
    size_t kept = 1;
    for (size_t i = 1; i < all->count; i++) {
        if (by_paragraph(&all->item[kept - 1], &all->item[i]) == 0) {
            free(all->item[i].test);
            free(all->item[i].file);
        } else {
            all->item[kept++] = all->item[i];
        }
    }
    all->count = kept;
}

const claim *claims_find(const claims *all, unsigned book, size_t paragraph, const char *test) {
    for (size_t i = 0; i < all->count; i++) {
        const claim *item = &all->item[i];
        if (item->book == book && item->paragraph == paragraph && strcmp(item->test, test) == 0) {
            return item;
        }
    }
    return NULL;
}

void claims_free(claims *all) {
    for (size_t i = 0; i < all->count; i++) {
        free(all->item[i].test);
        free(all->item[i].file);
    }
    free(all->item);
    *all = (claims){.books = all->books};
}
