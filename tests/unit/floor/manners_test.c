/* manners_test.c -- what a floor does beside the game: chips, lobby, jackpots, limits,
 * questions, and closing for the night. */
#include "evening.h"

#include <string.h>

/* ---- Chips ----------------------------------------------------------------------------- */
static void a_guest_gets_play_money_once(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    e.options.play_money = true;
    e.options.play_chips = 100000;
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    trey_person guest;
    assert_int_equal(trey_people_guest(e.people, &guest), TREY_STATUS_OK);
    assert_int_equal(trey_floor_stake(e.floor, guest), TREY_STATUS_OK);
    client *c = evening_again(&e, guest);
    assert_int_equal(c->chips, 100000);
    evening_again(&e, guest);
    assert_int_equal(house_chips(&e.h, guest), 100000);
    evening_restart(&e);
    c = evening_again(&e, guest);
    assert_int_equal(c->chips, 100000);
    /* Somebody with an account has his own. */
    client *ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 0);
    assert_int_equal(ann->chips, 0);
    evening_close(&e);
}

static void whoever_has_too_little_may_top_up(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    e.options.play_money = true;
    e.options.play_chips = 100000;
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *below = evening_enter(&e, "Below", TREY_OFFICE_PLAYER, 499);
    client *at = evening_enter(&e, "At", TREY_OFFICE_PLAYER, 500);
    client *above = evening_enter(&e, "Above", TREY_OFFICE_PLAYER, 501);
    client *dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    assert_string_equal(said_no(say(at, "top_up", "%s", "")), "has_chips");
    assert_string_equal(said_no(say(above, "top_up", "%s", "")), "has_chips");
    assert_string_equal(said_no(say(dealer, "top_up", "%s", "")), "not_a_player");
    done(say_as(below, "000000000000000000000000000000bb", "top_up", "%s", ""), "top_up");
    assert_int_equal(below->chips, 100499);
    json_t *again = say_as(below, "000000000000000000000000000000bb", "top_up", "%s", "");
    assert_int_equal(house_chips(&e.h, below->person), 100499);
    assert_false(said_yes(again) && !json_object_get(again, "again"));
    evening_close(&e);
}

