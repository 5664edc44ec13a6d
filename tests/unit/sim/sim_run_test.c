/* sim_run_test.c -- what a run comes to: the same for any number of threads and shares,
 * the same as its rounds added up one by one, and near the exact odds. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim_questions.h"

static trey_sim *run(const sim_question *q) {
    trey_sim *sim = sim_question_ask(q);
    assert_int_equal(trey_sim_run(sim, NULL, NULL), TREY_STATUS_OK);
    return sim;
}

static bool same_figure(trey_sim_figure a, trey_sim_figure b) {
    return a.in_round == b.in_round && a.rounds == b.rounds && a.boxes == b.boxes &&
           a.mean == b.mean && a.error == b.error && a.sd == b.sd && a.hit == b.hit &&
           a.hit_error == b.hit_error && a.staked == b.staked;
}

static void assert_same_sessions(const trey_sim *a, const trey_sim *b) {
    trey_sim_sessions left = trey_sim_sessions_of(a), right = trey_sim_sessions_of(b);
    assert_int_equal(left.sessions, right.sessions);
    assert_int_equal(left.ruined, right.ruined);
    assert_int_equal(left.step, right.step);
    assert_true(left.mean == right.mean && left.sd == right.sd);
    assert_true(left.rounds_to_ruin == right.rounds_to_ruin);
    for (unsigned i = 0; i <= 20; i++) {
        assert_int_equal(trey_sim_session_quantile(a, i / 20.0),
                         trey_sim_session_quantile(b, i / 20.0));
    }
}

static void assert_same_growth(const trey_sim *a, const trey_sim *b) {
    static trey_sim_growth left, right;
    assert_int_equal(trey_sim_growth_of(a, &left), TREY_STATUS_OK);
    assert_int_equal(trey_sim_growth_of(b, &right), TREY_STATUS_OK);
    assert_int_equal(left.rounds, right.rounds);
    assert_int_equal(left.last, right.last);
    assert_true(left.mean == right.mean);
    assert_int_equal(left.awards, right.awards);
    assert_memory_equal(left.sample, right.sample, sizeof left.sample);
    for (unsigned i = 0; i < left.awards; i++)
        assert_int_equal(left.award[i].hits, right.award[i].hits);
}

/* Everything that can be asked of two simulations is the same. */
static void assert_same_answers(const sim_question *q, const trey_sim *a, const trey_sim *b) {
    for (unsigned row = 0; row < TREY_SIM_ROWS; row++) {
        const trey_sim_figure left = trey_sim_figures(a, row);
        const trey_sim_figure right = trey_sim_figures(b, row);
        if (same_figure(left, right)) continue;
        print_error("%s, %s: %.9f and %.9f\n", q->told, trey_sim_row_word(row), left.mean,
                    right.mean);
        fail();
    }
    size_t counts[2];
    trey_cents steps[2];
    const trey_sim_outcome *outcomes[2] = {trey_sim_outcomes(a, &counts[0], &steps[0]),
                                           trey_sim_outcomes(b, &counts[1], &steps[1])};
    assert_int_equal(counts[0], counts[1]);
    assert_int_equal(steps[0], steps[1]);
    assert_memory_equal(outcomes[0], outcomes[1], counts[0] * sizeof *outcomes[0]);
    assert_same_sessions(a, b);
    assert_same_growth(a, b);
}

static void threads_and_shares_do_not_matter(void **state) {
    const uint64_t seed = *(const uint64_t *)*state;
    for (unsigned i = 0; i < 12; i++) {
        sim_question q;
        sim_question_open(&q, seed, 1000 + i);
        q.query.rounds = 60001; /* the last block is not full */
        q.query.session = i % 3 == 0 ? 0 : 7 * i;
        q.query.bankroll = i % 2 ? 50000 : 0;
        trey_sim *one = run(&q);
        q.query.threads = 3;
        trey_sim *three = run(&q);
        assert_same_answers(&q, one, three);
        q.query.shares = 3;
        trey_sim *parts[3];
        for (q.query.share = 0; q.query.share < 3; q.query.share++) parts[q.query.share] = run(&q);
        for (unsigned p = 1; p < 3; p++) {
            void *bytes;
            size_t size;
            assert_int_equal(trey_sim_pack(parts[p], &bytes, &size), TREY_STATUS_OK);
            assert_int_equal(trey_sim_merge(parts[0], bytes, size), TREY_STATUS_OK);
            free(bytes);
        }
        assert_same_answers(&q, one, parts[0]);
        for (unsigned p = 0; p < 3; p++) trey_sim_close(parts[p]);
        trey_sim_close(three);
        trey_sim_close(one);
        sim_question_close(&q);
    }
}

