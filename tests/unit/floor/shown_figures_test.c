/* shown_figures_test.c -- figures that a page shows, each against what it has to be.
 *
 * The cage while an award waits, jackpots in the pit with every member set, the lobby, and what the
 * coach tells a bettor: the figure itself, and not that there is one. */
#include "evening.h"

#include <math.h>
#include <string.h>

#include "trey/odds.h"

static evening e;

/* ---- A jackpot with everything ------------------------------------------------------------- */
/* Of each bet of $5 a dollar to the display and twenty cents to the reserve; the display stops at
 * $12,002.50. */
static const trey_link_parameters parameters = {
    .bet = 500, .rate = 200000, .reserve_rate = 40000, .reset = 1000000, .ceiling = 1200250};
enum { START = 1200000, CHIPS = 10000000 };

static client *ann, *ben, *dealer, *pit, *cashier;

static void furnish_with(uint32_t award_ms) {
    unsigned jackpot;
    evening_open(&e);
    e.pace = 600;
    e.options.award_ms = award_ms;
    assert_int_equal(trey_house_jackpot_open(e.h.house, "big", "rws", &parameters, START, &jackpot),
                     TREY_STATUS_OK);
    static const char *const names[] = {"one", "two", "ca"};
    for (unsigned i = 0; i < 3; i++) {
        trey_table_terms terms =
            i < 2 ? house_terms(names[i], "rws", "big") : house_terms("ca", "ca-six-card", "");
        terms.config.system_deck = i >= 2;
        evening_table(&e, &terms);
    }
    evening_start(&e);
    pit = evening_enter(&e, "Paul", TREY_OFFICE_PIT_MANAGER, 0);
    cashier = evening_enter(&e, "Carla", TREY_OFFICE_CASHIER, 0);
    dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, CHIPS);
    ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, CHIPS);
    DO(pit, "pit", "\"on\":true");
    DO(pit, "lobby", "\"on\":true");
    DO(cashier, "cage", "\"on\":true");
    evening_pass(&e, 1000);
}

static void furnish(void) {
    furnish_with(0);
}

static json_t *big(void) {
    return at_path(pit->pit, "jackpots.0");
}

/* All of the cage's figures, in the order of the frame. */
static void cage_is(trey_cents balance, trey_cents chips, trey_cents layout, trey_cents house,
                    trey_cents drop, trey_cents meters) {
    assert_int_equal(NUMBER(cashier->cage, "balance"), balance);
    assert_int_equal(NUMBER(cashier->cage, "chips"), chips);
    assert_int_equal(NUMBER(cashier->cage, "layout"), layout);
    assert_int_equal(NUMBER(cashier->cage, "house"), house);
    assert_int_equal(NUMBER(cashier->cage, "drop"), drop);
    assert_int_equal(NUMBER(cashier->cage, "meters"), meters);
    assert_true(json_is_true(at_path(cashier->cage, "agrees")));
    assert_int_equal(balance, chips + layout + house + drop + meters);
}

static void jackpot_is(trey_cents value, trey_cents reserve, trey_cents overflow,
                       trey_cents pending, trey_cents contributed, trey_cents awarded) {
    assert_int_equal(NUMBER(big(), "value"), value);
    assert_int_equal(NUMBER(big(), "reserve"), reserve);
    assert_int_equal(NUMBER(big(), "overflow"), overflow);
    assert_int_equal(NUMBER(big(), "pending"), pending);
    assert_int_equal(NUMBER(big(), "contributed"), contributed);
    assert_int_equal(NUMBER(big(), "awarded"), awarded);
    const json_t *lobby = named(at_path(pit->lobby, "jackpots"), "name", "big");
    assert_int_equal(json_integer_value(json_object_get(lobby, "value")), value);
    assert_int_equal(json_integer_value(json_object_get(lobby, "reset")), parameters.reset);
}

