/* floor_mail.h -- what goes to the floor's thread and what comes back, as it lies in the queues.
 *
 * Letters lie one behind the other in one piece of memory, because there may be a hundred
 * thousand a second; what comes back is a list of items. The queues themselves, and their
 * lock, are floor_thread.c's. */
#ifndef TREY_FLOOR_MAIL_H
#define TREY_FLOOR_MAIL_H

#include "floor_thread.h"

typedef enum letter_kind {
    LETTER_ENTER,
    LETTER_LEAVE,
    LETTER_HEAR,
    LETTER_ERRAND,
    LETTER_SEEN, /* these two from the node's thread */
    LETTER_TOLD
} letter_kind;

/* A letter, then `size` bytes, then up to the next multiple of eight. */
typedef struct letter {
    uint32_t kind, size;
    trey_visit visit;
} letter;

typedef struct letters {
    uint8_t *bytes;
    size_t used, room;
} letters;
size_t letter_room(size_t size);
/* False: no memory. */
bool letters_add(letters *to, letter_kind kind, trey_visit visit, const void *bytes, size_t size);
void letters_drop(letters *from); /* with the errands in them */

typedef struct outbox {
    floor_item *item;
    size_t count, room;
} outbox;
/* All zeros. There is always one: frames that are durable cannot be left untold. */
floor_item *outbox_add(outbox *to);
void outbox_drop(outbox *from);

#endif
