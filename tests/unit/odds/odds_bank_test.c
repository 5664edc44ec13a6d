/* odds_bank_test.c -- the player-dealer's side, and readings as money. */
#include "opened_odds.h"

#include <math.h>

#include "trey/sim.h"

static void bet_everything(opened *o, unsigned seats, trey_cents bank) {
    open_book(o, "ca-six-card");
    o->query.stake[TREY_WAGER_PAIR_PLUS] = o->query.stake[TREY_WAGER_SIX_CARD_BONUS] = 1000;
    o->query.boxes = seats;
    o->query.bank = bank;
    open_odds(o);
}

static trey_odds_bank ask_bank(const opened *o) {
    trey_odds_bank bank;
    assert_int_equal(trey_odds_bank_side(o->odds, o->book, &bank), TREY_STATUS_OK);
    return bank;
}

/* Rounds at a table, with the strategy of the odds. */
static trey_sim *play(const opened *o, uint64_t rounds) {
    trey_sim_query query = {.bets = o->query, .rounds = rounds, .seed = 20261116, .threads = 1};
    trey_sim *sim;
    query.bets.strategy = trey_odds_strategy(o->odds);
    assert_int_equal(trey_sim_open(&sim, o->book, &query, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_sim_run(sim, NULL, NULL), TREY_STATUS_OK);
    return sim;
}

static void a_bank_that_covers_everything_gets_what_the_players_lose(void **state) {
    (void)state;
    opened o;
    bet_everything(&o, 6, 0);
    trey_odds_bank bank = ask_bank(&o);
    trey_fraction six = {-6, 1};
    assert_true(bank.exact);
    assert_same_fraction(bank.ev_cents,
                         trey_fraction_multiply(trey_odds_whole(o.odds)->ev_cents, six));
    assert_int_equal(bank.rounds, 0);
    assert_near(bank.sd_error, 0, 0);
    close_all(&o);
}

/* One seat with a limit is enumerated, its deviation and shortage too. */
static void a_short_bank_against_one_seat_is_exact(void **state) {
    (void)state;
    opened o;
    bet_everything(&o, 1, 5000);
    trey_odds_bank bank = ask_bank(&o);
    assert_true(bank.exact && trey_odds_whole(o.odds)->exact);
    assert_int_equal(trey_odds_sampled(o.odds)->rounds, 0);
    assert_true(bank.uncovered > 0.1);
    assert_near(bank.standard_error, 0, 0);
    assert_near(bank.ev, -trey_odds_whole(o.odds)->ev, 1e-9);
    assert_near(bank.sd, trey_odds_whole(o.odds)->sd, 1e-9);
    size_t count;
    const trey_odds_outcome *outcome = trey_odds_outcomes(o.odds, &count);
    assert_true(outcome[count - 1].net <= 5000);
    assert_true(outcome[0].net >= -5000);
    trey_sim *sim = play(&o, 100000);
    trey_sim_figure round = trey_sim_figures(sim, TREY_SIM_ROUND);
    assert_near(round.mean, trey_odds_whole(o.odds)->ev, 5 * round.error);
    assert_near(round.sd / bank.sd, 1, 0.02);
    trey_sim_close(sim);
    close_all(&o);
}

/* A wager that is only listed stands beside the Ante alone: another one that is listed takes
 * no cover from it. */
static void listed_wagers_take_no_cover_from_each_other(void **state) {
    (void)state;
    opened o, with;
    open_book(&o, "ca-six-card");
    o.query.bank = 5000;
    open_odds(&o);
    open_book(&with, "ca-six-card");
    with.query.bank = 5000;
    with.query.stake[TREY_WAGER_SIX_CARD_BONUS] = with.query.listed[TREY_WAGER_SIX_CARD_BONUS];
    with.query.strategy = trey_odds_strategy(o.odds);
    open_odds(&with);
    assert_same_fraction(trey_odds_figures(o.odds, TREY_WAGER_SIX_CARD_BONUS)->ev,
                         trey_odds_figures(with.odds, TREY_WAGER_SIX_CARD_BONUS)->ev);
    close_all(&with);
    close_all(&o);
}

/* proves [ca-six-card Collection A] */
static void a_fee_on_play_is_paid_by_those_who_play(void **state) {
    (void)state;
    opened o;
    open_book(&o, "ca-six-card");
    assert_int_equal(trey_rulebook_choose(o.book, "A-CA-22", 'C'), TREY_STATUS_OK);
    o.query.boxes = 3;
    open_odds(&o);
    trey_odds_bank bank = ask_bank(&o);
    const trey_fraction played = trey_odds_whole(o.odds)->played;
    assert_int_equal(bank.fee[0].players, 300);
    assert_int_equal(bank.fee[0].on_play, 100);
    assert_same_fraction(
        bank.fee[0].in_all,
        trey_fraction_add((trey_fraction){300, 1},
                          trey_fraction_multiply(played, (trey_fraction){300, 1})));
    assert_int_equal(bank.fee[2].on_play, 0);
    trey_sim *sim = play(&o, 100000); /* under schedule 1 */
    trey_sim_figure fee = trey_sim_figures(sim, TREY_SIM_COLLECTION);
    assert_near(-3 * fee.mean, trey_fraction_double(bank.fee[0].in_all), 15 * fee.error);
    trey_sim_close(sim);
    assert_int_equal(trey_rulebook_choose(o.book, "A-CA-22", 'A'), TREY_STATUS_OK);
    open_odds(&o);
    assert_int_equal(ask_bank(&o).fee[0].on_play, 0);
    assert_fraction(ask_bank(&o).fee[0].in_all, "300");
    close_all(&o);
}

/* $30 a seat: one seat is in the lowest bracket, four make $120 [ca-six-card Collection A]. */
static void every_schedule_is_collected_as_the_table_does(void **state) {
    (void)state;
    opened o;
    bet_everything(&o, 4, 0);
    trey_odds_bank bank = ask_bank(&o);
    assert_int_equal(bank.fees, 18);
    assert_int_equal(bank.fee[0].option, 1);
    assert_int_equal(bank.fee[0].bank, 500);
    assert_int_equal(bank.fee[0].players, 400);
    assert_int_equal(bank.fee[2].bank, 600);
    assert_int_equal(bank.fee[2].players, 0);
    assert_true(bank.fee[13].readable);
    close_all(&o);
    bet_everything(&o, 1, 0);
    bank = ask_bank(&o);
    assert_false(bank.fee[13].readable); /* the print of option 14 cannot be read there */
    assert_int_equal(bank.fee[0].bank, 100);
    close_all(&o);
}

static void where_the_house_banks_there_is_no_such_side(void **state) {
    (void)state;
    opened o;
    trey_odds_bank bank;
    open_book(&o, "mbs");
    open_odds(&o);
    assert_int_equal(trey_odds_bank_side(o.odds, o.book, &bank), TREY_STATUS_INVALID);
    close_all(&o);
}

static void a_reading_is_worth_money_or_not(void **state) {
    (void)state;
    opened o;
    trey_odds_effect effect;
    open_book(&o, "mbs");
    assert_int_equal(trey_odds_under(o.book, &o.query, "A-MBS-01", 'B', NULL, &effect),
                     TREY_STATUS_OK);
    assert_fraction(effect.ev[TREY_WAGER_ANTE], "524723/1957550");
    assert_int_equal(trey_odds_under(o.book, &o.query, "A-MBS-09", 'B', NULL, &effect),
                     TREY_STATUS_OK);
    assert_fraction(effect.ev[TREY_WAGER_ANTE], "-686689/20358520");
    assert_int_equal(trey_odds_under(o.book, &o.query, "A-MBS-99", 'A', NULL, &effect),
                     TREY_STATUS_UNKNOWN_READING);
    close_all(&o);
    bet_everything(&o, 1, 0); /* both bonus bets, where only one is allowed */
    assert_int_equal(trey_odds_under(o.book, &o.query, "A-CA-16", 'B', NULL, &effect),
                     TREY_STATUS_OK);
    assert_true(effect.refused);
    close_all(&o);
}

/* The gain of one draw over Q-6-4, counted over every dealer's hand; an Ante of $10. */
static double plain_gain(const trey_rulebook *book, uint64_t *random) {
    trey_card card[6];
    for (unsigned i = 0; i < 6; i++) {
        bool again;
        do {
            *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            card[i] = (trey_card)((*random >> 33) % TREY_CARDS);
            again = false;
            for (unsigned j = 0; j < i; j++) again |= card[j] == card[i];
        } while (again);
    }
    trey_hand hand = trey_hand_of(card[0], card[1], card[2]);
    trey_cardset gone =
        trey_hand_set(hand) | trey_hand_set(trey_hand_of(card[3], card[4], card[5]));
    unsigned own = trey_rank_strength(trey_hand_rank(hand));
    static const int bonus[TREY_CATEGORIES] = {0, 0, 0, 1, 4, 5, 5};
    int sum = 0, deals = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand dealer = trey_hand_list()[i];
        if (trey_hand_set(dealer) & gone) continue;
        unsigned other = trey_rank_strength(trey_rank_list()[i]);
        bool qualifies = other >= 274 || trey_card_rank(dealer.card[0]) >= TREY_RANK_QUEEN;
        sum += !qualifies ? 1 : own > other ? 2 : own < other ? -2 : 0;
        deals++;
    }
    assert_int_equal(deals, 15180);
    double play = (double)sum / deals + bonus[trey_rank_category(trey_hand_rank(hand))];
    double usual = trey_strategy_kind_plays(TREY_STRATEGY_Q_6_4, book, hand) ? play : -1;
    return 1000 * ((play > -1 ? play : -1) - usual);
}

