/* six_rank_test.c -- the best five of six cards, kind by kind, and the three ways
 * to rank many at once. six_every_hand_test.c goes through all of them.
 *
 * Six cards are written as the player's three and the dealer's three. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <trey/core.h>

#include "naive_ranks.h"
#include "ranks.h"
#include "written_hands.h"

static void beats(const char *better, const char *worse) {
    if (six_strength(better) <= six_strength(worse)) fail_msg("%s beats %s", better, worse);
}
static void equals(const char *one, const char *other) {
    if (six_strength(one) != six_strength(other)) fail_msg("%s is worth %s", one, other);
}

/* ---- The ladder -------------------------------------------------------------- */

/* proves [rws-progressive 3.18] */
static void the_jackpot_list_stands_in_its_order(void **state) {
    (void)state;
    /* The list's own examples, with one card more that does not matter. */
    assert_int_equal(six_category("Ad Kd Qd Jd 10d 2c"), TREY_FIVE_ROYAL);
    assert_int_equal(six_category("Qc Jc 10c 9c 8c 2d"), TREY_FIVE_STRAIGHT_FLUSH);
    assert_int_equal(six_category("Kc Kh Kd Ks Jh 2d"), TREY_FIVE_FOUR_OF_A_KIND);
    assert_int_equal(six_category("Kc Kh Kd Js Jh 2d"), TREY_FIVE_FULL_HOUSE);
    assert_int_equal(six_category("Kh Jh 9h 5h 2h 3d"), TREY_FIVE_FLUSH);
    /* The worst of each kind beats the best of the next. */
    beats("Ad Kd Qd Jd 10d 2c", "Kc Qc Jc 10c 9c Ad");
    beats("5c 4c 3c 2c Ac 8d", "Ac Ad Ah As Kc Kd");
    beats("2c 2d 2h 2s 3c 3d", "Ac Ad Ah Ks Kc Kd");
    beats("2c 2d 2h 3s 3c 4d", "Ac Kc Qc Jc 9c 9d");
    /* And the last of the list beats the best hand that is not on it. */
    beats("7c 5c 4c 3c 2c 7d", "Ac Kd Qh Js 10c 2d");
}

/* proves [ca-six-card SixCard 4] */
static void the_kinds_below_a_flush_stand_in_the_order_of_poker(void **state) {
    (void)state;
    assert_int_equal(six_category("8c 7d 6h 5s 4c Kd"), TREY_FIVE_STRAIGHT);
    assert_int_equal(six_category("8c 8d 8h 5s 4c Kd"), TREY_FIVE_THREE_OF_A_KIND);
    assert_int_equal(six_category("8c 8d 7h 7s 4c Kd"), TREY_FIVE_TWO_PAIR);
    assert_int_equal(six_category("8c 8d 7h 5s 3c Kd"), TREY_FIVE_PAIR);
    assert_int_equal(six_category("8c 7d 5h 4s 2c Kd"), TREY_FIVE_HIGH_CARD);
    beats("5c 4d 3h 2s Ac 9d", "Ac Ad Ah Ks Qc 10d");
    beats("2c 2d 2h 3s 4c 6d", "Ac Ad Kh Ks Qc Qd");
    beats("3c 3d 2h 2s 4c 5d", "Ac Ad Kh Qs Jc 9d");
    beats("2c 2d 3h 4s 5c 7d", "Ac Kd Qh Js 9c 8d");
}

