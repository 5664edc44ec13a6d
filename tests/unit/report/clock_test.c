/* clock_test.c -- figures when a table rests, and when the clock of the house is set back.
 *
 * Every expected time is worked out from the times of the records themselves. */
#include "office.h"

#include <stdio.h>
#include <string.h>

#define MINUTE_US INT64_C(60000000)
#define HOUR_US   (60 * MINUTE_US)
/* A table that rests for longer than this is not in play (docs/report.md). */
#define PAUSE_US  (5 * MINUTE_US)

static office o;
static unsigned jackpot, linked;

static int set_up(void **state) {
    (void)state;
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 1000000};
    office_build(&o, "mbs", 0);
    assert_int_equal(
        trey_house_jackpot_open(o.p.h.house, "big", "mbs", &parameters, 1200000, &jackpot),
        TREY_STATUS_OK);
    linked = office_table(&o, "linked", "mbs", "big", 500);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    office_tear_down(&o);
    return 0;
}

/* ---- One round, and when it was played ------------------------------------------------- */
typedef struct played {
    int64_t bet, settled; /* the times of the two records */
} played;

static uint64_t stored(void) {
    trey_store_info info;
    assert_int_equal(trey_store_tell(o.p.h.store, &info), TREY_STATUS_OK);
    return info.records;
}

/* The first record of an event of this kind at the first table behind record `after`. */
static int64_t time_of(trey_event_kind kind, uint64_t after) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_event event;
    int64_t time = 0;
    const trey_stream stream = trey_house_table_stream(o.p.h.house, o.table);
    assert_int_equal(trey_cursor_open(&cursor, o.p.h.store, TREY_PART_RECORDS, after),
                     TREY_STATUS_OK);
    while (time == 0 && trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        const trey_record *record = &item->record;
        if (record->stream != stream || record->type != TREY_RECORD_EVENT) continue;
        assert_true(trey_event_decode(record, &event));
        if (event.kind == kind) time = record->time;
    }
    trey_cursor_close(cursor);
    assert_true(time > 0);
    return time;
}

/* `during`: added to the clock between the bet and the settlement. */
static played play(int64_t during) {
    const uint64_t before = stored();
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", "9s9d4c"};
    office_call(&o, o.table, TREY_VERB_OPEN);
    office_bet(&o, o.table, 1, TREY_WAGER_ANTE, 500);
    o.p.h.now += MINUTE_US / 4; /* the second chip begins no second round */
    office_bet(&o, o.table, 1, TREY_WAGER_ANTE, 500);
    office_call(&o, o.table, TREY_VERB_CLOSE);
    office_deal(&o, o.table, hands);
    o.p.h.now += during;
    office_decide(&o, o.table, 1, true);
    office_call(&o, o.table, TREY_VERB_REVEAL);
    office_call(&o, o.table, TREY_VERB_SETTLE);
    office_flush(&o);
    return (played){time_of(TREY_EVENT_BET, before), time_of(TREY_EVENT_SETTLED, before)};
}

/* Starts the next round so that its first bet is recorded exactly at `time`. */
static played play_at(int64_t time, int64_t before_bet) {
    o.p.h.now = time - before_bet;
    played round = play(MINUTE_US);
    assert_int_equal(round.bet, time);
    return round;
}

/* The table's time in play. The hours are in order, and together they have every round. */
static int64_t played_us(void) {
    trey_figures *figures = office_running(&o);
    const trey_tally *table = trey_figures_table(figures, 0);
    const int64_t found = table->played_us;
    assert_int_equal(found, trey_figures_total(figures)->played_us);
    json_t *json = trey_figures_json(figures), *hour;
    size_t n;
    json_int_t rounds = 0, before = -1;
    json_array_foreach(json_object_get(json, "hours"), n, hour) {
        const json_int_t begins = json_integer_value(json_object_get(hour, "time"));
        assert_true(begins > before);
        before = begins;
        rounds += json_integer_value(json_object_get(hour, "rounds"));
    }
    assert_int_equal(rounds, (json_int_t)trey_figures_total(figures)->rounds);
    json_decref(json);
    trey_figures_close(figures);
    return found;
}

/* ---- Pauses -------------------------------------------------------------------------------- */
/* Four rounds: a rest of five minutes less a microsecond, of five minutes, and one microsecond
 * more. Only the last is no time in play. */
static void a_rest_of_more_than_five_minutes_is_not_played(void **state) {
    (void)state;
    const int64_t start = o.p.h.now;
    played round = play(MINUTE_US);
    const int64_t before_bet = round.bet - start;
    int64_t expected = round.settled - round.bet;
    assert_true(expected > MINUTE_US);
    assert_int_equal(played_us(), expected);
    for (int64_t more = -1; more <= 1; more++) {
        played next = play_at(round.settled + PAUSE_US + more, before_bet);
        expected += next.settled - (more > 0 ? next.bet : round.settled);
        assert_int_equal(played_us(), expected);
        round = next;
    }
}

