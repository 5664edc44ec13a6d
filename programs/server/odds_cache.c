/* odds_cache.c -- a small table by question; a newer one takes the place of an older. */
#include "odds_cache.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 512, FRESH_MS = 5000 };

typedef struct slot {
    char table[TREY_STREAM_NAME_MAX];
    trey_cents stake[TREY_STAKES];
    trey_frame *frame;
    int64_t made_ms;
} slot;

struct odds_cache {
    slot slot[SLOTS];
};

odds_cache *odds_cache_open(void) {
    return calloc(1, sizeof(odds_cache));
}

void odds_cache_close(odds_cache *cache) {
    for (unsigned i = 0; cache && i < SLOTS; i++) trey_frame_release(cache->slot[i].frame);
    free(cache);
}

static slot *slot_of(odds_cache *cache, const errand *asked) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, asked->table);
    for (unsigned i = 0; i < TREY_STAKES; i++)
        trey_hasher_add_number(&hasher, (uint64_t)asked->stake[i]);
    const trey_hash hash = trey_hasher_close(&hasher);
    return &cache->slot[((unsigned)hash.byte[0] << 8 | hash.byte[1]) % SLOTS];
}

trey_frame *odds_cache_find(odds_cache *cache, const errand *asked, int64_t now_ms) {
    const slot *found = slot_of(cache, asked);
    if (!found->frame || now_ms - found->made_ms > FRESH_MS ||
        strcmp(found->table, asked->table) != 0 ||
        memcmp(found->stake, asked->stake, sizeof found->stake) != 0)
        return NULL;
    return trey_frame_hold(found->frame);
}

void odds_cache_keep(odds_cache *cache, const errand *answered, int64_t now_ms) {
    slot *kept = slot_of(cache, answered);
    trey_frame_release(kept->frame);
    memcpy(kept->table, answered->table, sizeof kept->table);
    memcpy(kept->stake, answered->stake, sizeof kept->stake);
    kept->frame = trey_frame_hold(answered->frame);
    kept->made_ms = now_ms;
}
