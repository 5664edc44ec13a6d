/* dealer_test.c -- the automatic dealer: when it opens, waits, closes, and what it does
 * about people who are not there. */
#include "evening.h"

#include <string.h>

static const char *phase(client *c, const char *table) {
    return WORD(view_of(c, table), "phase");
}

static bool has_event(client *c, const char *kind) {
    size_t i;
    json_t *event;
    json_array_foreach(c->events, i, event) {
        if (strcmp(WORD(event, "kind"), kind) == 0) return true;
    }
    return false;
}

static bool has_notice(client *c, const char *words) {
    size_t i;
    json_t *notice;
    json_array_foreach(c->notices, i, notice) {
        if (strstr(WORD(notice, "text"), words)) return true;
    }
    return false;
}

static void sit(client *c, const char *table, unsigned seat) {
    DO(c, "watch", "\"table\":\"%s\"", table);
    DO(c, "sit", "\"table\":\"%s\",\"seat\":%u", table, seat);
    evening_pass(c->evening, 1);
}

static void ante(client *c, const char *table, unsigned seat) {
    DO(c, "bet", "\"table\":\"%s\",\"seat\":%u,\"wager\":\"ante\",\"amount\":1000", table, seat);
}

/* ---- Opening ----------------------------------------------------------------------------- */
static void an_empty_table_stays_idle(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    evening_pass(&e, 60000);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(trey_house_table(e.h.house, i)->phase, TREY_PHASE_IDLE);
    /* Somebody looks on; nobody sits. */
    client *c = evening_enter(&e, "Otto", TREY_OFFICE_PLAYER, 100000);
    DO(c, "watch", "\"table\":\"mbs\"");
    evening_pass(&e, 60000);
    assert_string_equal(phase(c, "mbs"), "idle");
    sit(c, "mbs", 1);
    assert_string_equal(phase(c, "mbs"), "betting");
    /* Without a bet nothing runs out. */
    evening_pass(&e, 600000);
    assert_string_equal(phase(c, "mbs"), "betting");
    assert_true(json_is_null(at_path(view_of(c, "mbs"), "clock")));
    evening_close(&e);
}

static void the_countdown_starts_with_the_first_bet(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    sit(c, "rws", 1);
    evening_pass(&e, 5000);
    ante(c, "rws", 1);
    assert_int_equal(NUMBER(view_of(c, "rws"), "clock.ends"), e.now + 10000);
    assert_int_equal(NUMBER(view_of(c, "rws"), "clock.of"), 10000);
    evening_pass(&e, 6000);
    DO(c, "bet", "\"table\":\"rws\",\"seat\":1,\"wager\":\"pair_plus\",\"amount\":500");
    /* Taken back: the clock stops, and starts anew with the next bet. */
    DO(c, "withdraw", "\"table\":\"rws\",\"seat\":1,\"wager\":\"pair_plus\"");
    DO(c, "withdraw", "\"table\":\"rws\",\"seat\":1,\"wager\":\"ante\"");
    assert_true(json_is_null(at_path(view_of(c, "rws"), "clock")));
    evening_pass(&e, 20000);
    ante(c, "rws", 1);
    evening_pass(&e, 9999);
    assert_string_equal(phase(c, "rws"), "betting");
    evening_pass(&e, 1);
    assert_string_equal(phase(c, "rws"), "decision");
    evening_close(&e);
}

static void is_again(json_t *answer) {
    assert_true(said_yes(answer) && json_is_true(json_object_get(answer, "again")));
}

