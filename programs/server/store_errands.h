/* store_errands.h -- what is asked of the store while it is in use: a copy, or what is in it.
 *
 * On the floor's thread, which owns the store. Both take longer than players should wait,
 * so they are done in steps of a few milliseconds between flushes. */
#ifndef TREY_STORE_ERRANDS_H
#define TREY_STORE_ERRANDS_H

#include "errands.h"

typedef struct store_question {
    char *file; /* of a copy */
    trey_status status;
    trey_store_message message;
    trey_store_info info;
    trey_cents chips; /* what players hold */
    bool copying;     /* a copy is being made, and so much of it is there */
    unsigned percent;
    unsigned steps; /* that were taken, and how long players waited for one */
    int64_t longest_us;
    trey_backup *backup; /* until it is closed by the floor's thread */
    trey_cursor *balance;
} store_question;

store_question *store_question_open(void);
/* Nothing of the store is open in it any more. */
void store_question_free(store_question *asked);

/* The first step: next is ERRAND_ASKS, or ERRAND_DONE where it cannot be. `copying` is the
 * copy that is being made, or NULL. */
void store_errand_begin(errand *asked, trey_store *store, const errand *copying);
/* Another one. */
void store_errand_step(errand *asked, trey_store *store);
/* It is not to go on: half a copy is removed. */
void store_errand_drop(errand *asked, trey_status status, const char *why);

#endif
