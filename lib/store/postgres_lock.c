/* postgres_lock.c -- the head's row, locked for longer than a commit; and what other
 * processes tell about theirs.
 *
 * The server ends a session that holds the lock and does nothing for a third of the time
 * that the others would wait: a process that was stopped delays them, and no more. */
#include "postgres_parts.h"

/* ---- Locking ------------------------------------------------------------------------------ */
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

/* ---- Notices ---------------------------------------------------------------------------------
 * A commit under the lock notifies all who listen; what a broken connection missed is
 * taken for news. */
int postgres_notices(trey_store *store) {
    postgres_store *db = store->db;
    TREY_ASSERT(!db->begun);
    if (!db->listens) {
        PGresult *result = postgres_exec(store, "LISTEN trey");
        db->listens = PQresultStatus(result) == PGRES_COMMAND_OK;
        db->missed = true;
        PQclear(result);
    }
    return db->listens ? PQsocket(db->connection) : -1;
}

bool postgres_noticed(trey_store *store) {
    postgres_store *db = store->db;
    bool news = db->missed;
    PGnotify *notice;
    db->missed = false;
    /* Of a broken connection the next question tells; here it is only not overlooked. */
    if (!PQconsumeInput(db->connection)) {
        db->listens = false;
        return true;
    }
    while ((notice = PQnotifies(db->connection))) {
        news = news || notice->be_pid != PQbackendPID(db->connection);
        PQfreemem(notice);
    }
    return news;
}
