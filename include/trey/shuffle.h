/* shuffle.h -- a deck that nobody could choose, and that everybody can check.
 *
 *   1. before betting opens   trey_seed_draw, trey_stacks_make, trey_commitment_of: two
 *                             shuffled decks, each under a root; roots and commitment are
 *                             published
 *   2. while bets are open    each bettor sends a pledge: trey_pledge_of 32 random bytes
 *   3. the closing call       fixes the list of pledges: trey_pledges_hash
 *   4. afterwards             each opens their pledge by sending the bytes, their share
 *   5. with all of them       trey_shuffle: the shares pick one of the two decks and the
 *                             order in which its cards are taken; the seed of the other
 *                             deck is published
 *   6. during the round       trey_shuffled_opening for each card that a person may see,
 *                             to that person
 *
 * The house fixes its decks before anybody pledges, and bettors fix their shares before any
 * share is known, so nobody who knows one part can still change another. No seed of a deck
 * that was dealt has to be shown for this. docs/fairness.md has the argument and every byte. */
#ifndef TREY_SHUFFLE_H
#define TREY_SHUFFLE_H

#include "trey/core.h"
#include "trey/proof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Seeds ------------------------------------------------------------------------ */
enum { TREY_SEED_BYTES = 32, TREY_SALT_BYTES = 16, TREY_SHARE_BYTES = 32 };

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

/* ---- The house's decks --------------------------------------------------------------- */
enum { TREY_STACKS = 2 };
/* A shuffled deck as the house has prepared it, and the tree over its places. */
typedef struct trey_stack {
    trey_card card[TREY_CARDS];
    uint8_t salt[TREY_CARDS][TREY_SALT_BYTES];
    trey_hash leaf[TREY_CARDS];
    trey_hash root;
} trey_stack;

/* The seed of one of the round's stacks; neither it nor the other one gives the round's. */
trey_seed trey_stack_seed(const trey_seed *seed, unsigned which);
void trey_stack_make(const trey_seed *stack_seed, trey_stack *out);

typedef struct trey_round_name {
    const char *house, *table; /* at most 255 bytes each */
    uint64_t round;
    trey_hash rulebook; /* of the book under its readings and values */
} trey_round_name;
trey_hash trey_commitment_of(const trey_round_name *name, const trey_hash root[TREY_STACKS]);

/* ---- The bettors' shares -------------------------------------------------------------- */
typedef struct trey_share {
    uint8_t byte[TREY_SHARE_BYTES];
} trey_share;
/* `player` is the person's number. */
trey_hash trey_pledge_of(const trey_hash *commitment, uint32_t player, const trey_share *share);

typedef struct trey_pledge {
    uint32_t player;
    trey_hash pledge;
    bool opened; /* `share` is known */
    trey_share share;
} trey_pledge;
/* Over the fixed list, in its order. */
trey_hash trey_pledges_hash(const trey_hash *commitment, const trey_pledge *pledge, size_t count);
/* Over the list and all of its shares, which have to be opened. */
trey_hash trey_joint_of(const trey_hash *pledges, const trey_pledge *pledge, size_t count);
/* What it says: the stack that is dealt, and at which of its places each card is found. */
unsigned trey_joint_pick(const trey_hash *joint);
void trey_joint_cut(const trey_hash *joint, uint8_t cut[TREY_CARDS]);

/* ---- Shuffling ------------------------------------------------------------------------ */
typedef struct trey_shuffled {
    trey_stack stack[TREY_STACKS];
    uint8_t pick;
    uint8_t cut[TREY_CARDS];
    trey_card deck[TREY_CARDS]; /* [0] is dealt first: card cut[0] of the stack */
} trey_shuffled;
/* The stacks alone: step 1. */
void trey_stacks_make(const trey_seed *seed, trey_shuffled *out);
/* Picks and cuts stacks that were made: step 5. */
void trey_shuffle(const trey_hash *joint, trey_shuffled *shuffled);
void trey_shuffled_wipe(trey_shuffled *shuffled);

/* The parts of it, for test suites: the key of a stack's order, the order that a key gives,
 * and the stream that its draws are made from. */
trey_hash trey_order_key(const trey_seed *stack_seed);
void trey_shuffle_deck(const uint8_t key[TREY_SEED_BYTES], trey_card deck[TREY_CARDS]);
void trey_shuffle_stream(const uint8_t key[TREY_SEED_BYTES], void *out, size_t count);

/* Fisher-Yates from the top over any source of 32-bit words, for decks of up to 52:
 * deck[count - 1] is drawn first. A word that would favour a card is passed over. */
typedef uint32_t trey_word_source(void *context);
void trey_shuffle_by(trey_word_source *next, void *context, trey_card *deck, unsigned count);

/* ---- One card ------------------------------------------------------------------------- */
enum { TREY_OPENING_PATH = 6 };
typedef struct trey_opening {
    uint8_t place; /* in the stack, from 0 */
    trey_card card;
    uint8_t salt[TREY_SALT_BYTES];
    uint8_t length;
    trey_hash path[TREY_OPENING_PATH];
} trey_opening;
/* Of the card that is dealt at `turn`, from 0. */
void trey_shuffled_opening(const trey_shuffled *shuffled, unsigned turn, trey_opening *out);
bool trey_opening_holds(const trey_opening *opening, const trey_hash *root);

#ifdef __cplusplus
}
#endif
#endif
