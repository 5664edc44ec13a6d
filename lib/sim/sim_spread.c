/* sim_spread.c -- a distribution of sums of money.
 *
 * A round has some dozens of results, so nearly always every cent is kept apart. After
 * long sessions there can be more than 16,384 different sums; then neighbours are put
 * together, twice as many each time. The step at the end is the smallest that fits all
 * sums ever seen, so it does not depend on the order in which they came: parts may be
 * counted apart and merged. */
#include "sim_spread.h"

#include <stdlib.h>
#include <string.h>

void sim_spread_open(sim_spread *spread) {
    spread->step = 1;
}

static trey_cents divided_down(trey_cents sum, trey_cents by) {
    return sum / by - (sum % by < 0);
}

static sim_seen *place_of(sim_spread *spread, trey_cents sum) {
    uint64_t hash = (uint64_t)sum * UINT64_C(0x9e3779b97f4a7c15);
    unsigned at = (unsigned)(hash >> 49) % SPREAD_PLACES;
    while (spread->place[at].seen > 0 && spread->place[at].sum != sum)
        at = (at + 1) % SPREAD_PLACES;
    return &spread->place[at];
}

static void put(sim_spread *spread, trey_cents divided, uint64_t seen) {
    sim_seen *place = place_of(spread, divided);
    if (place->seen == 0) spread->sums++;
    place->sum = divided;
    place->seen += seen;
}

/* To a step of at least `step` at which there is room. */
static void coarsen(sim_spread *spread, trey_cents step) {
    while (spread->sums > SPREAD_SUMS || spread->step < step) {
        size_t count = 0;
        for (unsigned i = 0; i < SPREAD_PLACES; i++) {
            if (spread->place[i].seen > 0) spread->kept[count++] = spread->place[i];
        }
        memset(spread->place, 0, sizeof spread->place);
        spread->sums = 0;
        spread->step *= 2;
        for (size_t i = 0; i < count; i++)
            put(spread, divided_down(spread->kept[i].sum, 2), spread->kept[i].seen);
    }
}

void sim_spread_add(sim_spread *spread, trey_cents sum, uint64_t seen) {
    if (seen == 0) return;
    put(spread, divided_down(sum, spread->step), seen);
    coarsen(spread, 1);
}

void sim_spread_merge(sim_spread *into, const sim_spread *from) {
    coarsen(into, from->step); /* what was put together cannot be taken apart */
    for (unsigned i = 0; i < SPREAD_PLACES; i++) {
        const sim_seen *place = &from->place[i];
        if (place->seen > 0) sim_spread_add(into, place->sum * from->step, place->seen);
    }
}

static int by_net(const void *a, const void *b) {
    const trey_cents left = ((const trey_sim_outcome *)a)->net;
    const trey_cents right = ((const trey_sim_outcome *)b)->net;
    return (left > right) - (left < right);
}

size_t sim_spread_sorted(const sim_spread *spread, trey_sim_outcome out[SPREAD_SUMS]) {
    size_t count = 0;
    for (unsigned i = 0; i < SPREAD_PLACES; i++) {
        const sim_seen *place = &spread->place[i];
        if (place->seen > 0)
            out[count++] = (trey_sim_outcome){place->sum * spread->step, place->seen};
    }
    qsort(out, count, sizeof *out, by_net);
    return count;
}