/* A rest counts from the end of a round, void or settled, and not from the last chip. */
static void a_void_round_is_time_in_play_and_ends_a_rest(void **state) {
    (void)state;
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", "9s9d4c"};
    const int64_t start = o.p.h.now;
    played round = play(MINUTE_US);
    const int64_t before_bet = round.bet - start;
    o.p.h.now = round.settled + PAUSE_US;
    const uint64_t before = stored();
    office_call(&o, o.table, TREY_VERB_OPEN);
    office_bet(&o, o.table, 1, TREY_WAGER_ANTE, 1000);
    office_call(&o, o.table, TREY_VERB_CLOSE);
    office_deal(&o, o.table, hands);
    o.p.h.now += MINUTE_US;
    office_rule(&o, o.table, TREY_RULING_VOID, "the shoe fell");
    office_flush(&o);
    const int64_t voided = time_of(TREY_EVENT_VOIDED, before);
    int64_t expected = round.settled - round.bet + voided - time_of(TREY_EVENT_BET, before);
    assert_int_equal(played_us(), expected);
    played third = play_at(voided + PAUSE_US, before_bet);
    assert_int_equal(played_us(), expected + third.settled - voided);
}

/* ---- A clock that is set back ---------------------------------------------------------------- */
static void a_clock_set_back_between_rounds_loses_no_time_in_play(void **state) {
    (void)state;
    played round = play(MINUTE_US);
    int64_t expected = round.settled - round.bet;
    for (unsigned i = 0; i < 2; i++) {
        o.p.h.now -= HOUR_US;
        round = play(MINUTE_US);
        expected += round.settled - round.bet;
        assert_int_equal(played_us(), expected);
    }
    /* From there on it goes as before: a short rest is played. */
    played next = play(MINUTE_US);
    assert_int_equal(played_us(), expected + next.settled - round.settled);
}

static void a_clock_set_back_during_a_round_takes_nothing_away(void **state) {
    (void)state;
    played round = play(MINUTE_US);
    int64_t expected = round.settled - round.bet;
    played torn = play(-HOUR_US);
    assert_true(torn.settled < torn.bet);
    assert_int_equal(played_us(), expected);
    played next = play(MINUTE_US);
    assert_int_equal(played_us(), expected + next.settled - torn.settled);
}

/* Whatever times the records have, windows that touch share no round and leave none out. */
static void windows_that_touch_add_up_when_the_clock_was_set_back(void **state) {
    (void)state;
    enum { ROUNDS = 8, CUTS = 40 };
    const int64_t start = o.p.h.now;
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (i == 3) o.p.h.now -= 7 * MINUTE_US;
        if (i == 6) o.p.h.now -= 2 * MINUTE_US;
        play(2 * MINUTE_US);
    }
    trey_figures_query query = {.of = TREY_FIGURES_TIMES, .from = start - HOUR_US};
    uint64_t rounds = 0;
    trey_cents win = 0;
    for (int cut = 0; cut <= CUTS; cut++) {
        query.to = cut == CUTS ? TREY_FIGURES_TIME_MAX : start + (cut - 5) * MINUTE_US / 2;
        trey_figures *figures = office_figures(&o, &query);
        const trey_tally *total = trey_figures_total(figures);
        assert_int_equal(total->win, total->ledger - total->owed);
        assert_true(total->played_us >= 0);
        rounds += total->rounds;
        win += total->win;
        trey_figures_close(figures);
        query.from = query.to;
    }
    assert_int_equal(rounds, ROUNDS);
    assert_int_equal(win, ROUNDS * -2000); /* a pair of nines beats Queen high */
}

/* A window begins with the record of its first microsecond and ends before that of its last. */
static void a_window_has_its_first_moment_and_not_its_last(void **state) {
    (void)state;
    trey_record opened;
    const uint64_t before = stored();
    play(MINUTE_US);
    assert_int_equal(trey_store_record(o.p.h.store, before + 1, &opened), TREY_STATUS_OK);
    for (int more = -1; more <= 1; more++) {
        const trey_figures_query since = {
            .of = TREY_FIGURES_TIMES, .from = opened.time + more, .to = TREY_FIGURES_TIME_MAX};
        const trey_figures_query until = {.of = TREY_FIGURES_TIMES, .to = opened.time + more};
        trey_figures *figures = office_figures(&o, &since);
        /* One that begins behind the opening call begins with the next command: the bet. */
        assert_int_equal(trey_figures_read(figures), stored() - before - (more > 0 ? 2 : 0));
        trey_figures_close(figures);
        figures = office_figures(&o, &until);
        assert_int_equal(trey_figures_read(figures), before + (more > 0 ? 2 : 0));
        trey_figures_close(figures);
    }
}

