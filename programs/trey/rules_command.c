/* rules_command.c -- trey rules: what the rulebooks say, and how Trey reads them. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "rules_output.h"

static const char help[] =
    "usage: trey rules                          the rulebooks\n"
    "       trey rules ID                       its paragraphs, how each is met, and its readings\n"
    "       trey rules ID PARAGRAPH             one paragraph: values, readings and tests\n"
    "       trey rules --diff ID ID             where two rulebooks differ\n"
    "\n"
    "  --values            every value of the rulebook, with the paragraphs that say it\n"
    "  --irregularities    what is done when something goes wrong\n"
    "  --readings          the readings only\n"
    "  --paragraphs        the paragraphs only\n"
    "  --reading NAME=L    under another letter of a reading, as in A-MBS-01=B\n"
    "  --rulebook FILE     a house's own rulebook instead of ID\n"
    "  --json              for machines\n";

typedef struct arguments {
    const char *id[2];
    unsigned ids;
    const char *file;
    const char *reading[16];
    unsigned readings;
    bool diff, json;
    rules_sections show;
} arguments;

static int bad_usage(const char *what, const char *which) {
    fprintf(stderr, "trey rules: %s%s; `trey rules --help` shows how\n", what, which);
    return EXIT_USAGE;
}

/* EXIT_DONE, or the exit status of a mistake. */
static int read_arguments(int argc, char **argv, arguments *out) {
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--json") == 0) {
            out->json = true;
        } else if (strcmp(word, "--diff") == 0) {
            out->diff = true;
        } else if (strcmp(word, "--values") == 0) {
            out->show.values = true;
        } else if (strcmp(word, "--irregularities") == 0) {
            out->show.irregularities = true;
        } else if (strcmp(word, "--readings") == 0) {
            out->show.readings = true;
        } else if (strcmp(word, "--paragraphs") == 0) {
            out->show.paragraphs = true;
        } else if (strcmp(word, "--rulebook") == 0) {
            if (++i == argc) return bad_usage("--rulebook needs a file", "");
            out->file = argv[i];
        } else if (strcmp(word, "--reading") == 0) {
            if (++i == argc) return bad_usage("--reading needs NAME=LETTER", "");
            if (out->readings == sizeof out->reading / sizeof *out->reading) {
                return bad_usage("too many readings at ", argv[i]);
            }
            out->reading[out->readings++] = argv[i];
        } else if (word[0] == '-' && word[1]) {
            return bad_usage("unknown option ", word);
        } else if (out->ids == 2) {
            return bad_usage("one word too many: ", word);
        } else {
            out->id[out->ids++] = word;
        }
    }
    return EXIT_DONE;
}

static int choose(trey_rulebook *book, const char *text) {
    const char *equals = strchr(text, '=');
    char name[32];
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - text) : 0, text);
    if (equals && equals[1] && !equals[2] &&
        trey_rulebook_choose(book, name, equals[1]) == TREY_STATUS_OK) {
        return EXIT_DONE;
    }
    fprintf(stderr, "trey rules: %s cannot be chosen in %s; these can:", text,
            trey_rulebook_id(book));
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (!reading->switchable) continue;
        fprintf(stderr, " %s=A..%c", reading->id, 'A' + (int)reading->letters - 1);
    }
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static int open_book(const char *id, const char *file, trey_rulebook **out) {
    trey_diagnostics *diagnostics;
    if (trey_diagnostics_open(&diagnostics) != TREY_STATUS_OK) return EXIT_OPERATING;
    trey_status status = file ? trey_rulebook_open_file(out, file, diagnostics)
                              : trey_rulebook_open(out, id, diagnostics);
    int result = EXIT_DONE;
    if (status == TREY_STATUS_INVALID) {
        size_t count = trey_diagnostics_count(diagnostics);
        trey_diagnostics_print(diagnostics, stderr);
        fprintf(stderr, "trey rules: %s has %zu mistake%s and is not used\n", file ? file : id,
                count, count == 1 ? "" : "s");
        result = EXIT_USAGE;
    } else if (status == TREY_STATUS_UNKNOWN_RULEBOOK) {
        fprintf(stderr, "trey rules: there is no rulebook %s; there are", id);
        for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
            fprintf(stderr, "%s %s", i ? "," : "", trey_builtin_id(i));
        }
        fputc('\n', stderr);
        result = EXIT_USAGE;
    } else if (status == TREY_STATUS_NO_FILE) {
        fprintf(stderr, "trey rules: %s cannot be read\n", file);
        result = EXIT_USAGE;
    } else if (status != TREY_STATUS_OK) {
        fprintf(stderr, "trey rules: %s\n", trey_status_text(status));
        result = EXIT_OPERATING;
    }
    trey_diagnostics_close(diagnostics);
    return result;
}

static int show_paragraph(const terminal *to, const trey_rulebook *book, const char *id,
                          bool json) {
    const trey_paragraph *paragraph = trey_rulebook_paragraph_find(book, id);
    if (!paragraph) {
        fprintf(stderr, "trey rules: %s has no paragraph %s; `trey rules %s` lists them\n",
                trey_rulebook_id(book), id, trey_rulebook_id(book));
        return EXIT_USAGE;
    }
    if (json) return rules_json_paragraph(stdout, book, paragraph);
    rules_text_paragraph(to, book, paragraph);
    return EXIT_DONE;
}

static int show_diff(const terminal *to, const arguments *given) {
    trey_rulebook *left = NULL, *right = NULL;
    int result = EXIT_DONE;
    if (given->ids + (given->file != NULL) != 2) {
        return bad_usage("--diff compares two rulebooks", "");
    }
    result = open_book(given->id[0], NULL, &left);
    if (result == EXIT_DONE) result = open_book(given->id[1], given->file, &right);
    if (result == EXIT_DONE) {
        if (given->json) {
            result = rules_json_diff(stdout, left, right);
        } else {
            rules_text_diff(to, left, right);
        }
    }
    trey_rulebook_close(left);
    trey_rulebook_close(right);
    return result;
}

int rules_command(int argc, char **argv) {
    arguments given = {0};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        return EXIT_DONE;
    }
    int result = read_arguments(argc, argv, &given);
    if (result != EXIT_DONE) return result;
    terminal to = terminal_open(stdout);
    if (given.diff) return show_diff(&to, &given);
    if (given.ids == 0 && !given.file) {
        if (given.json) return rules_json_list(stdout);
        rules_text_list(&to);
        return EXIT_DONE;
    }
    const char *paragraph = given.file ? given.id[0] : given.id[1];
    trey_rulebook *book = NULL;
    result = open_book(given.id[0], given.file, &book);
    for (unsigned i = 0; result == EXIT_DONE && i < given.readings; i++) {
        result = choose(book, given.reading[i]);
    }
    rules_sections show = given.show;
    if (!show.paragraphs && !show.readings && !show.values && !show.irregularities) {
        show.paragraphs = show.readings = true;
    }
    if (result == EXIT_DONE && paragraph) {
        result = show_paragraph(&to, book, paragraph, given.json);
    } else if (result == EXIT_DONE && given.json) {
        result = rules_json_book(stdout, book);
    } else if (result == EXIT_DONE) {
        rules_text_book(&to, book, show);
    }
    trey_rulebook_close(book);
    return result;
}
