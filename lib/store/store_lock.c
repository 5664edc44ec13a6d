/* store_lock.c -- the head of a store, held from the first question to the commit.
 *
 * Where several processes decide on what is stored, each of them must know that it has
 * seen everything, and that nobody writes before it does. The row of the head is what
 * every commit locks first; here it is locked before anything is decided. A SQLite file
 * has one process, which is always alone.
 *
 * A connection may break while the lock is held. Then it is locked again, and where the
 * head is still the same nothing has happened; otherwise what was decided is void. */
#include "store_parts.h"

bool store_lock_stands(const trey_store *store, const store_lock *lock) {
    return store->head.records == lock->records && store->head.answers == lock->answers &&
           store->head.batches == lock->batches;
}

trey_status store_lock_lost(trey_store *store) {
    return store_says(store, TREY_STATUS_CONFLICT,
                      "%s: the connection broke while the store was locked, and somebody else has "
                      "written since; nothing was written: look at what is new, and decide again",
                      store->address);
}

trey_status trey_store_lock(trey_store *store, uint64_t *last) {
    trey_status status = store_writable(store);
    TREY_ASSERT(!store->lock.held);
    if (status == TREY_STATUS_OK && store->backend->lock) status = store->backend->lock(store);
    if (status != TREY_STATUS_OK) return status;
    store->lock = (store_lock){.held = true,
                               .records = store->head.records,
                               .answers = store->head.answers,
                               .batches = store->head.batches};
    *last = store->head.records;
    return TREY_STATUS_OK;
}

void trey_store_unlock(trey_store *store) {
    if (!store->lock.held) return;
    store->lock.held = false;
    if (store->backend->unlock) store->backend->unlock(store);
}
