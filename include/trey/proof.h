/* proof.h -- hashes and Merkle trees: how a record shows that it was not changed.
 *
 * SHA-256 throughout, because a browser has it. A tree is that of RFC 6962: a leaf
 * is hashed behind a zero byte and a node behind a one, so that neither can pass
 * for the other; a tree of n leaves has on its left the largest power of two below
 * n. A path from a leaf to the root proves that the leaf is in the tree. */
#ifndef TREY_PROOF_H
#define TREY_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trey/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TREY_HASH_BYTES = 32, TREY_HASH_TEXT_MAX = 65 };

typedef struct trey_hash {
    uint8_t byte[TREY_HASH_BYTES];
} trey_hash;

/* ---- Hashing ------------------------------------------------------------------- */
typedef struct trey_hasher {
    _Alignas(8) uint8_t state[128];
} trey_hasher;
void trey_hasher_open(trey_hasher *hasher);
void trey_hasher_add(trey_hasher *hasher, const void *bytes, size_t count);
/* A text behind its length in one byte; longer than 255 is a programmer's mistake. */
void trey_hasher_add_text(trey_hasher *hasher, const char *text);
/* Eight bytes, the lowest first. */
void trey_hasher_add_number(trey_hasher *hasher, uint64_t number);
trey_hash trey_hasher_close(trey_hasher *hasher);

trey_hash trey_hash_of(const void *bytes, size_t count);
bool trey_hash_equal(const trey_hash *a, const trey_hash *b);
/* 64 hexadecimal digits, small letters; returns `out`. */
char *trey_hash_print(const trey_hash *hash, char out[TREY_HASH_TEXT_MAX]);
bool trey_hash_parse(const char *text, trey_hash *out);

/* ---- Trees ------------------------------------------------------------------------ */
enum { TREY_PATH_MAX = 64 };

trey_hash trey_merkle_leaf(const void *bytes, size_t count);
trey_hash trey_merkle_node(const trey_hash *left, const trey_hash *right);
/* The root over leaves that are hashed already; of none, the hash of nothing. */
trey_hash trey_merkle_root(const trey_hash *leaf, size_t count);
/* The siblings on the way from a leaf to the root, lowest first; returns how many. */
size_t trey_merkle_path(const trey_hash *leaf, size_t count, size_t index,
                        trey_hash path[TREY_PATH_MAX]);
/* Does this leaf stand at this place of the tree with this root? */
bool trey_merkle_holds(const trey_hash *leaf, uint64_t index, uint64_t count, const trey_hash *path,
                       size_t length, const trey_hash *root);

/* ---- Consistency ------------------------------------------------------------------------
 * That the first `from` leaves of a tree are a smaller tree, which somebody has seen. */
/* Leaves from `from` to before `to`. */
typedef struct trey_tree_part {
    uint64_t from, to;
} trey_tree_part;
/* The parts whose roots are the proof, in its order; returns how many. There are none where
 * `from` is 0 or `to`. */
size_t trey_consistency_parts(uint64_t from, uint64_t to, trey_tree_part part[TREY_PATH_MAX]);
bool trey_consistency_holds(uint64_t from, const trey_hash *from_root, uint64_t to,
                            const trey_hash *to_root, const trey_hash *proof, size_t length);

/* ---- Growing ------------------------------------------------------------------------------ */
/* A tree that only grows, without its leaves: the roots of its full parts. */
typedef struct trey_frontier {
    uint64_t count;
    trey_hash part[TREY_PATH_MAX];
} trey_frontier;
void trey_frontier_open(trey_frontier *frontier);
void trey_frontier_add(trey_frontier *frontier, const trey_hash *leaf);
trey_hash trey_frontier_root(const trey_frontier *frontier);

#ifdef __cplusplus
}
#endif
#endif