/* The shift that is closed behind the one before it takes no time, and nothing is lost. */
static void a_shift_closed_at_an_earlier_time_ends_when_it_began(void **state) {
    (void)state;
    play(MINUTE_US);
    trey_shift first = office_close(&o, "first");
    o.p.h.now -= HOUR_US;
    play(MINUTE_US);
    trey_figures *running = office_running(&o);
    assert_int_equal(trey_figures_from(running), first.to);
    assert_int_equal(trey_figures_to(running), first.to);
    assert_int_equal(trey_figures_total(running)->rounds, 1);
    trey_figures_close(running);
    trey_shift second = office_close(&o, "second");
    assert_int_equal(second.from, first.to);
    assert_int_equal(second.to, first.to);
    const trey_figures_query query = {.of = TREY_FIGURES_SHIFT, .shift = second.number};
    trey_figures *figures = office_figures(&o, &query);
    assert_int_equal(trey_figures_total(figures)->rounds, 1);
    trey_figures_close(figures);
    office_verified(&o);
}

/* ---- Hits that are decided after the clock was set back ---------------------------------------
 */
static void play_linked(bool hit) {
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", hit ? "AsKsQs" : "9s9d4c"};
    office_call(&o, linked, TREY_VERB_OPEN);
    office_bet(&o, linked, 1, TREY_WAGER_ANTE, 1000);
    office_bet(&o, linked, 1, TREY_WAGER_PROGRESSIVE, 0);
    office_call(&o, linked, TREY_VERB_CLOSE);
    office_deal(&o, linked, hands);
    office_decide(&o, linked, 1, true);
    office_call(&o, linked, TREY_VERB_REVEAL);
    office_call(&o, linked, TREY_VERB_SETTLE);
    office_flush(&o);
}

/* A hit is settled in the first shift and rejected in the second, and the clock is set in
 * between. Returns what the second shift has won back less what the line had lost. */
static trey_cents missing_from_late_hit(uint64_t number, unsigned before, unsigned after,
                                        int64_t set) {
    trey_link_command reject = {.verb = TREY_LINK_REJECT,
                                .role = TREY_ROLE_SHIFT_MANAGER,
                                .actor = o.manager,
                                .number = number,
                                .reason = "the camera saw it"};
    trey_reply reply;
    for (unsigned i = 0; i < before; i++) play_linked(false);
    const trey_cents meter = trey_house_jackpot(o.p.h.house, jackpot)->value;
    play_linked(true);
    o.p.h.now += set;
    for (unsigned i = 0; i < after; i++) play_linked(false);
    office_close(&o, "dealt");
    trey_command_id id = house_next_id(&o.p.h);
    assert_int_equal(trey_house_jackpot_command(o.p.h.house, jackpot, &id, &reject, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    office_flush(&o);
    const trey_shift shift = office_close(&o, "rejected");
    const trey_figures_query query = {.of = TREY_FIGURES_SHIFT, .shift = shift.number};
    trey_figures *figures = office_figures(&o, &query);
    const trey_tally *total = trey_figures_total(figures);
    assert_int_equal(total->win, total->ledger - total->owed);
    const trey_cents missing = total->win - (meter + 100); /* with the contribution of the bet */
    trey_figures_close(figures);
    return missing;
}

/* Wherever a search by time may land. */
static void a_late_hit_is_found_whatever_the_clock_did(void **state) {
    (void)state;
    static const int64_t set[] = {-HOUR_US, -24 * HOUR_US, HOUR_US};
    uint64_t hits = 0;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned before = 0; before <= 8; before += 4)
            assert_int_equal(missing_from_late_hit(++hits, before, 8 - before, set[i]), 0);
    }
}

static void a_late_hit_is_found_behind_a_long_evening(void **state) {
    (void)state;
    enum { ROUNDS = 400 }; /* some ten thousand records of the table */
    assert_int_equal(missing_from_late_hit(1, 0, ROUNDS, -24 * HOUR_US), 0);
    assert_int_equal(missing_from_late_hit(2, 0, 1, 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_rest_of_more_than_five_minutes_is_not_played, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_void_round_is_time_in_play_and_ends_a_rest, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_clock_set_back_between_rounds_loses_no_time_in_play,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_clock_set_back_during_a_round_takes_nothing_away, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(windows_that_touch_add_up_when_the_clock_was_set_back,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_window_has_its_first_moment_and_not_its_last, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_late_hit_is_found_behind_a_long_evening, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_shift_closed_at_an_earlier_time_ends_when_it_began,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_late_hit_is_found_whatever_the_clock_did, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
