/* floor_thread.h -- the thread that owns store, house, people and floor.
 *
 * Everything reaches it through one queue and is heard in its order. It takes all that
 * waits, ticks, and flushes once: that is the group commit. Frames go back in one piece
 * after each flush. Both queues have a bound. When the way in is full, whoever is knocking
 * is turned away; the floor itself waits for nobody who reads slowly, because the network
 * takes the frames at once and has limits of its own for each reader. */
#ifndef TREY_FLOOR_THREAD_H
#define TREY_FLOOR_THREAD_H

#include "checkpoints.h"
#include "errands.h"
#include "premises.h"

typedef struct floor_thread floor_thread;

/* What comes back: a frame for a visit, a cut, or an errand. */
typedef struct floor_item {
    trey_visit visit;
    trey_frame *frame; /* held; the taker releases it */
    errand *errand;
    uint32_t cut; /* a close code, or 0 */
} floor_item;

typedef struct floor_batch {
    floor_item *item;
    size_t count;
    bool down;   /* nothing runs any more; the thread has ended */
    bool failed; /* a flush failed: floor_thread_message */
} floor_batch;

enum { INBOX_BYTES_MAX = 16 << 20, OUTBOX_ITEMS_MAX = 1 << 20 };

/* `wake` is called on the floor's thread when something has come back. */
floor_thread *floor_thread_open(premises *place, const server_settings *settings,
                                void (*wake)(void *context), void *context,
                                trey_store_message *message);
/* Ends the thread, if it has not ended, and closes the floor. */
void floor_thread_close(floor_thread *thread);

/* Each false when the queue is full. */
bool floor_thread_enter(floor_thread *thread, trey_visit visit, trey_person person);
void floor_thread_leave(floor_thread *thread, trey_visit visit); /* always finds room */
bool floor_thread_hear(floor_thread *thread, trey_visit visit, const void *text, size_t size);
bool floor_thread_errand(floor_thread *thread, errand *asked);
/* Wakes the thread where something was posted. Called once a turn of the loop, so that what
 * came together is heard together and flushed once. */
void floor_thread_knock(floor_thread *thread);
/* Winds down within so many milliseconds. */
void floor_thread_stop(floor_thread *thread, unsigned within_ms);

/* How it stands; of a node the report is filled. Any thread. */
typedef struct floor_health {
    bool away; /* the store cannot be reached */
    bool shared;
    unsigned leads; /* tables */
    node_report node;
} floor_health;
void floor_thread_health(floor_thread *thread, floor_health *out);

/* The newest signed checkpoint, and the key that checks it; 0: there is none. Any thread. */
size_t floor_thread_checkpoint(floor_thread *thread, char out[PUBLISHED_NOTE_MAX]);
size_t floor_thread_checkpoint_key(floor_thread *thread, char out[TREY_NOTE_KEY_TEXT_MAX]);

/* All that has come back; the batch is the caller's until the next call. */
void floor_thread_take(floor_thread *thread, floor_batch *batch);
const char *floor_thread_message(const floor_thread *thread);

#endif