/* proves [rws-progressive 1.16] [ca-six-card SixCard 4] */
static void any_of_the_six_cards_may_be_used(void **state) {
    (void)state;
    /* Three and two, two and three; never more than three from one hand. */
    assert_int_equal(six_category("Ah Kh Qh Jh 10h 2c"), TREY_FIVE_ROYAL);
    assert_int_equal(six_category("Ah Kh 2c Qh Jh 10h"), TREY_FIVE_ROYAL);
    assert_int_equal(six_category("9c 9d 2h 9h 9s 2c"), TREY_FIVE_FOUR_OF_A_KIND);
    assert_int_equal(six_category("9c 2d 3h 9h 9s 9d"), TREY_FIVE_FOUR_OF_A_KIND);
    assert_int_equal(six_category("6c 8d 10h 7h 9s 2c"), TREY_FIVE_STRAIGHT);
    /* However the same six cards are dealt. */
    static const char *const CARDS[] = {"As", "10s", "9d", "9h", "9s", "3c"};
    for (unsigned player = 0; player < 64; player++) {
        if (__builtin_popcount(player) != 3) continue;
        trey_card cards[6];
        size_t own = 0;
        size_t other = 3;
        for (unsigned i = 0; i < 6; i++) {
            trey_card *place = &cards[player >> i & 1 ? own++ : other++];
            assert_int_equal(trey_card_parse(CARDS[i], place, NULL), TREY_STATUS_OK);
        }
        const trey_hand one = trey_hand_of(cards[0], cards[1], cards[2]);
        const trey_hand two = trey_hand_of(cards[3], cards[4], cards[5]);
        assert_int_equal(trey_six_rank(one, two), six_of("As 10s 9d 9h 9s 3c"));
    }
}

/* proves [rws-progressive 3.17] */
static void of_two_hands_in_the_six_cards_the_higher_counts(void **state) {
    (void)state;
    assert_int_equal(six_category("Kc Kd Js Kh Ks Jd"), TREY_FIVE_FOUR_OF_A_KIND);
    assert_int_equal(six_category("9c 8c 7c 6c 5c 9d"), TREY_FIVE_STRAIGHT_FLUSH);
    assert_int_equal(six_category("9c 9d 9h 7c 7d 7h"), TREY_FIVE_FULL_HOUSE);
    assert_int_equal(six_category("2c 2d 2h Ks Qd Kc"), TREY_FIVE_FULL_HOUSE);
    assert_int_equal(six_category("Kd 2c 3d 4h 5s 6c"), TREY_FIVE_STRAIGHT);
    equals("9c 9d 9h 7c 7d 7h", "9c 9d 9h 7c 7d 2h");
    assert_int_equal(six_category("Kc 8c 7c 6c 5c 4d"), TREY_FIVE_FLUSH);
    equals("10c 9d 8h 7s 6c 5d", "10c 9d 8h 7s 6c 2d");
    equals("10c 9c 8c 7c 6c 5c", "10c 9c 8c 7c 6c 2d");
    equals("Ac Kc Qc Jc 9c 2c", "Ac Kc Qc Jc 9c 2d");
    equals("Ac Ad Kh Ks Qc Qd", "Ac Ad Kh Ks Qc 2d");
}

/* ---- What decides within a kind ------------------------------------------------ */

/* proves [rws-progressive 3.18] */
static void five_of_a_suit_make_a_flush_and_four_do_not(void **state) {
    (void)state;
    assert_int_equal(six_category("Kh Jh 9h 5h 3c 2d"), TREY_FIVE_HIGH_CARD);
    assert_int_equal(six_category("Kh Jh 9h 5h 3h 2d"), TREY_FIVE_FLUSH);
    assert_int_equal(six_category("Kh Jh 9h 5h 3h 2h"), TREY_FIVE_FLUSH);
    equals("Kh Jh 9h 5h 3c 2d", "Kh Jd 9s 5h 3c 2d");
    beats("Kh Jh 9h 5h 3h 2d", "Kh Jh 9h 5h 2h 3d");
    equals("Kh Jh 9h 5h 3h 2d", "Kh Jh 9h 5h 3h 2h");
    /* Two and two of one suit, three and one, three and three of two suits. */
    equals("Kh Jh 9c 5h 3h 2d", "Kh Jd 9s 5h 3c 2d");
    equals("Kh Jh 9h 5d 3d 2d", "Kh Jd 9s 5h 3c 2d");
    assert_int_equal(six_category("Kh Jh 9c 5h 3h 2d"), TREY_FIVE_HIGH_CARD);
    assert_int_equal(six_category("Kh Jh 9h 5h 3d 2d"), TREY_FIVE_HIGH_CARD);
    assert_int_equal(six_category("Kh Jh 9h 5d 3d 2d"), TREY_FIVE_HIGH_CARD);
}

