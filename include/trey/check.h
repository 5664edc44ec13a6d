/* check.h -- a second pair of eyes on the shuffle.
 *
 * Takes what was published of a round, and its seed where that is known, and says
 * whether they belong together. Written from docs/fairness.md alone: it shares no
 * code with lib/shuffle and uses no cryptographic library, so a mistake in one is
 * not repeated in the other. It is plain rather than fast. */
#ifndef TREY_CHECK_H
#define TREY_CHECK_H

#include "trey/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TREY_CHECK_BYTES = 32 };

/* A line of the list that the closing call fixed. */
typedef struct trey_check_pledge {
    uint32_t player;
    const uint8_t *pledge; /* 32 bytes, as all that follow */
    const uint8_t *share;  /* NULL: it was not opened */
} trey_check_pledge;

/* Everything about one round. What is NULL was not published, and is not checked. */
typedef struct trey_check_round {
    const char *house, *table;
    uint64_t round;
    const uint8_t *rulebook;
    const uint8_t *commitment;
    const uint8_t *root[2];
    const trey_check_pledge *pledge;
    size_t pledges;
    const uint8_t *list;   /* the hash over the list */
    const uint8_t *joint;  /* the hash over list and shares */
    const uint8_t *spare;  /* the seed of the stack that was not dealt */
    const uint8_t *seed;   /* of the round */
    const trey_card *deck; /* 52 cards, as they were dealt */
} trey_check_round;

typedef enum trey_check_answer {
    TREY_CHECK_AGREES,
    TREY_CHECK_COMMITMENT, /* other roots were committed to, or another round */
    TREY_CHECK_ROOT,       /* the seed gives other stacks than those that were committed to */
    TREY_CHECK_SHARE,      /* a share is not what its pledge was made of */
    TREY_CHECK_LIST,       /* the hash is over another list */
    TREY_CHECK_JOINT,      /* ... or over other shares */
    TREY_CHECK_SPARE,      /* the stack that was not dealt was no honest shuffle of its seed */
    TREY_CHECK_DECK        /* stacks and shares give another order */
} trey_check_answer;
const char *trey_check_text(trey_check_answer answer);

trey_check_answer trey_check(const trey_check_round *round);

/* One card that was shown: its place in the stack, card and salt, and the hashes on the way
 * to the root. */
bool trey_check_card(unsigned place, trey_card card, const uint8_t salt[16], const uint8_t *path,
                     size_t hashes, const uint8_t root[TREY_CHECK_BYTES]);

/* For those who want to compare by hand: what a joint hash picks and in which order it takes
 * the places of that stack; the deck that a seed and all shares give; the commitment to two
 * roots; the hash over list and shares; and plain SHA-256. */
unsigned trey_check_cut(const uint8_t joint[TREY_CHECK_BYTES], uint8_t cut[TREY_CARDS]);
void trey_check_deck(const trey_check_round *round, trey_card deck[TREY_CARDS]);
void trey_check_commitment(const trey_check_round *round, uint8_t out[TREY_CHECK_BYTES]);
void trey_check_roots(const uint8_t seed[TREY_CHECK_BYTES], uint8_t root[2][TREY_CHECK_BYTES]);
void trey_check_pledge_of(const uint8_t commitment[TREY_CHECK_BYTES], const trey_check_pledge *of,
                          uint8_t out[TREY_CHECK_BYTES]);
void trey_check_list(const trey_check_round *round, uint8_t out[TREY_CHECK_BYTES]);
void trey_check_joint(const trey_check_round *round, uint8_t out[TREY_CHECK_BYTES]);
void trey_check_hash(const void *bytes, size_t count, uint8_t out[TREY_CHECK_BYTES]);

#ifdef __cplusplus
}
#endif
#endif