static void nobody_waits_when_all_have_bet(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.bots = 2;
    evening_four_tables(&e, &service);
    client *ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    DO(ann, "watch", "\"table\":\"mbs\"");
    DO(ben, "watch", "\"table\":\"mbs\"");
    unsigned seats[2], free_seats = 0;
    for (unsigned seat = 1; seat <= 7 && free_seats < 2; seat++) {
        if (can_do(view_of(ann, "mbs"), "sit", seat, NULL)) seats[free_seats++] = seat;
    }
    assert_int_equal(free_seats, 2);
    DO(ann, "sit", "\"table\":\"mbs\",\"seat\":%u", seats[0]);
    DO(ben, "sit", "\"table\":\"mbs\",\"seat\":%u", seats[1]);
    assert_string_equal(said_no(say(ann, "ready", "\"table\":\"mbs\"")), "not_betting");
    assert_null(can_do(view_of(ann, "mbs"), "ready", 0, NULL));
    ante(ann, "mbs", seats[0]);
    assert_non_null(can_do(view_of(ann, "mbs"), "ready", 0, NULL));
    DO(ann, "ready", "\"table\":\"mbs\"");
    assert_null(can_do(view_of(ann, "mbs"), "ready", 0, NULL));
    /* Somebody who sits is waited for. */
    evening_pass(&e, 1000);
    assert_string_equal(phase(ann, "mbs"), "betting");
    ante(ben, "mbs", seats[1]);
    /* Another bet takes it back. */
    DO(ann, "bet", "\"table\":\"mbs\",\"seat\":%u,\"wager\":\"pair_plus\",\"amount\":500",
       seats[0]);
    static const char ready[] = "00000000000000000000000000000097";
    assert_true(said_yes(say_as(ben, ready, "ready", "\"table\":\"mbs\"")));
    assert_string_equal(said_no(say(ben, "ready", "\"table\":\"mbs\"")), "not_betting");
    /* The same message again is answered as before, and takes nothing back; it is his alone. */
    is_again(say_as(ben, ready, "ready", "\"table\":\"mbs\""));
    evening_pass(&e, 1000);
    assert_string_equal(phase(ann, "mbs"), "betting");
    json_t *anns = say_as(ann, ready, "ready", "\"table\":\"mbs\"");
    assert_true(said_yes(anns) && !json_object_get(anns, "again"));
    evening_pass(&e, 0);
    assert_string_equal(phase(ann, "mbs"), "decision");
    /* ... also when the round has gone on meanwhile. */
    is_again(say_as(ben, ready, "ready", "\"table\":\"mbs\""));
    /* In the next round it must be said again. */
    for (unsigned i = 0; i < 100 && strcmp(phase(ann, "mbs"), "betting") != 0; i++)
        evening_pass(&e, 500);
    ante(ann, "mbs", seats[0]);
    ante(ben, "mbs", seats[1]);
    is_again(say_as(ann, ready, "ready", "\"table\":\"mbs\""));
    is_again(say_as(ben, ready, "ready", "\"table\":\"mbs\""));
    evening_pass(&e, 1000);
    assert_string_equal(phase(ann, "mbs"), "betting");
    evening_close(&e);
}

/* Somebody alone with bots holds nobody up. The usual clock begins when another person sits down,
 * and when the only one has gone. */
static void a_player_alone_with_bots_has_more_time(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.alone_ms = 300000;
    service.bots = 2;
    evening_four_tables(&e, &service);
    client *ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    DO(ann, "watch", "\"table\":\"mbs\"");
    evening_pass(&e, 2000);
    unsigned seats[2], free_seats = 0;
    for (unsigned seat = 1; seat <= 7 && free_seats < 2; seat++) {
        if (can_do(view_of(ann, "mbs"), "sit", seat, NULL)) seats[free_seats++] = seat;
    }
    DO(ann, "sit", "\"table\":\"mbs\",\"seat\":%u", seats[0]);
    ante(ann, "mbs", seats[0]);
    assert_int_equal(NUMBER(view_of(ann, "mbs"), "clock.of"), 300000);
    DO(ann, "ready", "\"table\":\"mbs\"");
    evening_pass(&e, 10000);
    assert_string_equal(phase(ann, "mbs"), "decision");
    assert_int_equal(NUMBER(view_of(ann, "mbs"), "clock.of"), 300000);
    evening_pass(&e, 100000);
    assert_string_equal(phase(ann, "mbs"), "decision");
    /* Somebody who only looks on changes nothing; whoever sits down has to be served. */
    client *ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    DO(ben, "watch", "\"table\":\"mbs\"");
    evening_pass(&e, 0);
    assert_int_equal(NUMBER(view_of(ann, "mbs"), "clock.of"), 300000);
    DO(ben, "sit", "\"table\":\"mbs\",\"seat\":%u", seats[1]);
    evening_pass(&e, 0);
    assert_int_equal(NUMBER(view_of(ann, "mbs"), "clock.of"), 20000);
    assert_int_equal(NUMBER(view_of(ann, "mbs"), "clock.ends"), e.now + 20000);
    evening_pass(&e, 20000);
    assert_string_not_equal(phase(ann, "mbs"), "decision");
    evening_close(&e);
}

