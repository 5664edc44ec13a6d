/* rulebook_ranking_test.c -- hands compared as each rulebook compares them. */
#include "cmocka_suite.h"

#include "trey/rules.h"

static trey_rulebook *mbs, *rws, *rwp, *ca;

static int open_books(void **state) {
    (void)state;
    return trey_rulebook_open(&mbs, "mbs", NULL) || trey_rulebook_open(&rws, "rws", NULL) ||
           trey_rulebook_open(&rwp, "rws-progressive", NULL) ||
           trey_rulebook_open(&ca, "ca-six-card", NULL);
}

static int close_books(void **state) {
    (void)state;
    trey_rulebook_close(mbs);
    trey_rulebook_close(rws);
    trey_rulebook_close(rwp);
    trey_rulebook_close(ca);
    return 0;
}

static trey_hand hand(const char *text) {
    trey_card cards[3];
    size_t count;
    const char *where;
    assert_int_equal(trey_cards_parse(text, cards, 3, &count, &where), TREY_STATUS_OK);
    assert_int_equal(count, 3);
    return trey_hand_of(cards[0], cards[1], cards[2]);
}

static int compare(const trey_rulebook *book, const char *left, const char *right) {
    unsigned a = trey_rulebook_order(book, trey_hand_rank(hand(left)));
    unsigned b = trey_rulebook_order(book, trey_hand_rank(hand(right)));
    return (a > b) - (a < b);
}

static trey_category category(const trey_rulebook *book, const char *text) {
    return trey_rulebook_category(book, trey_hand_rank(hand(text)));
}

/* Under the readings in force all four books order hands as core does. */
static void the_default_order_is_that_of_the_strengths(void **state) {
    (void)state;
    const trey_rulebook *books[] = {mbs, rws, rwp, ca};
    for (unsigned b = 0; b < 4; b++) {
        for (unsigned i = 0; i < TREY_HANDS; i++) {
            trey_rank rank = trey_hand_rank_at(i);
            assert_int_equal(trey_rulebook_order(books[b], rank), trey_rank_strength(rank));
        }
    }
}

/* proves [rws 3.1.2] [rws-progressive 3.1.2] [mbs 3.16.1] [ca-six-card Ranking 2 MiniRoyal] */
static void suited_ace_king_queen_is_its_own_kind_where_the_book_lists_it(void **state) {
    (void)state;
    assert_int_equal(category(mbs, "As Ks Qs"), TREY_HAND_ROYAL);
    assert_int_equal(category(ca, "Ah Kh Qh"), TREY_HAND_ROYAL);
    assert_int_equal(category(rws, "As Ks Qs"), TREY_HAND_STRAIGHT_FLUSH);
    assert_int_equal(category(rwp, "Ah Kh Qh"), TREY_HAND_STRAIGHT_FLUSH);
    assert_int_equal(compare(rws, "As Ks Qs", "Kh Qh Jh"), 1);
    assert_int_equal(compare(mbs, "As Ks Qs", "Ah Kh Qh"), 0);
}

static void a_suited_ace_two_three_is_what_the_reading_says(void **state) {
    (void)state;
    assert_int_equal(category(rws, "Ah 2h 3h"), TREY_HAND_STRAIGHT_FLUSH);
    assert_int_equal(compare(rws, "Ah 2h 3h", "2c 2d 2s"), 1);
    assert_int_equal(trey_rulebook_choose(rws, "A-RWS-09", 'B'), TREY_STATUS_OK);
    assert_int_equal(category(rws, "Ah 2h 3h"), TREY_HAND_FLUSH);
    assert_int_equal(compare(rws, "Ah 2h 3h", "Kc Jc 9c"), 1);  /* an ace-high flush */
    assert_int_equal(compare(rws, "Ah 2h 3h", "Ac 4c 2c"), -1); /* the lowest of them */
    assert_int_equal(compare(rws, "Ah 2h 3h", "Ac 2d 3h"), -1); /* below any straight */
    assert_int_equal(trey_rulebook_choose(rws, "A-RWS-09", 'A'), TREY_STATUS_OK);

    assert_int_equal(trey_rulebook_choose(ca, "A-CA-02", 'C'), TREY_STATUS_OK);
    assert_int_equal(category(ca, "Ah 2h 3h"), TREY_HAND_STRAIGHT);
    assert_int_equal(compare(ca, "Ah 2h 3h", "Ac 2d 3h"), 0);
    assert_int_equal(compare(ca, "Ah 2h 3h", "2c 3d 4h"), -1);
    assert_int_equal(trey_rulebook_choose(ca, "A-CA-02", 'B'), TREY_STATUS_OK);
    assert_int_equal(category(ca, "Ah 2h 3h"), TREY_HAND_FLUSH);
    assert_int_equal(trey_rulebook_choose(ca, "A-CA-02", 'A'), TREY_STATUS_OK);
    assert_int_equal(category(ca, "Ah 2h 3h"), TREY_HAND_STRAIGHT_FLUSH);
}

