/* report_sizes.h -- reports about how much lies on an area. */
#ifndef TREY_TABLE_REPORT_SIZES_H
#define TREY_TABLE_REPORT_SIZES_H

#include "remedies.h"

static inline unsigned lowest_seat(unsigned seats) {
    return seats ? (unsigned)__builtin_ctz(seats) + 1 : TREY_NO_SEAT;
}

/* A pooled wager counts as a whole, any other by itself. */
trey_cents wager_total(const deciding *d, const trey_box *box, unsigned bettor, unsigned stake);

/* Does the report name one position, a bettor there, a wager and what lies there, and is that
 * really irregular? Refuses and returns false if not. */
bool size_named(deciding *d, unsigned seats);

/* The record is put right: what really lies on the area, the difference being the bettor's whom
 * the pending report names. Play goes with its Ante unless it was found by itself. `once`: it
 * counts as the one wager under the minimum that is settled [mbs 5.13]. */
void stake_found(deciding *d, unsigned seat, trey_cents amount, bool once);

/* What really lies there of a jackpot bet. */
void jackpot_found(deciding *d, unsigned seat, trey_cents amount);

/* What really lies there of one bettor's wager. */
void stake_correct(deciding *d, unsigned seat, unsigned bettor, unsigned wager, trey_cents amount,
                   bool once);

#endif
