/* shuffle.h -- a deck that nobody could choose, and that everybody can check.
 *
 *   1. before betting opens   trey_seed_draw, trey_commitment_of: published
 *   2. while bets are open    players may add nonces; fixed at the closing call
 *   3. before the first card  trey_shuffle: the deck, and the root over its 52
 *                             cards: published
 *   4. during the round       trey_shuffled_opening for each card that a person may
 *                             see, to that person
 *   5. afterwards             the seed is wiped, or shown as the house has set
 *
 * The commitment fixes the seed before anybody bets; the nonces keep the house from
 * having chosen it; the root fixes the order before a card falls; openings prove
 * single cards without showing the others. docs/fairness.md has every byte. */
#ifndef TREY_SHUFFLE_H
#define TREY_SHUFFLE_H

#include "trey/core.h"
#include "trey/proof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Seeds ------------------------------------------------------------------------ */
enum { TREY_SEED_BYTES = 32, TREY_SALT_BYTES = 16, TREY_NONCE_MAX = 64 };

typedef struct trey_seed {
    uint8_t byte[TREY_SEED_BYTES];
} trey_seed;

/* Where entropy comes from: fills `out`, or returns false. */
typedef bool trey_entropy(void *context, void *out, size_t count);
/* The kernel's, by libsodium. */
bool trey_entropy_kernel(void *context, void *out, size_t count);

/* NO_ENTROPY where none is to be had: then nothing may be dealt. */
trey_status trey_seed_draw(trey_entropy *entropy, void *context, trey_seed *out);
void trey_seed_wipe(trey_seed *seed);

/* While a round is open its seed is kept only under the house's key, bound to the
 * commitment. */
enum { TREY_SEAL_KEY_BYTES = 32, TREY_SEALED_BYTES = 24 + 16 + TREY_SEED_BYTES };
typedef struct trey_seal_key {
    uint8_t byte[TREY_SEAL_KEY_BYTES];
} trey_seal_key;
typedef struct trey_sealed_seed {
    uint8_t byte[TREY_SEALED_BYTES];
} trey_sealed_seed;
trey_status trey_seed_seal(const trey_seal_key *key, const trey_hash *commitment,
                           const trey_seed *seed, trey_entropy *entropy, void *context,
                           trey_sealed_seed *out);
/* INVALID where the key or the commitment is another. */
trey_status trey_seed_unseal(const trey_seal_key *key, const trey_hash *commitment,
                             const trey_sealed_seed *sealed, trey_seed *out);

/* The same for any bytes, bound to what `about` says: `out` has TREY_SEAL_EXTRA more. */
enum { TREY_SEAL_EXTRA = 24 + 16 };
trey_status trey_seal(const trey_seal_key *key, const trey_hash *about, const void *bytes,
                      size_t count, trey_entropy *entropy, void *context, uint8_t *out);
trey_status trey_unseal(const trey_seal_key *key, const trey_hash *about, const uint8_t *sealed,
                        size_t count, void *out);
/* A key for one purpose alone, such as "trey nodes 1": whoever learns it learns neither the
 * house's key nor that of another purpose. */
void trey_seal_key_derive(const trey_seal_key *key, const char *purpose, trey_seal_key *out);

/* ---- Commitment and nonces --------------------------------------------------------- */
typedef struct trey_round_name {
    const char *house, *table; /* at most 255 bytes each */
    uint64_t round;
    trey_hash rulebook; /* of the book under its readings and values */
} trey_round_name;
trey_hash trey_commitment_of(const trey_round_name *name, const trey_seed *seed);

/* The players' nonces in the order in which they came. */
typedef struct trey_nonces {
    trey_hasher hasher;
    uint64_t count;
} trey_nonces;
void trey_nonces_open(trey_nonces *nonces);
/* `player` as the house names him; false for a nonce that is empty or too long. */
bool trey_nonces_add(trey_nonces *nonces, const char *player, const void *nonce, size_t count);
trey_hash trey_nonces_close(trey_nonces *nonces);

/* ---- Shuffling ------------------------------------------------------------------------ */
typedef struct trey_shuffled {
    trey_card deck[TREY_CARDS]; /* [0] is dealt first */
    uint8_t salt[TREY_CARDS][TREY_SALT_BYTES];
    trey_hash leaf[TREY_CARDS];
    trey_hash root;
} trey_shuffled;
void trey_shuffle(const trey_seed *seed, const trey_hash *commitment, const trey_hash *nonces,
                  trey_shuffled *out);
void trey_shuffled_wipe(trey_shuffled *shuffled);

/* The parts of it, for test suites: the key of a round's deck, the order that a key
 * gives, and the stream that its draws are made from. */
trey_hash trey_deck_key(const trey_seed *seed, const trey_hash *commitment,
                        const trey_hash *nonces);
void trey_shuffle_deck(const uint8_t key[TREY_SEED_BYTES], trey_card deck[TREY_CARDS]);
void trey_shuffle_stream(const uint8_t key[TREY_SEED_BYTES], void *out, size_t count);

/* Fisher-Yates from the top over any source of 32-bit words, for decks of up to 52:
 * deck[count - 1] is drawn first. A word that would favour a card is passed over. */
typedef uint32_t trey_word_source(void *context);
void trey_shuffle_by(trey_word_source *next, void *context, trey_card *deck, unsigned count);

/* ---- One card ---------------------------------------------------------------------------- */
enum { TREY_OPENING_PATH = 6 };
typedef struct trey_opening {
    uint8_t place; /* in the deck, from 0 */
    trey_card card;
    uint8_t salt[TREY_SALT_BYTES];
    uint8_t length;
    trey_hash path[TREY_OPENING_PATH];
} trey_opening;
void trey_shuffled_opening(const trey_shuffled *shuffled, unsigned place, trey_opening *out);
bool trey_opening_holds(const trey_opening *opening, const trey_hash *root);

#ifdef __cplusplus
}
#endif
#endif
