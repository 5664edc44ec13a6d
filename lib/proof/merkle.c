/* merkle.c -- trees over hashed leaves.
 *
 * A path is checked the way RFC 9162 does it: the bits of the leaf's place say on
 * which side each sibling stands, and the bits of the last place say where the
 * right edge of the tree has no sibling. */
#include <string.h>

#include "trey/proof.h"

static const uint8_t leaf_mark = 0, node_mark = 1;

trey_hash trey_merkle_leaf(const void *bytes, size_t count) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add(&hasher, &leaf_mark, 1);
    trey_hasher_add(&hasher, bytes, count);
    return trey_hasher_close(&hasher);
}

trey_hash trey_merkle_node(const trey_hash *left, const trey_hash *right) {
    uint8_t bytes[1 + 2 * TREY_HASH_BYTES] = {node_mark};
    memcpy(bytes + 1, left->byte, TREY_HASH_BYTES);
    memcpy(bytes + 1 + TREY_HASH_BYTES, right->byte, TREY_HASH_BYTES);
    return trey_hash_of(bytes, sizeof bytes);
}

/* The largest power of two below `count`, which is at least two. */
static size_t left_part(size_t count) {
    size_t part = 1;
    while (part * 2 < count) part *= 2;
    return part;
}

trey_hash trey_merkle_root(const trey_hash *leaf, size_t count) {
    trey_frontier frontier;
    trey_frontier_open(&frontier);
    for (size_t i = 0; i < count; i++) trey_frontier_add(&frontier, &leaf[i]);
    return trey_frontier_root(&frontier);
}

size_t trey_merkle_path(const trey_hash *leaf, size_t count, size_t index,
                        trey_hash path[TREY_PATH_MAX]) {
    TREY_ASSERT(index < count);
    /* From the root down: the sibling of each step, turned round at the end. */
    size_t length = 0;
    while (count > 1) {
        size_t left = left_part(count);
        bool right = index >= left;
        path[length++] =
            right ? trey_merkle_root(leaf, left) : trey_merkle_root(leaf + left, count - left);
        leaf += right ? left : 0;
        index -= right ? left : 0;
        count = right ? count - left : left;
    }
    for (size_t i = 0; i < length / 2; i++) {
        trey_hash other = path[i];
        path[i] = path[length - 1 - i];
        path[length - 1 - i] = other;
    }
    return length;
}

bool trey_merkle_holds(const trey_hash *leaf, uint64_t index, uint64_t count, const trey_hash *path,
                       size_t length, const trey_hash *root) {
    if (index >= count) return false;
    uint64_t place = index, last = count - 1;
    trey_hash hash = *leaf;
    for (size_t i = 0; i < length; i++) {
        if (last == 0) return false;
        if ((place & 1) || place == last) {
            hash = trey_merkle_node(&path[i], &hash);
            while (!(place & 1) && place != 0) {
                place >>= 1;
                last >>= 1;
            }
        } else {
            hash = trey_merkle_node(&hash, &path[i]);
        }
        place >>= 1;
        last >>= 1;
    }
    return last == 0 && trey_hash_equal(&hash, root);
}

/* ---- Growing ---------------------------------------------------------------------- */
void trey_frontier_open(trey_frontier *frontier) {
    memset(frontier, 0, sizeof *frontier);
}

/* part[k] is the root of a full tree of 2^k leaves wherever bit k of count is set. */
void trey_frontier_add(trey_frontier *frontier, const trey_hash *leaf) {
    trey_hash hash = *leaf;
    unsigned level = 0;
    for (uint64_t count = frontier->count; count & 1; count >>= 1, level++)
        hash = trey_merkle_node(&frontier->part[level], &hash);
    frontier->part[level] = hash;
    frontier->count++;
}

trey_hash trey_frontier_root(const trey_frontier *frontier) {
    if (frontier->count == 0) return trey_hash_of("", 0);
    unsigned level = (unsigned)__builtin_ctzll(frontier->count);
    trey_hash hash = frontier->part[level];
    for (level++; level < TREY_PATH_MAX && frontier->count >> level; level++) {
        if (frontier->count >> level & 1) hash = trey_merkle_node(&frontier->part[level], &hash);
    }
    return hash;
}
