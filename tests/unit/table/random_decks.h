/* random_decks.h -- random numbers from a seed, and decks in which rare hands are
 * common.
 *
 * A fair deck shows an A-K-Q of spades once in 22,100 hands and a royal flush of
 * five once in 650,000; a million fair rounds would hardly settle one beside the
 * other. Here the dealer and the players are given what the rules treat specially. */
#ifndef RANDOM_DECKS_H
#define RANDOM_DECKS_H

#include "trey/core.h"

/* splitmix64: every seed is as good as any other. */
typedef struct random_source {
    uint64_t state;
} random_source;

static inline uint64_t random_next(random_source *random) {
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0 to n - 1, as even as a test needs it. */
static inline unsigned random_below(random_source *random, unsigned n) {
    return (unsigned)(((random_next(random) >> 32) * n) >> 32);
}

static inline bool random_chance(random_source *random, unsigned percent) {
    return random_below(random, 100) < percent;
}

/* Fills card[0] to card[3 * hands - 1] with hands, three cards each, the last of
 * them the dealer's; the rest of the fifty-two follow in a random order. */
void random_hands(random_source *random, unsigned hands, trey_card card[TREY_CARDS]);

#endif
