/* hand_rank_test.c -- the ranking of three cards, paragraph by paragraph, and then
 * all 22,100 hands against a second evaluator.
 *
 * Values in the comments are the rulebooks' own examples where they give one. */
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
    if (strength_of(better) <= strength_of(worse)) fail_msg("%s beats %s", better, worse);
}
static void stands_off(const char *one, const char *other) {
    if (strength_of(one) != strength_of(other)) fail_msg("%s stands off with %s", one, other);
}

/* ---- Cards ------------------------------------------------------------------ */

/* proves [mbs 3.3.1] [mbs 3.3.1.1] [rws 3.1.1] [rws-progressive 3.1.1] */
static void cards_rank_from_ace_down_to_two(void **state) {
    (void)state;
    static const char *const ORDER[TREY_RANKS] = {"2", "3",  "4", "5", "6", "7", "8",
                                                  "9", "10", "J", "Q", "K", "A"};
    for (unsigned i = 1; i < TREY_RANKS; i++) {
        char high[16];
        char low[16];
        snprintf(high, sizeof high, "%ss %sh %sd", ORDER[i], ORDER[i], ORDER[i]);
        snprintf(low, sizeof low, "%ss %sh %sd", ORDER[i - 1], ORDER[i - 1], ORDER[i - 1]);
        beats(high, low);
        /* As the highest of three odd cards, with two low ones that fit under all. */
        if (i < 5) continue;
        snprintf(high, sizeof high, "%ss 4h 2d", ORDER[i]);
        snprintf(low, sizeof low, "%ss 4h 2d", ORDER[i - 1]);
        beats(high, low);
    }
}

