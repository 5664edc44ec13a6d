/* store_arena.c -- bytes that stay where they are until all of them go, and arrays
 * that grow.
 *
 * A batch is filled and cleared all day, so blocks are kept for the next filling.
 * What is cleared is overwritten: kept values may hold what must not linger. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store_parts.h"

enum { BLOCK_BYTES = 64 * 1024 };

/* NULL: no memory; aligned to 8 */
static void *store_arena_take(store_arena *arena, size_t size) {
    size = (size + 7) & ~(size_t)7;
    while (arena->now && size > arena->now->room - arena->used) {
        if (!arena->now->next) break;
        arena->now = arena->now->next;
        arena->used = 0;
    }
    if (!arena->now || size > arena->now->room - arena->used) {
        size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        store_block *block = malloc(sizeof *block + room);
        if (!block) return NULL;
        block->next = NULL;
        block->room = room;
        if (arena->now)
            arena->now->next = block;
        else
            arena->first = block;
        arena->now = block;
        arena->used = 0;
    }
    void *taken = arena->now->bytes + arena->used;
    arena->used += size;
    return taken;
}

void *store_arena_copy(store_arena *arena, const void *bytes, size_t size) {
    void *copy = store_arena_take(arena, size > 0 ? size : 1);
    if (copy && size > 0) memcpy(copy, bytes, size);
    return copy;
}

void store_arena_clear(store_arena *arena) {
    for (store_block *block = arena->first; block; block = block->next) {
        size_t used = block == arena->now ? arena->used : block->room;
        sodium_memzero(block->bytes, used);
        if (block == arena->now) break;
    }
    arena->now = arena->first;
    arena->used = 0;
}

void store_arena_close(store_arena *arena) {
    store_arena_clear(arena);
    for (store_block *block = arena->first; block;) {
        store_block *next = block->next;
        free(block);
        block = next;
    }
    memset(arena, 0, sizeof *arena);
}

/* ---- Pages ------------------------------------------------------------------------------ */
void page_clear(store_page *page) {
    page->count = page->transfers = 0;
    page->broken = false;
    store_arena_clear(&page->arena);
}

void page_close(store_page *page) {
    store_arena_close(&page->arena);
    free(page->item);
    free(page->transfer);
    memset(page, 0, sizeof *page);
}

trey_store_item *page_add(store_page *page, trey_store_part part) {
    if (!TREY_LIST_ROOM(page->item, page->count, page->room)) return NULL;
    trey_store_item *added = &page->item[page->count++];
    memset(added, 0, sizeof *added);
    added->part = part;
    return added;
}

trey_transfer *page_add_transfer(store_page *page, trey_record *record) {
    if (!TREY_LIST_ROOM(page->transfer, page->transfers, page->transfers_room)) return NULL;
    record->transfers++;
    return &page->transfer[page->transfers++];
}

void page_place_transfers(store_page *page) {
    const trey_transfer *next = page->transfer;
    if (page->transfers == 0) return;
    for (size_t i = 0; i < page->count; i++) {
        page->item[i].record.transfer = next;
        next += page->item[i].record.transfers;
    }
}