static void the_processor_and_the_engine_do_not_matter(void **state) {
    const uint64_t seed = *(const uint64_t *)*state;
    for (unsigned i = 0; i < 12; i++) {
        sim_question q;
        sim_question_open(&q, seed, 2000 + i);
        q.query.rounds = 20000;
        q.query.session = 50;
        q.query.bankroll = 30000;
        trey_sim *vectors = run(&q);
        q.query.portable = true;
        trey_sim *plain = run(&q);
        q.query.engine = TREY_SIM_FULL;
        trey_sim *table = run(&q);
        assert_same_answers(&q, vectors, plain);
        assert_same_answers(&q, vectors, table);
        assert_string_equal(trey_sim_path(table), "table");
        trey_sim_close(vectors);
        trey_sim_close(plain);
        trey_sim_close(table);
        sim_question_close(&q);
    }
}

static void a_parcel_of_another_question_is_refused(void **state) {
    (void)state;
    sim_question q;
    void *bytes;
    size_t size;
    sim_question_open(&q, 1, 0);
    trey_sim *one = run(&q);
    q.query.seed++;
    trey_sim *other = run(&q);
    assert_int_equal(trey_sim_pack(one, &bytes, &size), TREY_STATUS_OK);
    assert_int_equal(trey_sim_merge(other, bytes, size), TREY_STATUS_INVALID);
    assert_int_equal(trey_sim_merge(one, bytes, size - 1), TREY_STATUS_INVALID);
    assert_int_equal(trey_sim_merge(one, bytes, 3), TREY_STATUS_INVALID);
    free(bytes);
    trey_sim_close(one);
    trey_sim_close(other);
    sim_question_close(&q);
}

/* ---- More results than are kept apart --------------------------------------------------- */
/* The mean of what sessions are counted as, which is the lower end of each step. */
static double counted_mean(const trey_sim *sim, uint64_t sessions) {
    double sum = 0;
    for (uint64_t i = 0; i < sessions; i++)
        sum += (double)trey_sim_session_quantile(sim, ((double)i + 0.5) / (double)sessions);
    return sum / (double)sessions;
}

static void very_many_different_results_are_counted_in_steps(void **state) {
    (void)state;
    sim_question q;
    sim_question_open(&q, 4, 0); /* mbs */
    q.query.bets.stake[TREY_WAGER_ANTE] = 12347;
    q.query.bets.stake[TREY_WAGER_PAIR_PLUS] = 7919;
    q.query.bets.stake[TREY_WAGER_PROGRESSIVE] = 503;
    q.query.bets.contribution = 100;
    q.query.bets.boxes = 1;
    q.query.rounds = 2500000;
    q.query.session = 100;
    trey_sim *one = run(&q);
    const trey_sim_sessions told = trey_sim_sessions_of(one);
    assert_int_equal(told.sessions, 25000);
    assert_true(told.step > 1);
    const double lowered = told.mean - counted_mean(one, told.sessions);
    assert_true(lowered >= 0 && lowered <= (double)told.step);
    q.query.threads = 3;
    trey_sim *three = run(&q);
    assert_same_answers(&q, one, three);
    trey_sim_close(one);
    trey_sim_close(three);
    sim_question_close(&q);
}

/* ---- Rounds added up one by one ----------------------------------------------------------- */
enum { BLOCK = 4096, BLOCKS = 3 };
static trey_sim_round rounds[BLOCK * BLOCKS];

static bool near(double a, double b) {
    return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b) + 1);
}

