/* bets_arguments.c -- options about bets; whatever is misspelt is told with the nearest
 * word that would be right. */
#include "bets_arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

/* Behind the wagers that can be bet, which have an option each. */
typedef enum bets_which {
    BETS_METER,
    BETS_RESET,
    BETS_CONTRIBUTION,
    BETS_BANK,
    BETS_SEATS,
    BETS_STRATEGY,
    BETS_READING,
    BETS_SET,
    BETS_RULEBOOK,
    BETS_OPTIONS
} bets_which;

static const char *const options[BETS_OPTIONS] = {"--meter",   "--reset", "--contribution",
                                                  "--bank",    "--seats", "--strategy",
                                                  "--reading", "--set",   "--rulebook"};

const char *bets_option(size_t index) {
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (!trey_wager(wager)->option) continue;
        if (index-- == 0) return trey_wager(wager)->option;
    }
    return index < BETS_OPTIONS ? options[index] : NULL;
}

void bets_open(bets_asked *asked, const char *program, FILE *err) {
    memset(asked, 0, sizeof *asked);
    asked->program = program;
    asked->err = err;
    for (unsigned i = 0; i < TREY_STAKES; i++) asked->stake[i] = -1;
    asked->meter = asked->reset = asked->contribution = asked->bank = -1;
}

/* "(did you mean ...?)", or nothing. */
static const char *guess(const char *near, char out[96]) {
    out[0] = '\0';
    if (near) snprintf(out, 96, " (did you mean %s?)", near);
    return out;
}

/* ---- Amounts and numbers ------------------------------------------------------------------ */
int bets_read_amount(const bets_asked *asked, const char *option, const char *text,
                     trey_cents least, trey_cents most, trey_cents *out) {
    const char *end;
    trey_cents cents;
    trey_status status = trey_cents_parse(text, &cents, &end);
    if (status == TREY_STATUS_OK && *end != '\0') status = TREY_STATUS_MONEY_SYNTAX;
    if (status != TREY_STATUS_OK) {
        fprintf(asked->err, "%s: %s %s: %s\n", asked->program, option, text,
                trey_status_text(status));
        return EXIT_USAGE;
    }
    if (cents < least || cents > most) {
        char low[TREY_CENTS_TEXT_MAX], high[TREY_CENTS_TEXT_MAX];
        fprintf(asked->err, "%s: %s %s is out of range: give %s to %s\n", asked->program, option,
                text, trey_cents_print(least, low), trey_cents_print(most, high));
        return EXIT_USAGE;
    }
    *out = cents;
    return EXIT_DONE;
}

int bets_read_number(const bets_asked *asked, const char *option, const char *text, uint64_t least,
                     uint64_t most, uint64_t *out) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno == ERANGE || number < least ||
        number > most) {
        fprintf(asked->err, "%s: %s %s: give a whole number from %" PRIu64 " to %" PRIu64 "\n",
                asked->program, option, text, least, most);
        return EXIT_USAGE;
    }
    *out = number;
    return EXIT_DONE;
}

static int add_choice(const bets_asked *asked, const char *option, const char *text,
                      const char **list, unsigned *count) {
    if (*count == BETS_CHOICES) {
        fprintf(asked->err, "%s: too many %s at %s: give at most %d\n", asked->program, option,
                text, BETS_CHOICES);
        return EXIT_USAGE;
    }
    list[(*count)++] = text;
    return EXIT_DONE;
}

/* ---- Options -------------------------------------------------------------------------------- */
int bets_read(bets_asked *asked, const char *option, const char *text) {
    unsigned which = 0;
    uint64_t seats;
    int result = EXIT_DONE;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const char *name = trey_wager(wager)->option;
        if (name && strcmp(option, name) == 0)
            return bets_read_amount(asked, option, text, wager == TREY_WAGER_ANTE,
                                    TREY_ODDS_STAKE_MAX, &asked->stake[wager]);
    }
    while (which < BETS_OPTIONS && strcmp(option, options[which]) != 0) which++;
    switch (which) {
    case BETS_METER:
        return bets_read_amount(asked, option, text, 0, TREY_ODDS_METER_MAX, &asked->meter);
    case BETS_RESET:
        return bets_read_amount(asked, option, text, 0, TREY_ODDS_METER_MAX, &asked->reset);
    case BETS_CONTRIBUTION:
        return bets_read_amount(asked, option, text, 0, TREY_ODDS_STAKE_MAX, &asked->contribution);
    case BETS_BANK:
        return bets_read_amount(asked, option, text, 1, TREY_LIMIT_MAX, &asked->bank);
    case BETS_SEATS:
        result = bets_read_number(asked, option, text, 1, TREY_SEATS - 1, &seats);
        if (result == EXIT_DONE) asked->seats = (unsigned)seats;
        return result;
    case BETS_STRATEGY:
        asked->strategy = text;
        return EXIT_DONE;
    case BETS_READING:
        return add_choice(asked, option, text, asked->reading, &asked->readings);
    case BETS_SET:
        return add_choice(asked, option, text, asked->set, &asked->sets);
    case BETS_RULEBOOK:
        asked->file = text;
        return EXIT_DONE;
    default:
        return -1;
    }
}

