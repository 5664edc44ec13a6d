/* kept_store.h -- stores kept in memory, to be written out, harmed and looked at again. */
#ifndef KEPT_STORE_H
#define KEPT_STORE_H

#include "stored_house.h"

typedef struct kept_store {
    stored_house s;
    char copy[128];
    bool shown;      /* its seeds are, to all */
    bool first_only; /* the first finding is enough */
    uint8_t *bytes;
    size_t size;
} kept_store;

enum { KEPT_STORES = 6, KEPT_SAID = 600 };

/* One table of each rulebook, and two houses that have everything. */
void kept_stores_build(kept_store stores[KEPT_STORES]);
void kept_stores_tear_down(kept_store stores[KEPT_STORES]);

/* Its copy is a file with these bytes. */
void kept_store_write(const kept_store *k, const uint8_t *bytes, size_t size);

/* What verification has to say about the copy. */
typedef struct kept_finding {
    bool bad; /* a store that does not even open says so itself */
    bool opened;
    trey_verify_report report; /* without its tables */
    char said[KEPT_SAID];
    char also[8 * KEPT_SAID]; /* whatever else was found */
} kept_finding;
void kept_store_look(const kept_store *k, bool key, bool witness, kept_finding *out);

#endif
