/* strategy_test.c -- strategies: named, written down, put into words. */
#include "opened_odds.h"

#include <string.h>

static trey_hand hand_of(const char *text) {
    trey_card card[3];
    size_t count;
    assert_int_equal(trey_cards_parse(text, card, 3, &count, NULL), TREY_STATUS_OK);
    return trey_hand_of(card[0], card[1], card[2]);
}

static trey_strategy strategy;

static trey_status parse(const opened *o, const char *text, trey_strategy_mistake *mistake) {
    return trey_strategy_parse(&strategy, o->book, text, strlen(text), mistake);
}

static bool plays(const char *hand, const char *up) {
    trey_card card = TREY_NO_CARD;
    if (up) assert_int_equal(trey_card_parse(up, &card, NULL), TREY_STATUS_OK);
    return trey_strategy_plays(&strategy, hand_of(hand), card);
}

static void named_strategies_have_their_thresholds(void **state) {
    (void)state;
    opened o;
    open_book(&o, "mbs");
    trey_strategy_fill(&strategy, o.book, trey_strategy_find("Q-6-4"));
    assert_false(plays("Qs 6h 3d", NULL));
    assert_true(plays("Qs 6h 4d", NULL));
    assert_true(plays("Qs 7h 2d", NULL));
    trey_strategy_fill(&strategy, o.book, trey_strategy_find("queen-high"));
    assert_false(plays("Js 10h 8d", NULL));
    assert_true(plays("Qs 3h 2d", NULL));
    trey_strategy_fill(&strategy, o.book, TREY_STRATEGY_ALWAYS);
    assert_true(plays("5s 3h 2d", NULL));
    assert_int_equal(trey_strategy_find("nothing"), TREY_STRATEGY_KINDS);
    assert_int_equal(trey_rulebook_choose(o.book, "A-MBS-01", 'B'), TREY_STATUS_OK);
    trey_strategy_fill(&strategy, o.book, TREY_STRATEGY_MIMIC);
    assert_false(plays("5s 5h 9d", NULL)); /* would not qualify under this reading */
    assert_true(plays("Qs 3h 2d", NULL));
    close_all(&o);
}

static void a_written_strategy_is_read_line_by_line(void **state) {
    (void)state;
    opened o;
    trey_strategy_mistake mistake;
    open_book(&o, "ca-six-card");
    assert_int_equal(parse(&o,
                           "# mine\n"
                           "2-J: all\r\n"
                           "Q: Q-9-2\n"
                           "K: K-9-2   # kings\n"
                           "A: none\n"
                           "\n"
                           "play 5s 3h 2d vs Ac\n"
                           "fold As Ah Ad\n",
                           &mistake),
                     TREY_STATUS_OK);
    assert_true(strategy.sees_up_card);
    assert_true(plays("5s 3h 2d", "Jc"));
    assert_false(plays("5s 3h 2d", "Qc"));
    assert_false(plays("Qs 8h 7d", "Qc"));
    assert_true(plays("Qs 9h 2d", "Qc"));
    assert_true(plays("5s 3h 2d", "Ac"));
    assert_false(plays("5s 3h 2d", "Ad"));
    assert_false(plays("As Ah Ad", "2c"));
    o.query.strategy = &strategy;
    open_odds(&o);
    const trey_odds_alternative *a = trey_odds_alternatives(o.odds);
    assert_true(trey_fraction_double(trey_odds_whole(o.odds)->ev_cents) <
                trey_fraction_double(a[0].ev_cents));
    close_all(&o);
}

static void a_later_line_overrides_an_earlier_one(void **state) {
    (void)state;
    opened o;
    trey_strategy_mistake mistake;
    open_book(&o, "mbs");
    assert_int_equal(parse(&o, "all\nQ-6-4\n", &mistake), TREY_STATUS_OK);
    assert_false(plays("Qs 6h 3d", NULL));
    assert_true(plays("Qs 6h 4d", NULL));
    close_all(&o);
}

/* Whoever folds everything keeps Pair Plus in one book, by saying so under a reading of
 * it, and loses it in another. */
static void a_fold_keeps_pair_plus_where_the_book_says_so(void **state) {
    (void)state;
    static const struct {
        const char *book, *ev;
    } cases[] = {{"mbs", "-308/5525"}, {"rws", "-1"}, {"ca-six-card", "-1"}};
    for (unsigned i = 0; i < 3; i++) {
        opened o;
        trey_strategy_mistake mistake;
        open_book(&o, cases[i].book);
        if (i == 0) assert_int_equal(trey_rulebook_choose(o.book, "A-MBS-07", 'B'), TREY_STATUS_OK);
        assert_int_equal(parse(&o, "none", &mistake), TREY_STATUS_OK);
        o.query.strategy = &strategy;
        o.query.stake[TREY_WAGER_PAIR_PLUS] = 500;
        open_odds(&o);
        assert_fraction(trey_odds_figures(o.odds, TREY_WAGER_PAIR_PLUS)->ev, cases[i].ev);
        assert_fraction(trey_odds_figures(o.odds, TREY_WAGER_ANTE)->ev, "-1");
        if (i == 2) /* 6 Card Bonus lives on */
            assert_fraction(trey_odds_figures(o.odds, TREY_WAGER_SIX_CARD_BONUS)->ev,
                            "-26393/391510");
        close_all(&o);
    }
}