/* The pause after a round is for reading the result: it ends when all who sit there have done so.
 */
static void the_next_round_opens_when_all_have_read_the_result(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.pause_ms = 600000;
    service.bots = 2;
    evening_four_tables(&e, &service);
    client *ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    client *eve = evening_enter(&e, "Eve", TREY_OFFICE_PLAYER, 100000);
    DO(ann, "watch", "\"table\":\"mbs\"");
    DO(ben, "watch", "\"table\":\"mbs\"");
    DO(eve, "watch", "\"table\":\"mbs\"");
    evening_pass(&e, 2000);
    unsigned seats[2], free_seats = 0;
    for (unsigned seat = 1; seat <= 7 && free_seats < 2; seat++) {
        if (can_do(view_of(ann, "mbs"), "sit", seat, NULL)) seats[free_seats++] = seat;
    }
    DO(ann, "sit", "\"table\":\"mbs\",\"seat\":%u", seats[0]);
    DO(ben, "sit", "\"table\":\"mbs\",\"seat\":%u", seats[1]);
    ante(ann, "mbs", seats[0]);
    DO(ann, "ready", "\"table\":\"mbs\"");
    evening_pass(&e, 10000);
    assert_string_equal(phase(ann, "mbs"), "decision");
    DO(ann, "fold", "\"table\":\"mbs\",\"seat\":%u", seats[0]);
    evening_pass(&e, 10000);
    assert_string_equal(phase(ann, "mbs"), "idle");
    assert_string_equal(WORD(view_of(ann, "mbs"), "clock.for"), "next");
    /* Whoever only looks on has no say; what Ann said of her bets does not count for this. */
    assert_null(can_do(view_of(eve, "mbs"), "ready", 0, NULL));
    assert_string_equal(said_no(say(eve, "ready", "\"table\":\"mbs\"")), "not_betting");
    assert_non_null(can_do(view_of(ann, "mbs"), "ready", 0, NULL));
    DO(ann, "ready", "\"table\":\"mbs\"");
    assert_null(can_do(view_of(ann, "mbs"), "ready", 0, NULL));
    evening_pass(&e, 10000);
    assert_string_equal(phase(ann, "mbs"), "idle");
    /* Ben sits there without a bet, and he is waited for. */
    DO(ben, "ready", "\"table\":\"mbs\"");
    evening_pass(&e, 0);
    assert_string_equal(phase(ann, "mbs"), "betting");
    /* It says nothing of the bets that follow. */
    ante(ann, "mbs", seats[0]);
    ante(ben, "mbs", seats[1]);
    assert_non_null(can_do(view_of(ann, "mbs"), "ready", 0, NULL));
    evening_pass(&e, 1000);
    assert_string_equal(phase(ann, "mbs"), "betting");
    evening_close(&e);
}

/* Whoever only watches hears at once of the first thing, and of the next ones together;
 * whoever plays hears at once of all of them. */
static void onlookers_hear_of_several_things_together(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    e.options.gather_ms = 500;
    evening_four_tables(&e, &service);
    client *ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *eve = evening_enter(&e, "Eve", TREY_OFFICE_PLAYER, 100000);
    sit(ann, "rws", 1);
    DO(eve, "watch", "\"table\":\"rws\"");
    evening_pass(&e, 1000);
    ante(ann, "rws", 1);
    assert_int_equal(NUMBER(view_of(eve, "rws"), "boxes.1.bettors.0.stakes.ante"), 1000);
    DO(ann, "bet", "\"table\":\"rws\",\"seat\":1,\"wager\":\"pair_plus\",\"amount\":500");
    evening_pass(&e, 400);
    assert_int_equal(NUMBER(view_of(ann, "rws"), "boxes.1.bettors.0.stakes.pair_plus"), 500);
    assert_int_equal(NUMBER(view_of(eve, "rws"), "boxes.1.bettors.0.stakes.pair_plus"), 0);
    assert_true(trey_floor_tick(e.floor) <= 100); /* it will not be forgotten */
    evening_pass(&e, 100);
    assert_int_equal(NUMBER(view_of(eve, "rws"), "boxes.1.bettors.0.stakes.pair_plus"), 500);
    /* Somebody who comes meanwhile sees all of it, and so do the others then. */
    DO(ann, "withdraw", "\"table\":\"rws\",\"seat\":1,\"wager\":\"pair_plus\"");
    client *zoe = evening_enter(&e, "Zoe", TREY_OFFICE_PLAYER, 100000);
    DO(zoe, "watch", "\"table\":\"rws\"");
    assert_int_equal(NUMBER(view_of(zoe, "rws"), "boxes.1.bettors.0.stakes.pair_plus"), 0);
    assert_int_equal(NUMBER(view_of(eve, "rws"), "boxes.1.bettors.0.stakes.pair_plus"), 0);
    evening_close(&e);
}

