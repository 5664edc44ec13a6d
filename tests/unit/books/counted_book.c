/* counted_book.c -- the odds of a drawn book beside a simulation of it.
 *
 * Exact figures are compared with the means of a run. A figure that is far off is looked at again
 * with sixteen times as many rounds from another seed, and again, for a pay of a thousand to one
 * that comes once in ten thousand rounds is far from normal in a short run. Only a figure that is
 * off by 5.5 standard deviations in the last and longest run is a disagreement: with a million
 * books of some ten figures each, the chance that all runs of one figure are that far off by
 * accident is far below one in a thousand. */
#include "counted_book.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_ROUNDS = 16384, RUNS = 4, MORE = 16, MORE_OF_BOXES = 6, BOTH_ENGINES = 300 };
enum { BEYOND_DOUBT = 40 };
static const double far_off[RUNS] = {4.0, 4.5, 5.0, 5.5};

static trey_odds_memory *memory;
static char wrong[512];

void counted_books_open(void) {
    trey_status status = trey_odds_memory_open(&memory);
    TREY_ASSERT(status == TREY_STATUS_OK);
}

void counted_books_close(void) {
    trey_odds_memory_close(memory);
}

static const char *say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(wrong, sizeof wrong, format, arguments);
    va_end(arguments);
    return wrong;
}

/* ---- The question ----------------------------------------------------------------- */
static trey_cents within(random_source *random, const drawn_book *drawn) {
    static const trey_cents usual[] = {500, 1000, 2500, 700, 1234};
    trey_value least = drawn_value(drawn, TREY_KEY_MINIMUM_ALLOWED);
    trey_value most = drawn_value(drawn, TREY_KEY_MAXIMUM_ALLOWED);
    trey_cents amount = usual[random_below(random, 5)];
    /* A schedule may refuse an action that is no whole dollar. */
    if (drawn->schedules) amount = 100 * (1 + (trey_cents)random_below(random, 40));
    if (amount < least.n) amount = least.n;
    return amount > most.d ? most.d : amount;
}

static trey_cents said_or(const drawn_book *drawn, trey_key key, trey_cents otherwise) {
    trey_cents said = drawn_word(drawn, key);
    return said == TREY_CONFIGURED ? otherwise : said;
}

static bool lists(const drawn_book *drawn, unsigned wager) {
    return drawn_lists(drawn_value(drawn, TREY_KEY_AREAS), wager);
}

/* Can an award change what another hand of the same round is paid? Odds look at one box and leave
 * that out (docs/odds.md), so it is asked of one box only. */
static bool awards_meet(const drawn_book *drawn) {
    bool shares = false;
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        bool award = strncmp(trey_key_path((trey_key)key), "progressive.awards.", 19) == 0;
        bool share =
            award && drawn_has(drawn, (trey_key)key) && drawn_value(drawn, (trey_key)key).d == 100;
        /* There is one royal of spades. */
        shares |= share && (key != TREY_KEY_AWARD_ROYAL_SPADES ||
                            drawn_word(drawn, TREY_KEY_FIXED_AWARDS_FROM) == TREY_FUND_METER);
    }
    return shares;
}

static void ask(random_source *random, const drawn_book *drawn, trey_odds_query *query) {
    bool banked = drawn_word(drawn, TREY_KEY_BANKER) == TREY_BANKER_PLAYER_DEALER;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        bool bet = wager == TREY_WAGER_ANTE || random_chance(random, 60);
        query->stake[wager] = 0;
        if (trey_wager_limited(wager)) query->listed[wager] = within(random, drawn);
        if (trey_wager_limited(wager) && lists(drawn, wager) && bet)
            query->stake[wager] = query->listed[wager];
    }
    if (lists(drawn, TREY_WAGER_PROGRESSIVE)) {
        trey_cents part = said_or(drawn, TREY_KEY_JACKPOT_CONTRIBUTION, 100);
        trey_cents bet = said_or(drawn, TREY_KEY_JACKPOT_BET, part > 500 ? part : 500);
        query->contribution = part > bet ? bet : part;
        query->listed[TREY_WAGER_PROGRESSIVE] = bet;
        query->reset = said_or(drawn, TREY_KEY_JACKPOT_RESET, 1000000);
        query->meter = (trey_cents)random_below(random, 4000000);
        if (random_chance(random, 70)) query->stake[TREY_WAGER_PROGRESSIVE] = bet;
    }
    if (banked && random_chance(random, 30))
        query->bank = 1 + (trey_cents)random_below(random, 20000);
    unsigned boxes = (unsigned)drawn_value(drawn, TREY_KEY_POSITIONS).d - banked;
    bool several = !banked && !(query->stake[TREY_WAGER_PROGRESSIVE] && awards_meet(drawn));
    if (several && random_chance(random, 30)) query->boxes = 1 + random_below(random, boxes);
    query->no_alternatives = true;
}

