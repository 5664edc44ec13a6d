/* base.h -- memory that grows: lists, bytes, and a map by number.
 *
 * Nothing here knows the game. What grows doubles, so that adding one is cheap on average; without
 * memory everything stays as it was. */
#ifndef TREY_BASE_H
#define TREY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Lists: a pointer, how many there are, and for how many there is room -------------------- */
/* Is there room for one more, which is then all zeros? `room` is a size_t. The list may well be one
 * of pointers, which clang-tidy takes for a mistake. */
#define TREY_LIST_ROOM(list, used, room)                                                           \
    trey_list_room((void **)&(list), (used), &(room),                                              \
                   sizeof *(list)) /* NOLINT(bugprone-sizeof-expression) */
bool trey_list_room(void **list, size_t used, size_t *room, size_t size);

/* ---- Bytes, with a zero behind the last one ---------------------------------------------------
 */
typedef struct trey_bytes {
    char *bytes; /* NULL before the first was added */
    size_t used, room;
    bool failed; /* no memory; what is added afterwards is left out */
} trey_bytes;
void trey_bytes_add(trey_bytes *to, const void *bytes, size_t count);
void trey_bytes_close(trey_bytes *to);

/* ---- Values by a number that is not 0 ----------------------------------------------------------
 */
typedef struct trey_map {
    size_t size; /* of a value; set it before anything is put in */
    uint64_t *key;
    char *value;
    size_t used, room; /* room is a power of two */
} trey_map;
/* NULL where there is none. Values move when others are put in or taken out. */
void *trey_map_find(const trey_map *map, uint64_t key);
/* The value that is there, or a new one, all zeros; NULL without memory. */
void *trey_map_put(trey_map *map, uint64_t key);
void trey_map_remove(trey_map *map, uint64_t key);
void trey_map_clear(trey_map *map);
void trey_map_close(trey_map *map);

#endif
