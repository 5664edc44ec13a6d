/* side_wagers_test.c -- side wagers that a house adds to its book, in the odds.
 *
 * A side wager that looks at the dealer's cards too is counted together with everything else
 * that depends on them. What it is worth by itself is known, and adding it to a book must not
 * move what the other wagers are worth. */
#include "opened_odds.h"

#include <string.h>

#include "trey/sim.h"

static void open_own_book(opened *o, const char *file) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", OWN_BOOKS, file);
    assert_int_equal(trey_rulebook_open_file(&o->book, path, NULL), TREY_STATUS_OK);
    trey_odds_query_preset(o->book, &o->query);
    o->odds = NULL;
}

/* ---- Beside a jackpot of three cards ----------------------------------------------------- */
/* Royals of other boxes bring envy; which best fives go with them has to be counted with them. */
static void a_bonus_of_six_cards_leaves_envy_as_it_is(void **state) {
    (void)state;
    for (unsigned boxes = 1; boxes <= 7; boxes += 2) {
        opened own, mbs;
        open_own_book(&own, "six-card-bonus.yaml");
        open_book(&mbs, "mbs");
        own.query.boxes = mbs.query.boxes = boxes;
        own.query.stake[TREY_WAGER_PROGRESSIVE] = mbs.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
        own.query.stake[TREY_WAGER_SIX_CARD_BONUS] = 1000;
        open_odds(&own);
        open_odds(&mbs);
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            const trey_odds_figure *with = trey_odds_figures(own.odds, wager);
            const trey_odds_figure *without = trey_odds_figures(mbs.odds, wager);
            if (!without->offered) continue;
            assert_same_fraction(with->ev, without->ev);
            assert_same_fraction(with->hit, without->hit);
            assert_near(with->sd, without->sd, 1e-9);
        }
        assert_fraction(trey_odds_figures(own.odds, TREY_WAGER_SIX_CARD_BONUS)->ev,
                        "-26393/391510");
        close_all(&own);
        close_all(&mbs);
    }
}

/* ---- Colours ----------------------------------------------------------------------------- */
/* A card is red or black by its letter; no judge is asked. */
static bool is_red(trey_card card) {
    char text[TREY_CARD_TEXT_MAX];
    trey_card_print(card, TREY_CARD_LETTERS, text);
    return strchr("dh", text[strlen(text) - 1]) != NULL;
}

static unsigned reds_in(unsigned number) {
    const trey_hand hand = trey_hand_at(number);
    return (unsigned)is_red(hand.card[0]) + is_red(hand.card[1]) + is_red(hand.card[2]);
}

static int64_t choose(int64_t n, int64_t k) {
    return k == 0 ? 1 : choose(n - 1, k - 1) * n / k;
}

static trey_fraction fraction(int64_t n, int64_t d) {
    return trey_fraction_of(n, d);
}

/* Hits by what they pay: the line of a win at so much for one unit. */
static trey_fraction chance_of(const opened *o, trey_cents net) {
    size_t count;
    const trey_odds_line *line = trey_odds_lines(o->odds, TREY_WAGER_COLOUR_BONUS, &count);
    trey_fraction sum = {0, 1};
    for (size_t i = 0; i < count; i++) {
        if (line[i].net == net) sum = trey_fraction_add(sum, line[i].chance);
    }
    return sum;
}

/* All six cards: 2 C(26,6) of C(52,6). The own three: 2 C(26,3) of C(52,3), less those. */
static void colours_come_as_often_as_they_can_be_chosen(void **state) {
    (void)state;
    static const char *const books[] = {"colour-bonus.yaml", "colour-bonus-banked.yaml"};
    for (unsigned b = 0; b < 2; b++) {
        opened o;
        open_own_book(&o, books[b]);
        open_odds(&o);
        const trey_fraction six = fraction(2 * choose(26, 6), choose(52, 6));
        const trey_fraction three = fraction(2 * choose(26, 3), choose(52, 3));
        /* The card room's fold gives the bonus up, and nobody plays on for one that is not bet. */
        if (b == 0) {
            assert_same_fraction(chance_of(&o, 4000), six);
            assert_same_fraction(trey_odds_figures(o.odds, TREY_WAGER_COLOUR_BONUS)->hit, three);
            assert_fraction(trey_odds_figures(o.odds, TREY_WAGER_COLOUR_BONUS)->ev, "-405/11186");
        } else {
            assert_true(trey_fraction_double(chance_of(&o, 4000)) < trey_fraction_double(six));
        }
        close_all(&o);
    }
}

