/* wide_counts.h -- every dealer's hand looked at, by all that the wagers tell apart.
 *
 * What the three cards are and how they meet the dealer's is counted without looking at the
 * dealer's hands, and best fives are counted by themselves. Two things need more: a wager that
 * sorts deals by something else about their cards, and royals of three in other boxes beside a
 * wager on the best five. Then each of the dealer's hands is looked at, a few nanoseconds
 * each, and nothing is kept from one question to the next. */
#ifndef TREY_WIDE_COUNTS_H
#define TREY_WIDE_COUNTS_H

#include "six_counts.h"

/* The wagers that sort deals, and into how many sorts all of them together. */
typedef struct deal_sorts {
    trey_sorter *sorter[TREY_STAKES];
    unsigned sorts[TREY_STAKES];
    unsigned wagers, count;
    bool by_colour; /* red and black matter to one of them */
} deal_sorts;

void deal_sorts_open(deal_sorts *sorts, const bool offered[TREY_STAKES]);

static inline unsigned deal_sort(const deal_sorts *sorts, const trey_card own[3],
                                 const trey_card dealer[3]) {
    unsigned sort = 0;
    for (unsigned i = 0; i < sorts->wagers; i++)
        sort = sort * sorts->sorts[i] + sorts->sorter[i](own, dealer);
    return sort;
}

typedef struct wide_counts {
    uint16_t all[SUITED_SIXES][SHOWDOWNS];
    uint16_t dealer[SUITED_SIXES][SHOWDOWNS];           /* the number of one of them */
    uint16_t with[TREY_CARDS][SUITED_SIXES][SHOWDOWNS]; /* that hold a card, where one is seen */
    /* By the royals of three that neither hand holds a card of, one bit for each suit; where
     * they matter. */
    uint16_t free[1u << TREY_SUITS][SUITED_SIXES][SHOWDOWNS];
    /* By the number of the dealer's hand: what the six cards are, times SHOWDOWNS, plus the
     * showdown; royals of all suits alike. */
    uint8_t place[TREY_HANDS];
} wide_counts;

typedef struct wide_asked {
    const deal_sorts *sorts;
    const six_counts *six; /* NULL where nobody asks for a best five */
    const dealer_counts *dealers;
    bool cards, royals; /* count by the card that is seen, by royals that are left */
} wide_asked;

/* `row` has the best five of the hand with every dealer's hand, where it is asked for. */
void wide_counts_of(const wide_asked *asked, const six_row *row, trey_hand hand, wide_counts *out);

#endif