/* ---- The answers -------------------------------------------------------------------------------
 */
/* One figure of the odds and where the simulation has it. */
typedef struct figure {
    const char *name;
    unsigned row;
    double mean, sd; /* cents */
    double hit;
    double staked;
} figure;

static unsigned row_of(unsigned wager) {
    if (wager == TREY_WAGER_ANTE) return TREY_SIM_ANTE_PLAY;
    return wager == TREY_WAGER_PROGRESSIVE ? (unsigned)TREY_SIM_JACKPOT : wager;
}

static unsigned figures_of(const trey_odds *odds, figure out[TREY_STAKES + 1]) {
    unsigned count = 0;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const trey_odds_figure *f = trey_odds_figures(odds, wager);
        if (!f->offered || !f->in_round) continue;
        out[count++] =
            (figure){trey_odds_wager_word(wager), row_of(wager), trey_fraction_double(f->ev_cents),
                     f->sd * (double)f->stake,    f->hit_chance, trey_fraction_double(f->staked)};
    }
    const trey_odds_round *round = trey_odds_whole(odds);
    out[count++] = (figure){"round",   TREY_SIM_ROUND,    trey_fraction_double(round->ev_cents),
                            round->sd, round->hit_chance, trey_fraction_double(round->staked)};
    return count;
}

/* How far a mean is from what it should be, in standard deviations of it. */
static double distance(double found, double expected, double deviation) {
    double off = fabs(found - expected);
    if (off <= 1e-6 * (1 + fabs(expected))) return 0;
    return deviation > 0 ? off / deviation : INFINITY;
}

static double furthest(const trey_sim *sim, const figure *f) {
    trey_sim_figure s = trey_sim_figures(sim, f->row);
    double rounds = (double)s.rounds, boxes = (double)s.boxes;
    /* Boxes of one round share the dealer; then the run itself says how much they do. */
    double sd = f->sd / sqrt(rounds), chance = sqrt(f->hit * (1 - f->hit) / rounds);
    if (s.boxes > s.rounds) {
        sd = fmax(s.error, f->sd / sqrt(boxes));
        chance = fmax(s.hit_error, sqrt(f->hit * (1 - f->hit) / boxes));
    }
    return fmax(distance(s.mean, f->mean, sd), distance(s.hit, f->hit, chance));
}

static trey_sim *run(const trey_rulebook *book, const trey_sim_query *query) {
    trey_sim *sim;
    trey_status status = trey_sim_open(&sim, book, query, NULL);
    if (status != TREY_STATUS_OK) return NULL;
    status = trey_sim_run(sim, NULL, NULL);
    TREY_ASSERT(status == TREY_STATUS_OK);
    return sim;
}

static const char *compare(const trey_rulebook *book, trey_sim_query *query, const trey_odds *odds,
                           counted_counts *counts) {
    figure all[TREY_STAKES + 1];
    unsigned count = figures_of(odds, all);
    query->rounds = FIRST_ROUNDS;
    unsigned more = query->bets.boxes > 1 ? MORE_OF_BOXES : MORE;
    for (unsigned r = 0; r < RUNS; r++, query->rounds *= more, query->seed += 77) {
        trey_sim *sim = run(book, query);
        if (!sim) return say("odds are counted, but the simulation is refused");
        const figure *worst = &all[0];
        double most = -1;
        for (unsigned i = 0; i < count; i++) {
            double away = furthest(sim, &all[i]);
            if (away <= most) continue;
            most = away;
            worst = &all[i];
        }
        trey_sim_figure s = trey_sim_figures(sim, worst->row);
        trey_sim_close(sim);
        counts->rounds += (unsigned long)query->rounds;
        if (r == 0) counts->figures += count;
        if (r > 0) counts->repeated++;
        if (most < far_off[r]) {
            if (most > counts->furthest) counts->furthest = most;
            return NULL;
        }
        say("%s: %.6f cents and %.8f ahead by counting, %.6f and %.8f in %llu rounds (%.1f sigma; "
            "error %.4f, sd %.4f against %.4f)",
            worst->name, worst->mean, worst->hit, s.mean, s.hit, (unsigned long long)s.rounds, most,
            s.error, worst->sd, s.sd);
        if (isinf(most) || (r > 0 && most > BEYOND_DOUBT)) return wrong;
    }
    return wrong;
}

