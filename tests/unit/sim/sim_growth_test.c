/* sim_growth_test.c -- the history of a meter is that of a table at which all rounds are
 * played one after the other, the display never touched from outside. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim_questions.h"

enum { BLOCK = 4096, BLOCKS = 2 };
static trey_sim_round rounds[BLOCK];
static trey_decision decision;
static trey_command command;

static void give(const trey_rules *rules, trey_table *table, unsigned verb, unsigned seat,
                 unsigned wager, trey_cents amount) {
    command.verb = (uint8_t)verb;
    command.role = seat ? TREY_ROLE_PLAYER : TREY_ROLE_DEALER;
    command.seat = (uint8_t)seat;
    command.wager = (uint8_t)wager;
    command.actor = command.player = seat;
    command.amount = amount;
    command.part = verb == TREY_VERB_FOLD;
    trey_decide(rules, table, &command, &decision);
    assert_int_equal(decision.refused, TREY_REFUSED_NONE);
    trey_apply_all(rules, table, &decision);
}

/* Cards one by one, to wherever the table wants the next. */
static void deal(const trey_rules *rules, trey_table *table, const trey_sim_round *round) {
    for (;;) {
        unsigned place = trey_next_place(rules, table);
        if (place == TREY_PLACE_NONE) return;
        command.count = 1;
        if (place == TREY_PLACE_BURN) {
            command.cards[0] = TREY_NO_CARD;
        } else if (place == TREY_PLACE_DEALER) {
            command.cards[0] = trey_hand_at(round->dealer).card[table->dealer_dealt];
        } else {
            command.cards[0] =
                trey_hand_at(round->hand[place - 1]).card[table->box[place - 1].dealt];
        }
        give(rules, table, TREY_VERB_CARD, 0, 0, 0);
    }
}

static void play(const trey_rules *rules, trey_table *table, const sim_question *q,
                 const trey_sim_round *round) {
    const trey_odds_query *bets = &q->query.bets;
    give(rules, table, TREY_VERB_OPEN, 0, 0, 0);
    for (unsigned seat = 1; seat <= bets->boxes; seat++) {
        for (unsigned i = 0; i < TREY_STAKES; i++) {
            if (bets->stake[i] > 0) give(rules, table, TREY_VERB_BET, seat, i, bets->stake[i]);
        }
    }
    give(rules, table, TREY_VERB_CLOSE, 0, 0, 0);
    deal(rules, table, round);
    for (unsigned seat = 1; seat <= bets->boxes; seat++) {
        bool plays =
            trey_strategy_plays(q->strategy, trey_hand_at(round->hand[seat - 1]), TREY_NO_CARD);
        give(rules, table, TREY_VERB_VIEW, seat, 0, 0);
        give(rules, table, plays ? TREY_VERB_PLAY : TREY_VERB_FOLD, seat, 0, 0);
    }
    give(rules, table, TREY_VERB_REVEAL, 0, 0, 0);
    give(rules, table, TREY_VERB_SETTLE, 0, 0, 0);
}

static void open_table(const sim_question *q, const trey_rules *rules, trey_table *table) {
    trey_table_config config = {.positions = 7, .device = TREY_DEVICE_PACKETS, .jackpot = 1};
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (!trey_wager_limited(i) || !trey_rulebook_offers(q->book, i)) continue;
        config.minimum[i] = 1;
        config.maximum[i] = TREY_LIMIT_MAX;
    }
    config.jackpot_bet = q->query.bets.stake[TREY_WAGER_PROGRESSIVE];
    config.jackpot_contribution = q->query.bets.contribution;
    config.jackpot_reset = q->query.bets.reset;
    assert_int_equal(trey_table_open(rules, &config, q->query.bets.meter, table), TREY_CONFIG_GOOD);
}

typedef struct seen {
    trey_cents least, most, last;
    double mean;
    uint64_t taken, whole;
} seen;

static void look_at_settlement(const sim_question *q, seen *s) {
    for (unsigned i = 0; i < decision.count; i++) {
        const trey_event *line = &decision.event[i];
        if (line->kind != TREY_EVENT_LINE || line->money.meter == 0) continue;
        const trey_value award = trey_rulebook_rule(q->book, (trey_key)line->money.row)->value;
        s->taken++;
        s->whole += award.d != 0 && award.n == award.d;
    }
}

