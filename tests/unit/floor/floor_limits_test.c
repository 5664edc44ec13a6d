/* floor_limits_test.c -- every limit of a floor, below it, at it and above it.
 *
 * Times are the test's own clock, so that a millisecond is a millisecond on any machine. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>

static evening e;

/* ---- The cage -------------------------------------------------------------------------- */
static client *cashier, *manager, *ann, *ben;

static void furnish_cage(trey_cents identify_from) {
    evening_open(&e);
    e.pace = 600; /* each message gets its cage frame */
    e.options.identify_from = identify_from;
    trey_table_service service = evening_service();
    service.automatic = false;
    evening_four_tables(&e, &service);
    ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 0);
    ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 0);
    cashier = evening_enter(&e, "Carla", TREY_OFFICE_CASHIER, 0);
    manager = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    DO(cashier, "cage", "\"on\":true");
}

/* The newest first, without a gap, and none before the first of those that are shown. */
static void the_cage_lists_the_last_fifty_movements(void **unused) {
    (void)unused;
    furnish_cage(0);
    for (unsigned made = 1; made <= 53; made++) {
        DO(cashier, "buy_in", "\"player\":%u,\"amount\":%u", ann->person, 100 * made);
        json_t *list = at_path(cashier->cage, "movements");
        const unsigned shown = made < 50 ? made : 50;
        assert_int_equal(json_array_size(list), shown);
        for (unsigned i = 0; i < shown; i++) {
            json_t *one = json_array_get(list, i);
            assert_int_equal(NUMBER(one, "amount"), 100 * (made - i));
            assert_int_equal(NUMBER(one, "number"), made - i);
        }
    }
    evening_close(&e);
}

/* Cash counts towards the threshold for a day to the millisecond, of each person apart. */
static void cash_counts_for_a_day_and_for_its_own_person(void **unused) {
    (void)unused;
    enum { DAY_MS = 86400000 };
    furnish_cage(1000000);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":999999", ann->person);
    const int64_t first = NUMBER(cashier->cage, "movements.0.time"); /* of the record */
    e.pace = 0;
    assert_string_equal(said_no(say(cashier, "buy_in", "\"player\":%u,\"amount\":1", ann->person)),
                        "id_required");
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1", ben->person);
    e.now = first + DAY_MS - 1;
    assert_string_equal(said_no(say(cashier, "buy_in", "\"player\":%u,\"amount\":1", ann->person)),
                        "id_required");
    assert_int_equal(NUMBER(say(cashier, "people", "\"find\":%u", ann->person), "people.0.day_in"),
                     999999);
    e.now = first + DAY_MS;
    assert_int_equal(NUMBER(say(cashier, "people", "\"find\":%u", ann->person), "people.0.day_in"),
                     0);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1", ann->person);
    evening_close(&e);
}

/* The clock was two days slow for a moment: what was entered meanwhile hides nothing of what was
 * entered before. */
static void cash_counts_when_the_clock_was_set_back_in_between(void **unused) {
    (void)unused;
    furnish_cage(1000000);
    e.pace = 0;
    e.h.now = e.now * 1000;
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":600000", ann->person);
    e.h.now -= INT64_C(2) * 86400 * 1000000;
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":100", ben->person);
    e.h.now = e.now * 1000;
    assert_string_equal(
        said_no(say(cashier, "buy_in", "\"player\":%u,\"amount\":400000", ann->person)),
        "id_required");
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":399999", ann->person);
    evening_close(&e);
}

static void a_reversal_has_a_reason_of_one_to_thirtynine_bytes(void **unused) {
    (void)unused;
    furnish_cage(0);
    for (int length = 38; length <= 40; length++) {
        DO(cashier, "buy_in", "\"player\":%u,\"amount\":100", ann->person);
        const json_int_t entry = NUMBER(cashier->cage, "movements.0.number");
        const char *refused = said_no(say(manager, "reverse", "\"number\":%lld,\"reason\":\"%0*d\"",
                                          (long long)entry, length, 7));
        assert_string_equal(refused, length < 40 ? "" : "no_reason");
        if (length == 40) continue;
        const char *kept = WORD(cashier->cage, "movements.0.reason");
        assert_int_equal(strlen(kept), length);
    }
    const json_int_t entry = NUMBER(cashier->cage, "movements.0.number");
    assert_string_equal(
        said_no(say(manager, "reverse", "\"number\":%lld,\"reason\":\"\"", (long long)entry)),
        "malformed");
    DO(manager, "reverse", "\"number\":%lld,\"reason\":\"x\"", (long long)entry);
    evening_close(&e);
}