/* Mean and standard error from the sums of whole rounds, by the book. */
static void assert_figure(const trey_sim *sim, unsigned row, size_t count, unsigned boxes) {
    const trey_sim_figure figure = trey_sim_figures(sim, row);
    double mean = 0, spread = 0, hits = 0;
    for (size_t i = 0; i < count; i++) {
        for (unsigned box = 0; box < boxes; box++) {
            mean += (double)rounds[i].net[box][row];
            hits += rounds[i].net[box][row] > 0;
        }
    }
    mean /= (double)count;
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (unsigned box = 0; box < boxes; box++) sum += (double)rounds[i].net[box][row];
        spread += (sum - mean) * (sum - mean);
    }
    const double error = sqrt(spread / (double)(count - 1) / (double)count);
    assert_true(near(figure.mean, mean / boxes));
    assert_true(fabs(figure.error - error / boxes) <= 1e-6 * error);
    assert_true(near(figure.hit, hits / (double)count / boxes));
}

static int by_cents(const void *a, const void *b) {
    const trey_cents left = *(const trey_cents *)a, right = *(const trey_cents *)b;
    return (left > right) - (left < right);
}

/* Every net result with the number of boxes that came to it. */
static void assert_outcomes(const trey_sim *sim, size_t count, unsigned boxes) {
    size_t kinds;
    trey_cents step;
    uint64_t all = 0;
    const trey_sim_outcome *outcome = trey_sim_outcomes(sim, &kinds, &step);
    assert_int_equal(step, 1);
    for (size_t k = 0; k < kinds; k++) {
        uint64_t seen = 0;
        for (size_t i = 0; i < count; i++) {
            for (unsigned box = 0; box < boxes; box++)
                seen += rounds[i].net[box][TREY_SIM_ROUND] == outcome[k].net;
        }
        if (k > 0) assert_true(outcome[k - 1].net < outcome[k].net);
        assert_int_equal(outcome[k].seen, seen);
        all += seen;
    }
    assert_int_equal(all, count * boxes);
}

/* A session goes on until it is over or the next round's bets cannot be put up. */
static void assert_sessions(const trey_sim *sim, const sim_question *q, size_t count) {
    const trey_sim_sessions told = trey_sim_sessions_of(sim);
    const size_t length = q->query.session;
    const uint64_t block = trey_sim_block_rounds(sim);
    static trey_cents nets[BLOCK * BLOCKS];
    uint64_t sessions = 0, ruined = 0;
    double mean = 0;
    assert_int_equal(block % length, 0);
    for (size_t first = 0; first + length <= count; first += length) {
        trey_cents net = 0;
        bool broke = false;
        for (size_t i = first; i < first + length && !broke; i++) {
            broke = i > first && q->query.bankroll + net < told.bets;
            if (!broke)
                net += rounds[i].net[0][TREY_SIM_ROUND] + rounds[i].net[0][TREY_SIM_COLLECTION];
        }
        nets[sessions++] = net;
        ruined += broke;
        mean += (double)net;
    }
    qsort(nets, sessions, sizeof *nets, by_cents);
    assert_int_equal(trey_sim_session_quantile(sim, 0), nets[0]);
    assert_int_equal(trey_sim_session_quantile(sim, 0.5), nets[(sessions + 1) / 2 - 1]);
    assert_int_equal(trey_sim_session_quantile(sim, 1), nets[sessions - 1]);
    assert_int_equal(told.sessions, sessions);
    assert_int_equal(told.ruined, ruined);
    assert_true(near(told.mean, mean / (double)sessions));
}

static void figures_are_those_of_the_rounds(void **state) {
    const uint64_t seed = *(const uint64_t *)*state;
    for (unsigned i = 0; i < 16; i++) {
        sim_question q;
        size_t count = 0;
        sim_question_open(&q, seed, 3000 + i);
        q.query.rounds = BLOCK * BLOCKS - 5;
        q.query.session = 64;
        q.query.bankroll = 20 * q.query.bets.stake[TREY_WAGER_ANTE];
        trey_sim *sim = run(&q);
        assert_int_equal(trey_sim_block_rounds(sim), BLOCK);
        for (uint64_t block = 0; block < BLOCKS; block++) {
            size_t some;
            trey_sim_rounds(sim, TREY_SIM_FULL, block, rounds + count, BLOCK, &some);
            count += some;
        }
        assert_int_equal(count, q.query.rounds);
        for (unsigned row = 0; row < TREY_SIM_ROWS; row++)
            assert_figure(sim, row, count, q.query.bets.boxes);
        assert_outcomes(sim, count, q.query.bets.boxes);
        assert_sessions(sim, &q, count);
        trey_sim_close(sim);
        sim_question_close(&q);
    }
}