static void a_fifth_card_decides_between_hands_of_a_kind(void **state) {
    (void)state;
    beats("Kc Kd Kh Ks 3c 2d", "Qc Qd Qh Qs Ac Kd");
    beats("Kc Kd Kh Ks 4c 2d", "Kc Kd Kh Ks 3c 2d");
    beats("Kc Kd Kh 3s 3c 2d", "Kc Kd Kh 2s 2c Ad");
    beats("8c 8d 8h As 3c 2d", "8c 8d 8h Ks Qc Jd");
    beats("8c 8d 8h As 4c 2d", "8c 8d 8h As 3c 2d");
    beats("8c 8d 7h 7s Ac 2d", "8c 8d 7h 7s Kc Qd");
    beats("8c 8d 7h 7s 3c 2d", "8c 8d 6h 6s Ac Kd");
    beats("8c 8d Ah 6s 4c 2d", "8c 8d Ah 5s 4c 2d");
    beats("Ah Kc 9d 7s 5c 3d", "Ah Kc 9d 7s 4c 3d");
    equals("Ah Kc 9d 7s 5c 3d", "Ah Kc 9d 7s 5c 2d");
}

/* ---- The ace as one, and royals -------------------------------------------------- */

static void the_five_high_sequence_is_told_apart(void **state) {
    (void)state;
    assert_int_equal(six_category("Ac 2d 3h 4s 5c 9d"), TREY_FIVE_STRAIGHT);
    assert_true(trey_five_ace_low(six_of("Ac 2d 3h 4s 5c 9d")));
    assert_true(trey_five_ace_low(six_of("Ac 2c 3c 4c 5c 9d")));
    assert_int_equal(six_category("Ac 2c 3c 4c 5c 9d"), TREY_FIVE_STRAIGHT_FLUSH);
    /* With a six it is the higher sequence that counts. */
    assert_false(trey_five_ace_low(six_of("Ac 2d 3h 4s 5c 6d")));
    assert_false(trey_five_ace_low(six_of("Ac 2c 3c 4c 5c 6c")));
    assert_true(trey_five_ace_low(six_of("Ac 2c 3c 4c 5c 6d")));
    assert_false(trey_five_ace_low(six_of("Ac Kd Qh Js 10c 9d")));
    assert_false(trey_five_ace_low(six_of("Ac 2c 3c 4c 6c 5d")));
    beats("2c 3d 4h 5s 6c Kd", "Ac 2d 3h 4s 5c 9d");
    beats("2c 3c 4c 5c 6c Kd", "Ac 2c 3c 4c 5c 9d");
    assert_int_equal(six_category("Kc Ad 2h 3s 4c 9d"), TREY_FIVE_HIGH_CARD);
}

static void a_royal_flush_tells_its_suit(void **state) {
    (void)state;
    assert_int_equal(trey_five_royal_suit(six_of("Ac Kc Qc Jc 10c 2d")), TREY_SUIT_CLUBS);
    assert_int_equal(trey_five_royal_suit(six_of("Ad Kd Qd Jd 10d 2c")), TREY_SUIT_DIAMONDS);
    assert_int_equal(trey_five_royal_suit(six_of("Ah Kh Qh Jh 10h 9h")), TREY_SUIT_HEARTS);
    assert_int_equal(trey_five_royal_suit(six_of("As Ks 2c Js 10s Qs")), TREY_SUIT_SPADES);
    equals("As Ks Qs Js 10s 2d", "Ac Kc Qc Jc 10c 2d");
    assert_int_equal(six_strength("As Ks Qs Js 10s 2d"), TREY_FIVE_STRENGTHS - 1);
    assert_int_equal(trey_five_royal_suit(six_of("Ks Qs Js 10s 9s 2d")), 0);
    assert_int_equal(trey_five_royal_suit(six_of("As Qs Js 10s 9s 2d")), 0);
}

static void the_worst_and_the_best_hand_have_the_first_and_the_last_strength(void **state) {
    (void)state;
    /* Of five cards the worst is 7-5-4-3-2; six cards always hold better. */
    assert_int_equal(six_strength("Ah Kh Qh Jh 10h 9c"), 7461);
    assert_int_equal(trey_five_category_of(0), TREY_FIVE_HIGH_CARD);
    assert_int_equal(trey_five_category_of(7461), TREY_FIVE_ROYAL);
    assert_int_equal(trey_five_category_of(7461 | 3 << 13), TREY_FIVE_ROYAL);
}

