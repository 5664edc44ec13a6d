/* premises.h -- the house as its settings say: store, keys, tables, jackpots, staff. */
#ifndef TREY_PREMISES_H
#define TREY_PREMISES_H

#include <trey/house.h>
#include <trey/nodes.h>
#include <trey/people.h>

#include "settings.h"

typedef struct premises {
    trey_store_keys keys;
    trey_store *store;
    trey_house *house;
    trey_people *people;
    trey_nodes *nodes; /* NULL: this server is alone, or the floor's thread has them */
} premises;

/* The folder of the data and those above it. */
trey_status premises_folder(const char *path, trey_store_message *message);
/* Makes what is missing and durable; says on standard output which passwords were drawn
 * for new staff. On failure the message says what, where and how to mend it. */
trey_status premises_open(premises *place, const server_settings *settings,
                          trey_store_message *message);
void premises_close(premises *place);

#endif