/* A message is heard and flushed; no time goes by. */
static void hear(client *c, const char *text) {
    trey_floor_hear(e.floor, c->visit, text, strlen(text));
    evening_flush(&e);
}

static void tick(void) {
    trey_floor_tick(e.floor);
    evening_flush(&e);
}

static void buy_in_at_once(unsigned amount) {
    char text[160];
    snprintf(text, sizeof text, "{\"id\":\"%032u\",\"do\":\"buy_in\",\"player\":%u,\"amount\":%u}",
             7u, ann->person, amount);
    hear(cashier, text);
}

static void the_cage_is_told_twice_a_second(void **unused) {
    (void)unused;
    furnish_cage(0);
    e.pace = 0;
    evening_pass(&e, 10000);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000", ann->person);
    const int64_t told = e.now;
    const json_t *before = cashier->cage;
    buy_in_at_once(2000);
    e.now = told + 499;
    tick();
    assert_ptr_equal(cashier->cage, before);
    e.now = told + 500;
    tick();
    assert_ptr_not_equal(cashier->cage, before);
    assert_int_equal(NUMBER(cashier->cage, "movements.0.amount"), 2000);
    evening_close(&e);
}

/* Where it takes long to add everything up the cage is told less often: it has a small share of the
 * floor's time. */
static void a_slow_cage_is_told_less_often(void **unused) {
    (void)unused;
    furnish_cage(0);
    e.pace = 0;
    evening_pass(&e, 10000);
    e.slow = 40;
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000", ann->person);
    e.slow = 0;
    const int64_t told = e.now;
    const json_t *before = cashier->cage;
    assert_int_equal(NUMBER(cashier->cage, "movements.0.amount"), 1000);
    buy_in_at_once(2000);
    e.now = told + 500;
    tick();
    assert_ptr_equal(cashier->cage, before);
    e.now = told + 5000;
    tick();
    assert_int_equal(NUMBER(cashier->cage, "movements.0.amount"), 2000);
    evening_close(&e);
}

/* ---- The lobby --------------------------------------------------------------------------- */
static void the_lobby_is_told_after_a_second_and_not_before(void **unused) {
    (void)unused;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.automatic = false;
    evening_four_tables(&e, &service);
    client *player = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *looks = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 0);
    DO(player, "watch", "\"table\":\"mbs\"");
    DO(looks, "lobby", "\"on\":true");
    evening_pass(&e, 5000);
    DO(player, "sit", "\"table\":\"mbs\",\"seat\":1");
    const int64_t told = e.now;
    const json_t *before = looks->lobby;
    DO(player, "leave", "\"table\":\"mbs\",\"seat\":1");
    e.now = told + 999;
    tick();
    assert_ptr_equal(looks->lobby, before);
    e.now = told + 1000;
    tick();
    assert_ptr_not_equal(looks->lobby, before);
    evening_close(&e);
}

/* The last five awards, the newest first; a sixth pushes the first out. */
static void the_lobby_tells_of_the_last_five_awards(void **unused) {
    (void)unused;
    evening_linked(&e, "rws");
    client *shift = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    client *dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    client *player = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 10000000);
    DO(player, "lobby", "\"on\":true");
    json_int_t time[8] = {0};
    for (unsigned made = 1; made <= 7; made++) {
        evening_royal(&e, dealer, player, made % 2 ? "one" : "two", NULL);
        DO(shift, "award", "\"jackpot\":\"big\",\"number\":%u,\"confirm\":true", made);
        evening_pass(&e, 2000);
        json_t *list = at_path(player->lobby, "jackpots.0.last");
        const unsigned shown = made < 5 ? made : 5;
        assert_int_equal(json_array_size(list), shown);
        time[made] = NUMBER(json_array_get(list, 0), "time");
        for (unsigned i = 0; i < shown; i++) {
            json_t *one = json_array_get(list, i);
            assert_int_equal(NUMBER(one, "time"), time[made - i]);
            assert_string_equal(WORD(one, "table"), (made - i) % 2 ? "one" : "two");
        }
    }
    evening_close(&e);
}