static void seeing_one_hand_is_enumerated(void **state) {
    (void)state;
    enum { DRAWS = 20000 };
    opened o;
    trey_odds_peek one, two, again;
    uint64_t random = 20240611;
    double sum = 0, squares = 0;
    open_book(&o, "mbs");
    open_odds(&o);
    assert_int_equal(trey_odds_peek_at(o.odds, 1, 2, 1, &one), TREY_STATUS_OK);
    assert_true(one.exact);
    for (unsigned i = 0; i < DRAWS; i++) {
        double gain = plain_gain(o.book, &random);
        sum += gain;
        squares += gain * gain;
    }
    double mean = sum / DRAWS, error = sqrt((squares / DRAWS - mean * mean) / DRAWS);
    print_message("seed 20240611: gain %.4f against %.4f, error %.4f\n", mean, one.gain, error);
    assert_near(mean, one.gain, 5 * error);
    assert_true(error < 0.2);
    assert_int_equal(trey_odds_peek_at(o.odds, 2, 20000, 20240610, &two), TREY_STATUS_OK);
    assert_true(two.gain - one.gain > 5 * two.standard_error);
    assert_int_equal(trey_odds_peek_at(o.odds, 2, 20000, 20240610, &again), TREY_STATUS_OK);
    assert_true(again.gain == two.gain); /* the same seed, the same answer */
    close_all(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_that_covers_everything_gets_what_the_players_lose),
        cmocka_unit_test(a_short_bank_against_one_seat_is_exact),
        cmocka_unit_test(listed_wagers_take_no_cover_from_each_other),
        cmocka_unit_test(a_fee_on_play_is_paid_by_those_who_play),
        cmocka_unit_test(every_schedule_is_collected_as_the_table_does),
        cmocka_unit_test(where_the_house_banks_there_is_no_such_side),
        cmocka_unit_test(a_reading_is_worth_money_or_not),
        cmocka_unit_test(seeing_one_hand_is_enumerated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
