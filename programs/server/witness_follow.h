/* witness_follow.h -- follows a house: fetches what it has signed, checks, cosigns, tells it. */
#ifndef TREY_WITNESS_FOLLOW_H
#define TREY_WITNESS_FOLLOW_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <trey/witness.h>

/* How it stands with a house, the worst last. */
typedef enum house_standing {
    HOUSE_CONSISTENT,
    HOUSE_UNREACHABLE, /* no answer, or none that can be used */
    HOUSE_BACK,        /* it has fewer records than it has signed */
    HOUSE_FORKED       /* it has signed two histories, or another key signs */
} house_standing;
const char *house_standing_word(house_standing standing);

typedef struct followed_house {
    char url[256];
    char origin[TREY_NOTE_NAME_MAX]; /* empty until it is known */
    bool pinned;                     /* its key was given: no other is trusted on first sight */
    house_standing standing;
    int64_t reached_ms; /* when it answered last; 0: never */
    uint64_t size;      /* of what was cosigned last */
    bool cosigned;      /* something new, the last time */
    char why[200];      /* unless it is consistent */
} followed_house;

/* Once. The witness is used under the lock, which is not held while the network is waited for.
 * What is wrong is in `standing` and `why`, and evidence of it in the alarm file. */
void house_look(followed_house *house, trey_witness *witness, pthread_mutex_t *lock);

#endif