static void a_bet_is_bounded_by_chips(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 1200);
    DO(c, "watch", "\"table\":\"mbs\"");
    DO(c, "sit", "\"table\":\"mbs\",\"seat\":1");
    evening_pass(&e, 1);
    assert_int_equal(NUMBER(can_do(view_of(c, "mbs"), "bet", 1, "ante"), "most"), 1200);
    DO(c, "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":800");
    assert_int_equal(c->chips, 400);
    assert_int_equal(NUMBER(can_do(view_of(c, "mbs"), "bet", 1, "ante"), "most"), 400);
    assert_int_equal(NUMBER(can_do(view_of(c, "mbs"), "bet", 1, "ante"), "least"), 1);
    assert_null(can_do(view_of(c, "mbs"), "bet", 1, "pair_plus"));
    assert_string_equal(
        said_no(say(c, "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":401")),
        "chips_short");
    evening_pass(&e, 10000);
    /* He cannot pay for Play, and the view knows. */
    DO(c, "view", "\"table\":\"mbs\",\"seat\":1");
    assert_null(can_do(view_of(c, "mbs"), "play", 1, NULL));
    assert_non_null(can_do(view_of(c, "mbs"), "fold", 1, NULL));
    evening_close(&e);
}

/* Two on one position: each puts up his share, and the owner says what the whole must be.
 * proves [mbs 3.4] */
static void a_shared_wager_is_offered_as_a_whole(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *a = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *b = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    DO(a, "watch", "\"table\":\"mbs\"");
    DO(b, "watch", "\"table\":\"mbs\"");
    DO(a, "sit", "\"table\":\"mbs\",\"seat\":1");
    DO(b, "sit", "\"table\":\"mbs\",\"seat\":2");
    evening_pass(&e, 1);
    DO(a, "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    assert_int_equal(NUMBER(can_do(view_of(b, "mbs"), "bet", 1, "ante"), "most"), 29000);
    DO(b, "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":500");
    evening_pass(&e, 10000);
    DO(a, "view", "\"table\":\"mbs\",\"seat\":1");
    assert_null(can_do(view_of(a, "mbs"), "play", 1, NULL));
    json_t *fund = can_do(view_of(b, "mbs"), "fund", 1, NULL);
    assert_int_equal(NUMBER(fund, "least"), 1);
    assert_int_equal(NUMBER(fund, "most"), 1500);
    DO(b, "fund", "\"table\":\"mbs\",\"seat\":1,\"amount\":500");
    assert_int_equal(NUMBER(can_do(view_of(a, "mbs"), "play", 1, NULL), "amount"), 1500);
    DO(a, "play", "\"table\":\"mbs\",\"seat\":1,\"amount\":1500");
    evening_close(&e);
}

/* The seated player is offered the jackpot for as long as bets are open, at every position that
 * is free too, and nobody is at a position where another sits.
 * proves [mbs 3.5.1] */
static void the_jackpot_is_offered_to_whoever_sits(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *a = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *b = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    DO(a, "watch", "\"table\":\"mbs\"");
    DO(b, "watch", "\"table\":\"mbs\"");
    DO(a, "sit", "\"table\":\"mbs\",\"seat\":1");
    DO(b, "sit", "\"table\":\"mbs\",\"seat\":2");
    evening_pass(&e, 1);
    json_t *offer = can_do(view_of(a, "mbs"), "bet", 1, "progressive");
    assert_non_null(offer);
    assert_int_equal(NUMBER(offer, "amount"), NUMBER(view_of(a, "mbs"), "jackpot_bet"));
    assert_null(can_do(view_of(a, "mbs"), "bet", 2, "progressive"));
    assert_non_null(can_do(view_of(b, "mbs"), "bet", 2, "progressive"));
    assert_null(can_do(view_of(b, "mbs"), "bet", 1, "progressive"));
    assert_non_null(can_do(view_of(a, "mbs"), "bet", 3, "progressive"));
    DO(a, "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    assert_non_null(can_do(view_of(a, "mbs"), "bet", 1, "progressive"));
    DO(a, "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"progressive\"");
    assert_null(can_do(view_of(a, "mbs"), "bet", 1, "progressive"));
    DO(b, "bet", "\"table\":\"mbs\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000");
    evening_pass(&e, 10000);
    assert_null(can_do(view_of(b, "mbs"), "bet", 2, "progressive"));
    evening_close(&e);
}

/* ---- Frames ------------------------------------------------------------------------------- */
static void onlookers_share_one_frame(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c[6];
    for (unsigned i = 0; i < 6; i++) {
        char name[8];
        snprintf(name, sizeof name, "P %u", i);
        c[i] = evening_enter(&e, name, TREY_OFFICE_PLAYER, 100000);
        c[i]->keeps = i > 0;
        DO(c[i], "watch", "\"table\":\"mbs\"");
    }
    DO(c[0], "sit", "\"table\":\"mbs\",\"seat\":1");
    evening_pass(&e, 1);
    DO(c[0], "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    for (unsigned i = 2; i < 6; i++)
        assert_string_equal(c[i]->text[c[i]->texts - 1], c[1]->text[c[1]->texts - 1]);
    /* A bet is a small matter: one box and the clock. */
    assert_in_range(strlen(c[1]->text[c[1]->texts - 1]), 100, 700);
    /* The whole table from the beginning. */
    DO(c[1], "watch", "\"table\":\"mbs\"");
    assert_in_range(strlen(c[1]->text[c[1]->texts - 1]), 1500, 3000);
    assert_true(c[1]->fulls == 2);
    evening_close(&e);
}

static void whoever_does_not_watch_is_told_nothing(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.bots = 2;
    evening_four_tables(&e, &service);
    client *a = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *b = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    DO(a, "watch", "\"table\":\"mbs\"");
    DO(b, "watch", "\"table\":\"rws\"");
    DO(b, "unwatch", "\"table\":\"rws\"");
    unsigned before = b->frames;
    evening_pass(&e, 60000);
    assert_int_equal(b->frames, before);
    assert_true(a->frames > 10);
    evening_close(&e);
}

/* ---- The lobby ------------------------------------------------------------------------------- */
static void the_lobby_is_told_once_a_second_at_most(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *a = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *b = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    DO(b, "lobby", "\"on\":true");
    assert_non_null(b->lobby);
    assert_int_equal(NUMBER(b->lobby, "people"), 2);
    assert_int_equal(json_array_size(at_path(b->lobby, "tables")), 4);
    assert_string_equal(WORD(b->lobby, "tables.0.table"), "mbs");
    unsigned before = b->frames;
    /* Seven changes a second for ten seconds. */
    for (unsigned i = 0; i < 75; i++) {
        DO(a, i % 2 ? "leave" : "sit", "\"table\":\"mbs\",\"seat\":1");
        evening_pass(&e, 133);
    }
    assert_in_range(b->frames - before, 4, 11);
    DO(b, "lobby", "\"on\":false");
    before = b->frames;
    DO(a, "leave", "\"table\":\"mbs\",\"seat\":1");
    evening_pass(&e, 20000);
    assert_int_equal(b->frames, before);
    evening_close(&e);
}

/* ---- Jackpots
 * ------------------------------------------------------------------------------------ */
static void hit_the_jackpot(evening *e, client *c, client *dealer) {
    DO(dealer, "open", "\"table\":\"one\"");
    DO(c, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    DO(c, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"progressive\"");
    DO(dealer, "close", "\"table\":\"one\"");
    static const char *const hand[] = {"As", "Ks", "Qs"}, *const dealers[] = {"2d", "5h", "9c"};
    unsigned given[2] = {0, 0};
    for (;;) {
        unsigned place =
            trey_next_place(trey_house_rules(e->h.house, 0), trey_house_table(e->h.house, 0));
        if (place == TREY_PLACE_NONE) break;
        if (place == TREY_PLACE_BURN) {
            DO(dealer, "card", "\"table\":\"one\",\"cards\":[null]");
        } else if (place == TREY_PLACE_DEALER) {
            DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", dealers[given[1]++]);
        } else {
            DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", hand[given[0]++]);
        }
    }
    DO(c, "view", "\"table\":\"one\",\"seat\":1");
    DO(c, "play", "\"table\":\"one\",\"seat\":1");
    DO(dealer, "reveal", "\"table\":\"one\"");
    DO(dealer, "settle", "\"table\":\"one\"");
}

static void a_jackpot_is_paid_when_it_is_confirmed(void **state) {
    (void)state;
    for (unsigned automatic = 0; automatic < 2; automatic++) {
        evening e;
        unsigned index;
        const trey_link_parameters linked = {.bet = 500, .fixed = 100, .reset = 1000000};
        evening_open(&e);
        assert_int_equal(trey_house_jackpot_open(e.h.house, "big", "mbs", &linked, 5000000, &index),
                         TREY_STATUS_OK);
        trey_table_terms terms = house_terms("one", "mbs", "big");
        terms.config.system_deck = false;
        evening_table(&e, &terms);
        e.options.award_ms = automatic ? 4000 : 0;
        evening_start(&e);
        client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
        client *dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
        client *boss = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
        DO(c, "lobby", "\"on\":true");
        DO(c, "watch", "\"table\":\"one\"");
        hit_the_jackpot(&e, c, dealer);
        evening_pass(&e, 1000);
        json_t *jackpot = at_path(c->lobby, "jackpots.0");
        assert_int_equal(json_array_size(at_path(jackpot, "waiting")), 1);
        trey_cents value = NUMBER(jackpot, "waiting.0.value"), chips = c->chips;
        assert_true(value > 5000000);
        assert_string_equal(WORD(jackpot, "waiting.0.name"), "Ann");
        assert_string_equal(WORD(jackpot, "waiting.0.table"), "one");
        evening_pass(&e, 2900);
        assert_int_equal(c->chips, chips);
        if (!automatic) {
            evening_pass(&e, 60000);
            assert_int_equal(c->chips, chips);
            assert_string_equal(
                said_no(say(c, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true")),
                "role_too_low");
            assert_string_equal(
                said_no(say(boss, "award", "\"jackpot\":\"big\",\"number\":9,\"confirm\":true")),
                "no_such_hit");
            DO(boss, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true");
        }
        evening_pass(&e, 2000);
        assert_int_equal(c->chips, chips + value);
        jackpot = at_path(c->lobby, "jackpots.0");
        assert_int_equal(json_array_size(at_path(jackpot, "waiting")), 0);
        assert_int_equal(NUMBER(jackpot, "last.0.value"), value);
        evening_close(&e);
    }
}

/* ---- Limits
 * --------------------------------------------------------------------------------------- */
static void whoever_talks_too_fast_is_cut(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    evening_start(&e);
    client *fast = evening_enter(&e, "Fast", TREY_OFFICE_PLAYER, 0);
    client *slow = evening_enter(&e, "Slow", TREY_OFFICE_PLAYER, 0);
    for (unsigned i = 0; i < 200; i++) say(fast, "ping", "%s", "");
    assert_int_equal(fast->cut, 0);
    e.now += 20; /* one more is allowed by now */
    say(fast, "ping", "%s", "");
    assert_int_equal(fast->cut, 0);
    e.now += 19;
    say(fast, "ping", "%s", "");
    assert_int_equal(fast->cut, TREY_CUT_TOO_MANY);
    for (unsigned i = 0; i < 2000; i++) {
        e.now += 20;
        done(say(slow, "ping", "%s", ""), "ping");
    }
    assert_int_equal(slow->cut, 0);
    evening_close(&e);
}

static void nobody_comes_by_too_many_doors(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    e.options.visits_each = 3;
    evening_start(&e);
    client *first = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 0);
    client *more[3];
    for (unsigned i = 0; i < 2; i++) more[i] = evening_again(&e, first->person);
    assert_int_equal(first->cut, 0);
    more[2] = evening_again(&e, first->person);
    assert_int_equal(first->cut, TREY_CUT_ELSEWHERE);
    for (unsigned i = 0; i < 3; i++) assert_int_equal(more[i]->cut, 0);
    evening_close(&e);
}

/* ---- Questions
 * -------------------------------------------------------------------------------------- */
static json_t *loaded(trey_frame *frame) {
    json_t *value = json_loads(trey_frame_text(frame), 0, NULL);
    assert_non_null(value);
    trey_frame_release(frame);
    return value;
}

static void tables_can_be_asked_about(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    trey_frame *frame;
    assert_int_equal(trey_floor_rules(e.floor, "no such", &frame), TREY_STATUS_NOT_FOUND);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(trey_floor_rules(e.floor, evening_books[i], &frame), TREY_STATUS_OK);
        json_t *rules = loaded(frame);
        assert_string_equal(WORD(rules, "rulebook"), evening_books[i]);
        assert_true(json_array_size(at_path(rules, "paragraphs")) > 50);
        assert_true(json_array_size(at_path(rules, "pays")) >= 3);
        assert_true(json_array_size(at_path(rules, "readings")) > 5);
        assert_int_equal(NUMBER(rules, "limits.ante.1"), 30000);
        json_decref(rules);
        const trey_cents stake[TREY_STAKES] = {
            [TREY_WAGER_ANTE] = 1000, [TREY_WAGER_PAIR_PLUS] = 500};
        trey_floor_odds *asked;
        assert_int_equal(trey_floor_odds_ask(e.floor, evening_books[i], stake, &asked),
                         TREY_STATUS_OK);
        assert_int_equal(trey_floor_odds_answer(asked, &frame), TREY_STATUS_OK);
        json_t *odds = loaded(frame);
        assert_int_equal(NUMBER(odds, "wagers.ante_play.stake"), 1000);
        assert_true(json_is_true(at_path(odds, "wagers.pair_plus.in_round")));
        json_decref(odds);
    }
    /* What the book does not have is an error that says so. */
    const trey_cents six[TREY_STAKES] = {
        [TREY_WAGER_ANTE] = 1000, [TREY_WAGER_SIX_CARD_BONUS] = 500};
    trey_floor_odds *asked;
    assert_int_equal(trey_floor_odds_ask(e.floor, "mbs", six, &asked), TREY_STATUS_OK);
    assert_int_not_equal(trey_floor_odds_answer(asked, &frame), TREY_STATUS_OK);
    json_t *error = loaded(frame);
    assert_string_equal(WORD(error, "error.reason"), "no_such_wager");
    json_decref(error);
    trey_person ann = evening_person(&e, "Ann", TREY_OFFICE_CASHIER);
    assert_int_equal(trey_floor_you(e.floor, ann, &frame), TREY_STATUS_OK);
    json_t *you = loaded(frame);
    assert_string_equal(WORD(you, "you.role"), "cashier");
    json_decref(you);
    evening_close(&e);
}

/* ---- Closing
 * ------------------------------------------------------------------------------------------ */
static void rounds_come_to_their_end_before_the_house_closes(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.step_ms = 5000;
    evening_four_tables(&e, &service);
    client *a = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *b = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 100000);
    DO(a, "watch", "\"table\":\"mbs\"");
    DO(b, "watch", "\"table\":\"rws\"");
    DO(a, "sit", "\"table\":\"mbs\",\"seat\":1");
    DO(b, "sit", "\"table\":\"rws\",\"seat\":1");
    evening_pass(&e, 1);
    DO(a, "bet", "\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    assert_false(trey_floor_wind_down(e.floor));
    evening_flush(&e);
    /* The bets were closed at once, and the cards are out. */
    assert_string_equal(WORD(view_of(a, "mbs"), "phase"), "decision");
    assert_int_equal(json_array_size(a->notices), 1);
    /* An open table without a bet is not worth waiting for. */
    assert_string_equal(WORD(view_of(b, "rws"), "phase"), "betting");
    DO(a, "view", "\"table\":\"mbs\",\"seat\":1");
    DO(a, "play", "\"table\":\"mbs\",\"seat\":1");
    assert_true(trey_floor_wind_down(e.floor));
    evening_pass(&e, 60000);
    assert_string_equal(WORD(view_of(a, "mbs"), "phase"), "idle");
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guest_gets_play_money_once),
        cmocka_unit_test(whoever_has_too_little_may_top_up),
        cmocka_unit_test(a_bet_is_bounded_by_chips),
        cmocka_unit_test(a_shared_wager_is_offered_as_a_whole),
        cmocka_unit_test(the_jackpot_is_offered_to_whoever_sits),
        cmocka_unit_test(onlookers_share_one_frame),
        cmocka_unit_test(whoever_does_not_watch_is_told_nothing),
        cmocka_unit_test(the_lobby_is_told_once_a_second_at_most),
        cmocka_unit_test(a_jackpot_is_paid_when_it_is_confirmed),
        cmocka_unit_test(whoever_talks_too_fast_is_cut),
        cmocka_unit_test(nobody_comes_by_too_many_doors),
        cmocka_unit_test(tables_can_be_asked_about),
        cmocka_unit_test(rounds_come_to_their_end_before_the_house_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
