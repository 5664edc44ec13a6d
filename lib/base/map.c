/* map.c -- values by their numbers.
 *
 * Open addresses with backward shifting on removal, so that no dead entries pile up while
 * connections come and go all day. */
#include <stdlib.h>
#include <string.h>

#include "trey/base.h"
#include "trey/core.h"

static size_t home_of(const trey_map *map, uint64_t key) {
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (map->room - 1);
}

/* Where the key is, or where it would be put. */
static size_t slot_of(const trey_map *map, uint64_t key) {
    size_t at = home_of(map, key);
    while (map->key[at] != 0 && map->key[at] != key) at = (at + 1) & (map->room - 1);
    return at;
}

static void *value_at(const trey_map *map, size_t at) {
    return map->value + at * map->size;
}

void *trey_map_find(const trey_map *map, uint64_t key) {
    if (map->room == 0 || key == 0) return NULL;
    const size_t at = slot_of(map, key);
    return map->key[at] == key ? value_at(map, at) : NULL;
}

static bool map_grow(trey_map *map) {
    trey_map wider = {.size = map->size, .used = map->used, .room = map->room ? map->room * 2 : 64};
    wider.key = calloc(wider.room, sizeof *wider.key);
    wider.value = calloc(wider.room, wider.size);
    if (!wider.key || !wider.value) {
        trey_map_close(&wider);
        return false;
    }
    for (size_t i = 0; i < map->room; i++) {
        if (map->key[i] == 0) continue;
        const size_t at = slot_of(&wider, map->key[i]);
        wider.key[at] = map->key[i];
        memcpy(value_at(&wider, at), value_at(map, i), map->size);
    }
    trey_map_close(map);
    *map = wider;
    return true;
}

void *trey_map_put(trey_map *map, uint64_t key) {
    TREY_ASSERT(key != 0 && map->size > 0);
    if (map->used * 2 >= map->room && !map_grow(map)) return NULL;
    const size_t at = slot_of(map, key);
    map->used += map->key[at] == 0;
    map->key[at] = key;
    return value_at(map, at);
}

void trey_map_remove(trey_map *map, uint64_t key) {
    if (!trey_map_find(map, key)) return;
    size_t hole = slot_of(map, key);
    map->used--;
    for (size_t at = hole;;) {
        at = (at + 1) & (map->room - 1);
        if (map->key[at] == 0) break;
        const size_t home = home_of(map, map->key[at]);
        /* May it move into the hole: does its search pass there? */
        if (((at - home) & (map->room - 1)) < ((at - hole) & (map->room - 1))) continue;
        map->key[hole] = map->key[at];
        memcpy(value_at(map, hole), value_at(map, at), map->size);
        hole = at;
    }
    map->key[hole] = 0;
    memset(value_at(map, hole), 0, map->size);
}

void trey_map_clear(trey_map *map) {
    if (map->room == 0) return;
    memset(map->key, 0, map->room * sizeof *map->key);
    memset(map->value, 0, map->room * map->size);
    map->used = 0;
}

void trey_map_close(trey_map *map) {
    free(map->key);
    free(map->value);
    *map = (trey_map){.size = map->size};
}