/* ---- The rulebook ------------------------------------------------------------------------------
 */
static const char *builtin_word(size_t index, const void *of) {
    (void)of;
    return trey_builtin_id((unsigned)index);
}

static const char *reading_word(size_t index, const void *of) {
    return trey_rulebook_reading(of, index)->id;
}

static int choose_reading(const bets_asked *asked, trey_rulebook *book, const char *text) {
    const char *equals = strchr(text, '=');
    char name[32], near[96];
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - text) : (int)strlen(text), text);
    if (equals && equals[1] && !equals[2] &&
        trey_rulebook_choose(book, name, equals[1]) == TREY_STATUS_OK) {
        return EXIT_DONE;
    }
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (strcmp(reading->id, name) != 0) continue;
        if (reading->switchable) {
            fprintf(asked->err, "%s: --reading %s: write %s=A to %s=%c\n", asked->program, text,
                    name, name, 'A' + (int)reading->letters - 1);
        } else {
            fprintf(asked->err, "%s: --reading %s: %s is a note and cannot be chosen\n",
                    asked->program, text, name);
        }
        return EXIT_USAGE;
    }
    guess(trey_nearest_word(name, reading_word, trey_rulebook_readings(book), book), near);
    fprintf(asked->err, "%s: %s has no reading %s%s; `trey rules %s --readings` lists them\n",
            asked->program, trey_rulebook_id(book), name, near, trey_rulebook_id(book));
    return EXIT_USAGE;
}

static int set_value(const bets_asked *asked, trey_rulebook *book, const char *text,
                     trey_diagnostics *diagnostics) {
    const char *equals = strchr(text, '=');
    char path[80];
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof path) {
        fprintf(asked->err,
                "%s: --set %s: write a key and a value, as in pays.pair_plus.straight=6\n",
                asked->program, text);
        return EXIT_USAGE;
    }
    snprintf(path, sizeof path, "%.*s", (int)(equals - text), text);
    if (trey_rulebook_set(book, path, equals + 1, diagnostics) == TREY_STATUS_OK) return EXIT_DONE;
    trey_diagnostic first = trey_diagnostics_at(diagnostics, 0);
    fprintf(asked->err, "%s: --set %s: %s%s%s\n", asked->program, text, first.wrong,
            first.mend[0] ? "; " : "", first.mend);
    return EXIT_USAGE;
}

static int open_failed(const bets_asked *asked, trey_status status,
                       const trey_diagnostics *diagnostics) {
    const char *name = asked->file ? asked->file : asked->id;
    char near[96];
    if (status == TREY_STATUS_INVALID) {
        size_t count = trey_diagnostics_count(diagnostics);
        trey_diagnostics_print(diagnostics, asked->err);
        fprintf(asked->err, "%s: %s has %zu mistake%s and is not used\n", asked->program, name,
                count, count == 1 ? "" : "s");
    } else if (status == TREY_STATUS_UNKNOWN_RULEBOOK) {
        guess(trey_nearest_word(name, builtin_word, TREY_BUILTIN_RULEBOOKS, NULL), near);
        fprintf(asked->err, "%s: there is no rulebook %s%s; there are", asked->program, name, near);
        for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++)
            fprintf(asked->err, "%s %s", i ? "," : "", trey_builtin_id(i));
        fputc('\n', asked->err);
    } else {
        fprintf(asked->err, "%s: %s: %s\n", asked->program, name, trey_status_text(status));
    }
    return status == TREY_STATUS_NO_MEMORY ? EXIT_OPERATING : EXIT_USAGE;
}

