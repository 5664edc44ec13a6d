/* odds_published_test.c -- figures that everybody in the trade knows, to the last digit. */
#include "opened_odds.h"

static trey_fraction ev_of(const opened *o, unsigned wager) {
    return trey_odds_figures(o->odds, wager)->ev;
}

static void ante_and_play_with_the_5_4_1_bonus(void **state) {
    (void)state;
    static const char *const books[] = {"mbs", "rws", "rws-progressive"};
    for (unsigned i = 0; i < 3; i++) {
        opened o;
        open_book(&o, books[i]);
        open_odds(&o);
        assert_fraction(ev_of(&o, TREY_WAGER_ANTE), "-686689/20358520");
        trey_strategy_row row[TREY_STRATEGY_ROWS];
        assert_int_equal(trey_strategy_rows(trey_odds_strategy(o.odds), o.book, row), 1);
        assert_string_equal(row[0].rule, "Q-6-4 or better");
        assert_int_equal(row[0].exceptions, 0);
        assert_fraction(trey_odds_whole(o.odds)->played, "149/221"); /* 14,900 hands */
        /* The Ante alone is the round: a stand-off leaves nobody ahead. */
        assert_same_fraction(trey_odds_figures(o.odds, TREY_WAGER_ANTE)->hit,
                             trey_odds_whole(o.odds)->hit);
        assert_int_equal(trey_odds_whole(o.odds)->differs_from_base, 0);
        close_all(&o);
    }
}

/* Published to two or three places: 3.45 %, 7.65 %, and a risk of 2.01 %. */
static void simpler_strategies_cost_what_is_published(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    open_odds(&o);
    const trey_odds_alternative *a = trey_odds_alternatives(o.odds);
    assert_same_fraction(a[0].ante_play, a[1].ante_play);
    assert_near(trey_fraction_double(a[2].ante_play), -0.0345, 0.00005);
    assert_same_fraction(a[2].ante_play, a[3].ante_play);
    assert_near(trey_fraction_double(a[4].ante_play), -0.0765, 0.00005);
    const trey_odds_figure *ante = trey_odds_figures(o.odds, TREY_WAGER_ANTE);
    assert_near(ante->element_of_risk, 0.0201, 0.00005);
    assert_near(ante->sd, 1.64, 0.005);
    close_all(&o);
}

static void pair_plus_under_two_pay_tables(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    o.query.stake[TREY_WAGER_PAIR_PLUS] = 2500;
    open_odds(&o);
    assert_fraction(ev_of(&o, TREY_WAGER_PAIR_PLUS), "-308/5525");
    assert_fraction(trey_odds_pair_plus_alone(o.odds)->ev, "-308/5525");
    assert_fraction(trey_odds_figures(o.odds, TREY_WAGER_PAIR_PLUS)->hit, "283/1105"); /* 5,660 */
    assert_fraction(trey_odds_figures(o.odds, TREY_WAGER_ANTE)->staked, "370000/221");
    assert_int_equal(trey_rulebook_set(o.book, "pays.pair_plus.straight", "6", NULL),
                     TREY_STATUS_OK);
    open_odds(&o);
    assert_fraction(ev_of(&o, TREY_WAGER_PAIR_PLUS), "-128/5525");
    assert_fraction(trey_odds_pair_plus_alone(o.odds)->ev, "-128/5525");
    close_all(&o);
}

/* A card of the dealer's face up: -1.80 % and a table of four lines; kept down,
 * -8.66 %. Pair Plus -4.38 %, and -5.05 % where suited A-2-3 is a flush. */
static void california_with_and_without_its_up_card(void **state) {
    (void)state;
    opened o;
    open_book(&o, "ca-six-card");
    open_odds(&o);
    assert_fraction(ev_of(&o, TREY_WAGER_ANTE), "-229314/12724075");
    assert_fraction(ev_of(&o, TREY_WAGER_PAIR_PLUS), "-242/5525");
    assert_fraction(ev_of(&o, TREY_WAGER_SIX_CARD_BONUS), "-26393/391510");
    trey_strategy_row row[TREY_STRATEGY_ROWS];
    assert_int_equal(trey_strategy_rows(trey_odds_strategy(o.odds), o.book, row), 4);
    static const char *const against[] = {"2 to J", "Q", "K", "A"};
    static const char *const rule[] = {"every hand", "Q-9-2 or better", "K-9-2 or better",
                                       "A-9-2 or better"};
    for (unsigned i = 0; i < 4; i++) {
        assert_string_equal(row[i].against, against[i]);
        assert_string_equal(row[i].rule, rule[i]);
        assert_int_equal(row[i].exceptions, 0);
    }
    assert_int_equal(trey_rulebook_choose(o.book, "A-CA-38", 'B'), TREY_STATUS_OK);
    open_odds(&o);
    assert_false(trey_odds_whole(o.odds)->sees_up_card);
    assert_near(trey_fraction_double(ev_of(&o, TREY_WAGER_ANTE)), -0.0866, 0.00005);
    assert_int_equal(trey_rulebook_choose(o.book, "A-CA-02", 'B'), TREY_STATUS_OK);
    open_odds(&o);
    assert_near(trey_fraction_double(ev_of(&o, TREY_WAGER_PAIR_PLUS)), -0.0505, 0.00005);
    close_all(&o);
}