static void every_category_has_its_strengths_and_its_name(void **state) {
    (void)state;
    static const unsigned STRENGTHS[TREY_FIVE_CATEGORIES] = {1277, 2860, 858, 858, 10,
                                                             1277, 156,  156, 9,   1};
    unsigned count[TREY_FIVE_CATEGORIES] = {0};
    for (unsigned i = 0; i < TREY_FIVE_STRENGTHS; i++) count[trey_five_category_of((trey_five)i)]++;
    for (unsigned i = 0; i < TREY_FIVE_CATEGORIES; i++) {
        assert_int_equal(count[i], STRENGTHS[i]);
        assert_true(trey_five_category_name((trey_five_category)i)[0] != '\0');
    }
    assert_string_equal(trey_five_category_name(TREY_FIVE_TWO_PAIR), "two pair");
    assert_string_equal(trey_five_category_name(TREY_FIVE_ROYAL), "royal flush");
    assert_string_equal(trey_five_category_name(TREY_FIVE_HIGH_CARD), "high card");
}

/* ---- Many at once ------------------------------------------------------------------ */

enum { PAIRS = 1 << 16 };
static trey_hand players[PAIRS];
static trey_hand dealers[PAIRS];
static trey_five expected[PAIRS];

/* Pairs of hands spread over all hands by two steps that share no factor with their
 * number; every third pair is bent towards one suit, or flushes would be rare. */
static int choose_pairs(void **state) {
    (void)state;
    unsigned one = 0;
    unsigned two = 0;
    for (size_t i = 0; i < PAIRS;) {
        one = (one + 7919) % TREY_HANDS;
        two = (two + 104729) % TREY_HANDS;
        trey_hand p = trey_hand_at(one);
        trey_hand d = trey_hand_at(two);
        if (i % 3 == 0) {
            for (int c = 0; c < 3; c++) p.card[c] = (trey_card)((p.card[c] & ~3u) | (i / 3 & 3u));
            for (int c = 0; c < 2; c++) d.card[c] = (trey_card)((d.card[c] & ~3u) | (i / 3 & 3u));
        }
        if (!trey_hand_valid(p) || !trey_hand_valid(d)) continue;
        if (trey_hand_set(p) & trey_hand_set(d)) continue;
        players[i] = p;
        dealers[i] = d;
        expected[i] = trey_six_rank(p, d);
        i++;
    }
    return 0;
}

static void hands_of_every_kind_rank_as_the_naive_evaluator_says(void **state) {
    (void)state;
    static trey_five strength_by_number[NAIVE_FIVE_NUMBERS];
    unsigned flushes = 0;
    for (size_t i = 0; i < PAIRS; i++) {
        trey_card cards[6];
        for (int c = 0; c < 3; c++) {
            cards[c] = players[i].card[c];
            cards[3 + c] = dealers[i].card[c];
        }
        const uint32_t number = naive_six(cards);
        const trey_five five = expected[i];
        assert_int_equal(number >> 20, trey_five_category_of(five));
        flushes += number >> 20 == TREY_FIVE_FLUSH;
        const trey_five stored = (trey_five)(trey_five_strength(five) + 1);
        if (strength_by_number[number] == 0) strength_by_number[number] = stored;
        assert_int_equal(strength_by_number[number], stored);
    }
    assert_true(flushes > PAIRS / 5);
    trey_five below = 0;
    for (size_t number = 0; number < NAIVE_FIVE_NUMBERS; number++) {
        if (strength_by_number[number] == 0) continue;
        assert_true(strength_by_number[number] > below);
        below = strength_by_number[number];
    }
}

static void many_pairs_at_once_rank_as_one_by_one(void **state) {
    (void)state;
    static trey_five ranks[PAIRS];
    trey_six_ranks(players, dealers, ranks, PAIRS);
    assert_memory_equal(ranks, expected, sizeof ranks);
    memset(ranks, 0, sizeof ranks);
    core_six_ranks_portable(players, dealers, ranks, PAIRS);
    assert_memory_equal(ranks, expected, sizeof ranks);
}

static void the_vector_code_ranks_as_the_portable_code(void **state) {
    (void)state;
    static trey_five ranks[PAIRS];
    if (!core_avx2_here()) skip();
    assert_int_equal(core_six_ranks_avx2(players, dealers, ranks, PAIRS), PAIRS);
    assert_memory_equal(ranks, expected, sizeof ranks);
}

