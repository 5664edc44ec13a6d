/* odds_moves_test.c -- what playing and folding a hand is worth, hand by hand.
 *
 * The worth of a move is reckoned when somebody asks, apart from the count that finds
 * the best strategy. So the two must meet: the better move is the strategy's for every
 * hand, and the mean of the better moves is the round's own figure to the last digit. */
#include "opened_odds.h"

#include <stdlib.h>

typedef struct asked_bets {
    const char *id;
    trey_cents pair_plus, progressive, six;
    unsigned boxes;
    bool peek;
} asked_bets;

static const asked_bets cases[] = {
    {"mbs", 0, 0, 0, 1, false},
    {"mbs", 500, 500, 0, 1, false},
    {"mbs", 500, 500, 0, 6, false},
    {"mbs", 500, 0, 0, 1, true},
    {"rws", 0, 0, 0, 1, false},
    {"rws", 2500, 500, 0, 4, false},
    {"rws-progressive", 0, 0, 0, 1, false},
    {"rws-progressive", 500, 500, 0, 1, false},
    {"rws-progressive", 500, 500, 0, 5, false},
    {"ca-six-card", 0, 0, 0, 1, false},
    {"ca-six-card", 500, 0, 500, 1, false},
};

static void open_case(opened *o, const asked_bets *bets) {
    open_book(o, bets->id);
    o->query.stake[TREY_WAGER_PAIR_PLUS] = bets->pair_plus;
    o->query.stake[TREY_WAGER_PROGRESSIVE] = bets->progressive;
    o->query.stake[TREY_WAGER_SIX_CARD_BONUS] = bets->six;
    o->query.meter = 9876543;
    o->query.boxes = bets->boxes;
    o->query.peek = bets->peek;
    open_odds(o);
}

static bool more(trey_fraction a, trey_fraction b) {
    return a.n * b.d > b.n * a.d;
}

/* The better of the two, which must be the one that the strategy takes. */
static trey_fraction better_move(const opened *o, trey_hand hand, trey_card up_card) {
    trey_fraction worth[2];
    assert_true(trey_odds_moves(o->odds, hand, up_card, worth));
    bool play = more(worth[0], worth[1]);
    if (play != trey_strategy_plays(trey_odds_best(o->odds), hand, up_card))
        fail_msg("hand %u against card %u", trey_hand_index(hand), up_card);
    return worth[play ? 0 : 1];
}

/* The lowest number among the hands that this one is but for its suits. */
static unsigned first_alike(trey_hand hand) {
    unsigned least = TREY_HANDS;
    for (unsigned code = 0; code < 256; code++) {
        unsigned to[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if ((1u << to[0] | 1u << to[1] | 1u << to[2] | 1u << to[3]) != 15) continue;
        trey_card card[3];
        for (unsigned i = 0; i < 3; i++)
            card[i] = trey_card_of(trey_card_rank(hand.card[i]), to[trey_card_suit(hand.card[i])]);
        unsigned index = trey_hand_index(trey_hand_of(card[0], card[1], card[2]));
        if (index < least) least = index;
    }
    return least;
}

static trey_fraction mean_without_a_card(const opened *o) {
    trey_fraction sum = {0, 1};
    for (unsigned i = 0; i < TREY_HANDS; i++)
        sum = trey_fraction_add(sum, better_move(o, trey_hand_at(i), TREY_NO_CARD));
    return trey_fraction_multiply(sum, trey_fraction_of(1, TREY_HANDS));
}

/* Every hand against one card; against all of them one of each kind that differs only in
 * suits, since a million questions would take a quarter of a minute. */
static trey_fraction mean_with_a_card(const opened *o) {
    static unsigned alike[TREY_HANDS];
    trey_fraction sum = {0, 1};
    for (unsigned i = 0; i < TREY_HANDS; i++) alike[i] = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        alike[first_alike(hand)]++;
        trey_card card = (trey_card)(i % TREY_CARDS);
        while (trey_cardset_has(trey_hand_set(hand), card))
            card = (trey_card)((card + 1) % TREY_CARDS);
        better_move(o, hand, card);
    }
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        trey_fraction here = {0, 1};
        if (alike[i] == 0) continue;
        for (unsigned card = 0; card < TREY_CARDS; card++) {
            if (!trey_cardset_has(trey_hand_set(hand), (trey_card)card))
                here = trey_fraction_add(here, better_move(o, hand, (trey_card)card));
        }
        sum = trey_fraction_add(sum, trey_fraction_multiply(here, trey_fraction_of(alike[i], 1)));
    }
    return trey_fraction_multiply(sum, trey_fraction_of(1, 49 * (trey_int128)TREY_HANDS));
}

