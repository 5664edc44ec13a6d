/* command_words.h -- the words behind a command: options, flags, and what stands alone.
 *
 *   const command_option options[] = {{"--from", &from, NULL}, {"--json", NULL, &json}};
 *   const command_line line = {"trey report", "trey report", options, 2};
 *   if (!command_words_read(&line, argc, argv, alone, 1)) return EXIT_USAGE; */
#ifndef TREY_COMMAND_WORDS_H
#define TREY_COMMAND_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* An option with a value behind it, or a flag; the other one is NULL. */
typedef struct command_option {
    const char *name;
    const char **value;
    bool *flag;
} command_option;

typedef struct command_line {
    const char *speaks; /* in front of a message: "trey store" */
    const char *helps;  /* what --help goes behind: "trey store person" */
    const command_option *option;
    size_t options;
} command_line;

/* `alone` are places for words that stand alone, in their order. Everything is NULL or false
 * before. False for a mistake, which has been told. */
bool command_words_read(const command_line *line, int argc, char **argv, const char **const *alone,
                        size_t count);
/* Is --help among them? */
bool command_words_help(int argc, char **argv);

#endif
