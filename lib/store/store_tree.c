/* store_tree.c -- roots of the full parts of a store's tree, for proofs between two sizes.
 *
 * The store keeps the right edge of its tree, which is enough to grow and to sign. A proof of
 * consistency needs parts further to the left. Each full part of 256 records and each larger one
 * is remembered here: a quarter of a byte a record, 25 MB for a hundred million. Smaller parts
 * are computed from the records; a proof needs at most some five hundred of those.
 *
 * Nothing of it is stored. It is read from the records after each start, in steps, and goes on
 * with what is committed; whatever it says is compared with signed roots before anybody gets it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "store_parts.h"

enum { BLOCK_LEVEL = 8, BLOCK = 1 << BLOCK_LEVEL, LEVELS = 40 };

typedef struct tree_level {
    trey_hash *part;
    size_t parts, room;
} tree_level;

struct trey_tree {
    trey_frontier block; /* of the leaves behind the last full block */
    uint64_t blocks;
    tree_level level[LEVELS]; /* level[0] has blocks, level[1] pairs of them, ... */
};

trey_status trey_tree_open(trey_tree **out) {
    *out = calloc(1, sizeof **out);
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

void trey_tree_close(trey_tree *tree) {
    if (!tree) return;
    for (unsigned i = 0; i < LEVELS; i++) free(tree->level[i].part);
    free(tree);
}

uint64_t trey_tree_count(const trey_tree *tree) {
    return tree->blocks * BLOCK + tree->block.count;
}

/* ---- Growing ------------------------------------------------------------------------------- */
static bool add_block(trey_tree *tree, trey_hash hash) {
    for (unsigned i = 0; i < LEVELS; i++) {
        tree_level *level = &tree->level[i];
        if (!TREY_LIST_ROOM(level->part, level->parts, level->room)) return false;
        level->part[level->parts++] = hash;
        if (level->parts % 2 != 0) break;
        hash = trey_merkle_node(&level->part[level->parts - 2], &hash);
    }
    tree->blocks++;
    return true;
}

trey_status trey_tree_read(trey_tree *tree, trey_store *store, uint64_t most, uint64_t *left) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    uint64_t count = trey_tree_count(tree), records = store->head.records;
    *left = records > count ? records - count : 0;
    if (*left == 0 || most == 0) return TREY_STATUS_OK;
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_RECORDS, count);
    for (; status == TREY_STATUS_OK && most > 0 && *left > 0; most--, --*left) {
        status = trey_cursor_next(cursor, &item);
        if (status != TREY_STATUS_OK || !item) break;
        trey_frontier_add(&tree->block, &item->record.chain);
        if (tree->block.count < BLOCK) continue;
        trey_hash root = trey_frontier_root(&tree->block);
        trey_frontier_open(&tree->block);
        if (!add_block(tree, root)) status = TREY_STATUS_NO_MEMORY;
    }
    trey_cursor_close(cursor);
    return status;
}

/* ---- Parts ----------------------------------------------------------------------------------- */
static trey_status add_leaves(trey_store *store, uint64_t from, uint64_t to,
                              trey_frontier *frontier) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_RECORDS, from);
    for (; status == TREY_STATUS_OK && from < to; from++) {
        status = trey_cursor_next(cursor, &item);
        if (status == TREY_STATUS_OK && (!item || item->record.seq != from + 1))
            status = TREY_STATUS_NOT_FOUND;
        if (status == TREY_STATUS_OK) trey_frontier_add(frontier, &item->record.chain);
    }
    trey_cursor_close(cursor);
    return status;
}

/* The root over the leaves from `from` to before `to`, where `from` is a multiple of every full
 * part in it: full parts from the left, the largest first, then the leaves behind them. */
static trey_status part_root(const trey_tree *tree, trey_store *store, trey_tree_part part,
                             trey_hash *out) {
    trey_hash full[LEVELS + 1];
    size_t fulls = 0;
    uint64_t at = part.from;
    while (part.to - at >= BLOCK) {
        unsigned level = 0;
        while (level + 1 < LEVELS && part.to - at >= (uint64_t)BLOCK << (level + 1) &&
               at % ((uint64_t)BLOCK << (level + 1)) == 0)
            level++;
        uint64_t index = at / ((uint64_t)BLOCK << level);
        if (index >= tree->level[level].parts || fulls == LEVELS) return TREY_STATUS_NOT_FOUND;
        full[fulls++] = tree->level[level].part[index];
        at += (uint64_t)BLOCK << level;
    }
    if (at < part.to) {
        trey_frontier rest;
        trey_frontier_open(&rest);
        trey_status status = add_leaves(store, at, part.to, &rest);
        if (status != TREY_STATUS_OK) return status;
        full[fulls++] = trey_frontier_root(&rest);
    }
    *out = full[--fulls];
    while (fulls > 0) *out = trey_merkle_node(&full[--fulls], out);
    return TREY_STATUS_OK;
}

trey_status trey_tree_consistency(const trey_tree *tree, trey_store *store, uint64_t from,
                                  uint64_t to, trey_hash proof[TREY_PATH_MAX], size_t *length) {
    trey_tree_part part[TREY_PATH_MAX];
    trey_status status = store_ready(store);
    *length = 0;
    if (status != TREY_STATUS_OK) return status;
    if (from > to || to > store->head.records)
        return store_says(store, TREY_STATUS_INVALID,
                          "%s: there is no proof from %" PRIu64 " to %" PRIu64 " records",
                          store->address, from, to);
    size_t parts = trey_consistency_parts(from, to, part);
    for (size_t i = 0; i < parts && status == TREY_STATUS_OK; i++)
        status = part_root(tree, store, part[i], &proof[i]);
    if (status == TREY_STATUS_OK) *length = parts;
    return status;
}
