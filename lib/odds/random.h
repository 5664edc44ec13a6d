/* random.h -- random numbers for what cannot be enumerated. The same seed gives the
 * same answer everywhere. */
#ifndef TREY_ODDS_RANDOM_H
#define TREY_ODDS_RANDOM_H

#include <stdint.h>

#include "trey/core.h"

/* splitmix64 */
static inline uint64_t random_word(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 0 to n - 1 without bias: what lies above the last full multiple is drawn again. */
static inline unsigned random_under(uint64_t *state, unsigned n) {
    uint64_t limit = UINT64_MAX - UINT64_MAX % n, drawn = random_word(state);
    while (drawn >= limit) drawn = random_word(state);
    return (unsigned)(drawn % n);
}

/* The first `count` cards of a shuffled deck. */
static inline void random_cards(uint64_t *state, trey_card deck[TREY_CARDS], unsigned count) {
    for (unsigned i = 0; i < TREY_CARDS; i++) deck[i] = (trey_card)i;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i + random_under(state, TREY_CARDS - i);
        trey_card swap = deck[i];
        deck[i] = deck[at];
        deck[at] = swap;
    }
}

#endif
