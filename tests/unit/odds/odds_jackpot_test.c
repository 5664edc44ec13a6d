/* odds_jackpot_test.c -- the jackpot bet: envy, break-even, the meter from win to win. */
#include "opened_odds.h"

/* Chance and mean of what envy lines pay, as lines list them. */
static trey_fraction envy_chance(const trey_odds *odds, trey_cents net) {
    size_t count;
    const trey_odds_line *line = trey_odds_lines(odds, TREY_ODDS_PROGRESSIVE, &count);
    for (size_t i = 0; i < count; i++) {
        if (line[i].wager == TREY_WAGER_ENVY && line[i].net == net) return line[i].chance;
    }
    return (trey_fraction){0, 1};
}

/* Sum of f(others, spades) over all sums of envy: $50 for each other royal, $250 for
 * that of spades. */
static trey_fraction envy_moment(const trey_odds *odds, unsigned (*f)(unsigned, unsigned)) {
    trey_fraction sum = {0, 1};
    for (unsigned others = 0; others <= 3; others++) {
        for (unsigned spades = 0; spades < 2; spades++) {
            if (others + spades == 0) continue;
            trey_fraction chance = envy_chance(odds, others * 5000 + spades * 25000);
            trey_fraction times = {f(others, spades), 1};
            sum = trey_fraction_add(sum, trey_fraction_multiply(chance, times));
        }
    }
    return sum;
}

static unsigned spades_of(unsigned others, unsigned spades) {
    (void)others;
    return spades;
}
static unsigned others_of(unsigned others, unsigned spades) {
    (void)spades;
    return others;
}
static unsigned pairs_of(unsigned others, unsigned spades) {
    unsigned all = others + spades;
    return all * (all - 1);
}

/* Whatever one's own hand and the dealer's, another box holds a given royal once in
 * 22,100, and two boxes hold two given ones once in 22,100 x 18,424. */
static void envy_of_three_cards_is_that_of_the_other_boxes(void **state) {
    (void)state;
    for (unsigned boxes = 2; boxes <= 7; boxes++) {
        opened o;
        unsigned n = boxes - 1;
        open_book(&o, "mbs");
        o.query.stake[TREY_ODDS_PROGRESSIVE] = 500;
        o.query.boxes = boxes;
        open_odds(&o);
        assert_same_fraction(envy_moment(o.odds, spades_of), trey_fraction_of(n, 22100));
        assert_same_fraction(envy_moment(o.odds, others_of), trey_fraction_of(3 * n, 22100));
        assert_same_fraction(
            envy_moment(o.odds, pairs_of),
            trey_fraction_of((trey_int128)12 * n * (n - 1), (trey_int128)22100 * 18424));
        assert_same_fraction(trey_odds_jackpot_of(o.odds)->envy,
                             trey_fraction_of((trey_int128)n * (25000 + 3 * 5000), 22100));
        close_all(&o);
    }
}

/* Where everybody plays, each box makes a given royal of five with the dealer in 47 of
 * 20,358,520 deals. */
static void envy_of_five_cards_needs_the_dealer(void **state) {
    (void)state;
    opened o;
    trey_strategy *always = test_malloc(sizeof *always);
    open_book(&o, "rws-progressive");
    trey_strategy_fill(always, o.book, TREY_STRATEGY_ALWAYS);
    o.query.strategy = always;
    o.query.stake[TREY_ODDS_PROGRESSIVE] = 500;
    o.query.boxes = 5;
    open_odds(&o);
    assert_same_fraction(envy_chance(o.odds, 50000), trey_fraction_of(4 * 47, 20358520));
    assert_same_fraction(envy_chance(o.odds, 25000), trey_fraction_of(4 * 3 * 47, 20358520));
    assert_same_fraction(trey_odds_jackpot_of(o.odds)->whole, trey_fraction_of(47, 20358520));
    close_all(&o);
    test_free(always);
}

