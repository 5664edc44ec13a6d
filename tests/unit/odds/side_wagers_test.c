/* side_wagers_test.c -- side wagers that a house adds to its book, in the odds.
 *
 * A side wager that looks at the dealer's cards too is counted together with everything else
 * that depends on them. What it is worth by itself is known, and adding it to a book must not
 * move what the other wagers are worth. */
#include "opened_odds.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bonus_of_six_cards_leaves_envy_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