/* The fast engine and the table itself play the same rounds alike. */
static const char *same_engines(const trey_rulebook *book, trey_sim_query *query) {
    query->rounds = BOTH_ENGINES;
    trey_sim *fast = run(book, query);
    query->engine = TREY_SIM_FULL;
    trey_sim *full = run(book, query);
    query->engine = TREY_SIM_FAST;
    if (!fast || !full) return say("odds are counted, but the simulation is refused");
    const char *bad = NULL;
    for (unsigned row = 0; row < TREY_SIM_ROWS && !bad; row++) {
        trey_sim_figure a = trey_sim_figures(fast, row), b = trey_sim_figures(full, row);
        if (a.mean != b.mean || a.hit != b.hit || a.staked != b.staked || a.in_round != b.in_round)
            bad = say("%s: the fast engine has %.6f, the table %.6f", trey_sim_row_word(row),
                      a.mean, b.mean);
    }
    trey_sim_close(fast);
    trey_sim_close(full);
    return bad;
}

static bool sound(double number) {
    return isfinite(number);
}

/* Every wager of the layout is there, and every figure is a number. */
static const char *check_figures(const drawn_book *drawn, const trey_odds *odds) {
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const trey_odds_figure *f = trey_odds_figures(odds, wager);
        bool head = trey_wager(wager)->head == wager;
        if (f->offered != (head && lists(drawn, wager)))
            return say("%s is %s", trey_wager_word(wager), f->offered ? "offered" : "not offered");
        if (!f->offered) continue;
        if (!sound(f->house_edge) || !sound(f->sd) || !sound(f->hit_chance) ||
            !sound(f->element_of_risk) || f->sd < 0 || f->hit_chance < 0 || f->hit_chance > 1)
            return say("%s has a figure that is no number", trey_wager_word(wager));
        size_t lines;
        const trey_odds_line *line = trey_odds_lines(odds, wager, &lines);
        double all = 0, mean = 0;
        for (size_t i = 0; i < lines; i++) {
            double chance = trey_odds_probability(line[i].chance, line[i].estimate);
            if (line[i].wager == wager) all += chance;
            mean += chance * (double)line[i].net;
        }
        if (f->exact && fabs(all - 1) > 1e-9)
            return say("the lines of %s come to %.9f", trey_wager_word(wager), all);
        double ev = trey_fraction_double(f->ev_cents);
        if (f->exact && fabs(mean - ev) > 1e-6 * (1 + fabs(ev)))
            return say("the lines of %s come to %.6f cents, and the figure is %.6f",
                       trey_wager_word(wager), mean, ev);
    }
    const trey_odds_round *round = trey_odds_whole(odds);
    if (!sound(round->ev) || !sound(round->sd) || !sound(round->hit_chance) ||
        !sound(round->house_edge))
        return say("the round has a figure that is no number");
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(odds);
    if (jackpot->offered && jackpot->long_run_known &&
        (!sound(jackpot->meter_at_hit_cents) || !sound(jackpot->long_run_cents)))
        return say("the long run of the jackpot is no number");
    return NULL;
}

const char *counted_book_check(const drawn_book *drawn, const trey_rulebook *book, uint64_t seed,
                               counted_counts *counts) {
    static trey_strategy strategy;
    random_source random = {seed};
    trey_sim_query query = {.seed = seed};
    trey_odds_query_preset(book, &query.bets);
    ask(&random, drawn, &query.bets);
    if (random_chance(&random, 40)) {
        trey_strategy_fill(&strategy, book,
                           (trey_strategy_kind)random_below(&random, TREY_STRATEGY_KINDS));
        query.bets.strategy = &strategy;
    }
    trey_odds *odds;
    trey_odds_fault fault;
    counts->asked++;
    trey_status status = trey_odds_open_with(&odds, book, &query.bets, memory, &fault);
    if (status == TREY_STATUS_INVALID && fault.config == TREY_CONFIG_GOOD &&
        fault.refused != TREY_REFUSED_NONE) {
        counts->refused++;
        return NULL; /* the book does not take these bets */
    }
    if (status != TREY_STATUS_OK)
        return say("odds: %s (config %d)", trey_status_text(status), fault.config);
    const char *bad = check_figures(drawn, odds);
    bool banked = drawn_word(drawn, TREY_KEY_BANKER) == TREY_BANKER_PLAYER_DEALER;
    if (!bad) bad = counted_moves(odds, &random);
    if (!bad && banked) bad = counted_bank_side(odds, book);
    strategy = *trey_odds_strategy(odds);
    query.bets.strategy = &strategy;
    if (!bad && trey_odds_whole(odds)->exact) {
        bad = compare(book, &query, odds, counts);
        if (!bad) bad = same_engines(book, &query);
    }
    trey_odds_close(odds);
    unsigned seats = (unsigned)drawn_value(drawn, TREY_KEY_POSITIONS).d - banked;
    if (!bad && banked && seats > 1 && random_chance(&random, 8)) {
        query.bets.boxes = 2 + random_below(&random, seats - 1);
        query.bets.bank = 1 + (trey_cents)random_below(&random, 20000);
        bad = counted_shared_bank(book, &query, counts);
    }
    return bad;
}
