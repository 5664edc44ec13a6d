/* purse_test.c -- what a page needs so that chips never surprise anybody: what Play will take, a
 * hand that cannot be played for want of chips, and collections as part of the result. */
#include "evening.h"

#include <string.h>

static void sit(client *c, const char *table, unsigned seat) {
    DO(c, "watch", "\"table\":\"%s\"", table);
    DO(c, "sit", "\"table\":\"%s\",\"seat\":%u", table, seat);
    evening_pass(c->evening, 1);
}

static void bet(client *c, const char *table, unsigned seat, const char *wager, unsigned cents) {
    DO(c, "bet", "\"table\":\"%s\",\"seat\":%u,\"wager\":\"%s\",\"amount\":%u", table, seat, wager,
       cents);
}

/* One cent short, and exactly enough. */
static void a_hand_without_chips_for_play_is_short(void **state) {
    (void)state;
    for (unsigned enough = 0; enough < 2; enough++) {
        evening e;
        evening_open(&e);
        trey_table_service service = evening_service();
        e.options.play_money = true;
        e.options.play_chips = 50000;
        evening_four_tables(&e, &service);
        client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 1999 + enough);
        sit(c, "rws", 1);
        assert_int_equal(NUMBER(view_of(c, "rws"), "to_play"), 0);
        bet(c, "rws", 1, "ante", 1000);
        assert_int_equal(NUMBER(view_of(c, "rws"), "to_play"), 1000);
        assert_int_equal(json_array_size(at_path(view_of(c, "rws"), "short")), 0);
        evening_pass(&e, 10000);
        assert_string_equal(WORD(view_of(c, "rws"), "phase"), "decision");
        DO(c, "view", "\"table\":\"rws\",\"seat\":1");
        assert_int_equal(NUMBER(view_of(c, "rws"), "to_play"), 1000);
        json_t *short_of = at_path(view_of(c, "rws"), "short");
        assert_int_equal(json_array_size(short_of), !enough);
        assert_int_equal(can_do(view_of(c, "rws"), "play", 1, NULL) != NULL, enough);
        assert_non_null(can_do(view_of(c, "rws"), "fold", 1, NULL));
        if (enough) {
            assert_string_equal(said_no(say(c, "top_up", "%s", "")), "has_chips");
        } else {
            assert_int_equal(NUMBER(short_of, "0.seat"), 1);
            assert_int_equal(NUMBER(short_of, "0.amount"), 1000);
            /* Play money is handed out for it, and then the hand can be played. */
            DO(c, "top_up", "%s", "");
            assert_int_equal(json_array_size(at_path(view_of(c, "rws"), "short")), 0);
            assert_non_null(can_do(view_of(c, "rws"), "play", 1, NULL));
        }
        DO(c, "play", "\"table\":\"rws\",\"seat\":1");
        assert_int_equal(NUMBER(view_of(c, "rws"), "to_play"), 0);
        evening_close(&e);
    }
}

static json_t *parsed(trey_frame *frame) {
    json_t *value = json_loads(trey_frame_text(frame), 0, NULL);
    trey_frame_release(frame);
    assert_non_null(value);
    return value;
}

static trey_cents net_of(json_t *settlement, trey_person person) {
    size_t i;
    json_t *one;
    json_array_foreach(at_path(settlement, "players"), i, one) {
        if (NUMBER(one, "player") == (json_int_t)person) return NUMBER(one, "net");
    }
    fail_msg("%u is not in the settlement", (unsigned)person);
    return 0;
}

/* proves [ca-six-card Collection A] */
static void a_collection_is_part_of_the_result(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    const char *table = "fees";
    trey_table_terms terms = house_terms(table, "ca-six-card", "");
    terms.config.schedule = 1; /* players pay a dollar on each Ante */
    evening_table(&e, &terms);
    assert_int_equal(trey_floor_serve(e.floor, 4, &service), TREY_STATUS_OK);
    client *bank = evening_enter(&e, "Nadia", TREY_OFFICE_PLAYER, 1000000);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    sit(bank, table, 5);
    sit(c, table, 1);
    DO(c, "pass", "\"table\":\"%s\"", table);
    DO(bank, "bank", "\"table\":\"%s\",\"seat\":5,\"amount\":500000", table);
    bet(c, table, 1, "ante", 1000);
    evening_pass(&e, 10000);
    DO(c, "fold", "\"table\":\"%s\",\"seat\":1", table);
    evening_pass(&e, 1);
    json_t *settlement = at_path(view_of(c, table), "settlement");
    assert_true(json_is_object(settlement));
    assert_int_equal(json_array_size(at_path(settlement, "collections")), 2);
    assert_int_equal(net_of(settlement, c->person), c->chips - 100000);
    assert_int_equal(net_of(settlement, c->person), -1100);
    assert_int_equal(net_of(settlement, bank->person), bank->chips - 1000000);
    /* So in the list of rounds and in the round itself. */
    trey_frame *frame;
    assert_int_equal(trey_floor_rounds(e.floor, table, c->person, 0, &frame), TREY_STATUS_OK);
    json_t *rounds = parsed(frame);
    assert_int_equal(NUMBER(rounds, "rounds.0.net"), c->chips - 100000);
    assert_int_equal(NUMBER(rounds, "rounds.0.collected"), -(c->chips - 100000) - 1000);
    json_decref(rounds);
    assert_int_equal(
        trey_floor_round(e.floor, table, c->person, (uint64_t)NUMBER(settlement, "round"), &frame),
        TREY_STATUS_OK);
    json_t *round = parsed(frame);
    assert_true(json_equal(at_path(round, "settlement"), settlement));
    json_decref(round);
    evening_close(&e);
}