/* Hands of 46 cards that a strategy plays. */
static unsigned played_of(const trey_strategy *strategy, trey_cardset gone) {
    unsigned played = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        if (trey_hand_set(trey_hand_list()[i]) & gone) continue;
        played += strategy->play[i] != 0;
    }
    return played;
}

/* With folds on both sides: every split of a royal of spades between the dealer and
 * another box that plays its part, times the hands that we play then. */
static void a_fold_on_either_side_costs_the_envy(void **state) {
    (void)state;
    opened o;
    trey_strategy *by_heart = test_malloc(sizeof *by_heart);
    open_book(&o, "rws-progressive");
    trey_strategy_fill(by_heart, o.book, TREY_STRATEGY_Q_6_4);
    trey_int128 deals = 0;
    trey_cardset royal = 0;
    for (unsigned rank = TREY_RANK_10; rank <= TREY_RANK_ACE; rank++)
        royal |= trey_cardset_of(trey_card_of(rank, TREY_SUIT_SPADES));
    for (unsigned sixth = 0; sixth < TREY_CARDS; sixth++) {
        trey_cardset six = royal | trey_cardset_of((trey_card)sixth);
        if (trey_cardset_count(six) != 6) continue;
        unsigned ways = 0; /* the other box's three of the six, if it plays them */
        for (unsigned i = 0; i < TREY_HANDS; i++) {
            trey_cardset other = trey_hand_set(trey_hand_list()[i]);
            ways += (other & six) == other && by_heart->play[i] != 0;
        }
        deals += (trey_int128)ways * played_of(by_heart, six);
    }
    o.query.strategy = by_heart;
    o.query.stake[TREY_ODDS_PROGRESSIVE] = 500;
    o.query.boxes = 3;
    open_odds(&o);
    assert_same_fraction(envy_chance(o.odds, 50000),
                         trey_fraction_of(2 * deals, (trey_int128)22100 * 18424 * 15180));
    close_all(&o);
    test_free(by_heart);
}

/* A folded hand forfeits: then some royals are missed, and envy with them. */
static void folded_royals_of_five_are_missed(void **state) {
    (void)state;
    opened o;
    open_book(&o, "rws-progressive");
    open_odds(&o);
    trey_fraction whole = trey_odds_jackpot_of(o.odds)->whole;
    assert_true(trey_fraction_double(whole) < 47.0 / 20358520);
    close_all(&o);
}

static double result_at(opened *o, trey_cents meter, bool with) {
    o->query.meter = meter;
    o->query.stake[TREY_ODDS_PROGRESSIVE] = with ? 500 : 0;
    open_odds(o);
    return trey_fraction_double(trey_odds_whole(o->odds)->ev_cents);
}

/* Below, at and above: with the strategy that is best for each meter. */
static void the_round_gains_by_the_bet_above_its_break_even(void **state) {
    (void)state;
    static const char *const books[] = {"mbs", "rws", "rws-progressive"};
    for (unsigned b = 0; b < 3; b++) {
        opened o;
        open_book(&o, books[b]);
        o.query.boxes = b == 1 ? 5 : 1; /* others fold hands of five by the meter, too */
        double without = result_at(&o, 1000000, false);
        trey_fraction at = trey_odds_jackpot_of(o.odds)->break_even_best;
        trey_cents meter = (trey_cents)(at.n / at.d);
        assert_true(result_at(&o, meter - 10000, true) < without);
        assert_true(result_at(&o, meter + 10000, true) > without);
        double off = result_at(&o, meter, true) - without;
        assert_true(off < 0.001 && off > -0.001);
        /* With others beside us their folds move a little of our envy. */
        o.query.boxes = 3;
        open_odds(&o);
        trey_fraction among = trey_odds_jackpot_of(o.odds)->break_even_best;
        assert_near(trey_fraction_double(among) / trey_fraction_double(at), 1, 0.03);
        o.query.boxes = b == 1 ? 5 : 1;
        open_odds(&o);
        /* And the point does not depend on the meter that was asked about. */
        assert_same_fraction(trey_odds_jackpot_of(o.odds)->break_even_best, at);
        close_all(&o);
    }
}

