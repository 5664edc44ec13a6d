/* odds_shared_bank_test.c -- several seats against one bank: estimates held against rounds at the
 * table, and what is exact held against both. */
#include "opened_odds.h"

#include <math.h>

#include "odds_parts.h"
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

/* Two estimates of one thing. */
static void assert_agree(double a, double error_a, double b, double error_b) {
    assert_near(a, b, 5 * hypot(error_a, error_b) + 1e-9);
}

/* The error of a simulated mean is that of the sum over the boxes of a round, and so tells
 * the deviation of the bank. Under A-CA-38=B nobody sees a card. */
static void the_deviation_of_a_bank_is_counted_over_pairs_of_seats(void **state) {
    (void)state;
    enum { ROUNDS = 150000 };
    for (unsigned i = 0; i < 3; i++) {
        opened o;
        open_book(&o, "ca-six-card");
        o.query.boxes = i == 0 ? 2 : 7;
        if (i > 0) o.query.stake[TREY_WAGER_PAIR_PLUS] = 1000;
        if (i == 2) assert_int_equal(trey_rulebook_choose(o.book, "A-CA-38", 'B'), TREY_STATUS_OK);
        open_odds(&o);
        trey_odds_bank bank = ask_bank(&o);
        trey_sim *sim = play(&o, ROUNDS);
        trey_sim_figure round = trey_sim_figures(sim, TREY_SIM_ROUND);
        double played = round.error * o.query.boxes * sqrt(ROUNDS);
        print_message("seed 20261116: deviation %.2f against %.2f\n", played, bank.sd);
        assert_true(bank.exact);
        assert_near(played / bank.sd, 1, 0.02);
        trey_sim_close(sim);
        close_all(&o);
    }
}

/* Every pair of hands against one dealer's hand, one after the other. */
static trey_int128 plain_products(const trey_odds *odds, trey_hand dealer) {
    static trey_cardset set[18424];
    static int64_t result[18424];
    trey_int128 sum = 0;
    for (unsigned up = 0; up < 3; up++) {
        unsigned count = 0;
        for (unsigned i = 0; i < TREY_HANDS; i++) {
            trey_hand hand = trey_hand_at(i);
            if (trey_hand_set(hand) & trey_hand_set(dealer)) continue;
            bool plays = trey_strategy_plays(trey_odds_strategy(odds), hand, dealer.card[up]);
            const settled *paid = situation_lines(
                odds, seat_situation(odds, hand, dealer, plays ? CHOICE_PLAY : CHOICE_FOLD));
            set[count] = trey_hand_set(hand);
            result[count] = 0;
            for (unsigned w = 0; w < TREY_STAKES; w++) {
                if (odds->query.stake[w] > 0) result[count] += settled_net(paid, w);
            }
            count++;
        }
        assert_int_equal(count, 18424);
        for (unsigned i = 0; i < count; i++) {
            int64_t beside = 0;
            for (unsigned j = 0; j < count; j++) beside += set[i] & set[j] ? 0 : result[j];
            sum += (trey_int128)result[i] * beside;
        }
    }
    return sum;
}

static void products_of_seats_are_those_of_a_plain_loop(void **state) {
    (void)state;
    static const unsigned dealers[] = {7, 21000};
    opened o;
    bet_everything(&o, 2, 0);
    for (unsigned i = 0; i < 2; i++) {
        trey_int128 sum;
        assert_true(seat_products(o.odds, dealers[i], &sum));
        assert_true(sum == plain_products(o.odds, trey_hand_list()[dealers[i]]));
    }
    close_all(&o);
}

/* A strategy that cares for suits has no classes of dealers; of one hand in 22,100 it hardly
 * shows. */
static void suits_in_a_strategy_are_followed(void **state) {
    (void)state;
    static trey_strategy strategy;
    opened o;
    open_book(&o, "ca-six-card");
    assert_int_equal(trey_rulebook_choose(o.book, "A-CA-38", 'B'), TREY_STATUS_OK);
    o.query.boxes = 3;
    trey_strategy_fill(&strategy, o.book, TREY_STRATEGY_Q_6_4);
    o.query.strategy = &strategy;
    open_odds(&o);
    trey_odds_bank alike = ask_bank(&o);
    strategy.play[trey_hand_index(trey_hand_of(0, 5, 18))] = TREY_CARDSET_FULL;
    open_odds(&o);
    trey_odds_bank bank = ask_bank(&o);
    assert_true(bank.sd != alike.sd);
    assert_near(bank.sd / alike.sd, 1, 1e-3);
    close_all(&o);
}

/* Whoever plays pairs, and the others by the suit of the highest card: clubs and diamonds, or
 * clubs and hearts. Two suits are only renamed, so the bank's deviation is the same to the
 * last digit. Dealers that are looked at once for all suits would tell the two apart. */
