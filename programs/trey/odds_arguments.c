/* odds_arguments.c -- the command line of `trey odds`: options, rulebook, strategy.
 *
 * Whatever is misspelt is told with the nearest word that would be right. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "odds_output.h"

typedef enum odds_option {
    OPTION_ANTE,
    OPTION_PAIR_PLUS,
    OPTION_PROGRESSIVE,
    OPTION_SIX_CARD_BONUS,
    OPTION_METER,
    OPTION_RESET,
    OPTION_CONTRIBUTION,
    OPTION_BANK,
    OPTION_SEATS,
    OPTION_STRATEGY,
    OPTION_READING,
    OPTION_SET,
    OPTION_RULEBOOK,
    OPTION_PEEK,
    OPTION_REPORT,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_HANDS,
    OPTION_READINGS,
    OPTIONS
} odds_option;

static const char *const options[OPTIONS] = {
    "--ante",    "--pair-plus",    "--progressive", "--six-card-bonus", "--meter",
    "--reset",   "--contribution", "--bank",        "--seats",          "--strategy",
    "--reading", "--set",          "--rulebook",    "--peek",           "--report",
    "--seed",    "--json",         "--hands",       "--readings"};

static const char *list_word(size_t index, const void *of) {
    return ((const char *const *)of)[index];
}

static const char *builtin_word(size_t index, const void *of) {
    (void)of;
    return trey_builtin_id((unsigned)index);
}

static const char *strategy_word(size_t index, const void *of) {
    (void)of;
    return index == 0 ? "best" : trey_strategy_word((trey_strategy_kind)(index - 1));
}

static const char *reading_word(size_t index, const void *of) {
    return trey_rulebook_reading(of, index)->id;
}

/* ---- Amounts and numbers ------------------------------------------------------------------ */
static int read_amount(const char *option, const char *text, trey_cents least, trey_cents most,
                       trey_cents *out) {
    const char *end;
    trey_cents cents;
    trey_status status = trey_cents_parse(text, &cents, &end);
    if (status == TREY_STATUS_OK && *end != '\0') status = TREY_STATUS_MONEY_SYNTAX;
    if (status != TREY_STATUS_OK) {
        fprintf(stderr, "trey odds: %s %s: %s\n", option, text, trey_status_text(status));
        return EXIT_USAGE;
    }
    if (cents < least || cents > most) {
        char low[TREY_CENTS_TEXT_MAX], high[TREY_CENTS_TEXT_MAX];
        fprintf(stderr, "trey odds: %s %s is out of range: give %s to %s\n", option, text,
                trey_cents_print(least, low), trey_cents_print(most, high));
        return EXIT_USAGE;
    }
    *out = cents;
    return EXIT_DONE;
}

static int read_number(const char *option, const char *text, unsigned least, unsigned most,
                       unsigned *out) {
    char *end;
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno == ERANGE || number < least ||
        number > most) {
        fprintf(stderr, "trey odds: %s %s: give a whole number from %u to %u\n", option, text,
                least, most);
        return EXIT_USAGE;
    }
    *out = (unsigned)number;
    return EXIT_DONE;
}

static int read_seed(const char *text, uint64_t *out) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno == ERANGE) {
        fprintf(stderr, "trey odds: --seed %s: give a whole number of at most 20 digits\n", text);
        return EXIT_USAGE;
    }
    *out = number;
    return EXIT_DONE;
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

static int add_choice(const char *option, const char *text, const char **list, unsigned *count) {
    if (*count == ODDS_CHOICES) {
        fprintf(stderr, "trey odds: too many %s at %s: give at most %d\n", option, text,
                ODDS_CHOICES);
        return EXIT_USAGE;
    }
    list[(*count)++] = text;
    return EXIT_DONE;
}