static void the_bet_breaks_even_as_it_is_played(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    open_odds(&o);
    /* 22,100 x $5 less the fixed awards of 22,100 hands, less the own contribution. */
    assert_fraction(trey_odds_jackpot_of(o.odds)->break_even, "8044900");
    o.query.meter = 8044900;
    open_odds(&o);
    assert_fraction(trey_odds_figures(o.odds, TREY_ODDS_PROGRESSIVE)->ev, "0");
    close_all(&o);
}

/* Round by round: the chance that the jackpot still stands, and what it then shows. */
static double meter_at_hit(const trey_odds_jackpot *jackpot, const trey_odds_query *query,
                           double left_by_share, double sum_by_share) {
    double whole = trey_fraction_double(jackpot->whole) * query->boxes, share = 0;
    for (unsigned i = 0; i < jackpot->awards; i++) {
        unsigned percent = jackpot->award[i].percent;
        if (percent > 0 && percent < 100)
            share += trey_fraction_double(jackpot->award[i].chance) * query->boxes;
    }
    double stands = 1, shows = (double)query->reset, sum = 0; /* shows: times stands */
    while (stands > 1e-9) {
        shows += stands * (double)query->contribution * query->boxes;
        sum += whole * shows;
        shows =
            (1 - whole - share) * shows + share * (left_by_share * shows + sum_by_share * stands);
        stands *= 1 - whole;
    }
    return sum;
}

static void the_meter_from_win_to_win(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    open_odds(&o);
    assert_fraction(trey_odds_jackpot_of(o.odds)->meter_at_hit,
                    "3210000"); /* reset + 22,100 x $1 */
    o.query.boxes = 4;
    open_odds(&o);
    assert_fraction(trey_odds_jackpot_of(o.odds)->meter_at_hit, "3210000");
    assert_fraction(trey_odds_jackpot_of(o.odds)->rounds, "5525");
    assert_int_equal(trey_rulebook_choose(o.book, "A-ALL-02", 'B'), TREY_STATUS_OK);
    open_odds(&o); /* the round that wins adds nothing */
    assert_fraction(trey_odds_jackpot_of(o.odds)->meter_at_hit, "3209600");
    assert_int_equal(trey_rulebook_choose(o.book, "A-MBS-08", 'A'), TREY_STATUS_OK);
    open_odds(&o);
    assert_false(trey_odds_jackpot_of(o.odds)->meter_at_hit_known);
    close_all(&o);
    open_book(&o, "rws-progressive");
    o.query.boxes = 7;
    open_odds(&o);
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(o.odds);
    double exact = trey_fraction_double(jackpot->meter_at_hit);
    assert_true(jackpot->meter_at_hit_known);
    assert_near(meter_at_hit(jackpot, &o.query, 0.75, 0) / exact, 1, 1e-4);
    assert_int_equal(trey_rulebook_choose(o.book, "A-RWP-01", 'B'), TREY_STATUS_OK);
    open_odds(&o);
    jackpot = trey_odds_jackpot_of(o.odds);
    exact = trey_fraction_double(jackpot->meter_at_hit);
    assert_near(meter_at_hit(jackpot, &o.query, 0, (double)o.query.reset) / exact, 1, 1e-4);
    assert_int_equal(trey_rulebook_choose(o.book, "A-RWP-01", 'C'), TREY_STATUS_OK);
    open_odds(&o);
    assert_false(trey_odds_jackpot_of(o.odds)->meter_at_hit_known);
    close_all(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(envy_of_three_cards_is_that_of_the_other_boxes),
        cmocka_unit_test(envy_of_five_cards_needs_the_dealer),
        cmocka_unit_test(a_fold_on_either_side_costs_the_envy),
        cmocka_unit_test(folded_royals_of_five_are_missed),
        cmocka_unit_test(the_round_gains_by_the_bet_above_its_break_even),
        cmocka_unit_test(the_bet_breaks_even_as_it_is_played),
        cmocka_unit_test(the_meter_from_win_to_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
