/* sim_questions.c -- random questions; about one in three changes a reading or a value. */
#include "sim_questions.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct chance {
    trey_sim_stream stream;
    uint64_t words[4];
    unsigned left;
} chance;

static uint64_t below(chance *c, uint64_t bound) {
    if (c->left == 0) trey_sim_stream_fill(&c->stream, c->words, c->left = 4, true);
    return c->words[--c->left] % bound;
}

static void tell(sim_question *q, const char *format, ...) {
    va_list arguments;
    size_t at = strlen(q->told);
    va_start(arguments, format);
    vsnprintf(q->told + at, sizeof q->told - at, format, arguments);
    va_end(arguments);
}

/* ---- The book ---------------------------------------------------------------------------- */
static void choose_readings(sim_question *q, chance *c) {
    for (unsigned some = (unsigned)below(c, 4); some > 0; some--) {
        size_t which = below(c, trey_rulebook_readings(q->book));
        const trey_reading *reading = trey_rulebook_reading(q->book, which);
        if (!reading->switchable) continue;
        char letter = (char)('A' + below(c, reading->letters));
        if (trey_rulebook_choose(q->book, reading->id, letter) == TREY_STATUS_OK)
            tell(q, " --reading %s=%c", reading->id, letter);
    }
}

static void change_values(sim_question *q, chance *c) {
    static const char *const sets[][2] = {{"pays.pair_plus.straight", "6"},
                                          {"pays.pair_plus.flush", "3:2"},
                                          {"pays.ante_bonus.pair", "1"},
                                          {"pays.play", "6:5"},
                                          {"progressive.awards.straight_flush", "10%"},
                                          {"progressive.awards.three_of_a_kind", "3%"},
                                          {"pays.six_card_bonus.flush", "9"},
                                          {"ranking.pair_kicker", "no"}};
    for (unsigned some = (unsigned)below(c, 3); some > 0; some--) {
        const char *const *set = sets[below(c, sizeof sets / sizeof *sets)];
        if (trey_rulebook_set(q->book, set[0], set[1], NULL) == TREY_STATUS_OK)
            tell(q, " --set %s=%s", set[0], set[1]);
    }
}

/* ---- The bets ------------------------------------------------------------------------------ */
static void place_bets(sim_question *q, chance *c) {
    static const trey_cents amounts[] = {500, 1000, 700, 2500, 1234};
    trey_odds_query *bets = &q->query.bets;
    trey_odds_query_preset(q->book, bets);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        bool offered = trey_wager(i)->option && trey_rulebook_offers(q->book, i);
        bool bet = i == 0 || below(c, 3) > 0;
        bets->stake[i] = offered && bet ? amounts[below(c, 5)] : 0;
        if (bets->stake[i] > 0) tell(q, " %s %" PRId64, trey_odds_wager_word(i), bets->stake[i]);
    }
    /* The book may allow one of the two only. */
    if (bets->stake[TREY_WAGER_SIX_CARD_BONUS] > 0 && below(c, 2))
        bets->stake[TREY_WAGER_PAIR_PLUS] = 0;
    bets->meter = 1000000 + (trey_cents)below(c, 5000001);
    bets->contribution = (trey_cents)below(c, 300);
    if (bets->contribution > bets->stake[TREY_WAGER_PROGRESSIVE]) bets->contribution = 1;
    bets->boxes = 1 + (unsigned)below(c, 6);
    if (below(c, 3) == 0) bets->boxes = 1;
    tell(q, " meter %" PRId64 " boxes %u", bets->meter, bets->boxes);
}

static void choose_strategy(sim_question *q, chance *c) {
    unsigned kind = (unsigned)below(c, TREY_STRATEGY_KINDS + 3);
    if (kind < TREY_STRATEGY_KINDS) {
        trey_strategy_fill(q->strategy, q->book, (trey_strategy_kind)kind);
        tell(q, " %s", trey_strategy_word((trey_strategy_kind)kind));
    } else if (kind == TREY_STRATEGY_KINDS) {
        for (unsigned i = 0; i < TREY_HANDS; i++)
            q->strategy->play[i] = below(c, 2) ? TREY_CARDSET_FULL : 0;
        tell(q, " any hand");
    } else {
        const trey_odds_query *bets = &q->query.bets;
        trey_odds *odds;
        if (trey_odds_open(&odds, q->book, bets, NULL) == TREY_STATUS_OK) {
            *q->strategy = *trey_odds_strategy(odds);
            trey_odds_close(odds);
            tell(q, " best");
        } else {
            trey_strategy_fill(q->strategy, q->book, TREY_STRATEGY_ALWAYS);
        }
    }
    q->query.bets.strategy = q->strategy;
}

/* ---- Opening --------------------------------------------------------------------------------- */
static bool try_question(sim_question *q, chance *c, unsigned number) {
    memset(q, 0, sizeof *q);
    const char *id = trey_builtin_id(number % TREY_BUILTIN_RULEBOOKS);
    if (trey_rulebook_open(&q->book, id, NULL) != TREY_STATUS_OK) abort();
    q->strategy = calloc(1, sizeof *q->strategy);
    if (!q->strategy) abort();
    tell(q, "%s", id);
    choose_readings(q, c);
    change_values(q, c);
    place_bets(q, c);
    choose_strategy(q, c);
    q->query.rounds = 4096;
    q->query.seed = below(c, UINT64_C(1) << 53);
    trey_sim *sim;
    trey_status status = trey_sim_open(&sim, q->book, &q->query, NULL);
    if (status == TREY_STATUS_OK) trey_sim_close(sim);
    return status == TREY_STATUS_OK;
}

void sim_question_open(sim_question *q, uint64_t seed, unsigned number) {
    chance c = {.left = 0};
    trey_sim_stream_open(&c.stream, seed, number);
    while (!try_question(q, &c, number)) sim_question_close(q); /* bets that the book refuses */
}

void sim_question_close(sim_question *q) {
    trey_rulebook_close(q->book);
    free(q->strategy);
}

trey_sim *sim_question_ask(const sim_question *q) {
    trey_sim *sim;
    if (trey_sim_open(&sim, q->book, &q->query, NULL) != TREY_STATUS_OK) abort();
    return sim;
}

uint64_t sim_test_seed(void) {
    const char *given = getenv("TREY_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 20261;
    printf("# TREY_SEED=%" PRIu64 "\n", seed);
    return seed;
}

uint64_t sim_test_rounds(uint64_t usual) {
    const char *given = getenv("TREY_ROUNDS");
    return given ? strtoull(given, NULL, 0) : usual;
}
