/* command_words.c -- see the header. */
#include "command_words.h"

#include <stdio.h>
#include <string.h>

static bool wrong(const command_line *line, const char *text, const char *word) {
    fprintf(stderr, "%s: %s%s; `%s --help` shows how\n", line->speaks, text, word, line->helps);
    return false;
}

static const command_option *option_of(const command_line *line, const char *word) {
    for (size_t i = 0; i < line->options; i++) {
        if (strcmp(word, line->option[i].name) == 0) return &line->option[i];
    }
    return NULL;
}

bool command_words_read(const command_line *line, int argc, char **argv, const char **const *alone,
                        size_t count) {
    size_t used = 0;
    for (int i = 1; i < argc; i++) {
        const command_option *option = option_of(line, argv[i]);
        if (option && option->flag) {
            *option->flag = true;
        } else if (option && *option->value) {
            return wrong(line, "this stands twice: ", option->name);
        } else if (option && i + 1 == argc) {
            return wrong(line, "a value is missing behind ", option->name);
        } else if (option) {
            *option->value = argv[++i];
        } else if (argv[i][0] == '-' && argv[i][1]) {
            return wrong(line, "unknown option ", argv[i]);
        } else if (used == count) {
            return wrong(line, "one word too many: ", argv[i]);
        } else {
            *alone[used++] = argv[i];
        }
    }
    return true;
}

bool command_words_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) return true;
    }
    return false;
}
