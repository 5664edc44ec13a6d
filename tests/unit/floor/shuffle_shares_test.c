/* shuffle_shares_test.c -- shares in the shuffle at a table that deals by the clock: who is waited
 * for, for how long, and what everybody is shown. */
#include <string.h>

#include "evening.h"

static evening e;

static client *enter(const char *name) {
    return evening_enter(&e, name, TREY_OFFICE_PLAYER, 1000000);
}

static void sit_and_bet(client *c, const char *table, unsigned seat) {
    DO(c, "watch", "\"table\":\"%s\"", table);
    DO(c, "sit", "\"table\":\"%s\",\"seat\":%u", table, seat);
    evening_pass(&e, 1);
    DO(c, "bet", "\"table\":\"%s\",\"seat\":%u,\"wager\":\"ante\",\"amount\":1000", table, seat);
}

static void begin(void) {
    evening_open(&e);
    trey_table_service service = evening_service();
    service.share_ms = 4000;
    evening_four_tables(&e, &service);
}

static const char *phase(client *c, const char *table) {
    return WORD(view_of(c, table), "phase");
}

static void all_ready(client *a, client *b, const char *table) {
    DO(a, "ready", "\"table\":\"%s\"", table);
    DO(b, "ready", "\"table\":\"%s\"", table);
}

/* ---- Tests ------------------------------------------------------------------------------------
 */
static void an_onlooker_has_no_part_and_a_bettor_has_one(void **state) {
    (void)state;
    begin();
    client *ann = enter("Ann"), *eve = enter("Eve");
    sit_and_bet(ann, "rws", 1);
    DO(eve, "watch", "\"table\":\"rws\"");
    assert_string_equal(said_no(say_pledge(eve, "rws")), "no_pledge");
    assert_string_equal(said_no(say_pledge(ann, "rws")), "");
    assert_string_equal(said_no(say_pledge(ann, "rws")), "pledged_already");
    assert_int_equal(json_array_size(at_path(view_of(eve, "rws"), "fair.pledges")), 1);
    assert_int_equal(NUMBER(view_of(eve, "rws"), "fair.pledges.0.player"), ann->person);
    assert_true(json_is_null(at_path(view_of(eve, "rws"), "fair.list")));
    evening_close(&e);
}

/* One message after the closing call, and the cards are dealt: no time goes by. */
static void a_share_that_is_given_at_once_costs_no_time(void **state) {
    (void)state;
    begin();
    client *ann = enter("Ann");
    sit_and_bet(ann, "rws", 1);
    done(say_pledge(ann, "rws"), "pledge");
    DO(ann, "ready", "\"table\":\"rws\"");
    assert_string_equal(phase(ann, "rws"), "closed");
    assert_string_equal(WORD(view_of(ann, "rws"), "clock.for"), "shares");
    assert_int_equal(NUMBER(view_of(ann, "rws"), "fair.order.hands.0"), 1);
    const int64_t before = e.now;
    done(say_share(ann, "rws"), "share");
    assert_string_equal(phase(ann, "rws"), "decision");
    assert_int_equal(e.now, before);
    assert_true(json_is_string(at_path(view_of(ann, "rws"), "fair.joint")));
    assert_true(json_is_string(at_path(view_of(ann, "rws"), "fair.spare")));
    evening_close(&e);
}

static void a_share_that_does_not_come_voids_the_round_for_all_to_see(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        const char *table = evening_books[i];
        begin();
        client *ann = enter("Ann"), *bob = enter("Bob");
        sit_and_bet(ann, table, 1);
        sit_and_bet(bob, table, 2);
        done(say_pledge(ann, table), "pledge");
        done(say_pledge(bob, table), "pledge");
        all_ready(ann, bob, table);
        done(say_share(ann, table), "share");
        evening_pass(&e, 3990);
        assert_string_equal(phase(ann, table), "closed");
        evening_pass(&e, 20);
        assert_string_equal(phase(ann, table), "idle");
        assert_int_equal(ann->chips, 1000000);
        assert_int_equal(bob->chips, 1000000);
        json_t *view = view_of(ann, table);
        assert_true(json_is_true(at_path(view, "settlement.void")));
        assert_int_equal(json_array_size(at_path(view, "fair.missing")), 1);
        assert_int_equal(NUMBER(view, "fair.missing.0"), bob->person);
        assert_int_equal(NUMBER(view, "fair.aborts.withheld"), 1);
        assert_int_equal(NUMBER(view, "fair.aborts.before"), 1);
        assert_string_equal(WORD(view, "fair.aborts.people.0.name"), "Bob");
        bool told = false;
        for (size_t n = 0; n < json_array_size(ann->notices); n++)
            told |= strstr(WORD(json_array_get(ann->notices, n), "text"), "share") != NULL;
        assert_true(told);
        /* In the next round Bob bets without a say, and nobody waits for him. */
        evening_pass(&e, 3100);
        assert_string_equal(phase(ann, table), "betting");
        DO(bob, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000", table);
        assert_string_equal(said_no(say_pledge(bob, table)), "pledge_suspended");
        evening_pass(&e, 10100);
        assert_string_equal(phase(bob, table), "decision");
        evening_close(&e);
    }
}

