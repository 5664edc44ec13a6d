/* odds_houses_test.c -- odds of books that a house has written itself.
 *
 * Each of these books was once drawn by tests/unit/books, and stopped the count or was counted
 * wrongly. */
#include "opened_odds.h"

#include <string.h>

static void set(opened *o, const char *path, const char *value) {
    if (trey_rulebook_set(o->book, path, value, NULL) != TREY_STATUS_OK)
        fail_msg("%s cannot be %s", path, value);
}

static void hands_that_must_be_looked_at_are_counted_as_others_are(void **state) {
    (void)state;
    opened usual, strict;
    open_book(&usual, "mbs");
    open_book(&strict, "mbs");
    set(&strict, "viewing.hands", "own_seat");
    set(&strict, "viewing.blind_play", "no");
    set(&strict, "viewing.blind_fold", "no");
    open_odds(&usual);
    open_odds(&strict);
    assert_same_fraction(trey_odds_whole(strict.odds)->ev_cents,
                         trey_odds_whole(usual.odds)->ev_cents);
    close_all(&usual);
    close_all(&strict);
}

/* Royals of three in other boxes, and the best five of six in one's own: a house's own book. */
static void envy_is_counted_beside_a_bonus_on_five_cards(void **state) {
    (void)state;
    opened o = {.odds = NULL}, mbs;
    assert_int_equal(trey_rulebook_open_file(
                         &o.book, TREY_SOURCE_DIR "/tests/tables/own/six-card-bonus.yaml", NULL),
                     TREY_STATUS_OK);
    open_book(&mbs, "mbs");
    for (unsigned boxes = 2; boxes <= 7; boxes += 5) {
        trey_odds_query_preset(o.book, &o.query);
        o.query.stake[TREY_WAGER_PROGRESSIVE] = mbs.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
        o.query.stake[TREY_WAGER_SIX_CARD_BONUS] = 1000;
        o.query.boxes = mbs.query.boxes = boxes;
        open_odds(&o);
        open_odds(&mbs);
        /* What five cards make changes nothing for the jackpot, which goes by three. */
        assert_same_fraction(trey_odds_figures(o.odds, TREY_WAGER_PROGRESSIVE)->ev_cents,
                             trey_odds_figures(mbs.odds, TREY_WAGER_PROGRESSIVE)->ev_cents);
        assert_same_fraction(trey_odds_jackpot_of(o.odds)->envy,
                             trey_odds_jackpot_of(mbs.odds)->envy);
    }
    close_all(&o);
    close_all(&mbs);
}

/* Where the best play folds a royal, the other boxes fold theirs, and nobody earns envy by it. */
static void the_other_boxes_play_a_royal_as_we_do(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    set(&o, "showdown.better", "lost");
    set(&o, "showdown.unqualified_ante", "lost");
    set(&o, "envy.folded_hand_triggers", "no");
    for (unsigned i = 0; i < 3; i++) {
        static const char *const bonus[] = {"pays.ante_bonus.royal", "pays.ante_bonus.straight",
                                            "pays.ante_bonus.three_of_a_kind"};
        set(&o, bonus[i], "none");
    }
    o.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
    o.query.boxes = 3;
    open_odds(&o);
    assert_fraction(trey_odds_jackpot_of(o.odds)->envy, "0");
    close_all(&o);
}

/* With next to nothing on the meter nobody plays for it; the break-even is far above. */
static void a_meter_that_nobody_plays_for_has_a_break_even_above_it(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    set(&o, "fold.ante", "lives");
    set(&o, "fold.ante_bonus", "lives");
    set(&o, "fold.progressive", "lost");
    set(&o, "showdown.better", "lost");
    set(&o, "showdown.unqualified_play", "lost");
    static const char *const awards[] = {
        "progressive.awards.royal", "progressive.awards.straight_flush",
        "progressive.awards.straight", "progressive.awards.three_of_a_kind"};
    for (unsigned i = 0; i < sizeof awards / sizeof *awards; i++) set(&o, awards[i], "none");
    o.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
    trey_strategy *always = test_malloc(sizeof *always);
    trey_strategy_fill(always, o.book, TREY_STRATEGY_ALWAYS);
    o.query.strategy = always;
    o.query.meter = 0;
    open_odds(&o);
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(o.odds);
    /* A bet of $5 comes back in a royal of spades once in 22,100 hands. */
    assert_near(trey_fraction_double(jackpot->break_even_best), 500.0 * 22100, 500.0 * 22100 * 0.1);
    close_all(&o);
    test_free(always);
}

