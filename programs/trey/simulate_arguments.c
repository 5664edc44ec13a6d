/* simulate_arguments.c -- the command line of `trey simulate`. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "ranks.h"
#include "simulate_output.h"

typedef enum simulate_option {
    OPTION_ROUNDS,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_ENGINE,
    OPTION_SCHEDULE,
    OPTION_SESSION,
    OPTION_BANKROLL,
    OPTION_JSON,
    OPTION_PORTABLE,
    OPTIONS
} simulate_option;

static const char *const options[OPTIONS] = {"--rounds",   "--seed",     "--threads",
                                             "--engine",   "--schedule", "--session",
                                             "--bankroll", "--json",     "--portable"};

static const char *option_word(size_t index, const void *of) {
    (void)of;
    return index < OPTIONS ? options[index] : bets_option(index - OPTIONS);
}

static int bad_option(const bets_asked *bets, const char *word) {
    size_t count = OPTIONS;
    while (option_word(count, NULL)) count++;
    const char *near = trey_nearest_word(word, option_word, count, NULL);
    fprintf(bets->err, "%s: there is no option %s%s%s%s; `trey simulate --help` lists them\n",
            bets->program, word, near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    return EXIT_USAGE;
}

/* ---- Rounds: 1000000, 1,000,000, 100M, 2.5e8 --------------------------------------------------
 */
/* Digits with at most one point, and thousands commas before it; how many digits came
 * after the point. False when too large or not a number. */
static bool read_digits(const char **text, uint64_t *digits, unsigned *after_point) {
    bool point = false, any = false;
    *digits = 0;
    *after_point = 0;
    for (;; (*text)++) {
        const char c = **text;
        if (c >= '0' && c <= '9') {
            any = true;
            if (__builtin_mul_overflow(*digits, 10, digits) ||
                __builtin_add_overflow(*digits, (uint64_t)(c - '0'), digits))
                return false;
            *after_point += point;
        } else if (c == '.' && !point) {
            point = true;
        } else if (c != ',' || point || !any) {
            return any;
        }
    }
}

static bool read_exponent(const char **text, unsigned *exponent) {
    static const char letters[] = "kmgt";
    const char c = **text;
    *exponent = 0;
    if (c == '\0') return true;
    (*text)++;
    const char low = (char)(c | 0x20);
    const char *letter = strchr(letters, low);
    if (letter) {
        *exponent = 3 * (unsigned)(letter - letters + 1);
    } else if (low == 'e') {
        char *end;
        if (**text < '0' || **text > '9') return false;
        const unsigned long given = strtoul(*text, &end, 10);
        *text = end;
        *exponent = given < 100 ? (unsigned)given : 100;
    } else {
        return false;
    }
    return **text == '\0';
}

static bool parse_rounds(const char *text, uint64_t *rounds) {
    unsigned after_point, exponent;
    if (!read_digits(&text, rounds, &after_point) || !read_exponent(&text, &exponent)) return false;
    for (; after_point > exponent; after_point--) { /* no half rounds */
        if (*rounds % 10 != 0) return false;
        *rounds /= 10;
    }
    for (; exponent > after_point && *rounds > 0; exponent--) {
        if (__builtin_mul_overflow(*rounds, 10, rounds)) return false;
    }
    return *rounds > 0 && *rounds <= TREY_SIM_ROUNDS_MAX;
}

static int read_rounds(const bets_asked *bets, const char *text, uint64_t *rounds) {
    if (parse_rounds(text, rounds)) return EXIT_DONE;
    fprintf(bets->err,
            "%s: --rounds %s: give a whole number from 1 to 10,000,000,000,000, as in 1000000, "
            "100M or 1e8\n",
            bets->program, text);
    return EXIT_USAGE;
}

/* ---- Options
 * ------------------------------------------------------------------------------------- */
static const char *engine_word(size_t index, const void *of) {
    (void)of;
    return index == TREY_SIM_FAST ? "fast" : "full";
}