/* proves [mbs 3.3.1.2] [rws 3.1.1] [rws-progressive 3.1.1] */
static void the_ace_counts_as_one_in_three_two_ace(void **state) {
    (void)state;
    assert_int_equal(category_of("3c 2h Ad"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("3h 2h Ah"), TREY_HAND_STRAIGHT_FLUSH);
    /* As one, so it is the lowest and not the highest. */
    beats("4c 3h 2d", "3c 2h Ad");
    beats("4c 3c 2c", "3h 2h Ah");
    /* Everywhere else it is above the king. */
    beats("As Ah 2d", "Ks Kh Qd");
    beats("As 4h 2d", "Ks Qh 10d");
    beats("As 4s 2s", "Ks Qs 10s");
}

static void no_sequence_runs_through_the_ace(void **state) {
    (void)state;
    assert_int_equal(category_of("Ac Kd Qh"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("2c Ad Kh"), TREY_HAND_HIGH_CARD);
    assert_int_equal(category_of("2c Ac Kc"), TREY_HAND_FLUSH);
    assert_int_equal(category_of("4c 2d Ah"), TREY_HAND_HIGH_CARD);
}

/* proves [mbs 3.3.1.3] [rws 3.1.1] [rws-progressive 3.1.1] [ca-six-card Ranking 1] */
static void exchanging_suits_never_changes_a_strength(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const trey_hand hand = trey_hand_at(i);
        const unsigned strength = trey_rank_strength(trey_hand_rank(hand));
        for (unsigned one = 0; one < TREY_SUITS; one++) {
            for (unsigned other = 0; other < one; other++) {
                trey_hand exchanged = hand;
                for (int c = 0; c < 3; c++) {
                    const unsigned suit = trey_card_suit(hand.card[c]);
                    const unsigned rank = trey_card_rank(hand.card[c]);
                    if (suit == one) exchanged.card[c] = trey_card_of(rank, other);
                    if (suit == other) exchanged.card[c] = trey_card_of(rank, one);
                }
                assert_int_equal(trey_rank_strength(trey_hand_rank(exchanged)), strength);
            }
        }
    }
}

/* ---- The ladder -------------------------------------------------------------- */

/* proves [mbs 3.3] [mbs 3.16] [ca-six-card Ranking 2] */
static void the_seven_kinds_of_hand_stand_in_their_order(void **state) {
    (void)state;
    beats("As Ks Qs", "Kh Qh Jh"); /* royal, best other straight flush */
    beats("3h 2h Ah", "As Ah Ad"); /* worst straight flush, best three of a kind */
    beats("2s 2h 2d", "As Kh Qd"); /* worst three of a kind, best straight */
    beats("3s 2h Ad", "As Ks Js"); /* worst straight, best flush */
    beats("5s 3s 2s", "As Ah Kd"); /* worst flush, best pair */
    beats("2s 2h 3d", "As Kh Jd"); /* worst pair, best three odd cards */
    beats("As Kh Jd", "5s 3h 2d"); /* best, worst three odd cards */
    assert_int_equal(strength_of("As Ks Qs"), TREY_STRENGTHS - 1);
    assert_int_equal(strength_of("5s 3h 2d"), 0);
}

/* proves [rws 3.1.2] [rws-progressive 3.1.2] */
static void the_examples_of_the_ranking_list_stand_in_their_order(void **state) {
    (void)state;
    assert_int_equal(category_of("Ah Kh Qh"), TREY_HAND_ROYAL);
    beats("Ah Kh Qh", "Kh Qh Jh"); /* where it is no more than the best straight flush */
    beats("3h 2h Ah", "Qs Qh Qc");
    beats("Qs Qh Qc", "Ac Kd Qc");
    beats("Ac Kd Qc", "3c 2h Ad");
    beats("3c 2h Ad", "Kc Jc 9c");
    beats("Kc Jc 9c", "10c 10h Ks");
    beats("10c 10h Ks", "6s 4h 2d");
    assert_int_equal(category_of("Qs Qh Qc"), TREY_HAND_THREE_OF_A_KIND);
    assert_int_equal(category_of("Ac Kd Qc"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("3c 2h Ad"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("Kc Jc 9c"), TREY_HAND_FLUSH);
    assert_int_equal(category_of("10c 10h Ks"), TREY_HAND_PAIR);
    assert_int_equal(category_of("6s 4h 2d"), TREY_HAND_HIGH_CARD);
}

/* proves [mbs 3.16.1] [ca-six-card Ranking 2 MiniRoyal] */
static void suited_ace_king_queen_is_a_royal_in_any_suit(void **state) {
    (void)state;
    assert_int_equal(category_of("As Ks Qs"), TREY_HAND_ROYAL);
    assert_int_equal(category_of("Qh Ah Kh"), TREY_HAND_ROYAL);
    assert_int_equal(category_of("Kd Qd Ad"), TREY_HAND_ROYAL);
    assert_int_equal(category_of("Ac Qc Kc"), TREY_HAND_ROYAL);
    assert_int_equal(category_of("Ac Qc Kd"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("Ac Kc Jc"), TREY_HAND_FLUSH);
    assert_int_equal(category_of("Kc Qc Jc"), TREY_HAND_STRAIGHT_FLUSH);
    stands_off("As Ks Qs", "Ac Kc Qc");
}

/* proves [rws 3.17] */
static void only_the_royal_in_spades_is_marked_so(void **state) {
    (void)state;
    unsigned marked = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) marked += trey_rank_spades(trey_hand_rank_at(i));
    assert_int_equal(marked, 1);
    assert_true(trey_rank_spades(rank_of("As Ks Qs")));
    assert_true(trey_rank_spades(rank_of("Ks Qs As")));
    assert_false(trey_rank_spades(rank_of("Ah Kh Qh")));
    assert_false(trey_rank_spades(rank_of("Ad Kd Qd")));
    assert_false(trey_rank_spades(rank_of("Ac Kc Qc")));
    assert_false(trey_rank_spades(rank_of("Ks Qs Js")));
    assert_false(trey_rank_spades(rank_of("As Ks Qh")));
}

/* proves [mbs 3.16.2] [ca-six-card Ranking 2 StraightFlush] */
static void a_straight_flush_is_a_suited_sequence_other_than_the_royal(void **state) {
    (void)state;
    assert_int_equal(category_of("8h 7h 6h"), TREY_HAND_STRAIGHT_FLUSH);
    assert_int_equal(category_of("Ks Qs Js"), TREY_HAND_STRAIGHT_FLUSH);
    assert_int_equal(category_of("4d 3d 2d"), TREY_HAND_STRAIGHT_FLUSH);
    assert_int_equal(category_of("8h 7h 6d"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("8h 7h 5h"), TREY_HAND_FLUSH);
    beats("8h 7h 6h", "7h 6h 5h");
    beats("As Ks Qs", "Ks Qs Js");
    /* The suited A-2-3 has a strength of its own, right below the 4-3-2, so that a
     * reading which takes it for less can tell it apart. */
    assert_int_equal(strength_of("4d 3d 2d"), strength_of("3d 2d Ad") + 1);
    assert_int_equal(strength_of("3d 2d Ad"), FIRST_STRAIGHT_FLUSH);
}

/* proves [mbs 3.16.3] [ca-six-card Ranking 2 Trips] */
static void three_of_a_kind_runs_from_twos_to_aces(void **state) {
    (void)state;
    assert_int_equal(category_of("10s 10h 10c"), TREY_HAND_THREE_OF_A_KIND);
    assert_int_equal(category_of("As Ah Ad"), TREY_HAND_THREE_OF_A_KIND);
    assert_int_equal(category_of("2s 2h 2d"), TREY_HAND_THREE_OF_A_KIND);
    assert_int_equal(category_of("10s 10h 9c"), TREY_HAND_PAIR);
    assert_int_equal(strength_of("As Ah Ad") - strength_of("2s 2h 2d"), TREY_RANKS - 1);
    beats("As Ah Ad", "Ks Kh Kd");
    beats("3s 3h 3d", "2s 2h 2d");
}

/* proves [mbs 3.16.4] [ca-six-card Ranking 2 Straight] */
static void a_straight_runs_from_ace_two_three_to_ace_king_queen(void **state) {
    (void)state;
    assert_int_equal(category_of("8d 7c 6h"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("As Kh Qd"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("As 2h 3d"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("8d 7c 5h"), TREY_HAND_HIGH_CARD);
    assert_int_equal(category_of("8d 8c 7h"), TREY_HAND_PAIR);
    assert_int_equal(strength_of("As Kh Qd") - strength_of("As 2h 3d"), 11);
    assert_int_equal(strength_of("As 2h 3d"), FIRST_STRAIGHT);
    beats("As Kh Qd", "Ks Qh Jd");
}

/* proves [mbs 3.16.5] [ca-six-card Ranking 2 Flush] */
static void a_flush_runs_from_five_three_two_to_ace_king_jack(void **state) {
    (void)state;
    assert_int_equal(category_of("10h 4h 2h"), TREY_HAND_FLUSH);
    assert_int_equal(category_of("10h 4h 2d"), TREY_HAND_HIGH_CARD);
    assert_int_equal(category_of("4h 3h 2h"), TREY_HAND_STRAIGHT_FLUSH);
    assert_int_equal(category_of("5h 3h 2h"), TREY_HAND_FLUSH);
    assert_int_equal(category_of("As Ks Js"), TREY_HAND_FLUSH);
    assert_int_equal(strength_of("As Ks Js") - strength_of("5h 3h 2h"), 273);
    assert_int_equal(strength_of("5h 3h 2h"), FIRST_FLUSH);
    assert_int_equal(strength_of("As Ks Js"), FIRST_STRAIGHT - 1);
}

/* proves [mbs 3.16.6] [ca-six-card Ranking 2 Pair] */
static void a_pair_runs_from_twos_to_aces(void **state) {
    (void)state;
    assert_int_equal(category_of("Ac Ah 8d"), TREY_HAND_PAIR);
    assert_int_equal(category_of("8d Ac Ah"), TREY_HAND_PAIR);
    assert_int_equal(category_of("2c 2h 3d"), TREY_HAND_PAIR);
    assert_int_equal(strength_of("2c 2h 3d"), FIRST_PAIR);
    assert_int_equal(strength_of("Ac Ah Kd"), FIRST_FLUSH - 1);
    beats("Ac Ah 2d", "Kc Kh Ad");
    beats("3c 3h 2d", "2c 2h Ad");
}

/* proves [mbs 3.16.7] [ca-six-card Ranking 2 HighCard] */
static void three_odd_cards_run_from_five_three_two_to_ace_king_jack(void **state) {
    (void)state;
    assert_int_equal(category_of("Qc 10h 6d"), TREY_HAND_HIGH_CARD);
    assert_int_equal(category_of("Qc 10c 6d"), TREY_HAND_HIGH_CARD);
    assert_int_equal(category_of("Qc 10c 6c"), TREY_HAND_FLUSH);
    assert_int_equal(category_of("Qc Jh 10d"), TREY_HAND_STRAIGHT);
    assert_int_equal(category_of("Qc Qh 10d"), TREY_HAND_PAIR);
    assert_int_equal(strength_of("5c 3h 2d"), FIRST_HIGH_CARD);
    assert_int_equal(strength_of("Ac Kh Jd"), FIRST_PAIR - 1);
    /* The California text names A-K-9 as the best; A-K-10 and A-K-J would then have
     * no place, so it is read as a misprint. */
    beats("Ac Kh Jd", "Ac Kh 10d");
    beats("Ac Kh 10d", "Ac Kh 9d");
}

/* ---- Within a kind ------------------------------------------------------------ */

/* proves [mbs 3.17] [rws 3.1.3] [rws-progressive 3.1.3] */
static void hands_of_a_kind_are_compared_card_by_card(void **state) {
    (void)state;
    beats("Qs 3h 2d", "Jc 10d 8s"); /* the highest first */
    beats("Qs 5h 2d", "Qc 4d 3s");  /* then the middle */
    beats("Qs 5h 3d", "Qc 5d 2s");  /* then the lowest */
    beats("Qs 3s 2s", "Jc 10c 8c");
    beats("Qs 5s 2s", "Qc 4c 3c");
    beats("Qs 5s 3s", "Qc 5c 2c");
}

/* proves [rws 3.1.3a] [rws-progressive 3.1.3a] */
static void king_queen_jack_beats_jack_ten_nine(void **state) {
    (void)state;
    beats("Ks Qh Jd", "Jc 10h 9s");
    beats("Ks Qs Js", "Jc 10c 9c");
}

/* proves [rws 3.1.3b] [rws-progressive 3.1.3b] */
static void fives_with_a_king_beat_fives_with_a_queen(void **state) {
    (void)state;
    beats("5s 5h Kd", "5c 5d Qs");
    beats("5s 5h Ad", "5c 5d Ks");
    beats("5s 5h 3d", "5c 5d 2s");
    beats("5s 5h 6d", "5c 5d 4s");
}

/* proves [rws 3.1.3c] [rws-progressive 3.1.3c] */
static void ace_king_jack_beats_ace_king_ten(void **state) {
    (void)state;
    beats("As Kh Jd", "Ac Kd 10s");
    beats("As Ks Js", "Ac Kc 10c");
}

/* proves [mbs 3.17.1] */
static void the_same_kind_with_the_same_cards_is_a_stand_off(void **state) {
    (void)state;
    stands_off("Qs 9h 4d", "4s Qh 9c");
    stands_off("Qs 9s 4s", "4h Qh 9h");
    stands_off("Qs Qh 4d", "4s Qd Qc");
    assert_int_not_equal(strength_of("Qs 9s 4s"), strength_of("Qs 9s 4h"));
}

/* proves [mbs 3.17.2] */
static void pairs_are_compared_by_the_pair_and_then_by_the_odd_card(void **state) {
    (void)state;
    beats("9s 9h 2d", "8s 8h Ad");
    beats("9s 9h Ad", "9c 9d Kd");
    beats("9s 9h 10d", "9c 9d 8d");
    stands_off("9s 9h Ad", "9c 9d As");
}

/* proves [mbs 3.17.3] */
static void every_sequence_with_a_four_or_higher_beats_three_two_ace(void **state) {
    (void)state;
    for (unsigned top = 2; top < TREY_RANKS; top++) {
        for (unsigned third = 0; third < TREY_SUITS; third++) {
            const trey_rank rank = trey_hand_rank(trey_hand_of(
                trey_card_of(top, 0), trey_card_of(top - 1, 0), trey_card_of(top - 2, third)));
            const char *lowest = third == 0 ? "3d 2d Ad" : "3d 2d Ah";
            assert_true(trey_rank_strength(rank) > strength_of(lowest));
        }
    }
}

/* proves [mbs 3.17.4] */
static void sequences_of_the_same_cards_are_a_stand_off(void **state) {
    (void)state;
    stands_off("8s 9h 10d", "10c 9s 8h");
    stands_off("8s 9s 10s", "10c 9c 8c");
    stands_off("3s 2h Ad", "Ac 2d 3h");
    stands_off("As Ks Qs", "Ah Kh Qh");
    assert_int_not_equal(strength_of("8s 9h 10d"), strength_of("8s 9s 10s"));
}

/* ---- All hands ----------------------------------------------------------------- */

static void all_hands_split_into_the_known_counts(void **state) {
    (void)state;
    unsigned count[TREY_CATEGORIES] = {0};
    for (unsigned i = 0; i < TREY_HANDS; i++) count[trey_rank_category(trey_hand_rank_at(i))]++;
    assert_int_equal(count[TREY_HAND_ROYAL], 4);
    assert_int_equal(count[TREY_HAND_STRAIGHT_FLUSH], 44);
    assert_int_equal(count[TREY_HAND_THREE_OF_A_KIND], 52);
    assert_int_equal(count[TREY_HAND_STRAIGHT], 720);
    assert_int_equal(count[TREY_HAND_FLUSH], 1096);
    assert_int_equal(count[TREY_HAND_PAIR], 3744);
    assert_int_equal(count[TREY_HAND_HIGH_CARD], 16440);
}

/* Each strength is stood for by the word of one hand; every other hand of that
 * strength has the same word, and any two strengths compare as their words do. */
static void all_strengths_compare_as_the_naive_evaluator_says(void **state) {
    (void)state;
    static char words[TREY_STRENGTHS][NAIVE_WORD];
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        char word[NAIVE_WORD];
        naive_three(trey_hand_at(i), word);
        const unsigned strength = trey_rank_strength(trey_hand_rank(trey_hand_at(i)));
        assert_true(strength < TREY_STRENGTHS);
        if (words[strength][0] == '\0') memcpy(words[strength], word, NAIVE_WORD);
        assert_string_equal(words[strength], word);
    }
    for (int i = 0; i < TREY_STRENGTHS; i++) {
        assert_true(words[i][0] != '\0');
        for (int j = 0; j < TREY_STRENGTHS; j++) {
            const int order = strcmp(words[i], words[j]);
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
    }
}

static void all_categories_are_those_of_the_naive_evaluator(void **state) {
    (void)state;
    static const char KINDS[] = "abcdeff"; /* in the order of trey_category */
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        char word[NAIVE_WORD];
        naive_three(trey_hand_at(i), word);
        const trey_category category = trey_rank_category(trey_hand_rank_at(i));
        assert_int_equal(KINDS[category], word[0]);
        assert_int_equal(category == TREY_HAND_ROYAL, word[0] == 'f' && word[1] == 'a' + 14);
    }
}

static void every_order_of_the_cards_has_the_same_rank(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const trey_card *c = trey_hand_at(i).card;
        const trey_rank rank = trey_hand_rank_at(i);
        assert_int_equal(trey_rank_list()[i], rank);
        assert_int_equal(trey_hand_rank(trey_hand_of(c[0], c[1], c[2])), rank);
        assert_int_equal(trey_hand_rank(trey_hand_of(c[0], c[2], c[1])), rank);
        assert_int_equal(trey_hand_rank(trey_hand_of(c[1], c[0], c[2])), rank);
        assert_int_equal(trey_hand_rank(trey_hand_of(c[1], c[2], c[0])), rank);
        assert_int_equal(trey_hand_rank(trey_hand_of(c[2], c[0], c[1])), rank);
        assert_int_equal(trey_hand_rank(trey_hand_of(c[2], c[1], c[0])), rank);
    }
}

typedef size_t ranks_function(const trey_hand *hands, trey_rank *ranks, size_t count);

static size_t portable(const trey_hand *hands, trey_rank *ranks, size_t count) {
    core_hand_ranks_portable(hands, ranks, count);
    return count;
}
static size_t chosen(const trey_hand *hands, trey_rank *ranks, size_t count) {
    trey_hand_ranks(hands, ranks, count);
    return count;
}

/* Every hand in every order of its cards, so that each meets each place of a block. */
static void agrees_on_every_hand(ranks_function *rank, size_t at_most_left) {
    static trey_hand hands[TREY_HANDS];
    static trey_rank ranks[TREY_HANDS];
    static const int ORDERS[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int order = 0; order < 6; order++) {
        const int *o = ORDERS[order];
        for (unsigned i = 0; i < TREY_HANDS; i++) {
            const trey_card *c = trey_hand_at(i).card;
            hands[i] = trey_hand_of(c[o[0]], c[o[1]], c[o[2]]);
        }
        const size_t done = rank(hands, ranks, TREY_HANDS);
        assert_true(TREY_HANDS - done <= at_most_left);
        for (unsigned i = 0; i < done; i++) assert_int_equal(ranks[i], trey_hand_rank_at(i));
    }
}

static void many_hands_at_once_rank_as_one_by_one(void **state) {
    (void)state;
    agrees_on_every_hand(portable, 0);
    agrees_on_every_hand(chosen, 0);
}

static void the_vector_code_ranks_as_the_portable_code(void **state) {
    (void)state;
    if (!core_avx2_here()) skip();
    agrees_on_every_hand(core_hand_ranks_avx2, 255);
}

static void any_number_of_hands_is_ranked_and_nothing_past_it(void **state) {
    (void)state;
    static trey_rank ranks[600];
    for (size_t count = 0; count < 530; count++) {
        for (size_t i = 0; i < 600; i++) ranks[i] = 0xbeef;
        trey_hand_ranks(trey_hand_list() + 1000, ranks, count);
        for (size_t i = 0; i < 600; i++) {
            const trey_rank expected = i < count ? trey_rank_list()[1000 + i] : 0xbeef;
            assert_int_equal(ranks[i], expected);
        }
    }
}

static void every_category_has_a_name(void **state) {
    (void)state;
    assert_string_equal(trey_category_name(TREY_HAND_HIGH_CARD), "high card");
    assert_string_equal(trey_category_name(TREY_HAND_PAIR), "pair");
    assert_string_equal(trey_category_name(TREY_HAND_FLUSH), "flush");
    assert_string_equal(trey_category_name(TREY_HAND_STRAIGHT), "straight");
    assert_string_equal(trey_category_name(TREY_HAND_THREE_OF_A_KIND), "three of a kind");
    assert_string_equal(trey_category_name(TREY_HAND_STRAIGHT_FLUSH), "straight flush");
    assert_string_equal(trey_category_name(TREY_HAND_ROYAL), "royal");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_rank_from_ace_down_to_two),
        cmocka_unit_test(the_ace_counts_as_one_in_three_two_ace),
        cmocka_unit_test(no_sequence_runs_through_the_ace),
        cmocka_unit_test(exchanging_suits_never_changes_a_strength),
        cmocka_unit_test(the_seven_kinds_of_hand_stand_in_their_order),
        cmocka_unit_test(the_examples_of_the_ranking_list_stand_in_their_order),
        cmocka_unit_test(suited_ace_king_queen_is_a_royal_in_any_suit),
        cmocka_unit_test(only_the_royal_in_spades_is_marked_so),
        cmocka_unit_test(a_straight_flush_is_a_suited_sequence_other_than_the_royal),
        cmocka_unit_test(three_of_a_kind_runs_from_twos_to_aces),
        cmocka_unit_test(a_straight_runs_from_ace_two_three_to_ace_king_queen),
        cmocka_unit_test(a_flush_runs_from_five_three_two_to_ace_king_jack),
        cmocka_unit_test(a_pair_runs_from_twos_to_aces),
        cmocka_unit_test(three_odd_cards_run_from_five_three_two_to_ace_king_jack),
        cmocka_unit_test(hands_of_a_kind_are_compared_card_by_card),
        cmocka_unit_test(king_queen_jack_beats_jack_ten_nine),
        cmocka_unit_test(fives_with_a_king_beat_fives_with_a_queen),
        cmocka_unit_test(ace_king_jack_beats_ace_king_ten),
        cmocka_unit_test(the_same_kind_with_the_same_cards_is_a_stand_off),
        cmocka_unit_test(pairs_are_compared_by_the_pair_and_then_by_the_odd_card),
        cmocka_unit_test(every_sequence_with_a_four_or_higher_beats_three_two_ace),
        cmocka_unit_test(sequences_of_the_same_cards_are_a_stand_off),
        cmocka_unit_test(all_hands_split_into_the_known_counts),
        cmocka_unit_test(all_strengths_compare_as_the_naive_evaluator_says),
        cmocka_unit_test(all_categories_are_those_of_the_naive_evaluator),
        cmocka_unit_test(every_order_of_the_cards_has_the_same_rank),
        cmocka_unit_test(many_hands_at_once_rank_as_one_by_one),
        cmocka_unit_test(the_vector_code_ranks_as_the_portable_code),
        cmocka_unit_test(any_number_of_hands_is_ranked_and_nothing_past_it),
        cmocka_unit_test(every_category_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