static void a_strategy_with_its_suits_renamed_strays_alike(void **state) {
    (void)state;
    static trey_strategy strategy;
    static const unsigned other[] = {TREY_SUIT_DIAMONDS, TREY_SUIT_HEARTS};
    double sd[2];
    for (unsigned renamed = 0; renamed < 2; renamed++) {
        opened o;
        open_book(&o, "ca-six-card");
        assert_int_equal(trey_rulebook_choose(o.book, "A-CA-38", 'B'), TREY_STATUS_OK);
        o.query.boxes = 3;
        strategy.sees_up_card = false;
        for (unsigned i = 0; i < TREY_HANDS; i++) {
            const trey_hand hand = trey_hand_list()[i];
            unsigned suit = trey_card_suit(hand.card[0]);
            bool plays = suit == TREY_SUIT_CLUBS || suit == other[renamed];
            for (unsigned c = 0; c < 2; c++)
                plays |= trey_card_rank(hand.card[c]) == trey_card_rank(hand.card[c + 1]);
            strategy.play[i] = plays ? TREY_CARDSET_FULL : 0;
        }
        o.query.strategy = &strategy;
        open_odds(&o);
        sd[renamed] = ask_bank(&o).sd;
        close_all(&o);
    }
    assert_near(sd[0] / sd[1], 1, 1e-12);
}

/* With these bets a seat moves at most $12,020: $10,000 for a royal flush, $2,000 for the mini
 * royal in it, and $10 each for Ante and Play. No other seat can have a royal flush then; the
 * most is a straight flush, such as 8-7-6 where the dealer has J-10-9 of the suit: $2,000, $400
 * for its three cards, and $20. For each two seats that makes $14,440. */
static void a_bank_beyond_all_that_can_be_won_is_counted(void **state) {
    (void)state;
    opened o;
    const trey_cents most = 3 * (1202000 + 242000) / 2;
    bet_everything(&o, 3, 0);
    const trey_fraction covered = trey_odds_whole(o.odds)->ev_cents;
    const double sd = ask_bank(&o).sd;
    close_all(&o);
    static const int off[] = {1, 0, -1};
    for (unsigned i = 0; i < 3; i++) {
        bet_everything(&o, 3, most + off[i]);
        const trey_odds_round *round = trey_odds_whole(o.odds);
        const bool exact = off[i] >= 0;
        assert_int_equal(round->exact, exact);
        assert_int_equal(trey_odds_sampled(o.odds)->rounds, exact ? 0 : TREY_ODDS_ROUNDS);
        assert_int_equal(ask_bank(&o).exact, exact);
        assert_near(round->ev, trey_fraction_double(covered), 1e-6);
        if (exact) assert_same_fraction(round->ev_cents, covered);
        if (exact) assert_near(ask_bank(&o).sd, sd, 1e-9);
        if (!exact) assert_false(trey_fraction_known(round->ev_cents));
        if (!exact) assert_agree(ask_bank(&o).sd, ask_bank(&o).sd_error, sd, 0);
        close_all(&o);
    }
}

static void compare_with_rounds(const opened *o, uint64_t rounds) {
    static const unsigned rows[TREY_STAKES] = {[TREY_WAGER_ANTE] = TREY_SIM_ANTE_PLAY,
                                               [TREY_WAGER_PAIR_PLUS] = TREY_WAGER_PAIR_PLUS,
                                               [TREY_WAGER_PROGRESSIVE] = TREY_SIM_JACKPOT,
                                               [TREY_WAGER_SIX_CARD_BONUS] =
                                                   TREY_WAGER_SIX_CARD_BONUS};
    const trey_odds_round *round = trey_odds_whole(o->odds);
    trey_sim *sim = play(o, rounds);
    for (unsigned w = 0; w < TREY_STAKES; w++) {
        const trey_odds_figure *figure = trey_odds_figures(o->odds, w);
        trey_sim_figure played = trey_sim_figures(sim, rows[w]);
        if (!figure->in_round) continue;
        assert_false(figure->exact);
        assert_true(figure->edge_error > 0 && figure->hit_error > 0);
        assert_agree(-figure->house_edge * (double)figure->stake,
                     figure->edge_error * (double)figure->stake, played.mean, played.error);
        assert_agree(figure->hit_chance, figure->hit_error, played.hit, played.hit_error);
        assert_near(figure->sd * (double)figure->stake / played.sd, 1, 0.05);
        assert_near(trey_fraction_double(figure->staked) / played.staked, 1, 0.01);
    }
    trey_sim_figure played = trey_sim_figures(sim, TREY_SIM_ROUND);
    assert_agree(round->ev, round->ev_error, played.mean, played.error);
    assert_agree(round->hit_chance, round->hit_error, played.hit, played.hit_error);
    trey_sim_close(sim);
}

/* The chances of the lines and of the outcomes make one, and lead to the same means. */
static void compare_with_lines(const opened *o) {
    size_t count;
    const trey_odds_round *round = trey_odds_whole(o->odds);
    const trey_odds_outcome *outcome = trey_odds_outcomes(o->odds, &count);
    double all = 0, mean = 0;
    for (size_t i = 0; i < count; i++) {
        assert_false(trey_fraction_known(outcome[i].chance));
        all += outcome[i].estimate;
        mean += outcome[i].estimate * (double)outcome[i].net;
    }
    assert_near(all, 1, 1e-9);
    assert_near(mean, round->ev, 1e-6);
    for (unsigned w = 0; w < TREY_STAKES; w++) {
        const trey_odds_figure *figure = trey_odds_figures(o->odds, w);
        const trey_odds_line *line = trey_odds_lines(o->odds, w, &count);
        mean = 0;
        for (size_t i = 0; i < count; i++) mean += line[i].estimate * (double)line[i].net;
        if (figure->offered) assert_near(mean, -figure->house_edge * (double)figure->stake, 1e-6);
    }
}

