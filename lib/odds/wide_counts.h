/* wide_counts.h -- every dealer's hand looked at, by all that the wagers tell apart.
 *
 * What the three cards are and how they meet the dealer's is counted without looking at the
 * dealer's hands, and best fives are counted by themselves. Two things need more: a wager that
 * sorts deals by something else about their cards, and royals of three in other boxes beside a
 * wager on the best five. Then each of the dealer's hands is looked at, some five nanoseconds
 * each, and nothing is kept from one question to the next. */
#ifndef TREY_WIDE_COUNTS_H
#define TREY_WIDE_COUNTS_H

#include "six_counts.h"

/* The wagers that sort deals, and into how many sorts all of them together. */
typedef struct deal_sorts {
    uint8_t wager[TREY_STAKES];
    unsigned wagers, count;
    bool by_colour; /* red and black matter to one of them */
} deal_sorts;

void deal_sorts_open(deal_sorts *sorts, const bool offered[TREY_STAKES]);

static inline unsigned deal_sort(const deal_sorts *sorts, trey_hand own, trey_hand dealer) {
    unsigned sort = 0;
    for (unsigned i = 0; i < sorts->wagers; i++)
        sort = sort * trey_wager_sorts(sorts->wager[i]) +
               trey_wager_sort(sorts->wager[i], own, dealer);
    return sort;
}

typedef struct wide_counts {
    uint16_t all[SUITED_SIXES][SHOWDOWNS];
    uint16_t dealer[SUITED_SIXES][SHOWDOWNS];           /* the number of one of them */
    uint16_t with[TREY_CARDS][SUITED_SIXES][SHOWDOWNS]; /* that hold a card */
    /* By the royals of three that neither hand holds a card of, one bit for each suit. */
    uint16_t free[1u << TREY_SUITS][SUITED_SIXES][SHOWDOWNS];
    /* By the number of the dealer's hand: what the six cards are, times SHOWDOWNS, plus the
     * showdown; royals of all suits alike. */
    uint8_t place[TREY_HANDS];
} wide_counts;

/* `row` is filled where a best five is asked for, or NULL. */
void wide_counts_of(const deal_sorts *sorts, const six_counts *six, const dealer_counts *dealers,
                    const six_row *row, trey_hand hand, wide_counts *out);

#endif
