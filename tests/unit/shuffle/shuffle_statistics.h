/* shuffle_statistics.h -- is a pile of shuffles what chance would make it?
 *
 * Four counts, each turned into a number that lies around zero with a spread of one
 * when the shuffles are fair, and is compared with a limit set beforehand:
 *   places   52 x 52, which card lies where: chi-square with 51 x 51 degrees of
 *            freedom after the factor 51/52 for rows and columns that are tied
 *   hands    the first three cards as one of 22,100 hands
 *   pairs    which card follows which, one pair a shuffle at a place that moves
 *   serial   the correlation of one shuffle's first card with the next one's
 * The limit of 5 is passed by chance once in some millions of tests. */
#ifndef SHUFFLE_STATISTICS_H
#define SHUFFLE_STATISTICS_H

#include <stdio.h>

#include "trey/core.h"

#define SHUFFLE_LIMIT 5.0

typedef struct shuffle_counts {
    uint64_t shuffles;
    uint64_t place[TREY_CARDS][TREY_CARDS];
    uint64_t hand[TREY_HANDS];
    uint64_t pair[TREY_CARDS][TREY_CARDS];
    int last; /* first card of the shuffle before, or -1 */
    double product, first, square;
} shuffle_counts;

typedef struct shuffle_scores {
    double places, hands, pairs, serial;
} shuffle_scores;

void shuffle_counts_open(shuffle_counts *counts);
void shuffle_counts_add(shuffle_counts *counts, const trey_card deck[TREY_CARDS]);
/* Adds what another thread has counted. */
void shuffle_counts_join(shuffle_counts *counts, const shuffle_counts *more);
shuffle_scores shuffle_counts_score(const shuffle_counts *counts);
bool shuffle_scores_fair(const shuffle_scores *scores);
void shuffle_scores_print(const shuffle_scores *scores, FILE *out);

#endif
