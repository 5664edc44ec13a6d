/* first_round_test.c -- a newcomer's first round on each of the four books. */
#include "evening.h"

#include <string.h>

/* Somebody who has never been here: watches, sits down, bets what the view offers him,
 * looks, plays, and gets a settlement. */
static void sit_and_bet(client *c, const char *table) {
    DO(c, "watch", "\"table\":\"%s\"", table);
    assert_non_null(can_do(view_of(c, table), "sit", 2, NULL));
    assert_null(can_do(view_of(c, table), "bet", 0, NULL));
    DO(c, "sit", "\"table\":\"%s\",\"seat\":2", table);
    evening_pass(c->evening, 1);
    json_t *view = view_of(c, table);
    assert_string_equal(WORD(view, "phase"), "betting");
    assert_int_equal(NUMBER(view, "boxes.2.seated"), c->person);
}

static void bet_what_is_offered(client *c, const char *table) {
    json_t *ante = can_do(view_of(c, table), "bet", 2, "ante");
    assert_non_null(ante);
    assert_int_equal(NUMBER(ante, "least"), 500);
    assert_int_equal(NUMBER(ante, "most"), 30000);
    DO(c, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000", table);
    DO(c, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"pair_plus\",\"amount\":500", table);
    json_t *progressive = can_do(view_of(c, table), "bet", 2, "progressive");
    assert_int_equal(progressive != NULL, strcmp(table, "ca-six-card") != 0);
    if (progressive) DO(c, "bet", "\"table\":\"%s\",\"seat\":2,\"wager\":\"progressive\"", table);
}

static void look_and_play(client *c, const char *table) {
    json_t *view = view_of(c, table);
    assert_string_equal(WORD(view, "phase"), "decision");
    assert_string_equal(WORD(view, "clock.for"), "decision");
    assert_int_equal(json_array_size(at_path(view, "boxes.2.cards")), 3);
    assert_true(json_is_null(at_path(view, "boxes.2.cards.0")));
    assert_non_null(can_do(view, "view", 2, NULL));
    DO(c, "view", "\"table\":\"%s\",\"seat\":2", table);
    view = view_of(c, table);
    for (unsigned i = 0; i < 3; i++)
        assert_true(json_is_string(json_array_get(at_path(view, "boxes.2.cards"), i)));
    assert_true(json_is_string(at_path(view, "boxes.2.hand")));
    assert_int_equal(
        json_array_size(at_path(view, "fair.openings")),
        3 + (strcmp(table, "ca-six-card") == 0 && json_is_true(at_path(view, "dealer.up_card"))));
    json_t *coach = say(c, "coach", "\"table\":\"%s\",\"seat\":2", table);
    assert_true(said_yes(coach));
    assert_int_equal(json_array_size(at_path(coach, "coach.moves")), 2);
    assert_int_equal(NUMBER(can_do(view_of(c, table), "play", 2, NULL), "amount"), 1000);
    DO(c, "play", "\"table\":\"%s\",\"seat\":2", table);
}

static void settled(client *c, const char *table, trey_cents chips) {
    json_t *view = view_of(c, table);
    assert_string_equal(WORD(view, "phase"), "idle");
    json_t *settlement = at_path(view, "settlement");
    assert_true(json_array_size(at_path(settlement, "lines")) >= 3);
    size_t i;
    json_t *total;
    trey_cents net = 0;
    json_array_foreach(at_path(settlement, "players"), i, total) {
        if (NUMBER(total, "player") == c->person) net = NUMBER(total, "net");
    }
    /* Whoever bets here pays a fee in California. */
    trey_cents fee = strcmp(table, "ca-six-card") == 0 ? NUMBER(view, "bank.fee_players") : 0;
    assert_int_equal(c->chips, chips + net - fee);
    assert_int_equal(house_chips(&c->evening->h, c->person), c->chips);
}

static void a_newcomer_plays_a_round_on_each_book(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    const trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *banker = evening_enter(&e, "Nadia", TREY_OFFICE_PLAYER, 2000000);
    for (unsigned i = 0; i < 4; i++) {
        const char *table = evening_books[i];
        char name[16];
        snprintf(name, sizeof name, "Newcomer %u", i);
        client *c = evening_enter(&e, name, TREY_OFFICE_PLAYER, 100000);
        assert_int_equal(c->welcomes, 1);
        assert_int_equal(c->chips, 100000);
        sit_and_bet(c, table);
        if (i == 3) {
            DO(banker, "watch", "\"table\":\"%s\"", table);
            DO(banker, "sit", "\"table\":\"%s\",\"seat\":5", table);
            assert_int_equal(NUMBER(view_of(c, table), "bank.offered"), 2);
            DO(c, "pass", "\"table\":\"%s\"", table);
            assert_int_equal(NUMBER(view_of(c, table), "bank.offered"), 5);
            DO(banker, "bank", "\"table\":\"%s\",\"seat\":5,\"amount\":500000", table);
        }
        bet_what_is_offered(c, table);
        assert_string_equal(WORD(view_of(c, table), "clock.for"), "bets");
        evening_pass(&e, 9999);
        assert_string_equal(WORD(view_of(c, table), "phase"), "betting");
        evening_pass(&e, 1);
        look_and_play(c, table);
        evening_pass(&e, 1);
        settled(c, table, 100000);
        assert_string_equal(WORD(view_of(c, table), "clock.for"), "next");
        evening_pass(&e, 3000);
        assert_string_equal(WORD(view_of(c, table), "phase"), "betting");
        assert_true(json_is_null(at_path(view_of(c, table), "settlement")));
        /* Two decks in turn in California [ca-six-card Decks 3], one elsewhere. */
        assert_int_equal(NUMBER(view_of(c, table), "dealer.deck"), i == 3 ? 2 : 1);
    }
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newcomer_plays_a_round_on_each_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
