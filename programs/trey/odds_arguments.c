/* odds_arguments.c -- the command line of `trey odds`: its own options beside those about
 * bets. */
#include <string.h>

#include "commands.h"
#include "odds_output.h"

typedef enum odds_option {
    OPTION_PEEK,
    OPTION_REPORT,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_HANDS,
    OPTION_READINGS,
    OPTIONS
} odds_option;

static const char *const options[OPTIONS] = {"--peek", "--report", "--seed",
                                             "--json", "--hands",  "--readings"};

static const char *option_word(size_t index, const void *of) {
    (void)of;
    return index < OPTIONS ? options[index] : bets_option(index - OPTIONS);
}

static int bad_option(const char *word) {
    size_t count = OPTIONS;
    while (option_word(count, NULL)) count++;
    const char *near = trey_nearest_word(word, option_word, count, NULL);
    fprintf(stderr, "trey odds: there is no option %s%s%s%s; `trey odds --help` lists them\n", word,
            near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    return EXIT_USAGE;
}

static int read_peek(const char *text, odds_asked *asked) {
    if (strcmp(text, "dealer-card") == 0) {
        asked->peek_card = true;
        return EXIT_DONE;
    }
    if (text[0] >= '1' && text[0] <= '0' + TREY_PEEK_HANDS && text[1] == '\0') {
        asked->peek_hands = (unsigned)(text[0] - '0');
        return EXIT_DONE;
    }
    fprintf(stderr,
            "trey odds: --peek %s: give dealer-card, or 1 to %d for the hands of other boxes\n",
            text, TREY_PEEK_HANDS);
    return EXIT_USAGE;
}

static int read_value(unsigned which, const char *option, const char *text, odds_asked *asked) {
    switch (which) {
    case OPTION_PEEK:
        return read_peek(text, asked);
    case OPTION_REPORT:
        asked->report = text;
        return EXIT_DONE;
    case OPTION_SEED:
        return bets_read_number(&asked->bets, option, text, 0, UINT64_MAX, &asked->seed);
    default:
        return bets_read(&asked->bets, option, text);
    }
}

static void read_switch(unsigned which, odds_asked *asked) {
    asked->json |= which == OPTION_JSON;
    asked->every_hand |= which == OPTION_HANDS;
    asked->every_reading |= which == OPTION_READINGS;
}

static int read_option(odds_asked *asked, const char *option, const char *value, bool *took) {
    size_t which = 0;
    while (option_word(which, NULL) && strcmp(option, option_word(which, NULL)) != 0) which++;
    if (!option_word(which, NULL)) return bad_option(option);
    *took = which < OPTION_JSON || which >= OPTIONS;
    if (!*took) {
        read_switch((unsigned)which, asked);
        return EXIT_DONE;
    }
    if (value) return read_value((unsigned)which, option, value, asked);
    fprintf(stderr, "trey odds: %s needs a value after it\n", option);
    return EXIT_USAGE;
}

int odds_read_arguments(int argc, char **argv, odds_asked *asked) {
    memset(asked, 0, sizeof *asked);
    bets_open(&asked->bets, "trey odds", stderr);
    asked->seed = 1;
    asked->word = argv;
    asked->words = argc;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        bool took = false;
        if (word[0] == '-') {
            int result = read_option(asked, word, i + 1 < argc ? argv[i + 1] : NULL, &took);
            if (result != EXIT_DONE) return result;
            i += took;
        } else if (asked->bets.id) {
            fprintf(stderr, "trey odds: one word too many: %s\n", word);
            return EXIT_USAGE;
        } else {
            asked->bets.id = word;
        }
    }
    if (asked->bets.id || asked->bets.file) return EXIT_DONE;
    fputs("trey odds: which rulebook? There are mbs, rws, rws-progressive, ca-six-card\n", stderr);
    return EXIT_USAGE;
}

void odds_join_words(const odds_asked *asked, char *out, size_t room) {
    size_t used = (size_t)snprintf(out, room, "trey");
    for (int i = 0; i < asked->words && used < room; i++) {
        const char *word = asked->word[i];
        bool plain = strcspn(word, " '\"$\\&|;<>()*?") == strlen(word);
        used += (size_t)snprintf(out + used, room - used, plain ? " %s" : " '%s'", word);
    }
}