/* The literal reading of the qualification gives the player 26.81 %, never folding. */
static void a_dealer_who_needs_a_queen_present(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    assert_int_equal(trey_rulebook_choose(o.book, "A-MBS-01", 'B'), TREY_STATUS_OK);
    open_odds(&o);
    assert_fraction(ev_of(&o, TREY_WAGER_ANTE), "524723/1957550");
    assert_near(trey_odds_figures(o.odds, TREY_WAGER_ANTE)->house_edge, -0.2681, 0.00005);
    assert_fraction(trey_odds_whole(o.odds)->played, "1");
    close_all(&o);
}

/* 3.48 % for the player who sees a card; six colluding players still lose 2.3 %. */
static void holes_in_procedure(void **state) {
    (void)state;
    opened o;
    open_book(&o, "rws");
    o.query.peek = true;
    open_odds(&o);
    assert_fraction(ev_of(&o, TREY_WAGER_ANTE), "443162/12724075");
    o.query.peek = false;
    open_odds(&o);
    trey_odds_peek peek;
    assert_int_equal(trey_odds_peek_at(o.odds, 6, 40000, 20240607, &peek), TREY_STATUS_OK);
    assert_false(peek.exact);
    assert_true(peek.standard_error > 0);
    assert_near(peek.house_edge, 0.023, 0.001);
    close_all(&o);
}

static void odds_add_up(void **state) {
    (void)state;
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        opened o;
        open_book(&o, trey_builtin_id(b));
        o.query.stake[TREY_WAGER_PAIR_PLUS] = 500;
        o.query.stake[b < 3 ? TREY_WAGER_PROGRESSIVE : TREY_WAGER_SIX_CARD_BONUS] = 500;
        o.query.boxes = 1 + 2 * b;
        open_odds(&o);
        size_t count;
        const trey_odds_outcome *outcome = trey_odds_outcomes(o.odds, &count);
        trey_fraction sum = {0, 1}, mean = {0, 1};
        double squares = 0;
        for (size_t i = 0; i < count; i++) {
            sum = trey_fraction_add(sum, outcome[i].chance);
            mean =
                trey_fraction_add(mean, trey_fraction_multiply(outcome[i].chance,
                                                               (trey_fraction){outcome[i].net, 1}));
            squares += trey_fraction_double(outcome[i].chance) * (double)outcome[i].net *
                       (double)outcome[i].net;
            assert_true(i == 0 || outcome[i - 1].net < outcome[i].net);
        }
        const trey_odds_round *round = trey_odds_whole(o.odds);
        assert_fraction(sum, "1");
        assert_same_fraction(mean, round->ev_cents);
        double variance = squares - trey_fraction_double(mean) * trey_fraction_double(mean);
        assert_near(round->sd * round->sd / variance, 1, 1e-9);
        close_all(&o);
    }
}

/* Odd cents: the table rounds down, and so do the odds. */
static void what_does_not_come_out_in_cents_is_rounded_as_the_table_rounds(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    assert_int_equal(trey_rulebook_set(o.book, "pays.pair_plus.pair", "1:2", NULL), TREY_STATUS_OK);
    o.query.stake[TREY_WAGER_PAIR_PLUS] = 101;
    open_odds(&o);
    size_t count;
    const trey_odds_line *line = trey_odds_lines(o.odds, TREY_WAGER_PAIR_PLUS, &count);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        if (line[i].row != TREY_KEY_PAY_PAIR_PLUS_PAIR) continue;
        assert_int_equal(line[i].net, 50);
        found = true;
    }
    assert_true(found);
    close_all(&o);
}

static void queries_that_cannot_be_answered(void **state) {
    (void)state;
    opened o;
    trey_odds_fault fault;
    open_book(&o, "ca-six-card");
    o.query.stake[TREY_WAGER_ANTE] = 99; /* the least is a dollar */
    assert_int_equal(trey_odds_open(&o.odds, o.book, &o.query, &fault), TREY_STATUS_INVALID);
    assert_int_equal(fault.refused, TREY_REFUSED_UNDER_MINIMUM);
    assert_int_equal(fault.wager, TREY_WAGER_ANTE);
    assert_null(o.odds);
    o.query.stake[TREY_WAGER_ANTE] = 100;
    open_odds(&o);
    close_all(&o);
    open_book(&o, "mbs");
    o.query.stake[TREY_WAGER_ANTE] = TREY_ODDS_STAKE_MAX + 1;
    assert_int_equal(trey_odds_open(&o.odds, o.book, &o.query, &fault), TREY_STATUS_MONEY_OVERFLOW);
    o.query.stake[TREY_WAGER_ANTE] = TREY_ODDS_STAKE_MAX;
    o.query.stake[TREY_WAGER_PROGRESSIVE] = TREY_ODDS_STAKE_MAX;
    o.query.meter = TREY_ODDS_METER_MAX;
    o.query.boxes = 7;
    open_odds(&o);
    close_all(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ante_and_play_with_the_5_4_1_bonus),
        cmocka_unit_test(simpler_strategies_cost_what_is_published),
        cmocka_unit_test(pair_plus_under_two_pay_tables),
        cmocka_unit_test(california_with_and_without_its_up_card),
        cmocka_unit_test(a_dealer_who_needs_a_queen_present),
        cmocka_unit_test(holes_in_procedure),
        cmocka_unit_test(odds_add_up),
        cmocka_unit_test(what_does_not_come_out_in_cents_is_rounded_as_the_table_rounds),
        cmocka_unit_test(queries_that_cannot_be_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
