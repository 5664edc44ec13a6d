/* six_every_hand_test.c -- all 20,358,520 six-card hands.
 *
 * The naive evaluator ranks the 2,598,960 five-card hands once; the best five of
 * six is then the best of six of those. Each way that the library has to rank six
 * cards is held against it: full rank, the ace as one, and a royal's suit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trey/core.h>

#include "naive_ranks.h"
#include "ranks.h"

enum { FIVES = 2598960, SIXES = 20358520 };

static uint32_t *number_of_five; /* by the place of the five cards, below */
static trey_five *strength_of_number;
static trey_five row[TREY_HANDS];
static trey_hand low_hands[TREY_HANDS];
static trey_hand high_hands[TREY_HANDS];
static trey_five batch[TREY_HANDS];

/* choose[n][k] ways to take k cards out of n; the place of a set of cards is the
 * sum of choose[card][how many of the set are not above it]. */
static uint32_t choose[TREY_CARDS + 1][7];

static int rank_all_fives(void **state) {
    (void)state;
    for (unsigned n = 0; n <= TREY_CARDS; n++) {
        choose[n][0] = 1;
        for (unsigned k = 1; k <= 6 && n > 0; k++) {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
        }
    }
    number_of_five = malloc(FIVES * sizeof *number_of_five);
    strength_of_number = calloc(NAIVE_FIVE_NUMBERS, sizeof *strength_of_number);
    if (number_of_five == NULL || strength_of_number == NULL) return -1;
    size_t place = 0;
    for (unsigned e = 4; e < TREY_CARDS; e++) {
        for (unsigned d = 3; d < e; d++) {
            for (unsigned c = 2; c < d; c++) {
                for (unsigned b = 1; b < c; b++) {
                    for (unsigned a = 0; a < b; a++) {
                        const trey_card cards[5] = {(trey_card)a, (trey_card)b, (trey_card)c,
                                                    (trey_card)d, (trey_card)e};
                        number_of_five[place++] = naive_five(cards);
                    }
                }
            }
        }
    }
    return place == FIVES ? 0 : -1;
}

static int release(void **state) {
    (void)state;
    free(number_of_five);
    free(strength_of_number);
    return 0;
}

/* `low` and `high` each from the highest card; every card of low is below high's.
 * *royal_suit is of the five cards that are the royal, if they are. */
static uint32_t naive_best(trey_hand low, trey_hand high, unsigned *royal_suit) {
    const trey_card cards[6] = {low.card[2],  low.card[1],  low.card[0],
                                high.card[2], high.card[1], high.card[0]};
    uint32_t best = 0;
    for (unsigned without = 0; without < 6; without++) {
        size_t place = 0;
        unsigned taken = 0;
        for (unsigned i = 0; i < 6; i++) {
            if (i != without) place += choose[cards[i]][++taken];
        }
        if (number_of_five[place] > best) best = number_of_five[place];
    }
    /* A royal leaves out one of the six: two of any three cards are its suit. */
    const unsigned first = trey_card_suit(cards[0]);
    const unsigned second = trey_card_suit(cards[1]);
    *royal_suit = first == second ? first : trey_card_suit(cards[2]);
    return best;
}

/* proves [rws-progressive 3.18] [ca-six-card SixCard 4] */
static void every_six_card_hand_ranks_as_the_naive_evaluator_says(void **state) {
    (void)state;
    size_t count[TREY_FIVE_CATEGORIES] = {0};
    size_t royals[TREY_SUITS] = {0};
    size_t ace_low = 0;
    size_t hands = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const trey_hand high = trey_hand_at(i);
        const unsigned below = trey_hands_below(high.card[2]);
        for (unsigned j = 0; j < below; j++) {
            low_hands[j] = trey_hand_at(j);
            high_hands[j] = high;
        }
        /* The batch gets the halves now in one order, now in the other. */
        if (i % 2 == 0)
            trey_six_ranks(high_hands, low_hands, batch, below);
        else
            trey_six_ranks(low_hands, high_hands, batch, below);
        trey_six_row(high, row, below);
        for (unsigned j = 0; j < below; j++) {
            unsigned royal_suit;
            const uint32_t number = naive_best(low_hands[j], high, &royal_suit);
            const trey_five five = trey_six_rank(low_hands[j], high);
            const unsigned strength = trey_five_strength(five);
            const trey_five_category category = trey_five_category_of(five);
            const bool royal = category == TREY_FIVE_ROYAL;
            const trey_five known = strength_of_number[number];
            if (known == 0) strength_of_number[number] = (trey_five)(strength + 1);
            const bool same =
                (known == 0 || known == strength + 1) && five == batch[j] && five == row[j] &&
                category == number >> 20 &&
                trey_five_royal_suit(five) == (royal ? royal_suit : 0) &&
                trey_five_ace_low(five) == (number == (4u << 20 | 5) || number == (8u << 20 | 5));
            if (!same) fail_msg("hands %u and %u: %u, naively %x", i, j, five, (unsigned)number);
            count[category]++;
            royals[trey_five_royal_suit(five)] += royal;
            ace_low += trey_five_ace_low(five) && category == TREY_FIVE_STRAIGHT_FLUSH;
            hands++;
        }
    }
    assert_int_equal(hands, SIXES);
    assert_int_equal(count[TREY_FIVE_ROYAL], 188);
    assert_int_equal(count[TREY_FIVE_STRAIGHT_FLUSH], 1656);
    assert_int_equal(count[TREY_FIVE_FOUR_OF_A_KIND], 14664);
    assert_int_equal(count[TREY_FIVE_FULL_HOUSE], 165984);
    assert_int_equal(count[TREY_FIVE_FLUSH], 205792);
    assert_int_equal(count[TREY_FIVE_STRAIGHT], 361620);
    assert_int_equal(count[TREY_FIVE_THREE_OF_A_KIND], 732160);
    assert_int_equal(count[TREY_FIVE_TWO_PAIR], 2532816);
    assert_int_equal(count[TREY_FIVE_PAIR], 9730740);
    assert_int_equal(count[TREY_FIVE_HIGH_CARD], 6612900);
    for (unsigned suit = 0; suit < TREY_SUITS; suit++) assert_int_equal(royals[suit], 47);
    assert_int_equal(ace_low, 184);
}

/* Runs after the test above, which has seen every strength that six cards reach. */
static void the_order_of_strengths_is_the_order_of_the_naive_evaluator(void **state) {
    (void)state;
    unsigned before = 0;
    unsigned reached = 0;
    for (size_t number = 0; number < NAIVE_FIVE_NUMBERS; number++) {
        const unsigned strength = strength_of_number[number];
        if (strength == 0) continue;
        assert_true(strength > before);
        before = strength;
        reached++;
    }
    assert_int_equal(before, TREY_FIVE_STRENGTHS);
    /* Six cards never play a hand as poor as 7-5-4-3-2: of the 7,462 strengths of
     * five cards these are left. */
    assert_int_equal(reached, 6075);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_six_card_hand_ranks_as_the_naive_evaluator_says),
        cmocka_unit_test(the_order_of_strengths_is_the_order_of_the_naive_evaluator),
    };
    return cmocka_run_group_tests(tests, rank_all_fives, release);
}
