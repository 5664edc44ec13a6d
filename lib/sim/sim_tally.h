/* sim_tally.h -- the score of many rounds, in whole numbers. */
#ifndef TREY_SIM_TALLY_H
#define TREY_SIM_TALLY_H

#include "sim_play.h"
#include "sim_spread.h"

/* Sums over rounds of one row. A round's boxes count together in `squares` and
 * `hit_squares`, apart in `box_squares`. */
typedef struct sim_sums {
    trey_int128 net, squares, box_squares, staked;
    uint64_t hits, hit_squares;
} sim_sums;

typedef struct sim_session_sums {
    uint64_t sessions, ruined, ruin_rounds;
    trey_int128 net, squares;
} sim_session_sums;

/* A round that took something off the meter. */
typedef struct sim_taking {
    uint64_t round;
    sim_deal deal;
} sim_taking;

typedef struct sim_tally {
    uint64_t rounds;
    uint64_t played_to; /* every round before this one was played: for the history */
    sim_sums row[TREY_SIM_ROWS];
    sim_session_sums sessions;
    sim_spread nets, session_nets;
    sim_taking *taking; /* the earliest, in order once merged */
    size_t takings, room;
} sim_tally;

/* NO_MEMORY leaves NULL. */
sim_tally *sim_tally_open(void);
void sim_tally_close(sim_tally *tally);

/* Adds a result that `times` boxes came to; rounds and what hangs on them apart. */
void sim_tally_boxes(sim_tally *tally, const sim_result *result, uint64_t times);
/* The same where each was the only box of its round. */
void sim_tally_lone_boxes(sim_tally *tally, const sim_result *result, uint64_t times);
/* What the boxes of one round came to together. */
void sim_tally_round(sim_tally *tally, const sim_result *const *boxes, unsigned count);

void sim_tally_session(sim_tally *tally, trey_cents net, uint64_t ruined_after);

/* Takes a round down unless there are TREY_SIM_TAKINGS; false when out of memory. */
bool sim_tally_take(sim_tally *tally, uint64_t round, const sim_deal *deal);

/* False when out of memory. */
bool sim_tally_merge(sim_tally *into, const sim_tally *from);
/* Takings into the order of their rounds, the earliest TREY_SIM_TAKINGS of them. */
void sim_tally_sort(sim_tally *tally);

#endif
