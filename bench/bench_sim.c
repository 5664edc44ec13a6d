/* bench_sim.c -- simulated rounds: one core, two threads, two processes, and the table.
 *
 * One box under MBS with Ante, Play, Ante Bonus and Pair Plus, Q-6-4. The baseline is the
 * loop that anybody would write, written well: xoshiro256++, six cards off the top of the
 * deck without bias, ranks by Trey's own vectors, and the money in a few comparisons. The
 * two deal different cards, so each checks its mean against the exact one, which must
 * come out within six standard errors; the checksum says so. Threads and processes are
 * measured against one of them, and must come to the very same sums. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trey/sim.h>

#include "bench.h"

enum { ROUNDS = 1 << 24, TABLE_ROUNDS = 1 << 17, ANTE = 1000, PAIR_PLUS = 500 };

static trey_rulebook *book;
static trey_strategy strategy;
static trey_odds *odds;

static bool near_exact(double mean, double rounds) {
    const trey_odds_round *exact = trey_odds_whole(odds);
    return fabs(mean - trey_fraction_double(exact->ev_cents)) < 6 * exact->sd / sqrt(rounds);
}

/* ---- The plain loop ------------------------------------------------------------------------ */
static uint64_t state[4] = {1, 2, 3, 4};
static bool plays[1u << 10]; /* by strength */

static inline uint64_t rotated(uint64_t x, unsigned by) {
    return x << by | x >> (64 - by);
}

static inline uint64_t next_word(void) {
    const uint64_t result = rotated(state[0] + state[3], 23) + state[0];
    const uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotated(state[3], 45);
    return result;
}

/* Below the bound, without bias. */
static inline unsigned below(uint32_t half, uint32_t bound) {
    uint64_t product = (uint64_t)half * bound;
    while (__builtin_expect((uint32_t)product < bound, 0) && (uint32_t)product < -bound % bound)
        product = (next_word() >> 32) * bound;
    return (unsigned)(product >> 32);
}

static inline void top_six(trey_card *deck) {
    for (unsigned i = 0; i < 6; i += 2) {
        const uint64_t word = next_word();
        const unsigned a = i + below((uint32_t)word, TREY_CARDS - i);
        const unsigned b = i + 1 + below((uint32_t)(word >> 32), TREY_CARDS - 1 - i);
        trey_card card = deck[i];
        deck[i] = deck[a];
        deck[a] = card;
        card = deck[i + 1];
        deck[i + 1] = deck[b];
        deck[b] = card;
    }
}

static inline int settle(trey_rank box, trey_rank dealer, unsigned least) {
    static const int bonus[TREY_CATEGORIES] = {0, 0, 0, 1, 4, 5, 5};
    static const int pair_plus[TREY_CATEGORIES] = {-1, 1, 4, 5, 30, 40, 40};
    const trey_category category = trey_rank_category(box);
    const unsigned own = trey_rank_strength(box), other = trey_rank_strength(dealer);
    const int side = PAIR_PLUS * pair_plus[category];
    if (!plays[own]) return side - ANTE;
    const int extra = side + ANTE * bonus[category];
    if (other < least) return extra + ANTE;
    return extra + (own > other ? 2 * ANTE : own < other ? -2 * ANTE : 0);
}

/* A few hundred deals at a time: ranking many hands at once is what the library is best at. */
static uint64_t plain_rounds(void) {
    enum { SOME = 256 };
    trey_hand boxes[SOME], dealers[SOME];
    trey_rank box_ranks[SOME], dealer_ranks[SOME];
    trey_deck deck;
    int64_t net = 0;
    const unsigned least = trey_rank_strength(trey_hand_rank(
        trey_hand_of(trey_card_of(TREY_RANK_QUEEN, 0), trey_card_of(TREY_RANK_3, 1), TREY_RANK_2)));
    trey_deck_ordered(&deck);
    for (unsigned done = 0; done < ROUNDS; done += SOME) {
        for (unsigned i = 0; i < SOME; i++) {
            const trey_card *card = deck.card;
            top_six(deck.card);
            boxes[i] = trey_hand_of(card[0], card[1], card[2]);
            dealers[i] = trey_hand_of(card[3], card[4], card[5]);
        }
        trey_hand_ranks(boxes, box_ranks, SOME);
        trey_hand_ranks(dealers, dealer_ranks, SOME);
        for (unsigned i = 0; i < SOME; i++) net += settle(box_ranks[i], dealer_ranks[i], least);
    }
    return near_exact((double)net / ROUNDS, ROUNDS);
}

/* ---- Trey ------------------------------------------------------------------------------------ */
static trey_sim_figure simulated(unsigned threads, unsigned engine, uint64_t rounds) {
    trey_sim_query query = {.rounds = rounds, .seed = 1, .threads = threads, .engine = engine};
    trey_sim *sim;
    query.bets = *trey_odds_asked(odds);
    query.bets.strategy = &strategy;
    trey_status status = trey_sim_open(&sim, book, &query, NULL);
    TREY_ASSERT(status == TREY_STATUS_OK);
    status = trey_sim_run(sim, NULL, NULL);
    TREY_ASSERT(status == TREY_STATUS_OK);
    trey_sim_figure figure = trey_sim_figures(sim, TREY_SIM_ROUND);
    trey_sim_close(sim);
    return figure;
}