/* ---- People who are not there ---------------------------------------------------------------- */
typedef enum leaving {
    STAYS,
    LOOKS_AND_STAYS,
    GOES_AFTER_THE_DEAL,
    LOOKS_AND_GOES,
    COMES_BACK,
    GOES_BEFORE_THE_DEAL,
    LEAVINGS
} leaving;

/* Ann has an Ante; her time runs out. What she has afterwards, fees apart. */
static trey_cents chips_after_time_out(const char *table, leaving how, uint8_t lost_link,
                                       const char *happens) {
    bool banked = strcmp(table, "ca-six-card") == 0;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.lost_link = lost_link;
    evening_four_tables(&e, &service);
    client *other = evening_enter(&e, "Nadia", TREY_OFFICE_PLAYER, 10000000);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    trey_person person = c->person;
    sit(other, table, 5);
    sit(c, table, 1);
    if (banked) {
        DO(c, "pass", "\"table\":\"%s\"", table);
        DO(other, "bank", "\"table\":\"%s\",\"seat\":5,\"amount\":500000", table);
    }
    ante(c, table, 1);
    if (how == GOES_BEFORE_THE_DEAL || how == COMES_BACK) evening_leave(c);
    evening_pass(&e, 10000);
    assert_string_equal(phase(other, table), "decision");
    if (how == COMES_BACK) {
        c = evening_again(&e, person);
        DO(c, "watch", "\"table\":\"%s\"", table);
        evening_pass(&e, 1);
    }
    if (how == LOOKS_AND_STAYS || how == LOOKS_AND_GOES)
        DO(c, "view", "\"table\":\"%s\",\"seat\":1", table);
    if (how == GOES_AFTER_THE_DEAL || how == LOOKS_AND_GOES || how == COMES_BACK) evening_leave(c);
    evening_pass(&e, how == COMES_BACK ? 19998 : 19999);
    assert_string_equal(phase(other, table), "decision");
    assert_false(has_event(other, happens));
    evening_pass(&e, 1);
    assert_true(has_event(other, happens));
    assert_string_equal(phase(other, table), "idle");
    trey_cents fee = banked ? NUMBER(view_of(other, table), "bank.fee_players") : 0;
    trey_cents chips = house_chips(&e.h, person) + fee;
    evening_close(&e);
    return chips;
}

/* proves [mbs 3.9.1] [rws 5.5] [rws-progressive 5.5] [ca-six-card Round 3] */
static void time_that_runs_out_folds_the_hand(void **state) {
    (void)state;
    for (unsigned book = 0; book < 4; book++) {
        for (leaving how = STAYS; how < GOES_BEFORE_THE_DEAL; how++)
            assert_int_equal(
                chips_after_time_out(evening_books[book], how, TREY_LOST_LINK_BOOK, "folded"),
                99000);
    }
}

/* Whoever had gone before a card was dealt knew nothing: for them the book's own rule holds,
 * unless the house wants a fold there too.
 * proves [mbs 5.11] [rws 5.5] [rws-progressive 5.5] [ca-six-card Round 3] */
static void a_player_gone_before_the_deal_is_absent_as_the_book_says(void **state) {
    (void)state;
    for (unsigned book = 0; book < 4; book++) {
        const char *table = evening_books[book];
        assert_int_equal(chips_after_time_out(table, GOES_BEFORE_THE_DEAL, TREY_LOST_LINK_BOOK,
                                              book == 0 ? "invalidated" : "folded"),
                         book == 0 ? 100000 : 99000);
        assert_int_equal(
            chips_after_time_out(table, GOES_BEFORE_THE_DEAL, TREY_LOST_LINK_FOLD, "folded"),
            99000);
    }
}

