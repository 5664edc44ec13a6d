/* sim_spread.h -- how often each sum of money was seen, in bounded memory. */
#ifndef TREY_SIM_SPREAD_H
#define TREY_SIM_SPREAD_H

#include "trey/sim.h"

enum { SPREAD_SUMS = 1 << 14, SPREAD_PLACES = 2 * SPREAD_SUMS };

typedef struct sim_seen {
    trey_cents sum; /* divided by the step, downwards */
    uint64_t seen;  /* 0: the place is free */
} sim_seen;

/* An open hash table. When there are too many sums the step doubles. */
typedef struct sim_spread {
    trey_cents step; /* a power of two */
    uint32_t sums;
    sim_seen place[SPREAD_PLACES];
    sim_seen kept[SPREAD_SUMS + 1]; /* while the step doubles */
} sim_spread;

/* In memory that is all zero. */
void sim_spread_open(sim_spread *spread);
void sim_spread_add(sim_spread *spread, trey_cents sum, uint64_t seen);
/* What another one has seen; `into` becomes as coarse as the coarser. */
void sim_spread_merge(sim_spread *into, const sim_spread *from);
/* The sums in order, each the lower end of its step; returns how many. */
size_t sim_spread_sorted(const sim_spread *spread, trey_sim_outcome out[SPREAD_SUMS]);

#endif
