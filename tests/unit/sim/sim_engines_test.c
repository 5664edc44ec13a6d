/* sim_engines_test.c -- the fast engine comes to the same as the table, round for round,
 * on the same cards: for every book, with readings and values changed, other stakes,
 * strategies and numbers of boxes.
 *
 *   TREY_SEED=N     of the questions     TREY_ROUNDS=N   how many questions */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim_questions.h"

enum { ROOM = 4096 };
static trey_sim_round fast[ROOM], full[ROOM];
static uint64_t questions;

static void assert_same_rounds(const sim_question *q, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&fast[i], &full[i], sizeof fast[i]) == 0) continue;
        print_error("%s: seed %" PRIu64 ", round %zu\n", q->told, q->query.seed, i);
        for (unsigned box = 0; box < q->query.bets.boxes; box++) {
            for (unsigned row = 0; row < TREY_SIM_ROWS; row++) {
                if (fast[i].net[box][row] == full[i].net[box][row]) continue;
                print_error("  box %u, %s: %" PRId64 " instead of %" PRId64 "\n", box + 1,
                            trey_sim_row_word(row), fast[i].net[box][row], full[i].net[box][row]);
            }
        }
        fail();
    }
}

static void compare_engines(uint64_t seed, unsigned number, bool portable) {
    sim_question q;
    size_t fast_count, full_count;
    sim_question_open(&q, seed, number);
    q.query.portable = portable;
    trey_sim *sim = sim_question_ask(&q);
    assert_int_equal(trey_sim_rounds(sim, TREY_SIM_FAST, 0, fast, ROOM, &fast_count),
                     TREY_STATUS_OK);
    assert_int_equal(trey_sim_rounds(sim, TREY_SIM_FULL, 0, full, ROOM, &full_count),
                     TREY_STATUS_OK);
    assert_int_equal(fast_count, ROOM);
    assert_int_equal(full_count, ROOM);
    assert_same_rounds(&q, ROOM);
    trey_sim_close(sim);
    sim_question_close(&q);
}

static void both_engines_agree_round_for_round(void **state) {
    const uint64_t seed = *(const uint64_t *)*state;
    for (unsigned i = 0; i < questions; i++) compare_engines(seed, i, false);
}

static void plain_code_agrees_too(void **state) {
    const uint64_t seed = *(const uint64_t *)*state;
    for (unsigned i = 0; i < questions / 4; i++)
        compare_engines(seed, (unsigned)questions + i, true);
}

/* ---- Royals: once in thousands of rounds ---------------------------------------------------- */
enum { MANY = 1 << 18 };
static trey_sim_round many_fast[MANY], many_full[MANY];

/* The royal of spades and another one were paid, both for the first box. */
static bool both_royals(const trey_sim_round *round, size_t count, trey_cents meter) {
    bool whole = false, other = false;
    for (size_t i = 0; i < count; i++) {
        const trey_cents net = round[i].net[0][TREY_WAGER_PROGRESSIVE];
        whole |= net > meter / 2;
        other |= net > 100000 && net <= meter / 2;
    }
    return whole && other;
}

/* Looks for a block in which both have come, which takes the fast engine a moment. */
static void compare_with_royals(const char *id, unsigned boxes) {
    sim_question q;
    size_t count;
    unsigned number = 0;
    while (strcmp(trey_builtin_id(number), id) != 0) number++;
    sim_question_open(&q, 0, number);
    trey_rulebook_close(q.book);
    assert_int_equal(trey_rulebook_open(&q.book, id, NULL), TREY_STATUS_OK);
    trey_odds_query_preset(q.book, &q.query.bets);
    q.query.bets.stake[TREY_WAGER_PROGRESSIVE] = 500;
    q.query.bets.boxes = boxes;
    trey_strategy_fill(q.strategy, q.book, TREY_STRATEGY_QUEEN_HIGH);
    q.query.bets.strategy = q.strategy;
    q.query.rounds = UINT64_C(1000) * MANY;
    trey_sim *sim = sim_question_ask(&q);
    assert_int_equal(trey_sim_block_rounds(sim), MANY);
    uint64_t block = 0;
    do {
        assert_true(block < 100);
        trey_sim_rounds(sim, TREY_SIM_FAST, block++, many_fast, MANY, &count);
    } while (!both_royals(many_fast, count, q.query.bets.meter));
    trey_sim_rounds(sim, TREY_SIM_FULL, block - 1, many_full, MANY, &count);
    assert_memory_equal(many_fast, many_full, sizeof many_fast);
    trey_sim_close(sim);
    sim_question_close(&q);
}

static void royals_are_told_apart(void **state) {
    (void)state;
    compare_with_royals("mbs", 1);
    compare_with_royals("rws", 1);
    compare_with_royals("rws-progressive", 1);
}

static void royals_beside_other_boxes_go_to_the_table(void **state) {
    (void)state;
    compare_with_royals("mbs", 2);
}

int main(void) {
    static uint64_t seed;
    seed = sim_test_seed();
    questions = sim_test_rounds(96);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(both_engines_agree_round_for_round, &seed),
        cmocka_unit_test_prestate(plain_code_agrees_too, &seed),
        cmocka_unit_test(royals_are_told_apart),
        cmocka_unit_test(royals_beside_other_boxes_go_to_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