/* ---- Against exact odds ------------------------------------------------------------------------
 */
static void means_are_near_the_exact_odds(void **state) {
    const uint64_t seed = *(const uint64_t *)*state;
    unsigned rows[TREY_STAKES];
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) rows[wager] = wager;
    rows[TREY_WAGER_ANTE] = TREY_SIM_ANTE_PLAY;
    rows[TREY_WAGER_PROGRESSIVE] = TREY_SIM_JACKPOT;
    for (unsigned i = 0; i < 16; i++) {
        sim_question q;
        trey_odds *odds;
        sim_question_open(&q, seed, 4000 + i);
        q.query.rounds = sim_test_rounds(200000);
        if (trey_odds_open(&odds, q.book, &q.query.bets, NULL) != TREY_STATUS_OK) {
            sim_question_close(&q);
            continue;
        }
        trey_sim *sim = run(&q);
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            if (q.query.bets.stake[wager] == 0) continue;
            const trey_odds_figure *exact = trey_odds_figures(odds, wager);
            const trey_sim_figure figure = trey_sim_figures(sim, rows[wager]);
            const double value = trey_fraction_double(exact->ev_cents);
            /* The exact deviation: a jackpot that did not fall does not show in the data. */
            double error = exact->sd * (double)exact->stake / sqrt((double)figure.rounds);
            if (figure.error > error) error = figure.error;
            const double off = (figure.mean - value) / error;
            if (fabs(off) > 5)
                print_error("%s: %s is off by %.1f\n", q.told, trey_sim_row_word(rows[wager]), off);
            assert_true(fabs(off) < 5);
            const double hit = trey_fraction_double(exact->hit);
            assert_true(fabs(figure.hit - hit) < 5 * figure.hit_error + 1e-3);
        }
        trey_sim_close(sim);
        trey_odds_close(odds);
        sim_question_close(&q);
    }
}

/* ---- Stopping
 * ------------------------------------------------------------------------------------ */
static void stop_when_some_are_played(void *sim, uint64_t rounds_played) {
    if (rounds_played > 0) trey_sim_stop(sim);
}

static void a_stopped_run_keeps_what_was_played(void **state) {
    (void)state;
    for (unsigned engine = 0; engine < 2; engine++) {
        sim_question q;
        sim_question_open(&q, 3, 1);
        q.query.rounds = TREY_SIM_ROUNDS_MAX;
        q.query.engine = engine;
        q.query.threads = 2;
        trey_sim *sim = sim_question_ask(&q);
        assert_int_equal(trey_sim_run(sim, stop_when_some_are_played, sim), TREY_STATUS_OK);
        assert_true(trey_sim_stopped(sim));
        const trey_sim_figure figure = trey_sim_figures(sim, TREY_SIM_ROUND);
        assert_true(figure.rounds > 0 && figure.rounds < q.query.rounds);
        assert_true(figure.error > 0);
        trey_sim_close(sim);
        sim_question_close(&q);
    }
}

int main(void) {
    static uint64_t seed;
    seed = sim_test_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(threads_and_shares_do_not_matter, &seed),
        cmocka_unit_test_prestate(the_processor_and_the_engine_do_not_matter, &seed),
        cmocka_unit_test(a_parcel_of_another_question_is_refused),
        cmocka_unit_test(very_many_different_results_are_counted_in_steps),
        cmocka_unit_test_prestate(figures_are_those_of_the_rounds, &seed),
        cmocka_unit_test_prestate(means_are_near_the_exact_odds, &seed),
        cmocka_unit_test(a_stopped_run_keeps_what_was_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