static void equal_pairs_stand_off_where_the_odd_card_does_not_count(void **state) {
    (void)state;
    assert_int_equal(compare(ca, "5c 5d Kh", "5h 5s Qd"), 1);
    assert_int_equal(trey_rulebook_choose(ca, "A-CA-04", 'B'), TREY_STATUS_OK);
    assert_int_equal(compare(ca, "5c 5d Kh", "5h 5s Qd"), 0);
    assert_int_equal(compare(ca, "6c 6d 2h", "5h 5s Ad"), 1);
    assert_int_equal(compare(ca, "Ac Kd Jh", "Ah Ks 10d"), 1);
    assert_int_equal(trey_rulebook_choose(ca, "A-CA-04", 'A'), TREY_STATUS_OK);
}

/* proves [rws 1.16] [rws-progressive 1.17] [ca-six-card Glossary Qualifier] */
static void the_dealer_qualifies_with_queen_high_or_better(void **state) {
    (void)state;
    const trey_rulebook *books[] = {mbs, rws, rwp, ca};
    for (unsigned b = 0; b < 4; b++) {
        assert_false(trey_rulebook_qualifies(books[b], hand("Jc 10d 8h"))); /* the best below */
        assert_true(trey_rulebook_qualifies(books[b], hand("Qc 3d 2h"))); /* the least that does */
        assert_true(trey_rulebook_qualifies(books[b], hand("Qc 4d 2h")));
        assert_true(trey_rulebook_qualifies(books[b], hand("2c 2d 3h")));
    }
}

static void the_literal_reading_wants_a_queen_or_higher_in_the_hand(void **state) {
    (void)state;
    assert_int_equal(trey_rulebook_choose(mbs, "A-MBS-01", 'B'), TREY_STATUS_OK);
    assert_false(trey_rulebook_qualifies(mbs, hand("Jc Jd 10h")));
    assert_false(trey_rulebook_qualifies(mbs, hand("6c 6d 6h")));
    assert_false(trey_rulebook_qualifies(mbs, hand("10h 9h 8h")));
    assert_true(trey_rulebook_qualifies(mbs, hand("Qc 3d 2h")));
    assert_true(trey_rulebook_qualifies(mbs, hand("2c 2d Ah")));
    unsigned without = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++)
        without += !trey_rulebook_qualifies(mbs, trey_hand_at(i));
    assert_int_equal(without, 40 * 39 * 38 / 6); /* three of the forty cards below a queen */
    assert_int_equal(trey_rulebook_choose(mbs, "A-MBS-01", 'A'), TREY_STATUS_OK);
    without = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++)
        without += !trey_rulebook_qualifies(mbs, trey_hand_at(i));
    assert_int_equal(without, 6720); /* 30.41 % of 22,100 */
}

static trey_five six(const char *player, const char *dealer) {
    return trey_six_rank(hand(player), hand(dealer));
}

static void the_five_high_sequence_is_what_the_reading_says(void **state) {
    (void)state;
    trey_five steel = six("Ah 2h 3h", "4h 5h Kc"), wheel = six("Ah 2c 3h", "4h 5d Kc");
    trey_five six_high = six("6h 2h 3h", "4h 5h Ah");
    assert_int_equal(trey_rulebook_five_category(rwp, steel), TREY_FIVE_STRAIGHT_FLUSH);
    assert_int_equal(trey_rulebook_choose(rwp, "A-RWP-04", 'B'), TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_five_category(rwp, steel), TREY_FIVE_FLUSH);
    assert_int_equal(trey_rulebook_five_category(rwp, six_high), TREY_FIVE_STRAIGHT_FLUSH);
    assert_int_equal(trey_rulebook_choose(rwp, "A-RWP-04", 'A'), TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_five_category(ca, wheel), TREY_FIVE_STRAIGHT);
    assert_int_equal(trey_rulebook_choose(ca, "A-CA-30", 'B'), TREY_STATUS_OK);
    assert_true(trey_rulebook_five_category(ca, wheel) < TREY_FIVE_TWO_PAIR);
    assert_int_equal(trey_rulebook_choose(ca, "A-CA-30", 'A'), TREY_STATUS_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_order_is_that_of_the_strengths),
        cmocka_unit_test(suited_ace_king_queen_is_its_own_kind_where_the_book_lists_it),
        cmocka_unit_test(a_suited_ace_two_three_is_what_the_reading_says),
        cmocka_unit_test(equal_pairs_stand_off_where_the_odd_card_does_not_count),
        cmocka_unit_test(the_dealer_qualifies_with_queen_high_or_better),
        cmocka_unit_test(the_literal_reading_wants_a_queen_or_higher_in_the_hand),
        cmocka_unit_test(the_five_high_sequence_is_what_the_reading_says),
    };
    return cmocka_run_group_tests(tests, open_books, close_books);
}