/* The money of a jackpot stays in the meters until it is paid, and then goes to the winner. */
static void an_award_that_waits_is_still_in_the_meters(void **unused) {
    (void)unused;
    furnish();
    const trey_cents start = 2 * (trey_cents)CHIPS;
    cage_is(start, start, 0, -START, 0, START);
    jackpot_is(START, 0, 0, 0, 0, 0);
    const struct {
        const char *name;
        trey_cents value;
    } told[] = {{"bet", parameters.bet},     {"fixed", parameters.fixed},
                {"rate", parameters.rate},   {"reserve_rate", parameters.reserve_rate},
                {"reset", parameters.reset}, {"ceiling", parameters.ceiling}};
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(NUMBER(at_path(big(), "parameters"), told[i].name), told[i].value);
    /* A round in which Ann's bets lie on the layout. */
    DO(dealer, "open", "\"table\":\"two\"");
    DO(ben, "bet", "\"table\":\"two\",\"seat\":2,\"wager\":\"ante\",\"amount\":3000");
    DO(ben, "bet", "\"table\":\"two\",\"seat\":2,\"wager\":\"progressive\"");
    evening_pass(&e, 1000);
    cage_is(start, start - 3500, 3500, -START, 0, START);
    assert_int_equal(NUMBER(at_path(pit->pit, "tables.1"), "staked"), 3500);
    DO(dealer, "close", "\"table\":\"two\"");
    evening_pass(&e, 1000);
    jackpot_is(START + 100, 20, 0, 0, 100, 0);
    assert_int_equal(NUMBER(big(), "live"), 1);
    cage_is(start, start - 3500, 3500, -START - 120, 0, START + 120);
    /* Ann wins the whole of it at the other table. The dealer does not qualify: she wins the Ante
     * and a bonus of five to one, and the house keeps the jackpot bet. */
    evening_royal(&e, dealer, ann, "one", NULL);
    const trey_cents ann_won = 1000 + 5000 - 500;
    trey_cents waits = START + 200;
    /* The reserve has seeded what it could. */
    jackpot_is(parameters.reset, 0, 0, waits, 200, waits);
    assert_int_equal(NUMBER(big(), "waiting.0.value"), waits);
    assert_int_equal(NUMBER(big(), "waiting.0.number"), 1);
    assert_int_equal(NUMBER(big(), "waiting.0.seat"), 1);
    assert_int_equal(NUMBER(big(), "waiting.0.round"), 1);
    assert_int_equal(NUMBER(big(), "waiting.0.player"), ann->person);
    assert_string_equal(WORD(big(), "waiting.0.name"), "Ann");
    assert_string_equal(WORD(big(), "waiting.0.table"), "one");
    const trey_link *link = trey_house_jackpot(e.h.house, 0);
    assert_true(link->hit[0].hit.players_third_card > link->hit[0].hit.players_first_card + 1000);
    assert_int_equal(NUMBER(big(), "waiting.0.dealt"), link->hit[0].hit.players_third_card / 1000);
    assert_true(json_is_false(at_path(big(), "waiting.0.frozen")));
    const trey_cents meters = parameters.reset + waits;
    cage_is(start, start - 3500 + ann_won, 3500, -(meters + ann_won), 0, meters);
    assert_int_equal(ann->chips, CHIPS + ann_won);
    DO(pit, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true");
    evening_pass(&e, 1000);
    jackpot_is(parameters.reset, 0, 0, 0, 200, waits);
    assert_int_equal(ann->chips, CHIPS + ann_won + waits);
    cage_is(start, start - 3500 + ann_won + waits, 3500, -(meters + ann_won), 0, parameters.reset);
    json_t *last = at_path(pit->lobby, "jackpots.0.last.0");
    assert_int_equal(NUMBER(last, "value"), waits);
    assert_int_equal(NUMBER(last, "seat"), 1);
    assert_string_equal(WORD(last, "name"), "Ann");
    assert_string_equal(WORD(last, "table"), "one");
    evening_close(&e);
}

/* Hits are told in the order in which they are paid, which is not that of their entry. */
static void hits_wait_in_the_order_of_their_cards(void **unused) {
    (void)unused;
    furnish();
    static const char *const cards[] = {"As", "Ks", "Qs", "8c", "5d", "2h"};
    client *const players[] = {ann, ben};
    static const char *const tables[] = {"one", "two"};
    for (unsigned t = 0; t < 2; t++) {
        DO(dealer, "open", "\"table\":\"%s\"", tables[t]);
        DO(players[t], "bet", "\"table\":\"%s\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000",
           tables[t]);
        DO(players[t], "bet", "\"table\":\"%s\",\"seat\":1,\"wager\":\"progressive\"", tables[t]);
        DO(dealer, "close", "\"table\":\"%s\"", tables[t]);
        for (unsigned i = 0; i < 6; i++)
            DO(dealer, "card", "\"table\":\"%s\",\"cards\":[\"%s\"]", tables[t], cards[i]);
    }
    for (unsigned t = 2; t-- > 0;) { /* the second table is settled first */
        DO(players[t], "view", "\"table\":\"%s\",\"seat\":1", tables[t]);
        DO(players[t], "play", "\"table\":\"%s\",\"seat\":1", tables[t]);
        DO(dealer, "reveal", "\"table\":\"%s\"", tables[t]);
        evening_pass(&e, 1000);
        assert_int_equal(NUMBER(named(at_path(pit->pit, "tables"), "table", tables[t]), "staked"),
                         2500);
        DO(dealer, "settle", "\"table\":\"%s\"", tables[t]);
    }
    evening_pass(&e, 1000);
    for (unsigned t = 0; t < 2; t++) /* nothing lies on the layout between rounds */
        assert_int_equal(NUMBER(named(at_path(pit->pit, "tables"), "table", tables[t]), "staked"),
                         0);
    assert_int_equal(NUMBER(big(), "waiting.0.number"), 2);
    assert_string_equal(WORD(big(), "waiting.0.name"), "Ann");
    assert_int_equal(NUMBER(big(), "waiting.0.value"), START + 200);
    assert_int_equal(NUMBER(big(), "waiting.1.number"), 1);
    assert_string_equal(WORD(big(), "waiting.1.name"), "Ben");
    assert_int_equal(NUMBER(big(), "waiting.1.value"), parameters.reset);
    assert_int_equal(NUMBER(big(), "pending"), START + 200 + parameters.reset);
    /* The first is rejected: the other one gets it all. */
    DO(pit, "award",
       "\"jackpot\":\"big\",\"number\":2,\"confirm\":false,\"reason\":\"marked cards\"");
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 1);
    assert_int_equal(NUMBER(big(), "waiting.0.number"), 1);
    assert_int_equal(NUMBER(big(), "waiting.0.value"), START + 200);
    DO(pit, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true");
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(big(), "pending"), 0);
    assert_int_equal(NUMBER(big(), "awarded"), START + 200);
    assert_int_equal(ben->chips, CHIPS + 5500 + START + 200);
    assert_int_equal(ann->chips, CHIPS + 5500); /* her hand stands, and her Ante with it */
    evening_close(&e);
}

