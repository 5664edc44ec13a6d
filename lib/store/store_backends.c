/* store_backends.c -- what both backends do in the same way: the words for what a guard
 * of the database refused, and the first rows of a store. */
#include <stdio.h>
#include <string.h>

#include "store_parts.h"

/* A guard as SQLite names it in its message, and as PostgreSQL names the constraint. */
static const struct {
    const char *file, *server;
    trey_status status;
    const char *text;
} guards[] = {
    {"account_may_not_owe", "account_may_not_owe", TREY_STATUS_OVERDRAWN,
     "a transfer would take an account below zero"},
    {"answer.command", "answer_command", TREY_STATUS_CONFLICT,
     "a command of this batch has been answered already"},
    {"claim.stream", "claim_once", TREY_STATUS_CONFLICT,
     "what this batch claims has been claimed already"},
};

trey_status store_guard_says(trey_store *store, const char *said) {
    for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
        if (strstr(said, guards[i].file) || strstr(said, guards[i].server))
            return store_says(store, guards[i].status, "%s: %s; nothing was written",
                              store->address, guards[i].text);
    }
    return TREY_STATUS_OK;
}

trey_status store_says_damaged(trey_store *store, const char *what) {
    return store_says(store, TREY_STATUS_STORE_CORRUPT,
                      "%s is damaged (%s); restore a backup, and keep this one for whoever looks "
                      "into it",
                      store->address, what);
}

trey_status store_says_version(trey_store *store, long version) {
    return store_says(store, TREY_STATUS_STORE_VERSION,
                      "%s: this store has version %ld, and this program reads version %d; use the "
                      "version of Trey that wrote it",
                      store->address, version, STORE_VERSION);
}

static void store_name_print(const uint8_t identity[TREY_IDENTITY_BYTES], store_name *out) {
    trey_hash start = trey_chain_start(identity);
    for (unsigned i = 0; i < TREY_IDENTITY_BYTES; i++)
        snprintf(out->identity + (size_t)2 * i, 3, "%02x", identity[i]);
    trey_hash_print(&start, out->chain);
}

trey_status store_name_draw(trey_store *store, store_name *out) {
    uint8_t identity[TREY_IDENTITY_BYTES];
    if (!trey_entropy_kernel(NULL, identity, sizeof identity))
        return store_says(store, TREY_STATUS_NO_ENTROPY, "%s: no name can be drawn for the store",
                          store->address);
    store_name_print(identity, out);
    return TREY_STATUS_OK;
}

void store_name_adopted(const trey_store *store, const uint8_t identity[TREY_IDENTITY_BYTES],
                        store_name *out) {
    store_name_print(identity, out);
    if (store->head.records > 0) trey_hash_print(&store->head.chain, out->chain);
}
