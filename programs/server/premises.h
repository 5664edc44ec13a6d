/* premises.h -- the house as its settings say: store, keys, tables, jackpots, staff. */
#ifndef TREY_PREMISES_H
#define TREY_PREMISES_H

#include <stdatomic.h>

#include <trey/house.h>
#include <trey/nodes.h>
#include <trey/people.h>

#include "settings.h"

typedef struct premises {
    trey_store_keys keys;
    trey_store *store;
    trey_house *house;
    trey_people *people;
    _Atomic int64_t ahead_us; /* of a node: the database's clock before this one's steady clock */
    trey_nodes *nodes;        /* NULL: this server is alone, or the floor's thread has them */
} premises;

/* The folder of the data and those above it. */
trey_status premises_folder(const char *path, trey_store_message *message);
/* Makes what is missing and durable; passwords that were drawn for new staff are in the file
 * first-passwords under the data, and standard output says so. On failure the message says what,
 * where and how to mend it. */
trey_status premises_open(premises *place, const server_settings *settings,
                          trey_store_message *message);
void premises_close(premises *place);
/* All nodes go by the database's clock, as well as they know it: which of two hits came first
 * must not hang on which machine it fell at. Any thread. */
void premises_set_clock(premises *place, const trey_nodes_view *seen);
int64_t premises_clock(void *place); /* of records; microseconds since 1970 */
/* Of timers: it goes on evenly, whatever becomes of the machine's clock. */
int64_t premises_timer(void *place);

#endif