/* ---- Visits and messages ------------------------------------------------------------------- */
/* Unless the house says otherwise: the ninth closes the first, and no other. */
static void a_person_has_eight_windows(void **unused) {
    (void)unused;
    evening_open(&e);
    evening_start(&e);
    client *window[10];
    window[0] = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 0);
    for (unsigned i = 1; i < 10; i++) {
        window[i] = evening_again(&e, window[0]->person);
        for (unsigned n = 0; n <= i; n++)
            assert_int_equal(window[n]->cut, i >= 8 && n <= i - 8 ? TREY_CUT_ELSEWHERE : 0);
    }
    evening_close(&e);
}

/* Two hundred at once, and from then on one every twenty milliseconds. A pause is good for
 * two hundred again, and for no more. */
static void messages_are_counted_to_the_last(void **unused) {
    (void)unused;
    evening_open(&e);
    evening_start(&e);
    for (unsigned seconds = 1; seconds <= 6; seconds++) {
        char name[16];
        snprintf(name, sizeof name, "Ann %u", seconds);
        client *c = evening_enter(&e, name, TREY_OFFICE_PLAYER, 0);
        for (unsigned i = 0; i < 200; i++) say(c, "ping", "%s", "");
        assert_int_equal(c->cut, 0);
        e.now += 1000 * (int64_t)seconds;
        const unsigned more = seconds < 4 ? 50 * seconds : 200;
        for (unsigned i = 0; i < more; i++) say(c, "ping", "%s", "");
        assert_int_equal(c->cut, 0);
        say(c, "ping", "%s", "");
        assert_int_equal(c->cut, TREY_CUT_TOO_MANY);
    }
    evening_close(&e);
}

/* ---- Events that are still known ------------------------------------------------------------ */
/* Changes of seats make one event each. Who comes back after 512 of them has missed none; after
 * 513 the oldest is gone, and the frame says so. */
static void a_table_knows_its_last_512_events(void **unused) {
    (void)unused;
    for (unsigned events = 511; events <= 513; events++) {
        evening_open(&e);
        trey_table_service service = evening_service();
        service.automatic = false;
        evening_four_tables(&e, &service);
        client *stays = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
        client *comes = evening_again(&e, stays->person);
        DO(stays, "watch", "\"table\":\"mbs\"");
        DO(stays, "sit", "\"table\":\"mbs\",\"seat\":1");
        e.now++;
        const long long since = (long long)json_integer_value(json_object_get(stays->ats, "mbs"));
        json_array_clear(stays->events);
        for (unsigned i = 0; i < events; i++) {
            e.now += 20;
            DO(stays, i % 2 ? "sit" : "leave", "\"table\":\"mbs\",\"seat\":1");
        }
        assert_int_equal(json_array_size(stays->events), events);
        DO(comes, "watch", "\"table\":\"mbs\",\"since\":%lld", since);
        assert_int_equal(comes->missed, events > 512);
        assert_int_equal(json_array_size(comes->events), events > 512 ? 512 : events);
        for (size_t i = json_array_size(comes->events); i-- > 0;)
            assert_true(json_equal(
                json_array_get(comes->events, i),
                json_array_get(stays->events, i + events - json_array_size(comes->events))));
        evening_close(&e);
    }
}

/* ---- Seats ------------------------------------------------------------------------------------
 */
static void a_seat_is_kept_for_ninety_seconds(void **unused) {
    (void)unused;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.automatic = false;
    evening_four_tables(&e, &service);
    client *looks = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 0);
    client *goes = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    DO(looks, "watch", "\"table\":\"mbs\"");
    DO(goes, "watch", "\"table\":\"mbs\"");
    DO(goes, "sit", "\"table\":\"mbs\",\"seat\":1");
    evening_pass(&e, 5000);
    const trey_person person = goes->person;
    evening_leave(goes);
    tick();
    const int64_t gone = e.now;
    const trey_table *table = trey_house_table(e.h.house, 0);
    e.now = gone + 89999;
    tick();
    assert_int_equal(table->box[0].seated, person);
    e.now = gone + 90000;
    tick();
    assert_int_equal(table->box[0].seated, TREY_NOBODY);
    evening_close(&e);
}

/* ---- Alerts ------------------------------------------------------------------------------------
 */
static json_t *alert_at(client *pit, const char *table, const char *word) {
    json_t *one = named(at_path(pit->pit, "tables"), "table", table);
    return named(at_path(one, "alerts"), "alert", word);
}