/* The best strategy, written down hand by hand, is worth what the best is worth. */
static void a_strategy_that_equals_the_best_is_worth_as_much(void **state) {
    (void)state;
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        opened o;
        open_book(&o, trey_builtin_id(b));
        if (b < 3) o.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
        o.query.boxes = 2;
        open_odds(&o);
        trey_fraction best = trey_odds_whole(o.odds)->ev_cents;
        strategy = *trey_odds_best(o.odds);
        o.query.strategy = &strategy;
        open_odds(&o);
        assert_same_fraction(trey_odds_whole(o.odds)->ev_cents, best);
        /* And any one hand decided otherwise is worse, or no better. */
        strategy.play[4711] ^= TREY_CARDSET_FULL;
        open_odds(&o);
        assert_true(trey_fraction_double(trey_odds_whole(o.odds)->ev_cents) <
                    trey_fraction_double(best));
        close_all(&o);
    }
}

static void mistakes_are_told_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned line, column;
    } cases[] = {{"", 1, 1},
                 {"# nothing\n", 1, 1},
                 {"Q-6\n", 1, 4},
                 {"Q-6-4\nX: Q-6-4\n", 2, 1},
                 {"9-2: all\n", 1, 3},
                 {"play Qs 6h\n", 1, 11},
                 {"play Qs 6h 4d vs\n", 1, 17},
                 {"Q-6-4 or better\n", 1, 7},
                 {"play Qs Qs 4d\n", 1, 1}};
    opened o;
    open_book(&o, "mbs");
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        trey_strategy_mistake mistake = {0, 0, ""};
        assert_int_equal(parse(&o, cases[i].text, &mistake), TREY_STATUS_INVALID);
        assert_int_equal(mistake.line, cases[i].line);
        assert_int_equal(mistake.column, cases[i].column);
        assert_true(mistake.wrong[0] != '\0');
    }
    close_all(&o);
}

static void words_are_derived_from_the_decisions(void **state) {
    (void)state;
    opened o;
    trey_strategy_mistake mistake;
    trey_strategy_row row[TREY_STRATEGY_ROWS];
    trey_strategy_exception e[4];
    open_book(&o, "rws");
    assert_int_equal(parse(&o, "K-10-2\nplay Qs 6h 4d\nfold As 9h 4d\n", &mistake), TREY_STATUS_OK);
    assert_int_equal(trey_strategy_rows(&strategy, o.book, row), 1);
    assert_string_equal(row[0].rule, "K-10-2 or better");
    assert_int_equal(row[0].exceptions, 2);
    assert_int_equal(trey_strategy_exceptions(&strategy, o.book, row, 1, e, 4), 2);
    assert_string_equal(e[0].hand, "Q-6-4");
    assert_true(e[0].play);
    assert_int_equal(e[0].of, 1);
    assert_int_equal(e[0].all, 60);
    assert_string_equal(e[1].hand, "A-9-4");
    assert_false(e[1].play);
    assert_int_equal(parse(&o, "none", &mistake), TREY_STATUS_OK);
    trey_strategy_rows(&strategy, o.book, row);
    assert_string_equal(row[0].rule, "no hand");
    assert_int_equal(parse(&o, "all", &mistake), TREY_STATUS_OK);
    trey_strategy_rows(&strategy, o.book, row);
    assert_string_equal(row[0].rule, "every hand");
    char words[24];
    assert_string_equal(trey_hand_words(o.book, hand_of("Ks 9h 9d"), words), "9-9-K");
    assert_string_equal(trey_hand_words(o.book, hand_of("As 2s 3s"), words), "suited 3-2-A");
    assert_string_equal(trey_hand_words(o.book, hand_of("As Ks 3s"), words), "flush A-K-3");
    close_all(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_strategies_have_their_thresholds),
        cmocka_unit_test(a_written_strategy_is_read_line_by_line),
        cmocka_unit_test(a_later_line_overrides_an_earlier_one),
        cmocka_unit_test(a_fold_keeps_pair_plus_where_the_book_says_so),
        cmocka_unit_test(a_strategy_that_equals_the_best_is_worth_as_much),
        cmocka_unit_test(mistakes_are_told_with_their_place),
        cmocka_unit_test(words_are_derived_from_the_decisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
