/* floor_mail.c -- what lies in the queues of the floor's thread. */
#include "floor_mail.h"

#include <stdlib.h>
#include <string.h>

static size_t padded(size_t size) {
    return (size + 7) & ~(size_t)7;
}

size_t letter_room(size_t size) {
    return sizeof(letter) + padded(size);
}

static bool make_room(letters *to, size_t more) {
    if (to->room - to->used >= more) return true;
    size_t room = to->room ? to->room : 1 << 16;
    while (room - to->used < more) room *= 2;
    uint8_t *grown = realloc(to->bytes, room);
    if (!grown) return false;
    to->bytes = grown;
    to->room = room;
    return true;
}

bool letters_add(letters *to, letter_kind kind, trey_visit visit, const void *bytes, size_t size) {
    const letter head = {(uint32_t)kind, (uint32_t)size, visit};
    if (!make_room(to, letter_room(size))) return false;
    memcpy(to->bytes + to->used, &head, sizeof head);
    if (size) memcpy(to->bytes + to->used + sizeof head, bytes, size);
    to->used += letter_room(size);
    return true;
}

void letters_drop(letters *from) {
    for (size_t at = 0; at < from->used;) {
        letter head;
        memcpy(&head, from->bytes + at, sizeof head);
        if (head.kind == LETTER_ERRAND) {
            errand *asked;
            memcpy(&asked, from->bytes + at + sizeof head, sizeof(errand *));
            errand_close(asked);
        }
        at += letter_room(head.size);
    }
    free(from->bytes);
}

floor_item *outbox_add(outbox *to) {
    if (to->count == to->room) {
        size_t room = to->room ? to->room * 2 : 256;
        floor_item *grown = realloc(to->item, room * sizeof *grown);
        TREY_ASSERT(grown != NULL);
        to->item = grown;
        to->room = room;
    }
    floor_item *added = &to->item[to->count++];
    memset(added, 0, sizeof *added);
    return added;
}

void outbox_drop(outbox *from) {
    for (size_t i = 0; i < from->count; i++) {
        trey_frame_release(from->item[i].frame);
        errand_close(from->item[i].errand);
    }
    free(from->item);
}