/* ---- Options -------------------------------------------------------------------------------- */
static int bad_option(const char *word) {
    const char *near = trey_nearest_word(word, list_word, OPTIONS, options);
    fprintf(stderr, "trey odds: there is no option %s%s%s%s; `trey odds --help` lists them\n", word,
            near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    return EXIT_USAGE;
}

static int read_value(odds_option which, const char *text, odds_asked *asked) {
    const char *name = options[which];
    switch (which) {
    case OPTION_ANTE:
        return read_amount(name, text, 1, TREY_ODDS_STAKE_MAX, &asked->stake[0]);
    case OPTION_PAIR_PLUS:
    case OPTION_PROGRESSIVE:
    case OPTION_SIX_CARD_BONUS:
        return read_amount(name, text, 0, TREY_ODDS_STAKE_MAX, &asked->stake[which - OPTION_ANTE]);
    case OPTION_METER:
        return read_amount(name, text, 0, TREY_ODDS_METER_MAX, &asked->meter);
    case OPTION_RESET:
        return read_amount(name, text, 0, TREY_ODDS_METER_MAX, &asked->reset);
    case OPTION_CONTRIBUTION:
        return read_amount(name, text, 0, TREY_ODDS_STAKE_MAX, &asked->contribution);
    case OPTION_BANK:
        return read_amount(name, text, 1, TREY_LIMIT_MAX, &asked->bank);
    case OPTION_SEATS:
        return read_number(name, text, 1, TREY_SEATS - 1, &asked->seats);
    case OPTION_STRATEGY:
        asked->strategy = text;
        return EXIT_DONE;
    case OPTION_READING:
        return add_choice(name, text, asked->reading, &asked->readings);
    case OPTION_SET:
        return add_choice(name, text, asked->set, &asked->sets);
    case OPTION_RULEBOOK:
        asked->file = text;
        return EXIT_DONE;
    case OPTION_PEEK:
        return read_peek(text, asked);
    case OPTION_REPORT:
        asked->report = text;
        return EXIT_DONE;
    default:
        return read_seed(text, &asked->seed);
    }
}

static void read_switch(odds_option which, odds_asked *asked) {
    asked->json |= which == OPTION_JSON;
    asked->every_hand |= which == OPTION_HANDS;
    asked->every_reading |= which == OPTION_READINGS;
}

int odds_read_arguments(int argc, char **argv, odds_asked *asked) {
    memset(asked, 0, sizeof *asked);
    for (unsigned i = 0; i < TREY_ODDS_WAGERS; i++) asked->stake[i] = -1;
    asked->meter = asked->reset = asked->contribution = asked->bank = -1;
    asked->seed = 1;
    asked->word = argv;
    asked->words = argc;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-') {
            if (asked->id) {
                fprintf(stderr, "trey odds: one word too many: %s\n", word);
                return EXIT_USAGE;
            }
            asked->id = word;
            continue;
        }
        unsigned which = 0;
        while (which < OPTIONS && strcmp(word, options[which]) != 0) which++;
        if (which == OPTIONS) return bad_option(word);
        if (which >= OPTION_JSON) {
            read_switch((odds_option)which, asked);
            continue;
        }
        if (++i == argc) {
            fprintf(stderr, "trey odds: %s needs a value after it\n", word);
            return EXIT_USAGE;
        }
        int result = read_value((odds_option)which, argv[i], asked);
        if (result != EXIT_DONE) return result;
    }
    if (!asked->id && !asked->file) {
        fputs("trey odds: which rulebook? There are mbs, rws, rws-progressive, ca-six-card\n",
              stderr);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

/* ---- The rulebook ------------------------------------------------------------------------------
 */
static int choose_reading(trey_rulebook *book, const char *text) {
    const char *equals = strchr(text, '=');
    char name[32];
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - text) : (int)strlen(text), text);
    if (equals && equals[1] && !equals[2] &&
        trey_rulebook_choose(book, name, equals[1]) == TREY_STATUS_OK) {
        return EXIT_DONE;
    }
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (strcmp(reading->id, name) != 0) continue;
        if (reading->switchable) {
            fprintf(stderr, "trey odds: --reading %s: write %s=A to %s=%c\n", text, name, name,
                    'A' + (int)reading->letters - 1);
        } else {
            fprintf(stderr, "trey odds: --reading %s: %s is a note and cannot be chosen\n", text,
                    name);
        }
        return EXIT_USAGE;
    }
    const char *near = trey_nearest_word(name, reading_word, trey_rulebook_readings(book), book);
    fprintf(stderr,
            "trey odds: %s has no reading %s%s%s%s; `trey rules %s --readings` lists them\n",
            trey_rulebook_id(book), name, near ? " (did you mean " : "", near ? near : "",
            near ? "?)" : "", trey_rulebook_id(book));
    return EXIT_USAGE;
}

static int set_value(trey_rulebook *book, const char *text, trey_diagnostics *diagnostics) {
    const char *equals = strchr(text, '=');
    char path[80];
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof path) {
        fprintf(stderr,
                "trey odds: --set %s: write a key and a value, as in "
                "pays.pair_plus.straight=6\n",
                text);
        return EXIT_USAGE;
    }
    snprintf(path, sizeof path, "%.*s", (int)(equals - text), text);
    if (trey_rulebook_set(book, path, equals + 1, diagnostics) == TREY_STATUS_OK) return EXIT_DONE;
    trey_diagnostic first = trey_diagnostics_at(diagnostics, 0);
    fprintf(stderr, "trey odds: --set %s: %s%s%s\n", text, first.wrong, first.mend[0] ? "; " : "",
            first.mend);
    return EXIT_USAGE;
}

