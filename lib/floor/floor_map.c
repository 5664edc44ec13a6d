/* floor_map.c -- visits and people by their numbers.
 *
 * Open addresses with backward shifting on removal, so that no dead entries pile up while
 * connections come and go all day. */
#include <stdlib.h>

#include "floor_parts.h"

static size_t slot_of(const floor_map *map, uint64_t key) {
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (map->room - 1);
}

static size_t find_slot(const floor_map *map, uint64_t key) {
    size_t at = slot_of(map, key);
    while (map->key[at] != 0 && map->key[at] != key) at = (at + 1) & (map->room - 1);
    return at;
}

void *map_find(const floor_map *map, uint64_t key) {
    if (map->room == 0 || key == 0) return NULL;
    size_t at = find_slot(map, key);
    return map->key[at] == key ? map->value[at] : NULL;
}

static bool map_grow(floor_map *map) {
    floor_map wider = {.room = map->room ? map->room * 2 : 64};
    wider.key = calloc(wider.room, sizeof *wider.key);
    wider.value = calloc(wider.room, sizeof *wider.value);
    if (!wider.key || !wider.value) {
        map_close(&wider);
        return false;
    }
    for (size_t i = 0; i < map->room; i++) {
        if (map->key[i] == 0) continue;
        size_t at = find_slot(&wider, map->key[i]);
        wider.key[at] = map->key[i];
        wider.value[at] = map->value[i];
    }
    wider.used = map->used;
    floor_map old = *map;
    *map = wider;
    map_close(&old);
    return true;
}

bool map_put(floor_map *map, uint64_t key, void *value) {
    TREY_ASSERT(key != 0);
    if (map->used * 2 >= map->room && !map_grow(map)) return false;
    size_t at = find_slot(map, key);
    map->used += map->key[at] == 0;
    map->key[at] = key;
    map->value[at] = value;
    return true;
}

void map_remove(floor_map *map, uint64_t key) {
    if (map->room == 0) return;
    size_t hole = find_slot(map, key);
    if (map->key[hole] != key) return;
    map->used--;
    for (size_t at = hole;;) {
        at = (at + 1) & (map->room - 1);
        if (map->key[at] == 0) break;
        size_t home = slot_of(map, map->key[at]);
        /* May it move into the hole: does its search pass there? */
        if (((at - home) & (map->room - 1)) < ((at - hole) & (map->room - 1))) continue;
        map->key[hole] = map->key[at];
        map->value[hole] = map->value[at];
        hole = at;
    }
    map->key[hole] = 0;
    map->value[hole] = NULL;
}

void map_close(floor_map *map) {
    free(map->key);
    free(map->value);
    *map = (floor_map){0};
}
