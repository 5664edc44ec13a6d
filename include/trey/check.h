/* check.h -- a second pair of eyes on the shuffle.
 *
 * Takes what was published of a round, and after the round its seed, and says
 * whether they belong together. Written from docs/fairness.md alone: it shares no
 * code with lib/shuffle and uses no cryptographic library, so a mistake in one is
 * not repeated in the other. It is plain rather than fast. */
#ifndef TREY_CHECK_H
#define TREY_CHECK_H

#include "trey/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TREY_CHECK_BYTES = 32, TREY_CHECK_NONCES = 64 };

typedef struct trey_check_nonce {
    const char *player;
    const uint8_t *bytes;
    size_t count;
} trey_check_nonce;

/* Everything about one round. What is NULL was not published, and is not checked. */
typedef struct trey_check_round {
    const char *house, *table;
    uint64_t round;
    const uint8_t *rulebook; /* 32 bytes, as all that follow */
    const uint8_t *seed;
    const uint8_t *commitment;
    const uint8_t *root;
    const trey_check_nonce *nonce;
    size_t nonces;
    const trey_card *deck; /* 52 cards */
} trey_check_round;

typedef enum trey_check_answer {
    TREY_CHECK_AGREES,
    TREY_CHECK_COMMITMENT, /* another seed was committed to, or another round */
    TREY_CHECK_DECK,       /* the seed gives another order */
    TREY_CHECK_ROOT        /* the root is over other cards */
} trey_check_answer;
const char *trey_check_text(trey_check_answer answer);

trey_check_answer trey_check(const trey_check_round *round);

/* One card that was shown: its place, card and salt, and the hashes on the way to
 * the root. */
bool trey_check_card(unsigned place, trey_card card, const uint8_t salt[16], const uint8_t *path,
                     size_t hashes, const uint8_t root[TREY_CHECK_BYTES]);

/* The deck of a seed, and plain SHA-256, for those who want to compare by hand. */
void trey_check_deck(const trey_check_round *round, trey_card deck[TREY_CARDS]);
void trey_check_hash(const void *bytes, size_t count, uint8_t out[TREY_CHECK_BYTES]);

#ifdef __cplusplus
}
#endif
#endif