/* proves [ca-six-card Round 9] [ca-six-card Round 10] */
static void seats_that_share_a_short_bank_get_what_they_get_at_the_table(void **state) {
    (void)state;
    static const struct {
        const char *reading;
        char letter;
        unsigned seats;
        trey_cents bank;
    } cases[] = {{"A-CA-08", 'A', 6, 50000}, {"A-CA-08", 'A', 2, 3000},  {"A-CA-08", 'B', 4, 6000},
                 {"A-CA-08", 'C', 4, 9000},  {"A-CA-10", 'C', 5, 5000},  {"A-CA-44", 'B', 3, 7000},
                 {"A-CA-11", 'B', 7, 10000}, {"A-CA-38", 'B', 3, 10000}, {"A-CA-07", 'C', 3, 4000}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        opened o;
        open_book(&o, "ca-six-card");
        assert_int_equal(trey_rulebook_choose(o.book, cases[i].reading, cases[i].letter),
                         TREY_STATUS_OK);
        o.query.stake[TREY_WAGER_SIX_CARD_BONUS] = 500;
        if (i % 2) o.query.stake[TREY_WAGER_PAIR_PLUS] = 1000;
        o.query.boxes = cases[i].seats;
        o.query.bank = cases[i].bank;
        o.query.rounds = 20000;
        open_odds(&o);
        print_message("%s=%c, %u seats, seeds %u and 20261116\n", cases[i].reading, cases[i].letter,
                      cases[i].seats, (unsigned)o.query.seed);
        compare_with_rounds(&o, 30000);
        compare_with_lines(&o);
        close_all(&o);
    }
}

/* The errors are as large as estimates stray from seed to seed. */
static void standard_errors_are_those_of_many_seeds(void **state) {
    (void)state;
    enum { SEEDS = 24 };
    opened o;
    double sum = 0, squares = 0, error = 0;
    open_book(&o, "ca-six-card");
    o.query.stake[TREY_WAGER_SIX_CARD_BONUS] = 500;
    o.query.boxes = 5;
    o.query.bank = 6000;
    o.query.rounds = 3000;
    for (unsigned i = 0; i < SEEDS; i++) {
        o.query.seed = 100 + i;
        open_odds(&o);
        const trey_odds_round *round = trey_odds_whole(o.odds);
        sum += round->ev;
        squares += round->ev * round->ev;
        error += round->ev_error / SEEDS;
    }
    double strays = sqrt((squares - sum * sum / SEEDS) / (SEEDS - 1));
    print_message("seeds 100 to %d: strays by %.3f, says %.3f\n", 100 + SEEDS - 1, strays, error);
    assert_near(strays / error, 1, 0.5);
    close_all(&o);
}

/* With a limit for each player nobody shares anything: exact, but for how often anybody is
 * not covered. */
static void a_limit_for_each_player_is_exact_for_any_number_of_seats(void **state) {
    (void)state;
    opened o;
    open_book(&o, "ca-six-card");
    assert_int_equal(trey_rulebook_choose(o.book, "A-CA-08", 'D'), TREY_STATUS_OK);
    o.query.stake[TREY_WAGER_SIX_CARD_BONUS] = 1000;
    o.query.boxes = 4;
    o.query.bank = 5000;
    open_odds(&o);
    assert_true(trey_odds_whole(o.odds)->exact);
    trey_odds_bank bank = ask_bank(&o);
    assert_true(bank.exact && bank.uncovered > 0.1 && bank.uncovered_error > 0);
    trey_sim *sim = play(&o, 60000);
    trey_sim_figure played = trey_sim_figures(sim, TREY_SIM_ROUND);
    assert_near(played.mean, trey_odds_whole(o.odds)->ev, 5 * played.error);
    assert_near(played.error * 4 * sqrt(60000) / bank.sd, 1, 0.03);
    trey_sim_close(sim);
    close_all(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deviation_of_a_bank_is_counted_over_pairs_of_seats),
        cmocka_unit_test(products_of_seats_are_those_of_a_plain_loop),
        cmocka_unit_test(suits_in_a_strategy_are_followed),
        cmocka_unit_test(a_strategy_with_its_suits_renamed_strays_alike),
        cmocka_unit_test(a_bank_beyond_all_that_can_be_won_is_counted),
        cmocka_unit_test(seats_that_share_a_short_bank_get_what_they_get_at_the_table),
        cmocka_unit_test(standard_errors_are_those_of_many_seeds),
        cmocka_unit_test(a_limit_for_each_player_is_exact_for_any_number_of_seats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