static void a_seat_is_not_kept_for_ever(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *other = evening_enter(&e, "Otto", TREY_OFFICE_PLAYER, 100000);
    trey_table_terms terms = house_terms("people", "mbs", "");
    evening_table(&e, &terms);
    assert_int_equal(trey_floor_serve(e.floor, 4, &service), TREY_STATUS_OK);
    DO(other, "watch", "\"table\":\"people\"");
    DO(c, "watch", "\"table\":\"people\"");
    DO(c, "sit", "\"table\":\"people\",\"seat\":3");
    evening_pass(&e, 1);
    ante(c, "people", 3);
    evening_pass(&e, 10001);
    DO(c, "view", "\"table\":\"people\",\"seat\":3");
    DO(c, "fold", "\"table\":\"people\",\"seat\":3");
    evening_leave(c);
    evening_pass(&e, 2000);
    /* A short absence does no harm. */
    c = evening_again(&e, c->person);
    DO(c, "watch", "\"table\":\"people\"");
    evening_pass(&e, 500000);
    assert_int_equal(NUMBER(view_of(other, "people"), "boxes.3.seated"), c->person);
    /* A long one does. */
    evening_leave(c);
    evening_pass(&e, 89000);
    assert_int_equal(NUMBER(view_of(other, "people"), "boxes.3.seated"), c->person);
    evening_pass(&e, 1001);
    assert_true(json_is_null(at_path(view_of(other, "people"), "boxes.3.seated")));
    /* Not with a bet on the table. */
    client *b = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    sit(b, "people", 4);
    ante(b, "people", 4);
    evening_leave(b);
    evening_pass(&e, 9999);
    assert_int_equal(NUMBER(view_of(other, "people"), "boxes.4.seated"), b->person);
    evening_close(&e);
}

/* A closed tab keeps its seat for a while, but nobody waits for it to say that it is ready. */
static void nobody_waits_for_a_player_who_has_gone(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    sit(ann, "rws", 1);
    sit(ben, "rws", 2);
    ante(ann, "rws", 1);
    DO(ann, "ready", "\"table\":\"rws\"");
    evening_pass(&e, 1000);
    assert_string_equal(phase(ann, "rws"), "betting");
    evening_leave(ben);
    evening_pass(&e, 1999); /* it may be a reload, or a node that has not told of him yet */
    assert_string_equal(phase(ann, "rws"), "betting");
    evening_pass(&e, 1);
    assert_string_equal(phase(ann, "rws"), "decision");
    evening_close(&e);
}

/* ---- Gates
 * ---------------------------------------------------------------------------------------- */
static void what_is_above_the_dealer_waits_for_staff(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *boss = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    sit(c, "mbs", 1);
    ante(c, "mbs", 1);
    evening_pass(&e, 10000);
    DO(boss, "watch", "\"table\":\"mbs\"");
    DO(boss, "report", "\"table\":\"mbs\",\"kind\":\"not_covered\"");
    /* A dealer may confirm that; ruling is another matter. */
    assert_string_equal(WORD(view_of(c, "mbs"), "gate"), "ruling");
    assert_true(has_notice(c, "ruling"));
    evening_pass(&e, 600000);
    assert_string_equal(WORD(view_of(c, "mbs"), "gate"), "ruling");
    assert_non_null(can_do(view_of(boss, "mbs"), "rule", 0, NULL));
    DO(boss, "rule", "\"table\":\"mbs\",\"ruling\":\"continue\",\"reason\":\"nothing happened\"");
    assert_string_equal(WORD(view_of(c, "mbs"), "gate"), "none");
    /* The time to decide begins anew. */
    evening_pass(&e, 19999);
    assert_string_equal(phase(c, "mbs"), "decision");
    evening_pass(&e, 2);
    assert_string_equal(phase(c, "mbs"), "idle");
    evening_close(&e);
}