/* A hit is an alert at its own table; a lost link at both, since the moment of the loss. */
static void an_alert_is_of_its_own_table_and_keeps_its_time(void **unused) {
    (void)unused;
    evening_linked(&e, "rws");
    client *pit = evening_enter(&e, "Paul", TREY_OFFICE_PIT_MANAGER, 0);
    client *dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    client *player = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 10000000);
    DO(pit, "pit", "\"on\":true");
    evening_royal(&e, dealer, player, "one", NULL);
    evening_pass(&e, 5000);
    assert_non_null(alert_at(pit, "one", "hit_waits"));
    assert_null(alert_at(pit, "two", "hit_waits"));
    assert_null(alert_at(pit, "one", "link_down"));
    DO(pit, "link", "\"jackpot\":\"big\",\"on\":false,\"reason\":\"the line is dead\"");
    evening_pass(&e, 5000);
    const json_int_t since = NUMBER(alert_at(pit, "two", "link_down"), "since");
    evening_pass(&e, 60000);
    DO(pit, "ping", "%s", "");
    DO(dealer, "open", "\"table\":\"two\""); /* something else changes */
    evening_pass(&e, 5000);
    assert_int_equal(NUMBER(alert_at(pit, "two", "link_down"), "since"), since);
    evening_close(&e);
}

/* The pit as it is at this moment. */
static json_t *alert_then(client *pit, int64_t now, const char *word) {
    e.now = now;
    DO(pit, "pit", "\"on\":true");
    return alert_at(pit, "one", word);
}

/* A table waits long from two minutes on, and three void rounds count for an hour. */
static void alerts_come_and_go_to_the_millisecond(void **unused) {
    (void)unused;
    evening_linked(&e, "rws");
    e.pace = 0;
    client *pit = evening_enter(&e, "Paul", TREY_OFFICE_SHIFT_MANAGER, 0);
    client *dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    client *player = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 10000000);
    for (unsigned i = 0; i < 3; i++) {
        e.now += 1000;
        DO(dealer, "open", "\"table\":\"one\"");
        DO(pit, "rule", "\"table\":\"one\",\"ruling\":\"void\",\"reason\":\"no light\"");
    }
    const int64_t third = NUMBER(alert_then(pit, e.now, "void_often"), "since");
    DO(dealer, "open", "\"table\":\"one\"");
    DO(player, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    DO(dealer, "close", "\"table\":\"one\"");
    static const char *const cards[] = {"As", "Ks", "Qs", "8c", "5d", "2h"};
    for (unsigned i = 0; i < 6; i++)
        DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", cards[i]);
    DO(pit, "pit", "\"on\":true");
    const int64_t since = NUMBER(named(at_path(pit->pit, "tables"), "table", "one"), "since");
    assert_null(alert_then(pit, since + 119999, "waits_long"));
    assert_non_null(alert_then(pit, since + 120000, "waits_long"));
    assert_non_null(alert_then(pit, third + 3599999, "void_often"));
    assert_null(alert_then(pit, third + 3600000, "void_often"));
    evening_close(&e);
}

static void a_barred_account_is_only_cashed_out(void **unused) {
    (void)unused;
    furnish_cage(0);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000", ann->person);
    assert_int_equal(
        trey_people_change(e.people, ann->person, TREY_OFFICE_PLAYER, true, manager->person),
        TREY_STATUS_OK);
    assert_string_equal(said_no(say(cashier, "buy_in", "\"player\":%u,\"amount\":1", ann->person)),
                        "barred");
    DO(cashier, "cash_out", "\"player\":%u,\"amount\":1000", ann->person);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cage_lists_the_last_fifty_movements),
        cmocka_unit_test(cash_counts_for_a_day_and_for_its_own_person),
        cmocka_unit_test(cash_counts_when_the_clock_was_set_back_in_between),
        cmocka_unit_test(a_reversal_has_a_reason_of_one_to_thirtynine_bytes),
        cmocka_unit_test(the_cage_is_told_twice_a_second),
        cmocka_unit_test(a_slow_cage_is_told_less_often),
        cmocka_unit_test(the_lobby_is_told_after_a_second_and_not_before),
        cmocka_unit_test(the_lobby_tells_of_the_last_five_awards),
        cmocka_unit_test(a_person_has_eight_windows),
        cmocka_unit_test(messages_are_counted_to_the_last),
        cmocka_unit_test(a_table_knows_its_last_512_events),
        cmocka_unit_test(a_seat_is_kept_for_ninety_seconds),
        cmocka_unit_test(an_alert_is_of_its_own_table_and_keeps_its_time),
        cmocka_unit_test(alerts_come_and_go_to_the_millisecond),
        cmocka_unit_test(a_barred_account_is_only_cashed_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
