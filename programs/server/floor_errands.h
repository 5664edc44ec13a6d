/* floor_errands.h -- what errands do on the floor's thread. */
#ifndef TREY_FLOOR_ERRANDS_H
#define TREY_FLOOR_ERRANDS_H

#include "errands.h"
#include "settings.h"

typedef struct floor_work {
    trey_floor *floor;
    trey_house *house;
    trey_people *people;
    const server_settings *settings;
    struct checkpoints *checkpoints;
    /* Tells other nodes that a session is over; NULL: there are none. */
    void (*session_over)(void *context, const trey_hash *token);
    void *context;
} floor_work;

/* One step; `next` says where it goes then. */
void floor_work_errand(floor_work *work, errand *asked);
/* Of one with ERRAND_ASKS: some milliseconds at most. */
void floor_work_slice(floor_work *work, errand *asked);
void floor_work_report(floor_work *work, floor_report *report);

#endif