/* The lobby counts people, not pages. */
static void people_are_counted_once(void **unused) {
    (void)unused;
    furnish();
    assert_int_equal(NUMBER(pit->lobby, "people"), 5);
    client *again = evening_again(&e, ann->person);
    evening_pass(&e, 2000);
    assert_int_equal(NUMBER(pit->lobby, "people"), 5);
    evening_leave(again);
    evening_leave(ben);
    evening_pass(&e, 2000);
    assert_int_equal(NUMBER(pit->lobby, "people"), 4);
    evening_close(&e);
}

/* ---- At the moment itself -------------------------------------------------------------------- */
/* A frame of this very millisecond. */
static void look_at(int64_t time) {
    e.pace = 0;
    assert_true(time >= e.now);
    evening_pass(&e, time - e.now);
    DO(pit, "pit", "\"on\":true");
    assert_int_equal(NUMBER(pit->pit, "time"), time);
}

static json_t *alert_at(unsigned table, const char *word) {
    char path[32];
    snprintf(path, sizeof path, "tables.%u.alerts", table);
    return named(at_path(pit->pit, path), "alert", word);
}

/* Two minutes, and what began to wait is still the same when somebody does something else. */
static void a_decision_is_open_too_long_after_two_minutes(void **unused) {
    (void)unused;
    furnish();
    DO(dealer, "open", "\"table\":\"one\"");
    DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    DO(ben, "bet", "\"table\":\"one\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000");
    DO(dealer, "close", "\"table\":\"one\"");
    static const char *const cards[] = {"As", "Ks", "Qs", "9h", "9d", "2c", "8c", "5d", "2h"};
    for (unsigned i = 0; i < 9; i++)
        DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", cards[i]);
    look_at(e.now);
    const int64_t since = NUMBER(at_path(pit->pit, "tables.0"), "since");
    look_at(since + 119999);
    assert_null(alert_at(0, "waits_long"));
    look_at(since + 120000);
    assert_non_null(alert_at(0, "waits_long"));
    assert_int_equal(NUMBER(alert_at(0, "waits_long"), "since"), since);
    /* A report holds the table up: since it was made, whatever follows it. */
    look_at(since + 125000);
    DO(dealer, "report", "\"table\":\"one\",\"kind\":\"foreign_card\"");
    look_at(since + 126000);
    const int64_t reported = NUMBER(at_path(pit->pit, "tables.0.waiting"), "since");
    assert_int_equal(reported, since + 125000);
    say(ann, "view", "\"table\":\"one\",\"seat\":1");
    DO(ann, "sit", "\"table\":\"two\",\"seat\":1");
    look_at(since + 127000);
    assert_int_equal(NUMBER(at_path(pit->pit, "tables.0.waiting"), "since"), reported);
    assert_null(alert_at(0, "waits_long"));
    look_at(reported + 119999);
    assert_null(alert_at(0, "waits_long"));
    look_at(reported + 120000);
    assert_int_equal(NUMBER(alert_at(0, "waits_long"), "since"), reported);
    evening_close(&e);
}

