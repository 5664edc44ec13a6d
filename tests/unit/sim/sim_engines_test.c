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
                            trey_sim_row_word((trey_sim_row)row), fast[i].net[box][row],
                            full[i].net[box][row]);
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

/* What the table says is the other boxes' business, too: rounds with a royal, an award
 * from the meter and envy do come up among those that were compared. */
static void rare_awards_were_among_them(void **state) {
    const uint64_t seed = *(const uint64_t *)*state;
    uint64_t envy = 0, jackpots = 0;
    for (unsigned i = 0; i < 12 && (envy == 0 || jackpots == 0); i++) {
        sim_question q;
        size_t count;
        sim_question_open(&q, seed, 2 * i); /* mbs and rws-progressive */
        q.query.bets.boxes = 6;
        q.query.bets.stake[TREY_ODDS_PROGRESSIVE] = 500;
        trey_sim *sim = sim_question_ask(&q);
        trey_sim_rounds(sim, TREY_SIM_FAST, 0, fast, ROOM, &count);
        for (size_t r = 0; r < count; r++) {
            for (unsigned box = 0; box < 6; box++) {
                envy += fast[r].net[box][TREY_SIM_ENVY] > 0;
                jackpots += fast[r].net[box][TREY_SIM_PROGRESSIVE] > 0;
            }
        }
        trey_sim_close(sim);
        sim_question_close(&q);
    }
    assert_true(envy > 0);
    assert_true(jackpots > 0);
}

int main(void) {
    static uint64_t seed;
    seed = sim_test_seed();
    questions = sim_test_rounds(96);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(both_engines_agree_round_for_round, &seed),
        cmocka_unit_test_prestate(plain_code_agrees_too, &seed),
        cmocka_unit_test_prestate(rare_awards_were_among_them, &seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
