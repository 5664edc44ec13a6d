/* checkpoints.h -- the house's signed checkpoints: made, published, cosigned.
 *
 * On the floor's thread, which owns the store: sees to it that there is a checkpoint every so
 * often, shows each to everybody, and answers for older ones and for proofs between two. The
 * newest note can be read from any thread. docs/witness.md. */
#ifndef TREY_CHECKPOINTS_H
#define TREY_CHECKPOINTS_H

#include "errands.h"
#include "premises.h"

/* A note with the cosignatures of all witnesses that a house may have. */
enum { PUBLISHED_NOTE_MAX = 8192 };

typedef enum checkpoint_request {
    CHECKPOINT_PAGE,
    CHECKPOINT_PROOF,
    CHECKPOINT_COSIGNED
} checkpoint_request;

/* What an errand of this kind asks for, and what came of it. */
typedef struct checkpoint_question {
    checkpoint_request request;
    uint64_t from, to; /* sizes; of a page, those above `from` */
    char *note;        /* with cosignatures; zero-terminated */
    char *body;        /* the answer */
    size_t size;
    bool lasting; /* it will never be another */
} checkpoint_question;
checkpoint_question *checkpoint_question_make(checkpoint_request request); /* NULL: no memory */
void checkpoint_question_free(checkpoint_question *question);              /* NULL is fine */

typedef struct checkpoints checkpoints;
/* NULL without memory. All is borrowed. */
checkpoints *checkpoints_open(premises *place, trey_floor *floor, const server_settings *settings);
void checkpoints_close(checkpoints *desk);

/* After each flush, on the floor's thread; brings `due_ms` forward where there is work. */
void checkpoints_turn(checkpoints *desk, uint32_t *due_ms);
/* Answers the errand, on the floor's thread. */
void checkpoints_answer(checkpoints *desk, errand *asked);
/* Any thread. The newest note, or the key that checks it; 0: there is none yet. */
size_t checkpoints_newest(checkpoints *desk, char out[PUBLISHED_NOTE_MAX]);
size_t checkpoints_key(checkpoints *desk, char out[TREY_NOTE_KEY_TEXT_MAX]);

/* ---- For witness_clients.c, which asks witnesses on a thread of its own --------------------- */
/* Waits until there is a note over more than `size` records; false when the server stops. */
bool checkpoints_wait(checkpoints *desk, uint64_t size, unsigned most_ms);
/* The body of an add-checkpoint request from `size` records on to the newest note, made by the
 * floor's thread. NULL: there is none now. The caller frees it; `note` is the one that it has. */
char *checkpoints_submission(checkpoints *desk, uint64_t size, char note[PUBLISHED_NOTE_MAX]);
/* A note with the cosignatures that came for it; kept with the next turn. */
void checkpoints_cosigned(checkpoints *desk, const char *note);
/* Whoever waits is let go. */
void checkpoints_stop(checkpoints *desk);

#endif