static int read_engine(const bets_asked *bets, const char *text, trey_sim_engine *engine) {
    for (unsigned i = TREY_SIM_FAST; i <= TREY_SIM_FULL; i++) {
        if (strcmp(text, engine_word(i, NULL)) != 0) continue;
        *engine = (trey_sim_engine)i;
        return EXIT_DONE;
    }
    const char *near = trey_nearest_word(text, engine_word, 2, NULL);
    fprintf(bets->err, "%s: --engine %s%s%s%s: there are fast and full\n", bets->program, text,
            near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    return EXIT_USAGE;
}

static int read_small(const bets_asked *bets, const char *option, const char *text, unsigned least,
                      unsigned most, unsigned *out) {
    uint64_t number = 0;
    int result = bets_read_number(bets, option, text, least, most, &number);
    if (result == EXIT_DONE) *out = (unsigned)number;
    return result;
}

static int read_value(simulate_option which, const char *text, simulate_asked *asked) {
    const bets_asked *bets = &asked->bets;
    const char *name = options[which];
    switch (which) {
    case OPTION_ROUNDS:
        return read_rounds(bets, text, &asked->rounds);
    case OPTION_SEED:
        asked->seed_given = true;
        return bets_read_number(bets, name, text, 0, INT64_MAX, &asked->seed);
    case OPTION_THREADS:
        return read_small(bets, name, text, 1, TREY_SIM_THREADS_MAX, &asked->threads);
    case OPTION_ENGINE:
        return read_engine(bets, text, &asked->engine);
    case OPTION_SCHEDULE:
        return read_small(bets, name, text, 1, 99, &asked->schedule);
    case OPTION_SESSION:
        return bets_read_number(bets, name, text, 1, TREY_SIM_SESSION_MAX, &asked->session);
    default:
        return bets_read_amount(bets, name, text, 1, TREY_LIMIT_MAX, &asked->bankroll);
    }
}

/* Processors that this process may use; under mpirun shared with its neighbours. */
static unsigned processors(void) {
    cpu_set_t set;
    const char *neighbours = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    unsigned long ranks_here = neighbours ? strtoul(neighbours, NULL, 10) : 1;
    unsigned count = 1;
    if (sched_getaffinity(0, sizeof set, &set) == 0) count = (unsigned)CPU_COUNT(&set);
    if (ranks_here > 1) count = count / (unsigned)ranks_here;
    if (count > TREY_SIM_THREADS_MAX) count = TREY_SIM_THREADS_MAX;
    return count > 0 ? count : 1;
}

static int check(const simulate_asked *asked) {
    const bets_asked *bets = &asked->bets;
    if (!bets->id && !bets->file) {
        fprintf(bets->err, "%s: which rulebook? There are mbs, rws, rws-progressive, ca-six-card\n",
                bets->program);
        return EXIT_USAGE;
    }
    if (asked->bankroll > 0 && asked->session == 0) {
        fprintf(bets->err,
                "%s: --bankroll needs a length of play: give --session N, as in --session 500\n",
                bets->program);
        return EXIT_USAGE;
    }
    if (asked->session > asked->rounds) {
        fprintf(bets->err,
                "%s: --session %" PRIu64 " is longer than all %" PRIu64 " rounds: give more "
                "--rounds, or a shorter session\n",
                bets->program, asked->session, asked->rounds);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

int simulate_read_arguments(int argc, char **argv, simulate_asked *asked) {
    enum { USUAL_ROUNDS = 10000000 };
    bets_asked *bets = &asked->bets;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-') {
            if (bets->id) {
                fprintf(bets->err, "%s: one word too many: %s\n", bets->program, word);
                return EXIT_USAGE;
            }
            bets->id = word;
            continue;
        }
        unsigned which = 0;
        while (which < OPTIONS && strcmp(word, options[which]) != 0) which++;
        size_t theirs = 0;
        while (bets_option(theirs) && strcmp(word, bets_option(theirs)) != 0) theirs++;
        if (which == OPTIONS && !bets_option(theirs)) return bad_option(bets, word);
        if (which == OPTION_JSON || which == OPTION_PORTABLE) {
            asked->json |= which == OPTION_JSON;
            asked->portable |= which == OPTION_PORTABLE;
            continue;
        }
        if (++i == argc) {
            fprintf(bets->err, "%s: %s needs a value after it\n", bets->program, word);
            return EXIT_USAGE;
        }
        int result = which < OPTIONS ? read_value((simulate_option)which, argv[i], asked)
                                     : bets_read(bets, word, argv[i]);
        if (result != EXIT_DONE) return result;
    }
    if (asked->rounds == 0) asked->rounds = USUAL_ROUNDS;
    if (asked->threads == 0) asked->threads = processors();
    return check(asked);
}