/* Every hand against every dealer's hand, by a loop that knows colours and the strategy and
 * nothing else. */
static void a_loop_over_all_deals_counts_the_same(void **state) {
    (void)state;
    static uint8_t red[TREY_HANDS];
    static trey_cardset set[TREY_HANDS];
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        red[i] = (uint8_t)reds_in(i);
        set[i] = trey_hand_set(trey_hand_at(i));
    }
    opened o;
    open_own_book(&o, "colour-bonus.yaml");
    assert_int_equal(trey_rulebook_set(o.book, "fold.colour_bonus", "lost", NULL), TREY_STATUS_OK);
    o.query.stake[TREY_WAGER_COLOUR_BONUS] = 1000;
    open_odds(&o);
    int64_t net = 0, deals = 0, ahead = 0;
    for (unsigned hand = 0; hand < TREY_HANDS; hand++) {
        const bool plays = trey_odds_strategy(o.odds)->play[hand] != 0;
        for (unsigned dealer = 0; dealer < TREY_HANDS; dealer++) {
            if (set[hand] & set[dealer]) continue;
            const bool one = plays && (red[hand] == 0 || red[hand] == 3);
            net += !one ? -1 : red[dealer] == red[hand] ? 4 : 3;
            ahead += one;
            deals++;
        }
    }
    const trey_odds_figure *figure = trey_odds_figures(o.odds, TREY_WAGER_COLOUR_BONUS);
    assert_same_fraction(figure->ev, fraction(net, deals));
    assert_same_fraction(figure->hit, fraction(ahead, deals));
    /* A fold would give up what three cards of one colour bring, so more of them are played. */
    assert_true(trey_odds_whole(o.odds)->differs_from_base > 0);
    close_all(&o);
}

static void a_colour_bonus_leaves_the_other_wagers_as_they_are(void **state) {
    (void)state;
    static const struct {
        const char *own, *id;
        unsigned boxes;
    } books[] = {{"colour-bonus.yaml", "mbs", 1},
                 {"colour-bonus.yaml", "mbs", 5},
                 {"colour-bonus-banked.yaml", "ca-six-card", 1}};
    for (unsigned b = 0; b < sizeof books / sizeof *books; b++) {
        opened own, like;
        open_own_book(&own, books[b].own);
        open_book(&like, books[b].id);
        own.query.boxes = like.query.boxes = books[b].boxes;
        open_odds(&own);
        open_odds(&like);
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            const trey_odds_figure *with = trey_odds_figures(own.odds, wager);
            const trey_odds_figure *without = trey_odds_figures(like.odds, wager);
            if (!without->offered) continue;
            assert_same_fraction(with->ev, without->ev);
            assert_same_fraction(with->hit, without->hit);
            assert_near(with->sd, without->sd, 1e-9);
        }
        close_all(&own);
        close_all(&like);
    }
}

/* What a decision is worth, asked of single hands, adds up to what the round is worth. */
static void moves_of_single_hands_add_up_to_the_round(void **state) {
    (void)state;
    opened o;
    open_own_book(&o, "colour-bonus.yaml");
    assert_int_equal(trey_rulebook_set(o.book, "fold.colour_bonus", "lost", NULL), TREY_STATUS_OK);
    o.query.stake[TREY_WAGER_COLOUR_BONUS] = 500;
    open_odds(&o);
    double sum = 0;
    enum { STEP = 17 }; /* every seventeenth hand is asked: 1,300 of them */
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_fraction worth[2];
        const bool plays = trey_odds_strategy(o.odds)->play[i] != 0;
        if (i % STEP) continue;
        assert_true(trey_odds_moves(o.odds, trey_hand_at(i), TREY_NO_CARD, worth));
        const double play = trey_fraction_double(worth[0]), fold = trey_fraction_double(worth[1]);
        assert_true(plays ? play > fold : play <= fold);
        sum += plays ? play : fold;
    }
    /* A sample of so many results, of a deviation of some ten dollars. */
    const unsigned asked = TREY_HANDS / STEP;
    assert_near(sum / asked, trey_odds_whole(o.odds)->ev, 60);
    close_all(&o);
}

