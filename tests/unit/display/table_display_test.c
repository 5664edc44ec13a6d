/* table_display_test.c -- opening a table, what is displayed at it, and which
 * deck is in play. */
#include "cmocka_suite.h"

#include <malloc.h>
#include <string.h>

#include "trey/json.h"
#include "trey/table.h"

typedef struct game {
    trey_rulebook *book;
    trey_rules *rules;
    trey_table table;
    trey_decision decision;
} game;

static game games[TREY_BUILTIN_RULEBOOKS];
enum { MBS, RWS, RWP, CA };

static int open_games(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (trey_rulebook_open(&games[i].book, trey_builtin_id(i), NULL)) return -1;
        if (trey_rules_open(&games[i].rules, games[i].book)) return -1;
    }
    return 0;
}

static int close_games(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        trey_rules_close(games[i].rules);
        trey_rulebook_close(games[i].book);
    }
    return 0;
}

static trey_table_config config_of(unsigned book) {
    trey_table_config config = {.positions = book == CA ? 8 : 7,
                                .fee_supplied = TREY_FEE_UNREADABLE};
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (!trey_wager_limited(stake) || !trey_rulebook_offers(games[book].book, stake)) continue;
        config.minimum[stake] = 2500;
        config.maximum[stake] = 100000;
    }
    if (book == CA) {
        config.schedule = 4;
    } else {
        config.jackpot = 1;
        config.jackpot_bet = 500;
        config.jackpot_contribution = 100;
        config.jackpot_reset = 1000000;
    }
    return config;
}

static trey_config_fault open_with(unsigned book, const trey_table_config *config) {
    return trey_table_open(games[book].rules, config, 1200000, &games[book].table);
}

static void give(unsigned book, trey_command command) {
    game *g = &games[book];
    trey_decide(g->rules, &g->table, &command, &g->decision);
    assert_int_equal(g->decision.refused, TREY_REFUSED_NONE);
    trey_apply_all(g->rules, &g->table, &g->decision);
}

/* proves [mbs App A] [mbs 2.2] */
static void an_mbs_table_has_four_to_seven_positions(void **state) {
    (void)state;
    for (unsigned positions = 0; positions <= 9; positions++) {
        trey_table_config config = config_of(MBS);
        config.positions = (uint8_t)positions;
        bool good = positions >= 4 && positions <= 7;
        assert_int_equal(open_with(MBS, &config), good ? TREY_CONFIG_GOOD : TREY_CONFIG_POSITIONS);
    }
}

/* proves [ca-six-card Table 1] [ca-six-card Table 2] [ca-six-card Glossary Seats] */
static void a_california_table_has_eight_places(void **state) {
    (void)state;
    for (unsigned positions = 7; positions <= 9; positions++) {
        trey_table_config config = config_of(CA);
        config.positions = (uint8_t)positions;
        assert_int_equal(open_with(CA, &config),
                         positions == 8 ? TREY_CONFIG_GOOD : TREY_CONFIG_POSITIONS);
    }
}

/* proves [ca-six-card Decks 1] */
static void california_deals_from_the_shuffler_only(void **state) {
    (void)state;
    trey_table_config config = config_of(CA);
    config.device = TREY_DEVICE_SINGLE;
    assert_int_equal(open_with(CA, &config), TREY_CONFIG_DEVICE);
    config.device = TREY_DEVICE_PACKETS;
    assert_int_equal(open_with(CA, &config), TREY_CONFIG_GOOD);
}