/* What one box is paid does not hang on cards that happen to lie in the others. */
static void a_share_is_reckoned_on_the_meter_that_is_shown(void **state) {
    (void)state;
    opened o;
    open_book(&o, "rws-progressive");
    set(&o, "progressive.order_at_one_table", "lower_awards_first");
    set(&o, "progressive.awards.full_house", "20%");
    set(&o, "progressive.awards.flush", "10%");
    set(&o, "progressive.awards.straight", "5%");
    o.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
    o.query.boxes = 6;
    open_odds(&o);
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(o.odds);
    trey_cents shown = o.query.meter + 6 * o.query.contribution;
    unsigned shares = 0;
    for (unsigned i = 0; i < jackpot->awards; i++) {
        const trey_odds_award *award = &jackpot->award[i];
        if (award->percent == 0) continue;
        assert_int_equal(award->paid, shown * award->percent / 100);
        shares++;
    }
    assert_int_equal(shares, 5);
    close_all(&o);
}

static void the_first_question_keeps_to_the_amounts_of_the_book(void **state) {
    (void)state;
    opened o;
    open_book(&o, "rws");
    set(&o, "progressive.bet", "$7.50");
    set(&o, "progressive.contribution", "$2");
    set(&o, "progressive.reset", "$500");
    set(&o, "limits.minimum", "$25..$50");
    trey_odds_query_preset(o.book, &o.query);
    assert_int_equal(o.query.stake[TREY_WAGER_ANTE], 2500);
    assert_int_equal(o.query.listed[TREY_WAGER_PAIR_PLUS], 2500);
    assert_int_equal(o.query.listed[TREY_WAGER_PROGRESSIVE], 750);
    assert_int_equal(o.query.contribution, 200);
    assert_int_equal(o.query.reset, 50000);
    open_odds(&o);
    set(&o, "limits.minimum", "any");
    set(&o, "limits.maximum", "$1..$5");
    trey_odds_query_preset(o.book, &o.query);
    assert_int_equal(o.query.stake[TREY_WAGER_ANTE], 500);
    open_odds(&o);
    close_all(&o);
}

/* More seats than the book lets people play: the fault says so, as it does for any bet. */
static void seats_that_are_too_many_are_refused_by_name(void **state) {
    (void)state;
    opened o;
    trey_odds_fault fault;
    open_book(&o, "ca-six-card");
    set(&o, "table.players", "3");
    for (unsigned covered = 0; covered < 2; covered++) {
        o.query.bank = covered ? 0 : 5000;
        o.query.boxes = 2;
        open_odds(&o);
        o.query.boxes = 3;
        trey_odds *none;
        assert_int_equal(trey_odds_open(&none, o.book, &o.query, &fault), TREY_STATUS_INVALID);
        assert_null(none);
        assert_int_equal(fault.refused, TREY_REFUSED_PLAYERS_FULL);
    }
    close_all(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_that_must_be_looked_at_are_counted_as_others_are),
        cmocka_unit_test(envy_is_counted_beside_a_bonus_on_five_cards),
        cmocka_unit_test(the_other_boxes_play_a_royal_as_we_do),
        cmocka_unit_test(a_meter_that_nobody_plays_for_has_a_break_even_above_it),
        cmocka_unit_test(a_share_is_reckoned_on_the_meter_that_is_shown),
        cmocka_unit_test(seats_that_are_too_many_are_refused_by_name),
        cmocka_unit_test(the_first_question_keeps_to_the_amounts_of_the_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