/* proves [rws 5.7.2] */
static void a_report_waits_for_the_role_that_decides(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    client *boss = evening_enter(&e, "Petra", TREY_OFFICE_PIT_SUPERVISOR, 0);
    sit(c, "rws", 1);
    ante(c, "rws", 1);
    evening_pass(&e, 10000);
    DO(boss, "watch", "\"table\":\"rws\"");
    DO(c, "view", "\"table\":\"rws\",\"seat\":1"); /* from here on it takes a supervisor */
    DO(dealer, "report", "\"table\":\"rws\",\"kind\":\"interruption\"");
    evening_pass(&e, 600000);
    assert_string_equal(WORD(view_of(c, "rws"), "gate"), "report");
    assert_true(has_notice(c, "A report is waiting"));
    assert_string_equal(said_no(say(dealer, "confirm", "\"table\":\"rws\"")), "role_too_low");
    assert_null(can_do(view_of(c, "rws"), "play", 1, NULL));
    assert_non_null(can_do(view_of(boss, "rws"), "confirm", 0, NULL));
    DO(boss, "confirm", "\"table\":\"rws\"");
    assert_int_equal(c->chips, 100000);
    evening_pass(&e, 25000);
    assert_string_equal(phase(c, "rws"), "betting");
    evening_close(&e);
}

/* proves [mbs 5.16.1] */
static void options_run_out(void **state) {
    (void)state;
    for (unsigned chooses = 0; chooses < 2; chooses++) {
        evening e;
        evening_open(&e);
        trey_table_service service = evening_service();
        evening_four_tables(&e, &service);
        client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
        client *boss = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
        sit(c, "mbs", 1);
        ante(c, "mbs", 1);
        evening_pass(&e, 10000);
        DO(boss, "watch", "\"table\":\"mbs\"");
        DO(boss, "report", "\"table\":\"mbs\",\"kind\":\"interruption\"");
        if (strcmp(WORD(view_of(c, "mbs"), "gate"), "report") == 0)
            DO(boss, "confirm", "\"table\":\"mbs\"");
        assert_string_equal(WORD(view_of(c, "mbs"), "gate"), "withdrawal");
        assert_string_equal(WORD(view_of(c, "mbs"), "clock.for"), "choice");
        assert_non_null(can_do(view_of(c, "mbs"), "choose", 1, NULL));
        if (chooses) {
            DO(c, "choose", "\"table\":\"mbs\",\"seat\":1,\"back\":true");
        } else {
            evening_pass(&e, 7999);
            assert_string_equal(WORD(view_of(c, "mbs"), "gate"), "withdrawal");
            evening_pass(&e, 1);
        }
        assert_string_not_equal(WORD(view_of(c, "mbs"), "gate"), "withdrawal");
        evening_pass(&e, 25000);
        assert_string_equal(phase(c, "mbs"), "betting");
        assert_int_equal(c->chips, chooses ? 100000 : 99000);
        evening_close(&e);
    }
}

/* ---- The bank
 * --------------------------------------------------------------------------------------- */
/* proves [ca-six-card Standards 2] [ca-six-card Round 10] */
static void the_bank_goes_round(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *a = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 1000000);
    client *b = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 1000000);
    sit(a, "ca-six-card", 2);
    sit(b, "ca-six-card", 6);
    json_t *view = view_of(a, "ca-six-card");
    assert_string_equal(WORD(view, "clock.for"), "bank");
    assert_int_equal(NUMBER(view, "bank.offered"), 2);
    evening_pass(&e, 5000);
    assert_int_equal(NUMBER(view_of(a, "ca-six-card"), "bank.offered"), 6);
    evening_pass(&e, 5000);
    /* All have declined by silence; the table waits and says so. */
    assert_true(json_is_null(at_path(view_of(a, "ca-six-card"), "bank.offered")));
    assert_true(has_notice(a, "bank"));
    evening_pass(&e, 600000);
    assert_string_equal(phase(a, "ca-six-card"), "betting");
    /* Whoever comes to think better of it may. */
    DO(b, "bank", "\"table\":\"ca-six-card\",\"seat\":6,\"amount\":300000");
    for (unsigned hand = 0; hand < 2; hand++) {
        if (hand) {
            assert_int_equal(NUMBER(view_of(a, "ca-six-card"), "bank.offered"), 6);
            DO(b, "bank", "\"table\":\"ca-six-card\",\"seat\":6,\"amount\":300000");
        }
        ante(a, "ca-six-card", 2);
        evening_pass(&e, 10000);
        DO(a, "view", "\"table\":\"ca-six-card\",\"seat\":2");
        DO(a, "play", "\"table\":\"ca-six-card\",\"seat\":2");
        evening_pass(&e, 3001);
        assert_string_equal(phase(a, "ca-six-card"), "betting");
    }
    /* Two hands, and it is the next one's to take. */
    assert_int_equal(NUMBER(view_of(a, "ca-six-card"), "bank.offered"), 2);
    DO(a, "pass", "\"table\":\"ca-six-card\"");
    assert_int_equal(NUMBER(view_of(a, "ca-six-card"), "bank.offered"), 6);
    DO(b, "pass", "\"table\":\"ca-six-card\"");
    evening_pass(&e, 60000);
    evening_close(&e);
}