static void any_number_of_pairs_is_ranked_and_nothing_past_it(void **state) {
    (void)state;
    trey_five ranks[64];
    for (size_t count = 0; count < 50; count++) {
        for (size_t i = 0; i < 64; i++) ranks[i] = 0xbeef;
        trey_six_ranks(players, dealers, ranks, count);
        for (size_t i = 0; i < 64; i++)
            assert_int_equal(ranks[i], i < count ? expected[i] : 0xbeef);
    }
}

static void row_agrees(unsigned index, size_t count) {
    static trey_five row[TREY_HANDS + 8];
    const trey_hand hand = trey_hand_at(index);
    for (size_t i = 0; i < TREY_HANDS + 8; i++) row[i] = 0xbeef;
    trey_six_row(hand, row, count);
    for (unsigned i = 0; i < count; i++) {
        const trey_hand other = trey_hand_at(i);
        if (trey_hand_set(hand) & trey_hand_set(other)) continue;
        assert_int_equal(row[i], trey_six_rank(hand, other));
    }
    for (size_t i = count; i < TREY_HANDS + 8; i++) assert_int_equal(row[i], 0xbeef);
}

static void a_row_ranks_as_one_by_one(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_HANDS; i += 331) row_agrees(i, TREY_HANDS);
    row_agrees(trey_hand_index(hand_of("As Ks Qs")), TREY_HANDS);
    row_agrees(trey_hand_index(hand_of("5h 3h Ah")), TREY_HANDS);
    row_agrees(trey_hand_index(hand_of("5h 3h Ad")), TREY_HANDS);
    row_agrees(trey_hand_index(hand_of("5h 3d Ac")), TREY_HANDS);
}

static void a_row_ends_where_it_is_told_to(void **state) {
    (void)state;
    const unsigned suited = trey_hand_index(hand_of("As Js 9s"));
    for (size_t count = 0; count < 70; count++) row_agrees(suited, count);
    for (size_t count = TREY_HANDS - 70; count <= TREY_HANDS; count++) row_agrees(suited, count);
}

static void the_vector_code_fills_a_row_as_the_portable_code(void **state) {
    (void)state;
    static trey_five vector[TREY_HANDS];
    static trey_five portable[TREY_HANDS];
    if (!core_avx2_here()) skip();
    for (size_t triple = 0; triple < TRIPLES; triple++) {
        const trey_five *row = core_five_by_triples + triple * TRIPLES;
        const size_t runs = core_row_avx2(row, vector, TREY_HANDS);
        assert_true(runs > 0 && runs < ROW_RUNS);
        core_row_portable(row, 0, portable, TREY_HANDS);
        assert_memory_equal(vector, portable, core_row_runs[runs].number * sizeof *vector);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_jackpot_list_stands_in_its_order),
        cmocka_unit_test(the_kinds_below_a_flush_stand_in_the_order_of_poker),
        cmocka_unit_test(any_of_the_six_cards_may_be_used),
        cmocka_unit_test(of_two_hands_in_the_six_cards_the_higher_counts),
        cmocka_unit_test(five_of_a_suit_make_a_flush_and_four_do_not),
        cmocka_unit_test(a_fifth_card_decides_between_hands_of_a_kind),
        cmocka_unit_test(the_five_high_sequence_is_told_apart),
        cmocka_unit_test(a_royal_flush_tells_its_suit),
        cmocka_unit_test(the_worst_and_the_best_hand_have_the_first_and_the_last_strength),
        cmocka_unit_test(every_category_has_its_strengths_and_its_name),
        cmocka_unit_test(hands_of_every_kind_rank_as_the_naive_evaluator_says),
        cmocka_unit_test(many_pairs_at_once_rank_as_one_by_one),
        cmocka_unit_test(the_vector_code_ranks_as_the_portable_code),
        cmocka_unit_test(any_number_of_pairs_is_ranked_and_nothing_past_it),
        cmocka_unit_test(a_row_ranks_as_one_by_one),
        cmocka_unit_test(a_row_ends_where_it_is_told_to),
        cmocka_unit_test(the_vector_code_fills_a_row_as_the_portable_code),
    };
    return cmocka_run_group_tests(tests, choose_pairs, NULL);
}