/* Somebody sets the house's clock back by an hour: the table waits no longer than it said. */
static int64_t steady(void *context) {
    return *(int64_t *)context * 1000;
}

static void a_clock_that_is_set_back_makes_nobody_wait(void **state) {
    (void)state;
    static int64_t monotonic = 5000;
    evening_open(&e);
    e.options.monotonic = steady;
    e.options.monotonic_context = &monotonic;
    trey_table_service service = evening_service();
    service.share_ms = 4000;
    evening_four_tables(&e, &service);
    client *ann = enter("Ann");
    sit_and_bet(ann, "rws", 1);
    done(say_pledge(ann, "rws"), "pledge");
    DO(ann, "ready", "\"table\":\"rws\"");
    e.now -= 3600000;
    monotonic += 3999;
    assert_int_equal(trey_floor_tick(e.floor), 1);
    evening_flush(&e);
    assert_string_equal(phase(ann, "rws"), "closed");
    monotonic += 1;
    trey_floor_tick(e.floor);
    evening_flush(&e);
    assert_string_equal(phase(ann, "rws"), "idle");
    /* Set ahead it cuts nobody short. */
    e.now += 7200000;
    trey_floor_tick(e.floor);
    evening_flush(&e);
    DO(ann, "bet", "\"table\":\"rws\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    evening_close(&e);
}

/* Where a person makes the calls the same holds: they cannot deal before the shares are there, and
 * the round does not wait for ever. */
static void a_dealer_who_calls_waits_for_shares_too(void **state) {
    (void)state;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.automatic = false;
    service.share_ms = 4000;
    evening_four_tables(&e, &service);
    client *ann = enter("Ann"), *dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    DO(dealer, "watch", "\"table\":\"rws\"");
    DO(dealer, "open", "\"table\":\"rws\"");
    sit_and_bet(ann, "rws", 1);
    done(say_pledge(ann, "rws"), "pledge");
    DO(dealer, "close", "\"table\":\"rws\"");
    assert_string_equal(said_no(say(dealer, "deal", "\"table\":\"rws\"")), "shares_due");
    assert_null(can_do(view_of(dealer, "rws"), "deal", 0, NULL));
    evening_pass(&e, 4100);
    assert_string_equal(phase(ann, "rws"), "idle");
    assert_int_equal(NUMBER(view_of(ann, "rws"), "fair.aborts.withheld"), 1);
    evening_close(&e);
}

/* Whatever was tried while bets were open, what is told of the round stays small. */
static void the_history_of_a_round_stays_small(void **state) {
    (void)state;
    trey_frame *frame = NULL;
    begin();
    client *ann = enter("Ann");
    sit_and_bet(ann, "rws", 1);
    unsigned taken = 0;
    for (unsigned i = 0; i < 150; i++) taken += said_yes(say_pledge(ann, "rws"));
    assert_int_equal(taken, 1);
    DO(ann, "ready", "\"table\":\"rws\"");
    done(say_share(ann, "rws"), "share");
    DO(ann, "fold", "\"table\":\"rws\",\"seat\":1");
    evening_pass(&e, 1000);
    assert_int_equal(trey_floor_round(e.floor, "rws", ann->person, 1, &frame), TREY_STATUS_OK);
    assert_true(trey_frame_size(frame) < 32000);
    trey_frame_release(frame);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_onlooker_has_no_part_and_a_bettor_has_one),
        cmocka_unit_test(a_share_that_is_given_at_once_costs_no_time),
        cmocka_unit_test(a_share_that_does_not_come_voids_the_round_for_all_to_see),
        cmocka_unit_test(a_clock_that_is_set_back_makes_nobody_wait),
        cmocka_unit_test(a_dealer_who_calls_waits_for_shares_too),
        cmocka_unit_test(the_history_of_a_round_stays_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