static int open_failed(const odds_asked *asked, trey_status status,
                       const trey_diagnostics *diagnostics) {
    const char *name = asked->file ? asked->file : asked->id;
    if (status == TREY_STATUS_INVALID) {
        size_t count = trey_diagnostics_count(diagnostics);
        trey_diagnostics_print(diagnostics, stderr);
        fprintf(stderr, "trey odds: %s has %zu mistake%s and is not used\n", name, count,
                count == 1 ? "" : "s");
    } else if (status == TREY_STATUS_UNKNOWN_RULEBOOK) {
        const char *near = trey_nearest_word(name, builtin_word, TREY_BUILTIN_RULEBOOKS, NULL);
        fprintf(stderr, "trey odds: there is no rulebook %s%s%s%s; there are", name,
                near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
        for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++)
            fprintf(stderr, "%s %s", i ? "," : "", trey_builtin_id(i));
        fputc('\n', stderr);
    } else {
        fprintf(stderr, "trey odds: %s: %s\n", name, trey_status_text(status));
    }
    return status == TREY_STATUS_NO_MEMORY ? EXIT_OPERATING : EXIT_USAGE;
}

int odds_open_book(const odds_asked *asked, trey_rulebook **book) {
    trey_diagnostics *diagnostics;
    *book = NULL;
    if (trey_diagnostics_open(&diagnostics) != TREY_STATUS_OK) {
        fprintf(stderr, "trey odds: %s\n", trey_status_text(TREY_STATUS_NO_MEMORY));
        return EXIT_OPERATING;
    }
    trey_status status = asked->file ? trey_rulebook_open_file(book, asked->file, diagnostics)
                                     : trey_rulebook_open(book, asked->id, diagnostics);
    int result = status == TREY_STATUS_OK ? EXIT_DONE : open_failed(asked, status, diagnostics);
    for (unsigned i = 0; result == EXIT_DONE && i < asked->readings; i++)
        result = choose_reading(*book, asked->reading[i]);
    for (unsigned i = 0; result == EXIT_DONE && i < asked->sets; i++)
        result = set_value(*book, asked->set[i], diagnostics);
    trey_diagnostics_close(diagnostics);
    if (result != EXIT_DONE && status == TREY_STATUS_OK) {
        trey_rulebook_close(*book);
        *book = NULL;
    }
    return result;
}

/* ---- The query
 * ------------------------------------------------------------------------------------ */
static int read_strategy_file(const char *path, const trey_rulebook *book,
                              trey_strategy *strategy) {
    enum { LARGEST = 4 << 20 };
    FILE *file = fopen(path, "rb");
    if (!file) {
        const char *near = trey_nearest_word(path, strategy_word, TREY_STRATEGY_KINDS + 1, NULL);
        fprintf(stderr,
                "trey odds: there is neither a strategy nor a file %s%s%s%s; strategies are", path,
                near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
        for (size_t i = 0; i <= TREY_STRATEGY_KINDS; i++)
            fprintf(stderr, "%s %s", i ? "," : "", strategy_word(i, NULL));
        fputc('\n', stderr);
        return EXIT_USAGE;
    }
    char *text = malloc(LARGEST);
    size_t size = text ? fread(text, 1, LARGEST, file) : 0;
    bool unreadable = text && (ferror(file) || size == LARGEST);
    fclose(file);
    trey_strategy_mistake mistake;
    int result = EXIT_DONE;
    if (!text || unreadable) {
        fprintf(stderr, "trey odds: %s cannot be read, or is larger than 4 MiB\n", path);
        result = text ? EXIT_USAGE : EXIT_OPERATING;
    } else if (trey_strategy_parse(strategy, book, text, size, &mistake) != TREY_STATUS_OK) {
        fprintf(stderr, "trey odds: %s:%u:%u: %s\n", path, mistake.line, mistake.column,
                mistake.wrong);
        result = EXIT_USAGE;
    }
    free(text);
    return result;
}

int odds_read_query(const odds_asked *asked, const trey_rulebook *book, trey_strategy *strategy,
                    const char **strategy_name, trey_odds_query *query) {
    trey_odds_query_preset(book, query);
    for (unsigned i = 0; i < TREY_ODDS_WAGERS; i++) {
        if (asked->stake[i] < 0) continue;
        query->stake[i] = asked->stake[i];
        if (asked->stake[i] > 0) query->listed[i] = asked->stake[i];
    }
    if (asked->reset >= 0) query->meter = query->reset = asked->reset;
    if (asked->meter >= 0) query->meter = asked->meter;
    if (asked->contribution >= 0) {
        query->contribution = asked->contribution;
    } else if (query->contribution > query->listed[TREY_ODDS_PROGRESSIVE]) {
        query->contribution = query->listed[TREY_ODDS_PROGRESSIVE] / 5; /* a small bet's fifth */
    }
    if (asked->bank > 0) query->bank = asked->bank;
    if (asked->seats > 0) query->boxes = asked->seats;
    query->peek = asked->peek_card;
    *strategy_name = NULL;
    if (!asked->strategy || strcmp(asked->strategy, "best") == 0) return EXIT_DONE;
    trey_strategy_kind kind = trey_strategy_find(asked->strategy);
    query->strategy = strategy;
    if (kind < TREY_STRATEGY_KINDS) {
        trey_strategy_fill(strategy, book, kind);
        *strategy_name = trey_strategy_name(kind);
        return EXIT_DONE;
    }
    *strategy_name = asked->strategy;
    return read_strategy_file(asked->strategy, book, strategy);
}