static void three_voids_within_an_hour_are_too_many(void **unused) {
    (void)unused;
    furnish();
    client *shift = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    const trey_floor_figures before = trey_floor_tell(e.floor);
    int64_t first = 0;
    for (unsigned i = 0; i < 3; i++) {
        look_at(e.now + 1000);
        assert_null(alert_at(0, "void_often"));
        DO(dealer, "open", "\"table\":\"one\"");
        DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
        if (i == 0) first = e.now;
        DO(shift, "rule", "\"table\":\"one\",\"ruling\":\"void\",\"reason\":\"a test\"");
    }
    look_at(e.now + 1000);
    assert_int_equal(NUMBER(alert_at(0, "void_often"), "since"), first);
    look_at(first + 3599999);
    assert_non_null(alert_at(0, "void_often"));
    look_at(first + 3600000);
    assert_null(alert_at(0, "void_often"));
    /* One round that is played: it is no void. */
    evening_royal(&e, dealer, ann, "two", NULL);
    const trey_floor_figures after = trey_floor_tell(e.floor);
    assert_int_equal(after.rounds - before.rounds, 4);
    assert_int_equal(after.voids - before.voids, 3);
    evening_close(&e);
}

/* As much as lies on the layout is enough, and a cent less is not. */
static void a_bank_is_short_when_more_lies_on_the_layout(void **unused) {
    (void)unused;
    for (unsigned less = 0; less < 2; less++) {
        furnish();
        client *bank = evening_enter(&e, "Bea", TREY_OFFICE_PLAYER, CHIPS);
        DO(dealer, "open", "\"table\":\"ca\"");
        DO(bank, "bank", "\"table\":\"ca\",\"seat\":5,\"amount\":%u", 3000 - less);
        DO(ann, "bet", "\"table\":\"ca\",\"seat\":2,\"wager\":\"ante\",\"amount\":3000");
        DO(dealer, "close", "\"table\":\"ca\"");
        look_at(e.now + 1000);
        assert_int_equal(NUMBER(at_path(pit->pit, "tables.2"), "staked"), 3000);
        assert_int_equal(NUMBER(at_path(pit->pit, "tables.2"), "bank"), 3000 - less);
        assert_int_equal(alert_at(2, "bank_short") != NULL, less);
        evening_close(&e);
    }
}

/* A house may pay hits by itself, when their time has come; the lobby tells of the last five. */
static void hits_are_paid_when_their_time_has_come(void **unused) {
    (void)unused;
    enum { AWARD_MS = 60000 };
    furnish_with(AWARD_MS);
    for (unsigned i = 0; i < 6; i++) {
        evening_royal(&e, dealer, ann, "one", NULL);
        look_at(e.now);
        assert_int_equal(json_array_size(at_path(big(), "waiting")), 1);
        const json_t *waits = alert_at(0, "hit_waits");
        assert_non_null(waits);
        int64_t since = json_integer_value(json_object_get(waits, "since"));
        trey_cents value = NUMBER(big(), "waiting.0.value");
        look_at(since + AWARD_MS - 1);
        assert_int_equal(json_array_size(at_path(big(), "waiting")), 1);
        look_at(since + AWARD_MS);
        assert_int_equal(json_array_size(at_path(big(), "waiting")), 0);
        evening_pass(&e, 2000);
        json_t *last = at_path(pit->lobby, "jackpots.0.last");
        assert_int_equal(json_array_size(last), i < 5 ? i + 1 : 5);
        assert_int_equal(NUMBER(json_array_get(last, 0), "value"), value);
        e.pace = 600;
    }
    evening_close(&e);
}