/* proves [ca-six-card Collection Min] [ca-six-card Collection Max] [ca-six-card Betting 1] */
static void california_limits_lie_in_the_ranges_of_the_book(void **state) {
    (void)state;
    static const struct {
        trey_cents low, high;
        bool good;
    } cases[] = {{99, 20000, false},     {100, 20000, true},      {101, 20000, true},
                 {100000, 100000, true}, {100001, 200000, false}, {99999, 100000, true},
                 {500, 19999, false},    {500, 20000, true},      {500, 1000000, true},
                 {500, 1000001, false},  {30000, 20000, false},   {0, 20000, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trey_table_config config = config_of(CA);
        config.minimum[TREY_WAGER_ANTE] = cases[i].low;
        config.maximum[TREY_WAGER_ANTE] = cases[i].high;
        assert_int_equal(open_with(CA, &config),
                         cases[i].good ? TREY_CONFIG_GOOD : TREY_CONFIG_LIMITS);
    }
}

static void what_no_book_gives_must_be_configured(void **state) {
    (void)state;
    trey_table_config config = config_of(RWS);
    config.jackpot_bet = 0;
    assert_int_equal(open_with(RWS, &config), TREY_CONFIG_JACKPOT);
    config = config_of(RWS);
    config.jackpot_contribution = 501; /* more than the bet */
    assert_int_equal(open_with(RWS, &config), TREY_CONFIG_JACKPOT);
    config = config_of(RWS);
    config.maximum[TREY_WAGER_ANTE] = 0;
    assert_int_equal(open_with(RWS, &config), TREY_CONFIG_LIMITS);
    config = config_of(CA);
    config.jackpot = 1; /* there is none */
    assert_int_equal(open_with(CA, &config), TREY_CONFIG_JACKPOT);
    for (unsigned option = 0; option < 256; option++) {
        config = config_of(CA);
        config.schedule = (uint8_t)option;
        bool good = option >= 1 && option <= 18;
        assert_int_equal(open_with(CA, &config), good ? TREY_CONFIG_GOOD : TREY_CONFIG_SCHEDULE);
    }
}

/* proves [rws 3.3] [rws-progressive 3.3] [mbs 3.4] */
static void limits_and_the_jackpot_bet_are_displayed_to_everybody(void **state) {
    (void)state;
    for (unsigned book = MBS; book <= RWP; book++) {
        trey_table_config config = config_of(book);
        assert_int_equal(open_with(book, &config), TREY_CONFIG_GOOD);
        for (unsigned role = TREY_ROLE_PLAYER; role <= TREY_ROLE_SHIFT_MANAGER; role++) {
            trey_view view;
            trey_table_view(games[book].rules, &games[book].table, role, 42, &view);
            assert_int_equal(view.minimum[TREY_WAGER_ANTE], 2500);
            assert_int_equal(view.maximum[TREY_WAGER_ANTE], 100000);
            assert_int_equal(view.minimum[TREY_WAGER_PAIR_PLUS], 2500);
            assert_int_equal(view.maximum[TREY_WAGER_PAIR_PLUS], 100000);
            assert_int_equal(view.jackpot_bet, 500);
            assert_int_equal(view.meter, 1200000);
        }
    }
}

static trey_command by_dealer(trey_verb verb) {
    trey_command command = {.verb = (uint8_t)verb, .role = TREY_ROLE_DEALER};
    return command;
}

static trey_command by_player(trey_verb verb, unsigned seat, trey_player player,
                              trey_cents amount) {
    trey_command command = {.verb = (uint8_t)verb,
                            .role = TREY_ROLE_PLAYER,
                            .seat = (uint8_t)seat,
                            .actor = player,
                            .player = player,
                            .amount = amount};
    return command;
}

static trey_command whole_deck(void) {
    trey_command command = by_dealer(TREY_VERB_DECK);
    command.count = TREY_CARDS;
    for (unsigned i = 0; i < TREY_CARDS; i++) command.cards[i] = (trey_card)i;
    return command;
}

static void bet_on(unsigned book, unsigned seat, unsigned wager, trey_cents amount) {
    trey_command bet = by_player(TREY_VERB_BET, seat, seat, amount);
    bet.wager = (uint8_t)wager;
    give(book, bet);
}

/* What the page gets of one area, or -1 where it has none of that name. */
static json_int_t shown_in_area(json_t *box, const char *area) {
    json_t *bettor = json_array_get(json_object_get(box, "bettors"), 0);
    json_t *stake = json_object_get(json_object_get(bettor, "stakes"), area);
    return stake ? json_integer_value(stake) : -1;
}

/* A round in which every position has every wager, each of an amount of its own, and what an
 * onlooker's view then shows. */
static json_t *view_of_a_full_table(unsigned book) {
    const trey_table_config config = config_of(book);
    assert_int_equal(open_with(book, &config), TREY_CONFIG_GOOD);
    give(book, by_dealer(TREY_VERB_OPEN));
    if (book == CA) give(CA, by_player(TREY_VERB_BANK, 8, 100, 1000000));
    for (unsigned seat = 1; seat <= 7; seat++) {
        bet_on(book, seat, TREY_WAGER_ANTE, 10000 + seat);
        bet_on(book, seat, TREY_WAGER_PAIR_PLUS, 20000 + seat);
        if (book == CA) bet_on(CA, seat, TREY_WAGER_SIX_CARD_BONUS, 30000 + seat);
        if (book == MBS) bet_on(MBS, seat, TREY_WAGER_PROGRESSIVE, 0);
    }
    give(book, by_dealer(TREY_VERB_CLOSE));
    give(book, whole_deck());
    for (unsigned seat = 1; seat <= 7; seat++) give(book, by_player(TREY_VERB_PLAY, seat, seat, 0));
    trey_view view;
    trey_table_view(games[book].rules, &games[book].table, TREY_ROLE_PLAYER, 42, &view);
    const trey_json_scene scene = {.rules = games[book].rules, .table = &games[book].table};
    return trey_json_view(&scene, &view);
}

/* proves [mbs 2.2] [mbs 2.2.1] [mbs 2.2.2] */
static void an_mbs_view_shows_four_areas_at_every_position(void **state) {
    (void)state;
    json_t *view = view_of_a_full_table(MBS), *boxes = json_object_get(view, "boxes");
    assert_int_equal(json_object_size(boxes), 7);
    for (unsigned seat = 1; seat <= 7; seat++) {
        const char name[] = {(char)('0' + seat), '\0'};
        json_t *box = json_object_get(boxes, name);
        assert_int_equal(shown_in_area(box, "ante"), 10000 + seat);
        assert_int_equal(shown_in_area(box, "play"), 10000 + seat);
        assert_int_equal(shown_in_area(box, "pair_plus"), 20000 + seat);
        assert_int_equal(json_integer_value(json_object_get(box, "progressive")), 500);
        assert_int_equal(shown_in_area(box, "six_card_bonus"), -1);
    }
    json_decref(view);
}

/* proves [ca-six-card Table 1] [ca-six-card Table 2] [ca-six-card Table 3.1]
 * [ca-six-card Table 3.2] [ca-six-card Table 3.3] [ca-six-card Table 3.4] */
static void a_california_view_shows_four_areas_at_every_seat(void **state) {
    (void)state;
    json_t *view = view_of_a_full_table(CA), *boxes = json_object_get(view, "boxes");
    assert_int_equal(json_object_size(boxes), 8);
    for (unsigned seat = 1; seat <= 7; seat++) {
        const char name[] = {(char)('0' + seat), '\0'};
        json_t *box = json_object_get(boxes, name);
        assert_int_equal(shown_in_area(box, "ante"), 10000 + seat);
        assert_int_equal(shown_in_area(box, "play"), 10000 + seat);
        assert_int_equal(shown_in_area(box, "pair_plus"), 20000 + seat);
        assert_int_equal(shown_in_area(box, "six_card_bonus"), 30000 + seat);
        assert_int_equal(json_integer_value(json_object_get(box, "progressive")), 0);
    }
    /* The player-dealer's own areas stay empty. */
    json_t *bank = json_object_get(boxes, "8");
    assert_int_equal(json_array_size(json_object_get(bank, "bettors")), 0);
    json_decref(view);
}

/* Opens a round in California with one player against a bank. */
static void open_round(trey_player banker, unsigned bank_seat) {
    give(CA, by_dealer(TREY_VERB_OPEN));
    give(CA, by_player(TREY_VERB_BANK, bank_seat, banker, 100000));
    give(CA, by_player(TREY_VERB_BET, 1, 1, 2500));
    give(CA, by_dealer(TREY_VERB_CLOSE));
}

static void finish_round(void) {
    give(CA, by_player(TREY_VERB_FOLD, 1, 1, 0));
    give(CA, by_dealer(TREY_VERB_REVEAL));
    give(CA, by_dealer(TREY_VERB_SETTLE));
}

/* proves [ca-six-card Decks 3] [ca-six-card Decks 3a] [ca-six-card Decks 3c] [mbs 2.1] */
static void two_decks_take_turns_and_everybody_sees_which(void **state) {
    (void)state;
    trey_table_config config = config_of(CA);
    assert_int_equal(open_with(CA, &config), TREY_CONFIG_GOOD);
    for (unsigned round = 0; round < 6; round++) {
        unsigned seat = 2 + round / 2; /* the bank moves on after two hands */
        open_round(100 + seat, seat);
        trey_view view;
        trey_table_view(games[CA].rules, &games[CA].table, TREY_ROLE_PLAYER, 1, &view);
        assert_int_equal(view.deck_turn, round % 2);
        give(CA, whole_deck());
        finish_round();
    }
    config = config_of(MBS);
    assert_int_equal(open_with(MBS, &config), TREY_CONFIG_GOOD);
    for (unsigned round = 0; round < 3; round++) {
        give(MBS, by_dealer(TREY_VERB_OPEN));
        assert_int_equal(games[MBS].table.deck_turn, 0);
        give(MBS, by_player(TREY_VERB_BET, 1, 1, 2500));
        give(MBS, by_dealer(TREY_VERB_CLOSE));
        give(MBS, whole_deck());
        give(MBS, by_player(TREY_VERB_FOLD, 1, 1, 0));
        give(MBS, by_dealer(TREY_VERB_REVEAL));
        give(MBS, by_dealer(TREY_VERB_SETTLE));
    }
}

/* The order of the deck is an event, which nobody sees, in whatever role and after the round too:
 * the cards that were not dealt stay unknown.
 * proves [ca-six-card Dealing 3] */
static void the_undealt_cards_are_seen_by_nobody(void **state) {
    (void)state;
    trey_table_config config = config_of(CA);
    assert_int_equal(open_with(CA, &config), TREY_CONFIG_GOOD);
    open_round(100, 8);
    give(CA, whole_deck());
    const trey_event deck = games[CA].decision.event[0];
    assert_int_equal(deck.kind, TREY_EVENT_DECK);
    finish_round();
    for (unsigned role = TREY_ROLE_PLAYER; role <= TREY_ROLE_SHIFT_MANAGER; role++) {
        const trey_json_scene scene = {.rules = games[CA].rules,
                                       .table = &games[CA].table,
                                       .role = role,
                                       .viewer = role == TREY_ROLE_PLAYER ? 1 : 0};
        json_t *told = trey_json_event(&scene, &deck);
        assert_int_equal(json_integer_value(json_object_get(told, "count")), TREY_CARDS);
        assert_null(json_object_get(told, "cards"));
        json_decref(told);
    }
}

/* proves [ca-six-card Dealing 2a] [ca-six-card Dealing 3] [ca-six-card Round 1] */
static void the_bottom_card_is_up_before_the_decisions_and_nothing_else_is(void **state) {
    (void)state;
    trey_table_config config = config_of(CA);
    for (unsigned letter = 0; letter < 2; letter++) {
        game *g = &games[CA];
        trey_rules_close(g->rules);
        assert_int_equal(trey_rulebook_choose(g->book, "A-CA-38", (char)('A' + letter)),
                         TREY_STATUS_OK);
        assert_int_equal(trey_rules_open(&g->rules, g->book), TREY_STATUS_OK);
        assert_int_equal(open_with(CA, &config), TREY_CONFIG_GOOD);
        open_round(100, 8);
        give(CA, whole_deck());
        trey_view view;
        trey_table_view(g->rules, &g->table, TREY_ROLE_PLAYER, 1, &view);
        /* The player has 2c 2d 2h, the player-dealer 2s 3c 3d; 3d lies at the bottom. */
        assert_int_equal(view.dealer[0], TREY_NO_CARD);
        assert_int_equal(view.dealer[1], TREY_NO_CARD);
        assert_int_equal(view.dealer[2], letter == 0 ? 5 : TREY_NO_CARD);
        assert_int_equal(view.button != TREY_NO_SEAT, letter == 0);
        assert_int_equal(view.box[0].card[0], TREY_NO_CARD);
        give(CA, by_player(TREY_VERB_VIEW, 1, 1, 0));
        trey_table_view(g->rules, &g->table, TREY_ROLE_PLAYER, 1, &view);
        assert_int_equal(view.box[0].card[0], 0);
        assert_int_equal(view.box[0].category, TREY_HAND_THREE_OF_A_KIND);
        trey_table_view(g->rules, &g->table, TREY_ROLE_SHIFT_MANAGER, 0, &view);
        assert_int_equal(view.box[0].card[0], TREY_NO_CARD);
        finish_round();
        trey_table_view(g->rules, &g->table, TREY_ROLE_PLAYER, 7, &view);
        assert_int_equal(view.dealer[0], 3);
        assert_int_equal(view.dealer[2], 5);
    }
    trey_rules_close(games[CA].rules);
    assert_int_equal(trey_rulebook_choose(games[CA].book, "A-CA-38", 'A'), TREY_STATUS_OK);
    assert_int_equal(trey_rules_open(&games[CA].rules, games[CA].book), TREY_STATUS_OK);
}

/* proves [ca-six-card Round 6] [ca-six-card Round 7] */
static void hands_are_opened_from_the_player_dealers_left_and_kept(void **state) {
    (void)state;
    trey_table_config config = config_of(CA);
    assert_int_equal(open_with(CA, &config), TREY_CONFIG_GOOD);
    give(CA, by_dealer(TREY_VERB_OPEN));
    give(CA, by_player(TREY_VERB_BANK, 3, 100, 100000));
    static const unsigned seats[] = {1, 5, 8};
    for (unsigned i = 0; i < 3; i++) give(CA, by_player(TREY_VERB_BET, seats[i], seats[i], 2500));
    give(CA, by_dealer(TREY_VERB_CLOSE));
    give(CA, whole_deck());
    static const unsigned order[] = {5, 8, 1}; /* clockwise from seat 3 */
    for (unsigned i = 0; i < 3; i++) give(CA, by_player(TREY_VERB_PLAY, order[i], order[i], 0));
    give(CA, by_dealer(TREY_VERB_REVEAL));
    give(CA, by_dealer(TREY_VERB_SETTLE));
    unsigned shown = 0;
    for (unsigned i = 0; i < games[CA].decision.count; i++) {
        if (games[CA].decision.event[i].kind != TREY_EVENT_SHOWN) continue;
        assert_true(shown < 3);
        assert_int_equal(games[CA].decision.event[i].seat, order[shown % 3]);
        shown++;
    }
    assert_int_equal(shown, 3);
    /* Every hand can be looked up until the next round opens. */
    for (unsigned i = 0; i < 3; i++) {
        const trey_box *box = &games[CA].table.box[order[i] - 1];
        assert_int_equal(box->turn, i + 1);
        assert_int_equal(box->card[0], 3 * i);
    }
}

/* proves [rws 3.14] [rws-progressive 3.14] */
static void a_pair_plus_hand_is_opened_after_the_dealers(void **state) {
    (void)state;
    for (unsigned book = RWS; book <= RWP; book++) {
        trey_table_config config = config_of(book);
        assert_int_equal(open_with(book, &config), TREY_CONFIG_GOOD);
        give(book, by_dealer(TREY_VERB_OPEN));
        trey_command bet = by_player(TREY_VERB_BET, 2, 9, 2500);
        bet.wager = TREY_WAGER_PAIR_PLUS;
        give(book, bet);
        give(book, by_dealer(TREY_VERB_CLOSE));
        give(book, whole_deck());
        trey_view view;
        trey_table_view(games[book].rules, &games[book].table, TREY_ROLE_PLAYER, 9, &view);
        assert_false(view.box[1].may_view);
        give(book, by_dealer(TREY_VERB_REVEAL));
        trey_table_view(games[book].rules, &games[book].table, TREY_ROLE_PLAYER, 9, &view);
        assert_int_equal(view.box[1].card[0], TREY_NO_CARD); /* the dealer's hand first */
        assert_int_not_equal(view.dealer[0], TREY_NO_CARD);
        give(book, by_dealer(TREY_VERB_SETTLE));
        trey_table_view(games[book].rules, &games[book].table, TREY_ROLE_PLAYER, 9, &view);
        assert_int_equal(view.box[1].card[0], 0);
    }
}

enum { PLAYERS = 4 };

/* Gives a command and books its postings: what each player has won or lost. */
static void give_and_book(unsigned book, trey_command command, trey_cents won[PLAYERS]) {
    game *g = &games[book];
    trey_decide(g->rules, &g->table, &command, &g->decision);
    assert_int_equal(g->decision.refused, TREY_REFUSED_NONE);
    for (unsigned e = 0; e < g->decision.count; e++) {
        trey_posting posting[TREY_POSTINGS];
        size_t count = trey_event_postings(g->rules, &g->table, &g->decision.event[e], posting);
        for (size_t i = 0; i < count; i++) {
            if (posting[i].from == TREY_ACCOUNT_PLAYER) won[posting[i].player] -= posting[i].cents;
            if (posting[i].to == TREY_ACCOUNT_PLAYER) won[posting[i].player] += posting[i].cents;
        }
        trey_apply(g->rules, &g->table, &g->decision.event[e]);
    }
}

/* A round with a winner, a loser and a folder, each with a jackpot bet, settled. */
static void settle_a_round(unsigned book, trey_cents won[PLAYERS]) {
    trey_table_config config = config_of(book);
    assert_int_equal(open_with(book, &config), TREY_CONFIG_GOOD);
    give_and_book(book, by_dealer(TREY_VERB_OPEN), won);
    for (unsigned seat = 1; seat < PLAYERS; seat++) {
        give_and_book(book, by_player(TREY_VERB_BET, seat, seat, 2500), won);
        trey_command jackpot = by_player(TREY_VERB_BET, seat, seat, 0);
        jackpot.wager = TREY_WAGER_PROGRESSIVE;
        give_and_book(book, jackpot, won);
    }
    give_and_book(book, by_dealer(TREY_VERB_CLOSE), won);
    /* 4c 4d 4h beats 9s 9d Kc, which beats 2c 7d 8h; 3c 5d 6h folds. */
    static const trey_card deck[] = {8, 9, 10, 0, 21, 26, 4, 13, 18, 31, 29, 44};
    trey_command deal = by_dealer(TREY_VERB_DECK);
    deal.count = sizeof deck;
    memcpy(deal.cards, deck, sizeof deck);
    give_and_book(book, deal, won);
    give_and_book(book, by_player(TREY_VERB_PLAY, 1, 1, 0), won);
    give_and_book(book, by_player(TREY_VERB_PLAY, 2, 2, 0), won);
    give_and_book(book, by_player(TREY_VERB_FOLD, 3, 3, 0), won);
    give_and_book(book, by_dealer(TREY_VERB_REVEAL), won);
    give_and_book(book, by_dealer(TREY_VERB_SETTLE), won);
    assert_true(won[1] > 0);
    assert_int_equal(won[2], -5500);
    assert_int_equal(won[3], -3000);
}

static trey_command count_is_wrong(trey_irregularity kind, unsigned seats) {
    trey_command report = by_dealer(TREY_VERB_REPORT);
    report.kind = (uint8_t)kind;
    report.seats = (uint8_t)seats;
    report.answer[TREY_FACT_FOUND] = TREY_FOUND_THIS_ROUND + 1;
    report.answer[TREY_FACT_RECONSTRUCTABLE] = TREY_FLAG_NO + 1;
    return report;
}

/* proves [mbs 5.3] [rws 5.8.7] [rws-progressive 5.8.7] */
static void a_settled_round_is_undone_to_the_cent(void **state) {
    (void)state;
    for (unsigned book = MBS; book <= RWP; book++) {
        trey_cents won[PLAYERS] = {0};
        settle_a_round(book, won);
        give_and_book(book, count_is_wrong(TREY_IRREGULARITY_DEALER_COUNT, 0), won);
        give_and_book(book, by_dealer(TREY_VERB_CONFIRM), won);
        for (unsigned player = 1; player < PLAYERS; player++) assert_int_equal(won[player], 0);
        assert_int_equal(games[book].table.meter.value, 1200000);
    }
}

/* proves [mbs 5.7] [rws 5.15] [rws-progressive 5.15] */
static void one_settled_hand_is_undone_and_the_others_stand(void **state) {
    (void)state;
    for (unsigned book = MBS; book <= RWP; book++) {
        trey_cents won[PLAYERS] = {0};
        settle_a_round(book, won);
        trey_cents winner = won[1];
        give_and_book(book, count_is_wrong(TREY_IRREGULARITY_PLAYER_COUNT, 1u << 1), won);
        give_and_book(book, by_dealer(TREY_VERB_CONFIRM), won);
        assert_int_equal(won[1], winner);
        assert_int_equal(won[2], 0);
        assert_int_equal(won[3], -3000);
        assert_int_equal(games[book].table.meter.value, 1200200);
    }
}

/* Playing takes no memory from the heap. Under the sanitizers' own allocator the
 * figures say nothing; the release build is where it counts. */
static void a_round_is_played_without_allocating(void **state) {
    (void)state;
    trey_table_config config = config_of(MBS);
    assert_int_equal(open_with(MBS, &config), TREY_CONFIG_GOOD);
    struct mallinfo2 before = mallinfo2();
    for (unsigned round = 0; round < 100; round++) {
        give(MBS, by_dealer(TREY_VERB_OPEN));
        for (unsigned seat = 1; seat <= 6; seat++)
            give(MBS, by_player(TREY_VERB_BET, seat, seat, 2500));
        give(MBS, by_dealer(TREY_VERB_CLOSE));
        give(MBS, whole_deck());
        for (unsigned seat = 1; seat <= 6; seat++)
            give(MBS, by_player(TREY_VERB_PLAY, seat, seat, 0));
        give(MBS, by_dealer(TREY_VERB_REVEAL));
        give(MBS, by_dealer(TREY_VERB_SETTLE));
    }
    struct mallinfo2 after = mallinfo2();
    assert_int_equal(before.uordblks, after.uordblks);
    assert_int_equal(before.hblkhd, after.hblkhd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_mbs_table_has_four_to_seven_positions),
        cmocka_unit_test(a_california_table_has_eight_places),
        cmocka_unit_test(california_deals_from_the_shuffler_only),
        cmocka_unit_test(california_limits_lie_in_the_ranges_of_the_book),
        cmocka_unit_test(what_no_book_gives_must_be_configured),
        cmocka_unit_test(limits_and_the_jackpot_bet_are_displayed_to_everybody),
        cmocka_unit_test(an_mbs_view_shows_four_areas_at_every_position),
        cmocka_unit_test(a_california_view_shows_four_areas_at_every_seat),
        cmocka_unit_test(two_decks_take_turns_and_everybody_sees_which),
        cmocka_unit_test(the_undealt_cards_are_seen_by_nobody),
        cmocka_unit_test(the_bottom_card_is_up_before_the_decisions_and_nothing_else_is),
        cmocka_unit_test(hands_are_opened_from_the_player_dealers_left_and_kept),
        cmocka_unit_test(a_pair_plus_hand_is_opened_after_the_dealers),
        cmocka_unit_test(a_settled_round_is_undone_to_the_cent),
        cmocka_unit_test(one_settled_hand_is_undone_and_the_others_stand),
        cmocka_unit_test(a_round_is_played_without_allocating),
    };
    return cmocka_run_group_tests(tests, open_games, close_games);
}