/* "ante, pair_plus": what can be bet before the cards are dealt. */
static void print_wagers(FILE *to, const trey_rulebook *book) {
    bool first = true;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (!trey_wager(wager)->option || !trey_rulebook_offers(book, wager)) continue;
        fprintf(to, "%s%s", first ? "" : ", ", trey_wager_word(wager));
        first = false;
    }
}

/* Wagers, a meter, a bank and seats that the game does not have. */
static int check_offered(const bets_asked *asked, const trey_rulebook *book) {
    const char *id = trey_rulebook_id(book);
    const bool jackpot = trey_rulebook_offers(book, TREY_WAGER_PROGRESSIVE);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (asked->stake[i] <= 0 || trey_rulebook_offers(book, i)) continue;
        fprintf(asked->err, "%s: %s has no %s; its wagers are ", asked->program, id,
                trey_wager_word(i));
        print_wagers(asked->err, book);
        fputc('\n', asked->err);
        return EXIT_USAGE;
    }
    const bool meter = asked->meter >= 0 || asked->reset >= 0 || asked->contribution >= 0;
    if (meter && !jackpot) {
        fprintf(asked->err,
                "%s: %s has no jackpot: leave --meter, --reset and --contribution out\n",
                asked->program, id);
        return EXIT_USAGE;
    }
    const bool banked =
        trey_rulebook_rule(book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    if (asked->bank > 0 && !banked) {
        fprintf(asked->err, "%s: the house banks in %s: leave --bank out\n", asked->program, id);
        return EXIT_USAGE;
    }
    const int64_t seats = trey_rulebook_rule(book, TREY_KEY_POSITIONS)->value.d - banked;
    if (asked->seats > seats) {
        fprintf(asked->err, "%s: --seats %u: %s has at most %" PRId64 "%s\n", asked->program,
                asked->seats, id, seats, banked ? " beside the player-dealer" : "");
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

int bets_choose(const bets_asked *asked, trey_rulebook *book) {
    trey_diagnostics *diagnostics;
    if (trey_diagnostics_open(&diagnostics) != TREY_STATUS_OK) {
        fprintf(asked->err, "%s: %s\n", asked->program, trey_status_text(TREY_STATUS_NO_MEMORY));
        return EXIT_OPERATING;
    }
    int result = EXIT_DONE;
    for (unsigned i = 0; result == EXIT_DONE && i < asked->readings; i++)
        result = choose_reading(asked, book, asked->reading[i]);
    for (unsigned i = 0; result == EXIT_DONE && i < asked->sets; i++)
        result = set_value(asked, book, asked->set[i], diagnostics);
    if (result == EXIT_DONE) result = check_offered(asked, book);
    trey_diagnostics_close(diagnostics);
    return result;
}

int bets_open_book(const bets_asked *asked, trey_rulebook **book) {
    trey_diagnostics *diagnostics;
    *book = NULL;
    if (trey_diagnostics_open(&diagnostics) != TREY_STATUS_OK) {
        fprintf(asked->err, "%s: %s\n", asked->program, trey_status_text(TREY_STATUS_NO_MEMORY));
        return EXIT_OPERATING;
    }
    trey_status status = asked->file ? trey_rulebook_open_file(book, asked->file, diagnostics)
                                     : trey_rulebook_open(book, asked->id, diagnostics);
    int result = status == TREY_STATUS_OK ? EXIT_DONE : open_failed(asked, status, diagnostics);
    trey_diagnostics_close(diagnostics);
    if (result == EXIT_DONE) result = bets_choose(asked, *book);
    if (result != EXIT_DONE) {
        trey_rulebook_close(*book);
        *book = NULL;
    }
    return result;
}

/* ---- The query ----------------------------------------------------------------------------------
 */
static const char *strategy_word(size_t index, const void *of) {
    (void)of;
    return index == 0 ? "best" : trey_strategy_word((trey_strategy_kind)(index - 1));
}

static int read_strategy(const bets_asked *asked, const trey_rulebook *book,
                         trey_strategy *strategy) {
    enum { LARGEST = 4 << 20 };
    const char *path = asked->strategy;
    FILE *file = fopen(path, "rb");
    if (!file) {
        char near[96];
        guess(trey_nearest_word(path, strategy_word, TREY_STRATEGY_KINDS + 1, NULL), near);
        fprintf(asked->err, "%s: there is neither a strategy nor a file %s%s; strategies are",
                asked->program, path, near);
        for (size_t i = 0; i <= TREY_STRATEGY_KINDS; i++)
            fprintf(asked->err, "%s %s", i ? "," : "", strategy_word(i, NULL));
        fputc('\n', asked->err);
        return EXIT_USAGE;
    }
    char *text = malloc(LARGEST);
    const size_t size = text ? fread(text, 1, LARGEST, file) : 0;
    const bool unreadable = text && (ferror(file) || size == LARGEST);
    fclose(file);
    trey_strategy_mistake mistake;
    int result = EXIT_DONE;
    if (!text || unreadable) {
        fprintf(asked->err, "%s: %s cannot be read, or is larger than 4 MiB\n", asked->program,
                path);
        result = text ? EXIT_USAGE : EXIT_OPERATING;
    } else if (trey_strategy_parse(strategy, book, text, size, &mistake) != TREY_STATUS_OK) {
        fprintf(asked->err, "%s: %s:%u:%u: %s\n", asked->program, path, mistake.line,
                mistake.column, mistake.wrong);
        result = EXIT_USAGE;
    }
    free(text);
    return result;
}

int bets_query(const bets_asked *asked, const trey_rulebook *book, trey_strategy *strategy,
               const char **strategy_name, trey_odds_query *query) {
    trey_odds_query_preset(book, query);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (asked->stake[i] < 0) continue;
        query->stake[i] = asked->stake[i];
        if (asked->stake[i] > 0) query->listed[i] = asked->stake[i];
    }
    if (asked->reset >= 0) query->meter = query->reset = asked->reset;
    if (asked->meter >= 0) query->meter = asked->meter;
    if (asked->contribution >= 0) {
        query->contribution = asked->contribution;
    } else if (query->contribution > query->listed[TREY_WAGER_PROGRESSIVE]) {
        query->contribution = query->listed[TREY_WAGER_PROGRESSIVE] / 5; /* a small bet's fifth */
    }
    if (asked->bank > 0) query->bank = asked->bank;
    if (asked->seats > 0) query->boxes = asked->seats;
    *strategy_name = NULL;
    if (!asked->strategy || strcmp(asked->strategy, "best") == 0) return EXIT_DONE;
    const trey_strategy_kind kind = trey_strategy_find(asked->strategy);
    query->strategy = strategy;
    if (kind < TREY_STRATEGY_KINDS) {
        trey_strategy_fill(strategy, book, kind);
        *strategy_name = trey_strategy_name(kind);
        return EXIT_DONE;
    }
    *strategy_name = asked->strategy;
    return read_strategy(asked, book, strategy);
}

int bets_refused(const bets_asked *asked, const trey_rulebook *book, trey_status status,
                 const trey_odds_fault *fault) {
    const trey_value least = trey_rulebook_rule(book, TREY_KEY_MINIMUM_ALLOWED)->value;
    const trey_value most = trey_rulebook_rule(book, TREY_KEY_MAXIMUM_ALLOWED)->value;
    if (status == TREY_STATUS_NO_MEMORY) {
        fprintf(asked->err, "%s: %s\n", asked->program, trey_status_text(status));
        return EXIT_OPERATING;
    }
    fprintf(asked->err, "%s: ", asked->program);
    if (status == TREY_STATUS_MONEY_OVERFLOW) {
        fputs("a pay is too large to be reckoned with: make the stake or the rate smaller\n",
              asked->err);
    } else if (fault->config == TREY_CONFIG_JACKPOT) {
        fputs("the jackpot bet must be above zero, and its contribution no more than the bet\n",
              asked->err);
    } else if (fault->config != TREY_CONFIG_GOOD) {
        fprintf(asked->err, "%s has no table for these bets\n", trey_rulebook_id(book));
    } else {
        char low[TREY_CENTS_TEXT_MAX], high[TREY_CENTS_TEXT_MAX];
        fprintf(asked->err, "%s refuses %s: %s", trey_rulebook_id(book),
                trey_wager_word(fault->wager), trey_refused_text(fault->refused));
        const bool limit = fault->refused == TREY_REFUSED_UNDER_MINIMUM ||
                           fault->refused == TREY_REFUSED_OVER_MAXIMUM;
        if (limit && most.d != TREY_NO_LIMIT)
            fprintf(asked->err, "; it takes %s to %s", trey_cents_print(least.n, low),
                    trey_cents_print(most.d, high));
        fputc('\n', asked->err);
    }
    return EXIT_USAGE;
}