/* Two hundred messages at once, and not one more, from somebody new and from anybody else. */
static void two_hundred_messages_are_heard_at_once(void **unused) {
    (void)unused;
    furnish();
    static const char text[] = "{\"id\":\"000000000000000000000000000000aa\",\"do\":\"lobby\","
                               "\"on\":true}";
    evening_pass(&e, 60000);
    client *fresh = evening_enter(&e, "Fritz", TREY_OFFICE_PLAYER, 0);
    client *const talkers[] = {fresh, ben};
    for (unsigned n = 0; n < 2; n++) {
        for (unsigned i = 0; i < 200; i++)
            trey_floor_hear(e.floor, talkers[n]->visit, text, sizeof text - 1);
        assert_int_equal(talkers[n]->cut, 0);
        trey_floor_hear(e.floor, talkers[n]->visit, text, sizeof text - 1);
        assert_int_equal(talkers[n]->cut, TREY_CUT_TOO_MANY);
    }
    evening_flush(&e);
    evening_close(&e);
}

/* ---- The coach ------------------------------------------------------------------------------- */
/* What the odds say of these bets and this hand: play, and fold. */
static void worth_of(const trey_rulebook *book, const trey_odds_query *query, trey_hand hand,
                     trey_card up, long long out[2]) {
    trey_odds *odds;
    trey_fraction worth[2];
    assert_int_equal(trey_odds_open(&odds, book, query, NULL), TREY_STATUS_OK);
    bool sees = trey_odds_best(odds)->sees_up_card;
    assert_true(trey_odds_moves(odds, hand, sees ? up : TREY_NO_CARD, worth));
    for (unsigned i = 0; i < 2; i++) out[i] = llround(trey_fraction_double(worth[i]));
    trey_odds_close(odds);
}

static trey_hand hand_at(const char *table, unsigned seat) {
    unsigned index = trey_house_table_find(e.h.house, table);
    const trey_card *card = trey_house_table(e.h.house, index)->box[seat - 1].card;
    return trey_hand_of(card[0], card[1], card[2]);
}

static void coached(client *c, const char *table, unsigned seat, const long long worth[2],
                    bool exact) {
    json_t *coach = say(c, "coach", "\"table\":\"%s\",\"seat\":%u", table, seat);
    assert_true(said_yes(coach));
    assert_string_equal(WORD(coach, "coach.moves.0.do"), "play");
    assert_string_equal(WORD(coach, "coach.moves.1.do"), "fold");
    assert_int_equal(NUMBER(coach, "coach.moves.0.worth"), worth[0]);
    assert_int_equal(NUMBER(coach, "coach.moves.1.worth"), worth[1]);
    assert_string_equal(WORD(coach, "coach.best"), worth[0] >= worth[1] ? "play" : "fold");
    assert_int_equal(json_is_true(at_path(coach, "coach.exact")), exact);
}

/* Two bettors on one box in California. The owner is told of their own bets, whatever lies behind
 * them; the one behind may not see the hand, and is told nothing of it. */
static void the_coach_reckons_with_the_bettors_own_bets(void **unused) {
    (void)unused;
    furnish();
    const unsigned index = trey_house_table_find(e.h.house, "ca");
    client *bank = evening_enter(&e, "Bea", TREY_OFFICE_PLAYER, CHIPS);
    DO(dealer, "open", "\"table\":\"ca\"");
    DO(bank, "bank", "\"table\":\"ca\",\"seat\":5,\"amount\":1000000");
    DO(ann, "bet", "\"table\":\"ca\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000");
    DO(ann, "bet", "\"table\":\"ca\",\"seat\":2,\"wager\":\"pair_plus\",\"amount\":700");
    DO(ann, "bet", "\"table\":\"ca\",\"seat\":2,\"wager\":\"six_card_bonus\",\"amount\":900");
    DO(ben, "bet", "\"table\":\"ca\",\"seat\":2,\"wager\":\"ante\",\"amount\":2600");
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(at_path(pit->pit, "tables.2"), "staked"), 1000 + 700 + 900 + 2600);
    assert_int_equal(NUMBER(at_path(pit->pit, "tables.2"), "bank"), 1000000);
    assert_int_equal(NUMBER(cashier->cage, "layout"), 5200 + 1000000);
    DO(dealer, "close", "\"table\":\"ca\"");
    DO(dealer, "deal", "\"table\":\"ca\"");
    DO(ann, "view", "\"table\":\"ca\",\"seat\":2");
    const trey_table *state = trey_house_table(e.h.house, index);
    const trey_rulebook *book = trey_rules_book(trey_house_rules(e.h.house, index));
    trey_odds_query query;
    long long worth[2];
    trey_odds_query_preset(book, &query);
    query.stake[TREY_WAGER_ANTE] = 1000;
    query.stake[TREY_WAGER_PAIR_PLUS] = 700;
    query.stake[TREY_WAGER_PROGRESSIVE] = 0;
    query.stake[TREY_WAGER_SIX_CARD_BONUS] = 900;
    worth_of(book, &query, hand_at("ca", 2), state->dealer[2], worth);
    coached(ann, "ca", 2, worth, false);
    assert_string_equal(said_no(say(ben, "view", "\"table\":\"ca\",\"seat\":2")), "not_yours");
    assert_string_equal(said_no(say(ben, "coach", "\"table\":\"ca\",\"seat\":2")), "not_viewed");
    assert_string_equal(said_no(say(bank, "coach", "\"table\":\"ca\",\"seat\":2")),
                        "nothing_to_decide");
    evening_close(&e);
}

