/* dealer_counts.h -- how many dealer's hands a hand beats, without looking at them.
 *
 * By inclusion and exclusion: of all dealer's hands take away those that hold one of
 * the cards that are gone, add those that hold two, take away those that hold three.
 * How many hold one card depends on its rank, how many hold two on their ranks and on
 * whether they are suited; for each of these 196 cases one row says, for every order
 * of the player's hand, how the dealer's hands compare. Four counts of sixteen bits
 * stand in one word, so that a sum of words is four sums: fields may borrow from each
 * other on the way, but the end is exact, since every true count fits its field. */
#ifndef TREY_DEALER_COUNTS_H
#define TREY_DEALER_COUNTS_H

#include "trey/core.h"
#include "trey/rules.h"

/* From the player's side. */
enum {
    SHOWDOWN_UNQUALIFIED,
    SHOWDOWN_BETTER, /* the dealer qualifies, the player's hand is better */
    SHOWDOWN_EQUAL,
    SHOWDOWN_WORSE,
    SHOWDOWNS
};

typedef uint64_t showdown_counts;
static inline unsigned showdown_count(showdown_counts counts, unsigned showdown) {
    return (unsigned)(counts >> (16u * showdown)) & 0xffffu;
}

enum { RANK_PAIRS = 91 };

typedef struct dealer_counts {
    uint16_t order[TREY_STRENGTHS]; /* of the book, by strength */
    uint16_t value[TREY_HANDS];     /* the order plus one, or 0 for a dealer who does not qualify */
    uint16_t player[TREY_HANDS];    /* the order plus one of a player's hand */
    /* By the player's order. */
    showdown_counts none[TREY_STRENGTHS];
    showdown_counts one[TREY_RANKS][TREY_STRENGTHS];
    showdown_counts two[RANK_PAIRS][2][TREY_STRENGTHS];
} dealer_counts;

void dealer_counts_fill(dealer_counts *counts, const trey_rulebook *book);

/* How a dealer's hand of this value meets a player's (order plus one). */
static inline unsigned showdown_of(unsigned value, unsigned player) {
    return (unsigned)(value > 0) + (value >= player) + (value > player);
}

/* The number of a hand whose cards come highest first. */
static inline unsigned sorted_index(unsigned high, unsigned middle, unsigned low) {
    return trey_hands_below(high) + middle * (middle - 1) / 2 + low;
}

/* All dealer's hands without the cards that are gone, which come highest first.
 * `player` is the order plus one of the hand that meets them. */
showdown_counts dealer_counts_without(const dealer_counts *counts, const trey_card *gone,
                                      unsigned count, unsigned player);

/* Of those, the ones that hold a card that is not gone. */
showdown_counts dealer_counts_with(const dealer_counts *counts, trey_card held,
                                   const trey_card *gone, unsigned count, unsigned player);
/* And two cards that are not gone. */
showdown_counts dealer_counts_with_two(const dealer_counts *counts, trey_card held,
                                       trey_card beside, const trey_card *gone, unsigned count,
                                       unsigned player);

#endif
