/* odds_jackpot_test.c -- the jackpot bet: envy, break-even, the meter from win to win. */
#include "opened_odds.h"

#include <math.h>

/* Chance and mean of what envy lines pay, as lines list them. */
static trey_fraction envy_chance(const trey_odds *odds, trey_cents net) {
    size_t count;
    const trey_odds_line *line = trey_odds_lines(odds, TREY_WAGER_PROGRESSIVE, &count);
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
        o.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
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
    o.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
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
    o.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
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
    o->query.stake[TREY_WAGER_PROGRESSIVE] = with ? 500 : 0;
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
    assert_fraction(trey_odds_figures(o.odds, TREY_WAGER_PROGRESSIVE)->ev, "0");
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
    assert_false(trey_odds_jackpot_of(o.odds)->long_run_known);
    close_all(&o);
    open_book(&o, "rws-progressive");
    o.query.boxes = 7;
    open_odds(&o);
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(o.odds);
    double exact = trey_fraction_double(jackpot->meter_at_hit);
    assert_true(jackpot->long_run_known && trey_fraction_known(jackpot->meter_at_hit));
    assert_near(meter_at_hit(jackpot, &o.query, 0.75, 0) / exact, 1, 1e-4);
    assert_int_equal(trey_rulebook_choose(o.book, "A-RWP-01", 'B'), TREY_STATUS_OK);
    open_odds(&o);
    jackpot = trey_odds_jackpot_of(o.odds);
    exact = trey_fraction_double(jackpot->meter_at_hit);
    assert_near(meter_at_hit(jackpot, &o.query, 0, (double)o.query.reset) / exact, 1, 1e-4);
    assert_int_equal(trey_rulebook_choose(o.book, "A-RWP-01", 'C'), TREY_STATUS_OK);
    open_odds(&o); /* a share is kept from falling below the reset value: no straight function */
    assert_true(trey_odds_jackpot_of(o.odds)->long_run_known);
    assert_false(trey_fraction_known(trey_odds_jackpot_of(o.odds)->meter_at_hit));
    close_all(&o);
}

static double drawn(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

/* The same meter from win to win by chance, round after round; the mean over the wins. */
static double drawn_meter(const trey_odds_jackpot *jackpot, const trey_odds_query *query,
                          double share, double *error) {
    enum { WINS = 200000 };
    const double whole = trey_fraction_double(jackpot->whole) * query->boxes, event = whole + share;
    const double reset = (double)query->reset, added = (double)query->contribution * query->boxes;
    uint64_t state = 20261116;
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < WINS; i++) {
        double meter = reset;
        for (;;) {
            meter += added * (1 + floor(log(drawn(&state)) / log1p(-event)));
            if (drawn(&state) < whole / event) break;
            meter = 0.75 * meter > reset ? 0.75 * meter : reset;
        }
        sum += meter;
        squares += meter * meter;
    }
    *error = sqrt((squares / WINS - sum / WINS * (sum / WINS)) / WINS);
    print_message("seed 20261116: %.0f +- %.0f against %.0f\n", sum / WINS, *error,
                  jackpot->meter_at_hit_cents);
    return sum / WINS;
}

static double chance_of_share(const trey_odds_jackpot *jackpot, unsigned boxes) {
    double share = 0;
    for (unsigned i = 0; i < jackpot->awards; i++) {
        if (jackpot->award[i].percent > 0 && jackpot->award[i].percent < 100)
            share += trey_fraction_double(jackpot->award[i].chance) * boxes;
    }
    return share;
}

/* proves [rws-progressive 1.15] */
static void a_share_that_leaves_the_reset_value_is_solved_for(void **state) {
    (void)state;
    static const trey_cents resets[] = {2500000, 20000000};
    for (unsigned i = 0; i < 2; i++) {
        opened o;
        double error;
        open_book(&o, "rws-progressive");
        assert_int_equal(trey_rulebook_choose(o.book, "A-RWP-01", 'C'), TREY_STATUS_OK);
        o.query.boxes = i == 0 ? 1 : 6;
        o.query.reset = o.query.meter = resets[i];
        open_odds(&o);
        const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(o.odds);
        double mean =
            drawn_meter(jackpot, &o.query, chance_of_share(jackpot, o.query.boxes), &error);
        assert_near(jackpot->meter_at_hit_cents, mean, 5 * error);
        assert_true(error < mean / 200);
        close_all(&o);
    }
}

/* What goes onto the meter comes off it: contributions, and a reset for every win of the whole.
 * So in the long run a bet brings back what the house pays, its contribution, and its part of
 * the resets. */
static void in_the_long_run_a_bet_brings_back_what_goes_onto_the_meter(void **state) {
    (void)state;
    static const char *const books[] = {"mbs", "rws", "rws-progressive"};
    for (unsigned i = 0; i < 3; i++) {
        opened o;
        open_book(&o, books[i]);
        o.query.boxes = 1 + 2 * i;
        o.query.meter = 7654300;
        open_odds(&o);
        const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(o.odds);
        const trey_cents shown = o.query.meter + o.query.contribution * (trey_cents)o.query.boxes;
        trey_fraction sum = trey_fraction_multiply(jackpot->slope, (trey_fraction){-shown, 1});
        sum = trey_fraction_add(jackpot->value, sum);
        sum = trey_fraction_add(sum, (trey_fraction){o.query.contribution, 1});
        sum = trey_fraction_add(
            sum, trey_fraction_multiply(jackpot->whole, (trey_fraction){o.query.reset, 1}));
        assert_true(jackpot->long_run_known);
        assert_same_fraction(jackpot->long_run, sum);
        close_all(&o);
    }
}

/* proves [mbs 3.20.1] */
static void what_a_bet_takes_off_the_meter(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    open_odds(&o);
    /* The whole, of $10,001, goes down to the reset value. */
    assert_fraction(trey_odds_jackpot_of(o.odds)->taken, "1/221");
    assert_int_equal(trey_rulebook_choose(o.book, "A-MBS-08", 'A'), TREY_STATUS_OK);
    open_odds(&o); /* 720 x $15, 52 x $150, 44 x $175, 3 x $1,250 */
    assert_same_fraction(trey_odds_jackpot_of(o.odds)->taken,
                         trey_fraction_of(100 + 1080000 + 780000 + 770000 + 375000, 22100));
    close_all(&o);
    open_book(&o, "rws-progressive");
    o.query.meter = 10000000;
    open_odds(&o);
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(o.odds);
    double share = chance_of_share(jackpot, 1), whole = trey_fraction_double(jackpot->whole);
    assert_near(trey_fraction_double(jackpot->taken),
                whole * (10000100 - 2500000) + share * 2500025, 1e-9);
    assert_int_equal(trey_rulebook_choose(o.book, "A-RWP-01", 'B'), TREY_STATUS_OK);
    open_odds(&o);
    assert_near(trey_fraction_double(trey_odds_jackpot_of(o.odds)->taken),
                (whole + share) * (10000100 - 2500000), 1e-9);
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
        cmocka_unit_test(a_share_that_leaves_the_reset_value_is_solved_for),
        cmocka_unit_test(in_the_long_run_a_bet_brings_back_what_goes_onto_the_meter),
        cmocka_unit_test(what_a_bet_takes_off_the_meter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