/* proves [ca-six-card Round 3] */
static void each_has_his_own_time_where_it_goes_in_turn(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *n = evening_enter(&e, "Nadia", TREY_OFFICE_PLAYER, 10000000);
    client *a = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *b = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    sit(n, "ca-six-card", 1);
    DO(n, "bank", "\"table\":\"ca-six-card\",\"seat\":1,\"amount\":500000");
    sit(a, "ca-six-card", 3);
    sit(b, "ca-six-card", 4);
    ante(a, "ca-six-card", 3);
    ante(b, "ca-six-card", 4);
    evening_pass(&e, 10000);
    assert_null(can_do(view_of(b, "ca-six-card"), "fold", 4, NULL));
    evening_pass(&e, 15000);
    DO(a, "view", "\"table\":\"ca-six-card\",\"seat\":3");
    DO(a, "play", "\"table\":\"ca-six-card\",\"seat\":3");
    DO(b, "view", "\"table\":\"ca-six-card\",\"seat\":4");
    evening_pass(&e, 19000);
    assert_string_equal(phase(b, "ca-six-card"), "decision");
    assert_non_null(can_do(view_of(b, "ca-six-card"), "fold", 4, NULL));
    evening_pass(&e, 1000);
    assert_string_equal(phase(b, "ca-six-card"), "idle");
    evening_close(&e);
}

/* ---- Bots
 * --------------------------------------------------------------------------------------------- */
static void bots_play_while_somebody_looks_on(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.bots = 3;
    service.bots_bank = true;
    service.bot_bank = 300000;
    evening_four_tables(&e, &service);
    evening_pass(&e, 60000);
    for (unsigned i = 0; i < 4; i++) assert_int_equal(trey_house_table(e.h.house, i)->round, 0);
    client *c = evening_enter(&e, "Otto", TREY_OFFICE_PLAYER, 100000);
    for (unsigned i = 0; i < 4; i++) DO(c, "watch", "\"table\":\"%s\"", evening_books[i]);
    evening_pass(&e, 200000);
    uint32_t rounds[4];
    for (unsigned i = 0; i < 4; i++) {
        rounds[i] = trey_house_table(e.h.house, i)->round;
        assert_in_range(rounds[i], 12, 20);
        const char *number;
        json_t *name;
        json_t *people = at_path(view_of(c, evening_books[i]), "people");
        assert_int_equal(json_object_size(people), 3);
        json_object_foreach(people, number, name) {
            assert_memory_equal(json_string_value(name), "Bot ", 4);
        }
    }
    assert_true(has_event(c, "played"));
    assert_true(has_event(c, "folded"));
    evening_leave(c);
    evening_pass(&e, 200000);
    for (unsigned i = 0; i < 4; i++)
        assert_in_range(trey_house_table(e.h.house, i)->round, rounds[i], rounds[i] + 1);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_table_stays_idle),
        cmocka_unit_test(the_countdown_starts_with_the_first_bet),
        cmocka_unit_test(nobody_waits_when_all_have_bet),
        cmocka_unit_test(a_player_alone_with_bots_has_more_time),
        cmocka_unit_test(the_next_round_opens_when_all_have_read_the_result),
        cmocka_unit_test(onlookers_hear_of_several_things_together),
        cmocka_unit_test(time_that_runs_out_folds_the_hand),
        cmocka_unit_test(nobody_waits_for_a_player_who_has_gone),
        cmocka_unit_test(a_player_gone_before_the_deal_is_absent_as_the_book_says),
        cmocka_unit_test(a_seat_is_not_kept_for_ever),
        cmocka_unit_test(what_is_above_the_dealer_waits_for_staff),
        cmocka_unit_test(a_report_waits_for_the_role_that_decides),
        cmocka_unit_test(options_run_out),
        cmocka_unit_test(the_bank_goes_round),
        cmocka_unit_test(each_has_his_own_time_where_it_goes_in_turn),
        cmocka_unit_test(bots_play_while_somebody_looks_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
