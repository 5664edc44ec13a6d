/* lists.c -- lists and bytes that grow. */
#include <stdlib.h>
#include <string.h>

#include "trey/base.h"

bool trey_list_room(void **list, size_t used, size_t *room, size_t size) {
    if (used < *room) return true;
    const size_t more = *room ? *room * 2 : 16;
    char *grown = realloc(*list, more * size);
    if (!grown) return false;
    memset(grown + *room * size, 0, (more - *room) * size);
    *list = grown;
    *room = more;
    return true;
}

void trey_bytes_add(trey_bytes *to, const void *bytes, size_t count) {
    if (to->failed) return;
    if (to->used + count + 1 > to->room) {
        size_t room = to->room ? to->room : 512;
        while (room < to->used + count + 1) room *= 2;
        char *grown = realloc(to->bytes, room);
        to->failed = grown == NULL;
        if (to->failed) return;
        to->bytes = grown;
        to->room = room;
    }
    if (count > 0) memcpy(to->bytes + to->used, bytes, count);
    to->used += count;
    to->bytes[to->used] = '\0';
}

void trey_bytes_close(trey_bytes *to) {
    free(to->bytes);
    *to = (trey_bytes){0};
}