/* At the meter that is displayed now, for a bet on it; and only for whoever has one. */
static void the_coach_reckons_with_the_meter_of_the_moment(void **unused) {
    (void)unused;
    furnish();
    const trey_rulebook *book = trey_rules_book(trey_house_rules(e.h.house, 0));
    static const char *const cards[] = {"As", "Ks", "Qs", "9h", "9d", "2c", "8c", "5d", "2h"};
    for (unsigned round = 0; round < 2; round++) {
        DO(dealer, "open", "\"table\":\"one\"");
        DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
        DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"progressive\"");
        const bool alone = round == 1; /* then nobody else's cards matter to the meter */
        if (!alone) {
            DO(ben, "bet", "\"table\":\"one\",\"seat\":2,\"wager\":\"ante\",\"amount\":2500");
            DO(ben, "bet", "\"table\":\"one\",\"seat\":2,\"wager\":\"pair_plus\",\"amount\":1300");
        }
        DO(dealer, "close", "\"table\":\"one\"");
        for (unsigned i = 0; i < 9; i++) {
            if (alone && i >= 3 && i < 6) continue;
            DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", cards[i]);
        }
        DO(ann, "view", "\"table\":\"one\",\"seat\":1");
        if (!alone) DO(ben, "view", "\"table\":\"one\",\"seat\":2");
        trey_odds_query query;
        long long worth[2];
        trey_odds_query_preset(book, &query);
        query.meter = trey_house_table(e.h.house, 0)->meter.value;
        query.reset = parameters.reset;
        query.contribution = 100;
        /* She has won it in the first round. */
        assert_int_equal(query.meter, (round ? parameters.reset : START) + 100);
        query.stake[TREY_WAGER_ANTE] = 1000;
        query.stake[TREY_WAGER_PAIR_PLUS] = 0;
        query.stake[TREY_WAGER_SIX_CARD_BONUS] = 0;
        query.stake[TREY_WAGER_PROGRESSIVE] = 500;
        worth_of(book, &query, hand_at("one", 1), TREY_NO_CARD, worth);
        coached(ann, "one", 1, worth, alone);
        query.stake[TREY_WAGER_ANTE] = 2500;
        query.stake[TREY_WAGER_PAIR_PLUS] = 1300;
        query.stake[TREY_WAGER_PROGRESSIVE] = 0;
        if (!alone) worth_of(book, &query, hand_at("one", 2), TREY_NO_CARD, worth);
        if (!alone) coached(ben, "one", 2, worth, true);
        DO(ann, "play", "\"table\":\"one\",\"seat\":1");
        if (!alone) DO(ben, "play", "\"table\":\"one\",\"seat\":2");
        DO(dealer, "reveal", "\"table\":\"one\"");
        DO(dealer, "settle", "\"table\":\"one\"");
    }
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_award_that_waits_is_still_in_the_meters),
        cmocka_unit_test(hits_wait_in_the_order_of_their_cards),
        cmocka_unit_test(people_are_counted_once),
        cmocka_unit_test(a_decision_is_open_too_long_after_two_minutes),
        cmocka_unit_test(three_voids_within_an_hour_are_too_many),
        cmocka_unit_test(a_bank_is_short_when_more_lies_on_the_layout),
        cmocka_unit_test(hits_are_paid_when_their_time_has_come),
        cmocka_unit_test(two_hundred_messages_are_heard_at_once),
        cmocka_unit_test(the_coach_reckons_with_the_bettors_own_bets),
        cmocka_unit_test(the_coach_reckons_with_the_meter_of_the_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
