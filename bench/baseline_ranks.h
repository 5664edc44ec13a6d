/* baseline_ranks.h -- what Trey's hand ranking is measured against.
 *
 * Two techniques that everybody who needs speed arrives at, each written as well
 * as it can be: a table over all three cards, and the sum of six card keys looked
 * up in a perfect hash, as the fastest public evaluators do. Both give Trey's own
 * ranks, so that checksums can be compared. */
#ifndef TREY_BASELINE_RANKS_H
#define TREY_BASELINE_RANKS_H

#include <trey/core.h>

/* Fill the tables; the first call does it. */
void baseline_prepare(void);

/* Sums of the ranks: of hands in an array, and of all 22,100 in order. */
uint64_t baseline_hands(const trey_hand *hands, size_t count);
uint64_t baseline_all_hands(void);

/* Sums of the best five: of pairs of hands, and of all 20,358,520 in order. */
uint64_t baseline_sixes(const trey_hand *players, const trey_hand *dealers, size_t count);
uint64_t baseline_all_sixes(void);

#endif
