/* store_control.h -- asks the server that has a store open. */
#ifndef TREY_STORE_CONTROL_H
#define TREY_STORE_CONTROL_H

#include "trey/store.h"

/* Is it a file, whose server has a control socket? A database server needs none. */
bool store_control_fits(const char *store);

/* What `trey store info` tells. */
typedef struct store_telling {
    char backend[16], identity[2 * TREY_IDENTITY_BYTES + 1];
    unsigned version;
    uint64_t bytes, records, answers, checkpoints;
    trey_cents chips;
    trey_hash chain, root;
    bool served; /* a running server has told it */
} store_telling;

/* Both return TREY_STATUS_OK, or what is wrong, with a text. `busy` is what opening the store
 * said; it is kept where there is no server to ask. */
trey_status store_control_info(const char *store, store_telling *out, const char *busy,
                               trey_store_message *message);
/* Shows how far it is, where standard error is a terminal. */
trey_status store_control_backup(const char *store, const char *file, const char *busy,
                                 trey_store_message *message);

/* "12 %" on standard error, where that is a terminal; above 100: takes it away. */
void store_show_percent(unsigned percent);

#endif