static void the_better_moves_make_the_round(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        opened o;
        open_case(&o, &cases[i]);
        const trey_odds_round *round = trey_odds_whole(o.odds);
        print_message("%s, %u box(es)%s\n", cases[i].id, cases[i].boxes,
                      cases[i].peek ? ", with a peek" : "");
        assert_same_fraction(round->sees_up_card ? mean_with_a_card(&o) : mean_without_a_card(&o),
                             round->ev_cents);
        close_all(&o);
    }
}

static trey_card card_named(const char *text) {
    trey_card card;
    assert_int_equal(trey_card_parse(text, &card, NULL), TREY_STATUS_OK);
    return card;
}

static trey_hand hand_named(const char *a, const char *b, const char *c) {
    return trey_hand_of(card_named(a), card_named(b), card_named(c));
}

/* With an Ante of $10 a fold costs it, and around Q-6-4 playing costs nearly as much. */
static void the_border_lies_at_queen_six_four(void **state) {
    (void)state;
    opened o;
    trey_fraction below[2], at[2], above[2];
    open_book(&o, "mbs");
    open_odds(&o);
    assert_true(trey_odds_moves(o.odds, hand_named("Qs", "6h", "3d"), TREY_NO_CARD, below));
    assert_true(trey_odds_moves(o.odds, hand_named("4d", "Qs", "6h"), TREY_NO_CARD, at));
    assert_true(trey_odds_moves(o.odds, hand_named("Qs", "6h", "5d"), TREY_NO_CARD, above));
    assert_fraction(below[1], "-1000");
    assert_fraction(at[1], "-1000");
    assert_false(more(below[0], below[1]));
    assert_true(more(at[0], at[1]));
    assert_true(more(above[0], at[0]));
    close_all(&o);
}

/* A royal in spades with the meter: the award is part of playing, and in this book of
 * folding too. */
static void side_bets_are_part_of_both_moves(void **state) {
    (void)state;
    opened o;
    trey_fraction worth[2];
    open_case(&o, &cases[1]);
    assert_true(trey_odds_moves(o.odds, hand_named("As", "Ks", "Qs"), TREY_NO_CARD, worth));
    assert_true(trey_fraction_double(worth[1]) > 9876543);
    assert_true(more(worth[0], worth[1]));
    close_all(&o);
}

static void cards_that_do_not_fit_have_no_worth(void **state) {
    (void)state;
    opened o;
    trey_fraction worth[2];
    trey_hand hand = hand_named("Qs", "6h", "3d");
    open_book(&o, "mbs");
    open_odds(&o);
    assert_false(trey_odds_moves(o.odds, hand, 0, worth));
    assert_false(trey_odds_moves(o.odds, hand_named("Qs", "Qs", "3d"), TREY_NO_CARD, worth));
    assert_false(trey_odds_moves(o.odds, trey_hand_of(TREY_NO_CARD, 1, 2), TREY_NO_CARD, worth));
    close_all(&o);
    open_book(&o, "ca-six-card");
    open_odds(&o);
    assert_false(trey_odds_moves(o.odds, hand, TREY_NO_CARD, worth));
    assert_false(trey_odds_moves(o.odds, hand, hand.card[1], worth));
    assert_false(trey_odds_moves(o.odds, hand, TREY_CARDS, worth));
    assert_true(trey_odds_moves(o.odds, hand, 0, worth));
    close_all(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_moves_make_the_round),
        cmocka_unit_test(the_border_lies_at_queen_six_four),
        cmocka_unit_test(side_bets_are_part_of_both_moves),
        cmocka_unit_test(cards_that_do_not_fit_have_no_worth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