static void compare_history(const sim_question *q) {
    trey_sim *sim = sim_question_ask(q);
    trey_rules *rules;
    static trey_table table;
    static trey_sim_growth growth;
    seen s = {q->query.bets.meter, q->query.bets.meter, 0, 0, 0, 0};
    assert_int_equal(trey_sim_run(sim, NULL, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_sim_growth_of(sim, &growth), TREY_STATUS_OK);
    assert_int_equal(trey_rules_open(&rules, q->book), TREY_STATUS_OK);
    open_table(q, rules, &table);
    uint64_t told = 0;
    for (unsigned block = 0; block < BLOCKS; block++) {
        size_t count;
        trey_sim_rounds(sim, TREY_SIM_FULL, block, rounds, BLOCK, &count);
        for (size_t i = 0; i < count; i++, told++) {
            for (unsigned at = 0; at < TREY_SIM_SAMPLES; at++) {
                if ((uint64_t)((double)(BLOCK * BLOCKS) / TREY_SIM_SAMPLES * at) == told)
                    assert_int_equal(growth.sample[at], table.meter.value);
            }
            s.mean += (double)table.meter.value / (BLOCK * BLOCKS);
            play(rules, &table, q, &rounds[i]);
            look_at_settlement(q, &s);
            if (table.meter.value > s.most) s.most = table.meter.value;
            if (table.meter.value < s.least) s.least = table.meter.value;
        }
    }
    uint64_t taken = 0, whole = 0;
    for (unsigned i = 0; i < growth.awards; i++) {
        taken += growth.award[i].hits;
        if (growth.award[i].whole) whole += growth.award[i].hits;
    }
    assert_true(growth.known);
    assert_int_equal(growth.rounds, BLOCK * BLOCKS);
    assert_int_equal(growth.last, table.meter.value);
    assert_int_equal(growth.most, s.most);
    assert_int_equal(growth.least, s.least);
    assert_int_equal(taken, s.taken);
    assert_int_equal(whole, s.whole);
    assert_true(growth.mean > s.mean * 0.999999 && growth.mean < s.mean * 1.000001);
    trey_rules_close(rules);
    trey_sim_close(sim);
}

static void the_history_is_that_of_a_running_table(void **state) {
    const uint64_t seed = *(const uint64_t *)*state;
    for (unsigned i = 0; i < 24; i++) {
        sim_question q;
        if (i % 4 == 3) continue; /* California has no jackpot */
        sim_question_open(&q, seed, 5000 + i);
        q.query.rounds = BLOCK * BLOCKS;
        q.query.bets.stake[TREY_WAGER_PROGRESSIVE] = 500;
        q.query.bets.contribution = 100;
        q.query.bets.boxes = 1 + i % 7;
        compare_history(&q);
        sim_question_close(&q);
    }
}

/* With fixed awards off the meter it can run dry, and is then filled by bets alone. */
static void a_meter_that_pays_fixed_awards_can_run_dry(void **state) {
    (void)state;
    sim_question q;
    static trey_sim_growth growth;
    sim_question_open(&q, 2, 0); /* mbs */
    trey_rulebook_choose(q.book, "A-MBS-08", 'A');
    q.query.rounds = BLOCK * BLOCKS;
    q.query.bets.stake[TREY_WAGER_PROGRESSIVE] = 500;
    q.query.bets.contribution = 10;
    q.query.bets.meter = q.query.bets.reset = 20000;
    q.query.bets.boxes = 5;
    compare_history(&q);
    trey_sim *sim = sim_question_ask(&q);
    trey_sim_run(sim, NULL, NULL);
    trey_sim_growth_of(sim, &growth);
    assert_int_equal(growth.least, 0);
    trey_sim_close(sim);
    sim_question_close(&q);
}

/* A history that is cut ends with a taking, at the same round for any number of threads. */
static void a_long_history_is_cut_where_it_was(void **state) {
    (void)state;
    sim_question q;
    static trey_sim_growth growth[2];
    sim_question_open(&q, 2, 0); /* mbs */
    trey_rulebook_choose(q.book, "A-MBS-08", 'A');
    assert_int_equal(trey_meter_rules_of(q.book).fixed_awards_from, TREY_FUND_METER);
    q.query.rounds = 5000000;
    q.query.bets.stake[TREY_WAGER_PROGRESSIVE] = 500;
    q.query.bets.boxes = 1;
    for (unsigned i = 0; i < 2; i++) {
        q.query.threads = 1 + 2 * i;
        trey_sim *sim = sim_question_ask(&q);
        assert_int_equal(trey_sim_run(sim, NULL, NULL), TREY_STATUS_OK);
        assert_int_equal(trey_sim_growth_of(sim, &growth[i]), TREY_STATUS_OK);
        trey_sim_close(sim);
    }
    uint64_t hits = 0;
    for (unsigned i = 0; i < growth[0].awards; i++) hits += growth[0].award[i].hits;
    assert_in_range(hits, TREY_SIM_TAKINGS - 100, TREY_SIM_TAKINGS); /* at a dry meter none */
    assert_true(growth[0].rounds < q.query.rounds);
    assert_int_equal(growth[0].rounds, growth[1].rounds);
    assert_int_equal(growth[0].last, growth[1].last);
    sim_question_close(&q);
}

static void without_a_jackpot_bet_there_is_no_history(void **state) {
    (void)state;
    sim_question q;
    static trey_sim_growth growth;
    sim_question_open(&q, 2, 0);
    q.query.bets.stake[TREY_WAGER_PROGRESSIVE] = 0;
    trey_sim *sim = sim_question_ask(&q);
    trey_sim_run(sim, NULL, NULL);
    trey_sim_growth_of(sim, &growth);
    assert_false(growth.known);
    trey_sim_close(sim);
    sim_question_close(&q);
}

int main(void) {
    static uint64_t seed;
    seed = sim_test_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(the_history_is_that_of_a_running_table, &seed),
        cmocka_unit_test(a_meter_that_pays_fixed_awards_can_run_dry),
        cmocka_unit_test(a_long_history_is_cut_where_it_was),
        cmocka_unit_test(without_a_jackpot_bet_there_is_no_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
