/* consistency.c -- that a tree is the beginning of a larger one [RFC 6962 2.1.2].
 *
 * The two halves share nothing: whoever makes a proof asks which parts of the tree it
 * consists of; whoever checks one walks up from the place where the smaller tree ends, as
 * RFC 9162 2.1.4.2 does, and computes both roots on the way. */
#include "trey/proof.h"

static uint64_t left_part(uint64_t count) {
    uint64_t part = 1;
    while (part * 2 < count) part *= 2;
    return part;
}

size_t trey_consistency_parts(uint64_t from, uint64_t to, trey_tree_part part[TREY_PATH_MAX]) {
    TREY_ASSERT(from <= to && to <= UINT64_C(1) << 62);
    uint64_t low = 0, high = to;
    size_t count = 0;
    if (from == 0 || from == to) return 0;
    while (from != high) {
        uint64_t middle = low + left_part(high - low);
        if (from <= middle) {
            part[count++] = (trey_tree_part){middle, high};
            high = middle;
        } else {
            part[count++] = (trey_tree_part){low, middle};
            low = middle;
        }
    }
    /* The smaller tree's own last part, unless it is all of it: then its root is known. */
    if (low > 0) part[count++] = (trey_tree_part){low, high};
    for (size_t i = 0; i < count / 2; i++) {
        trey_tree_part other = part[i];
        part[i] = part[count - 1 - i];
        part[count - 1 - i] = other;
    }
    return count;
}

bool trey_consistency_holds(uint64_t from, const trey_hash *from_root, uint64_t to,
                            const trey_hash *to_root, const trey_hash *proof, size_t length) {
    const trey_hash nothing = trey_hash_of("", 0);
    if (from > to) return false;
    if (from == 0 && !trey_hash_equal(from_root, &nothing)) return false;
    if (from == to) return length == 0 && trey_hash_equal(from_root, to_root);
    if (from == 0) return length == 0;
    bool whole = (from & (from - 1)) == 0; /* the proof then begins with the root itself */
    if (length == 0 && !whole) return false;
    uint64_t place = from - 1, last = to - 1;
    for (; place & 1; place >>= 1) last >>= 1;
    size_t next = whole ? 0 : 1;
    trey_hash smaller = whole ? *from_root : proof[0], larger = smaller;
    for (; next < length; next++) {
        const trey_hash *part = &proof[next];
        if (last == 0) return false;
        if ((place & 1) || place == last) {
            smaller = trey_merkle_node(part, &smaller);
            larger = trey_merkle_node(part, &larger);
            for (; !(place & 1) && place != 0; place >>= 1) last >>= 1;
        } else {
            larger = trey_merkle_node(&larger, part);
        }
        place >>= 1;
        last >>= 1;
    }
    return last == 0 && trey_hash_equal(&smaller, from_root) && trey_hash_equal(&larger, to_root);
}