/* A Progressive bet alone is on its way back until the bet that it needs is there.
 * proves [mbs 5.12.1] */
static void a_jackpot_bet_alone_is_said_to_go_back(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *other = evening_enter(&e, "Otto", TREY_OFFICE_PLAYER, 100000);
    sit(c, "mbs", 1);
    sit(other, "mbs", 2);
    DO(c, "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"progressive\"");
    bet(other, "mbs", 2, "ante", 1000);
    assert_int_equal(json_array_size(at_path(view_of(c, "mbs"), "goes_back")), 1);
    assert_int_equal(NUMBER(view_of(c, "mbs"), "goes_back.0.seat"), 1);
    assert_string_equal(WORD(view_of(c, "mbs"), "goes_back.0.wager"), "progressive");
    assert_string_equal(WORD(view_of(c, "mbs"), "goes_back.0.needs"), "ante or pair plus");
    assert_int_equal(json_array_size(at_path(view_of(other, "mbs"), "goes_back")), 0);
    bet(c, "mbs", 1, "pair_plus", 1000);
    assert_int_equal(json_array_size(at_path(view_of(c, "mbs"), "goes_back")), 0);
    evening_close(&e);
}

static bool loses(json_t *fold, const char *wager) {
    size_t i;
    json_t *one;
    json_array_foreach(at_path(fold, "loses"), i, one) {
        if (strcmp(json_string_value(one), wager) == 0) return true;
    }
    return false;
}

/* What `can` says that a fold loses is what the settlement then says.
 * proves [mbs 3.9.1] [rws 3.12.1] [rws-progressive 3.12.1] [ca-six-card Round 3a] */
static void a_fold_loses_what_it_is_said_to_lose(void **state) {
    (void)state;
    static const char *const side[4] = {"progressive", NULL, "progressive", "six_card_bonus"};
    for (unsigned book = 0; book < 4; book++) {
        const char *table = evening_books[book];
        evening e;
        evening_open(&e);
        trey_table_service service = evening_service();
        evening_four_tables(&e, &service);
        client *bank = evening_enter(&e, "Nadia", TREY_OFFICE_PLAYER, 1000000);
        client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
        sit(bank, table, 5);
        sit(c, table, 1);
        if (book == 3) {
            DO(c, "pass", "\"table\":\"%s\"", table);
            DO(bank, "bank", "\"table\":\"%s\",\"seat\":5,\"amount\":500000", table);
        }
        bet(c, table, 1, "ante", 1000);
        bet(c, table, 1, "pair_plus", 500);
        if (book == 3)
            bet(c, table, 1, side[3], 500);
        else if (side[book])
            DO(c, "bet", "\"table\":\"%s\",\"seat\":1,\"wager\":\"progressive\"", table);
        evening_pass(&e, 10000);
        json_t *fold = json_deep_copy(can_do(view_of(c, table), "fold", 1, NULL));
        assert_non_null(fold);
        DO(c, "fold", "\"table\":\"%s\",\"seat\":1", table);
        evening_pass(&e, 1);
        size_t i;
        json_t *line;
        unsigned lines = 0;
        json_array_foreach(at_path(view_of(c, table), "settlement.lines"), i, line) {
            bool folded = strcmp(WORD(line, "why"), "folded") == 0;
            assert_int_equal(loses(fold, WORD(line, "wager")), folded);
            lines++;
        }
        assert_int_equal(lines, side[book] ? 3 : 2);
        json_decref(fold);
        evening_close(&e);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_hand_without_chips_for_play_is_short),
                                       cmocka_unit_test(a_collection_is_part_of_the_result),
                                       cmocka_unit_test(a_jackpot_bet_alone_is_said_to_go_back),
                                       cmocka_unit_test(a_fold_loses_what_it_is_said_to_lose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
