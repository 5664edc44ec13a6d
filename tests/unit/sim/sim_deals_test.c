/* sim_deals_test.c -- deals are fair: no card twice, every hand equally likely, in every
 * box, whoever counts.
 *
 * Frequencies are judged by chi-square; a bound of five deviations is passed by chance
 * once in a million, and the seeds are fixed. */
#include "cmocka_suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "trey/sim.h"

enum { ROUNDS = 1 << 18 };

static trey_strategy strategy;
static trey_sim_round rounds[ROUNDS];

/* The rounds of the first block, dealt to so many boxes. */
static size_t deal(const char *id, unsigned boxes, uint64_t seed) {
    trey_rulebook *book;
    trey_sim *sim;
    trey_sim_query query = {.rounds = ROUNDS * UINT64_C(256), .seed = seed};
    size_t count;
    assert_int_equal(trey_rulebook_open(&book, id, NULL), TREY_STATUS_OK);
    trey_odds_query_preset(book, &query.bets);
    trey_strategy_fill(&strategy, book, TREY_STRATEGY_ALWAYS);
    query.bets.strategy = &strategy;
    query.bets.boxes = boxes;
    assert_int_equal(trey_sim_open(&sim, book, &query, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_sim_block_rounds(sim), ROUNDS);
    assert_int_equal(trey_sim_rounds(sim, TREY_SIM_FAST, 0, rounds, ROUNDS, &count),
                     TREY_STATUS_OK);
    trey_sim_close(sim);
    trey_rulebook_close(book);
    return count;
}

/* How many deviations chi-square is from what chance would give. */
static double deviations(const uint32_t *seen, size_t kinds, double expected) {
    double sum = 0;
    for (size_t i = 0; i < kinds; i++) {
        const double off = (double)seen[i] - expected;
        sum += off * off / expected;
    }
    const double freedom = (double)kinds - 1;
    return (sum - freedom) / sqrt(2 * freedom);
}

static void no_card_is_dealt_twice(void **state) {
    (void)state;
    for (unsigned boxes = 1; boxes <= 7; boxes++) {
        const size_t count = deal("mbs", boxes, boxes);
        assert_int_equal(count, ROUNDS);
        for (size_t i = 0; i < count; i++) {
            trey_cardset out = trey_hand_set(trey_hand_at(rounds[i].dealer));
            for (unsigned box = 0; box < boxes; box++)
                out |= trey_hand_set(trey_hand_at(rounds[i].hand[box]));
            assert_int_equal(trey_cardset_count(out), 3 * (boxes + 1));
        }
    }
}

static void every_hand_is_equally_likely_in_every_box(void **state) {
    (void)state;
    static uint32_t seen[TREY_HANDS];
    for (unsigned boxes = 1; boxes <= 7; boxes += 2) {
        const size_t count = deal("mbs", boxes, 100 + boxes);
        for (unsigned box = 0; box <= boxes; box++) {
            for (unsigned i = 0; i < TREY_HANDS; i++) seen[i] = 0;
            for (size_t i = 0; i < count; i++)
                seen[box < boxes ? rounds[i].hand[box] : rounds[i].dealer]++;
            const double off = deviations(seen, TREY_HANDS, (double)count / TREY_HANDS);
            if (fabs(off) > 5) print_error("%u boxes, box %u: %.1f deviations\n", boxes, box, off);
            assert_true(fabs(off) < 5);
        }
    }
}

/* Cards of a box and of the dealer: each of the 52 x 51 pairs equally often. */
static void hands_of_a_round_hang_together_by_their_cards_alone(void **state) {
    (void)state;
    static uint32_t seen[TREY_CARDS * TREY_CARDS], pairs[TREY_CARDS * (TREY_CARDS - 1)];
    for (unsigned boxes = 1; boxes <= 4; boxes += 3) {
        const size_t count = deal("rws", boxes, 200 + boxes);
        for (unsigned i = 0; i < TREY_CARDS * TREY_CARDS; i++) seen[i] = 0;
        for (size_t i = 0; i < count; i++) {
            const trey_hand box = trey_hand_at(rounds[i].hand[boxes - 1]);
            const trey_hand dealer = trey_hand_at(rounds[i].dealer);
            for (unsigned a = 0; a < 3; a++) {
                for (unsigned b = 0; b < 3; b++) seen[box.card[a] * TREY_CARDS + dealer.card[b]]++;
            }
        }
        size_t kinds = 0;
        for (unsigned a = 0; a < TREY_CARDS; a++) {
            for (unsigned b = 0; b < TREY_CARDS; b++) {
                if (a != b) pairs[kinds++] = seen[a * TREY_CARDS + b];
                if (a == b) assert_int_equal(seen[a * TREY_CARDS + b], 0);
            }
        }
        /* Nine pairs of a round are not independent; they only even out. */
        assert_true(deviations(pairs, kinds, 9.0 * (double)count / (double)kinds) < 5);
    }
}

static void each_of_the_bankers_cards_is_turned_up_equally_often(void **state) {
    (void)state;
    for (unsigned boxes = 1; boxes <= 3; boxes += 2) {
        const size_t count = deal("ca-six-card", boxes, 300 + boxes);
        uint32_t place[3] = {0}, card[TREY_CARDS] = {0};
        for (size_t i = 0; i < count; i++) {
            const trey_hand dealer = trey_hand_at(rounds[i].dealer);
            unsigned at = 0;
            while (at < 3 && dealer.card[at] != rounds[i].up_card) at++;
            assert_true(at < 3);
            place[at]++;
            card[rounds[i].up_card]++;
        }
        assert_true(deviations(place, 3, (double)count / 3) < 5);
        assert_true(deviations(card, TREY_CARDS, (double)count / TREY_CARDS) < 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_card_is_dealt_twice),
        cmocka_unit_test(every_hand_is_equally_likely_in_every_box),
        cmocka_unit_test(hands_of_a_round_hang_together_by_their_cards_alone),
        cmocka_unit_test(each_of_the_bankers_cards_is_turned_up_equally_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