static void simulate(const opened *o, trey_sim_engine engine, uint64_t rounds, unsigned boxes) {
    trey_sim_query query = {.bets = o->query, .rounds = rounds, .seed = 7, .engine = engine};
    trey_sim *sim;
    query.bets.boxes = boxes;
    query.bets.strategy = trey_odds_strategy(o->odds);
    assert_int_equal(trey_sim_open(&sim, o->book, &query, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_sim_run(sim, NULL, NULL), TREY_STATUS_OK);
    const trey_sim_figure found = trey_sim_figures(sim, TREY_WAGER_COLOUR_BONUS);
    const trey_odds_figure *exact = trey_odds_figures(o->odds, TREY_WAGER_COLOUR_BONUS);
    assert_true(found.in_round);
    assert_near(found.mean, trey_fraction_double(exact->ev_cents), 5 * found.error);
    assert_near(found.hit, exact->hit_chance, 5 * found.hit_error);
    trey_sim_close(sim);
}

/* The seed is fixed, so that this either holds or does not. */
static void the_simulator_comes_near_what_the_odds_say(void **state) {
    (void)state;
    static const char *const books[] = {"colour-bonus.yaml", "colour-bonus-banked.yaml"};
    for (unsigned b = 0; b < 2; b++) {
        opened o;
        open_own_book(&o, books[b]);
        o.query.stake[TREY_WAGER_COLOUR_BONUS] = 1000;
        open_odds(&o);
        simulate(&o, TREY_SIM_FAST, 1000000, 1);
        simulate(&o, TREY_SIM_FAST, 200000, 4);
        simulate(&o, TREY_SIM_FULL, 20000, 2);
        close_all(&o);
    }
}

/* Round by round the fast engine comes to what the table does. */
static void both_engines_settle_every_round_alike(void **state) {
    (void)state;
    enum { ROUNDS = 3000 };
    static trey_sim_round fast[ROUNDS], full[ROUNDS];
    opened o;
    open_own_book(&o, "colour-bonus-banked.yaml");
    o.query.stake[TREY_WAGER_COLOUR_BONUS] = o.query.stake[TREY_WAGER_SIX_CARD_BONUS] = 700;
    open_odds(&o);
    trey_sim_query query = {.bets = o.query, .rounds = ROUNDS, .seed = 11};
    query.bets.strategy = trey_odds_strategy(o.odds);
    query.bets.boxes = 3;
    trey_sim *sim;
    size_t counts[2];
    assert_int_equal(trey_sim_open(&sim, o.book, &query, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_sim_rounds(sim, TREY_SIM_FAST, 0, fast, ROUNDS, &counts[0]),
                     TREY_STATUS_OK);
    assert_int_equal(trey_sim_rounds(sim, TREY_SIM_FULL, 0, full, ROUNDS, &counts[1]),
                     TREY_STATUS_OK);
    assert_true(counts[0] == ROUNDS && counts[1] == ROUNDS);
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (unsigned box = 0; box < 3; box++)
            assert_memory_equal(fast[i].net[box], full[i].net[box], sizeof fast[i].net[box]);
    }
    trey_sim_close(sim);
    close_all(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bonus_of_six_cards_leaves_envy_as_it_is),
        cmocka_unit_test(colours_come_as_often_as_they_can_be_chosen),
        cmocka_unit_test(a_loop_over_all_deals_counts_the_same),
        cmocka_unit_test(a_colour_bonus_leaves_the_other_wagers_as_they_are),
        cmocka_unit_test(moves_of_single_hands_add_up_to_the_round),
        cmocka_unit_test(the_simulator_comes_near_what_the_odds_say),
        cmocka_unit_test(both_engines_settle_every_round_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