static uint64_t fast_rounds(void) {
    return near_exact(simulated(1, TREY_SIM_FAST, ROUNDS).mean, ROUNDS);
}

/* A sum of cents, so a whole number. */
static uint64_t sum_of(trey_sim_figure figure) {
    return (uint64_t)llround(figure.mean * (double)figure.rounds);
}
static uint64_t one_thread(void) {
    return sum_of(simulated(1, TREY_SIM_FAST, 4 * (uint64_t)ROUNDS));
}
static uint64_t two_threads(void) {
    return sum_of(simulated(2, TREY_SIM_FAST, 4 * (uint64_t)ROUNDS));
}
static uint64_t table_rounds(void) {
    return near_exact(simulated(1, TREY_SIM_FULL, TABLE_ROUNDS).mean, TABLE_ROUNDS);
}

/* ---- Two processes ------------------------------------------------------------------------------
 */
/* The number after a name in JSON, the first of that name past `from`. */
static double number_after(const char *from, const char *name) {
    const char *at = from ? strstr(from, name) : NULL;
    return at ? strtod(at + strlen(name), NULL) : 0;
}

/* Rounds a second that so many processes play, as they say themselves; 0 where mpirun is
 * not to be had. */
static double with_processes(unsigned processes, uint64_t rounds, uint64_t *sum) {
    char program[4096], command[4800];
    static char text[1 << 16];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return 0;
    program[length] = '\0';
    snprintf(command, sizeof command,
             "mpirun %s --oversubscribe -np %u '%s' simulate mbs --rounds %llu --seed 1 "
             "--pair-plus 5 --strategy q-6-4 --threads 1 --json 2>/dev/null </dev/null",
             geteuid() == 0 ? "--allow-run-as-root" : "", processes, program,
             (unsigned long long)rounds);
    FILE *out = popen(command, "r"); /* NOLINT(cert-env33-c): the line is our own */
    if (!out) return 0;
    const size_t size = fread(text, 1, sizeof text - 1, out);
    text[size] = '\0';
    if (pclose(out) != 0) return 0;
    const double mean = number_after(strstr(text, "\"round\":"), "\"mean_cents\":");
    *sum = (uint64_t)llround(mean * (double)rounds);
    return number_after(text, "\"rounds_per_second\":");
}

void bench_sim_ranks(const bench_setting *setting, bench_figure *figure) {
    const unsigned laps = setting->quick ? 1 : 5;
    const uint64_t rounds = setting->quick ? UINT64_C(20000000) : UINT64_C(400000000);
    double one[8] = {0}, two[8] = {0};
    uint64_t sum_of_one = 0;
    memset(figure, 0, sizeof *figure);
    for (unsigned lap = 0; lap < laps; lap++) {
        one[lap] = with_processes(1, rounds, &sum_of_one);
        two[lap] = with_processes(2, rounds, &figure->checksum);
        if (one[lap] > figure->baseline) figure->baseline = one[lap];
        if (two[lap] > figure->trey) figure->trey = two[lap];
    }
    figure->trey_median = two[laps / 2];
    figure->baseline_median = one[laps / 2];
    figure->agree = sum_of_one == figure->checksum;
}

/* ---- Races
 * --------------------------------------------------------------------------------------- */
static bool prepare(void) {
    trey_odds_query query;
    if (trey_rulebook_open(&book, "mbs", NULL) != TREY_STATUS_OK) return false;
    trey_strategy_fill(&strategy, book, TREY_STRATEGY_Q_6_4);
    trey_odds_query_preset(book, &query);
    query.stake[TREY_WAGER_ANTE] = ANTE;
    query.stake[TREY_WAGER_PAIR_PLUS] = PAIR_PLUS;
    query.strategy = &strategy;
    for (unsigned i = 0; i < TREY_HANDS; i++)
        plays[trey_rank_strength(trey_hand_rank_at(i))] = strategy.play[i] != 0;
    if (trey_odds_open(&odds, book, &query, NULL) == TREY_STATUS_OK) return true;
    trey_rulebook_close(book);
    return false;
}

static void race(const bench_setting *setting, size_t items, bench_work *trey, bench_work *baseline,
                 bench_figure *figure) {
    if (!prepare()) return;
    bench_race(setting, items, trey, baseline, figure);
    trey_odds_close(odds);
    trey_rulebook_close(book);
}

void bench_sim_fast(const bench_setting *setting, bench_figure *figure) {
    race(setting, ROUNDS, fast_rounds, plain_rounds, figure);
    figure->agree = figure->agree && figure->checksum == 1;
}

void bench_sim_threads(const bench_setting *setting, bench_figure *figure) {
    race(setting, 4 * (size_t)ROUNDS, two_threads, one_thread, figure);
}

void bench_sim_table(const bench_setting *setting, bench_figure *figure) {
    race(setting, TABLE_ROUNDS, table_rounds, NULL, figure);
    figure->agree = figure->checksum == 1;
}
