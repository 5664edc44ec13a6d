/* postgres_lock.c -- the head's row, locked for longer than a commit.
 *
 * The server ends a session that holds the lock and does nothing for a third of the time
 * that the others would wait: a process that was stopped delays them, and no more. */
#include "postgres_parts.h"

trey_status postgres_lock(trey_store *store) {
    for (;;) {
        trey_status status = postgres_lock_head(store, NULL, NULL);
        if (status != TREY_STATUS_STORE_LOST) return status;
        status = postgres_recover(store);
        if (status != TREY_STATUS_OK) return status;
    }
}

void postgres_unlock(trey_store *store) {
    postgres_give_up(store);
}

trey_status postgres_lock_again(trey_store *store) {
    trey_status status = postgres_recover(store);
    if (status == TREY_STATUS_OK) status = postgres_lock(store);
    if (status != TREY_STATUS_OK || store_lock_stands(store, &store->lock)) return status;
    postgres_give_up(store);
    return store_lock_lost(store);
}
