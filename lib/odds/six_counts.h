/* six_counts.h -- the best five of a hand and of every dealer's hand, counted. */
#ifndef TREY_SIX_COUNTS_H
#define TREY_SIX_COUNTS_H

#include "situations.h"

/* Best fives while suits are those of a class: four royals, one for each suit. */
enum { SUITED_FIVES = FIVE_ROYAL + TREY_SUITS, SUITED_SIXES = SORTS * SUITED_FIVES };

/* The best five once it is known which of the class's suits is spades. */
static inline unsigned five_with_mark(unsigned suited, unsigned mark) {
    return suited < FIVE_ROYAL           ? suited
           : suited - FIVE_ROYAL == mark ? (unsigned)FIVE_ROYAL_SPADES
                                         : (unsigned)FIVE_ROYAL;
}

typedef struct six_counts {
    uint16_t first_listed;  /* the lowest strength that any table lists */
    uint8_t five[1u << 15]; /* by trey_five: one of SUITED_FIVES */
    trey_cardset set[TREY_HANDS];
} six_counts;

/* The best five of one hand with every dealer's hand, and whether a table lists it. */
typedef struct six_row {
    trey_five five[TREY_HANDS + 32];
    uint8_t listed[TREY_HANDS + 32];
} six_row;

void six_counts_fill(six_counts *six, const trey_rulebook *book);

/* Dealer's hands that make a listed five with `hand`, by the five and the showdown:
 * for all of them, and for those that hold a card. FIVE_LOW is not counted: it is
 * what is left. `dealer` is the number of one of them. */
typedef struct six_tally {
    uint16_t all[SUITED_FIVES][SHOWDOWNS];
    uint16_t dealer[SUITED_FIVES][SHOWDOWNS];
} six_tally;
typedef struct six_by_card {
    uint16_t with[TREY_CARDS][SUITED_FIVES][SHOWDOWNS];
} six_by_card;

/* `by_card` is NULL where no card of the dealer's is seen. */
void six_counts_of(const six_counts *six, const dealer_counts *dealers, trey_hand hand,
                   six_row *row, six_tally *tally, six_by_card *by_card);

#endif
