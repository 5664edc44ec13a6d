/* sqlite_write.c -- writes the rows of a commit into a SQLite store.
 *
 * A row costs one to two microseconds, most of it SQLite's own work on its trees, and
 * a sync of the log some hundred: which is why many commands share a commit. */
#include <stdlib.h>
#include <string.h>

#include "sqlite_parts.h"

enum { WAL_PAGES_MAX = 4096 };

/* ---- Writing
 * ----------------------------------------------------------------------------------------*/
trey_status sqlite_begin(trey_store *store, bool sure, const store_probe *probe,
                         store_stored *stored) {
    (void)sure, (void)probe, (void)stored;
    return sqlite_run(store, sqlite_ready(store, SQL_BEGIN), "begin a commit");
}

void sqlite_give_up(trey_store *store) {
    sqlite_run(store, sqlite_ready(store, SQL_ROLLBACK), "give up a commit");
    store_forget_accounts(store);
}

trey_status sqlite_recover(trey_store *store) {
    (void)store;
    return TREY_STATUS_STORE_LOST; /* a file is not lost for a moment */
}

static trey_status write_streams(trey_store *store, const store_rows *rows) {
    trey_status status = TREY_STATUS_OK;
    for (size_t i = 0; i < rows->streams && status == TREY_STATUS_OK; i++) {
        const trey_stream_item *stream = &rows->stream[i];
        sqlite3_stmt *sql = sqlite_ready(store, SQL_ADD_STREAM);
        sqlite3_bind_int64(sql, 1, stream->id);
        sqlite3_bind_int64(sql, 2, stream->kind);
        sqlite3_bind_text(sql, 3, stream->name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(sql, 4, (sqlite3_int64)stream->epoch);
        status = sqlite_run(store, sql, "add a stream");
    }
    return status;
}

static trey_status write_records(trey_store *store, const store_rows *rows) {
    if (rows->records == 0) return TREY_STATUS_OK;
    return sqlite_run(store, sqlite_ready(store, SQL_ADD_RECORDS), "add records");
}

static trey_status open_account(trey_store *store, trey_ledger_account account) {
    if (store_account_known(store, account)) return TREY_STATUS_OK;
    sqlite3_stmt *sql = sqlite_ready(store, SQL_ADD_ACCOUNT);
    sqlite3_bind_int64(sql, 1, account);
    trey_status status = sqlite_run(store, sql, "open an account");
    if (status == TREY_STATUS_OK) store_account_learn(store, account);
    return status;
}

static trey_status write_transfers(trey_store *store, const store_rows *rows) {
    trey_status status = TREY_STATUS_OK;
    if (rows->transfers == 0) return status;
    for (size_t i = 0; i < rows->records; i++) {
        const trey_record *record = &rows->record[i];
        for (uint32_t n = 0; n < record->transfers && status == TREY_STATUS_OK; n++) {
            status = open_account(store, record->transfer[n].payer);
            if (status == TREY_STATUS_OK) status = open_account(store, record->transfer[n].payee);
        }
    }
    if (status != TREY_STATUS_OK) return status;
    return sqlite_run(store, sqlite_ready(store, SQL_ADD_TRANSFERS), "add transfers");
}

static trey_status write_answers(trey_store *store, const store_rows *rows) {
    if (rows->answers == 0) return TREY_STATUS_OK;
    return sqlite_run(store, sqlite_ready(store, SQL_ADD_ANSWERS), "add answers");
}

static trey_status write_checkpoints(trey_store *store, const store_rows *rows) {
    trey_status status = TREY_STATUS_OK;
    for (size_t i = 0; i < rows->checkpoints && status == TREY_STATUS_OK; i++) {
        const trey_checkpoint *checkpoint = &rows->checkpoint[i];
        sqlite3_stmt *sql = sqlite_ready(store, SQL_ADD_CHECKPOINT);
        sqlite3_bind_int64(sql, 1, (sqlite3_int64)checkpoint->number);
        sqlite3_bind_int64(sql, 2, (sqlite3_int64)checkpoint->count);
        sqlite3_bind_blob(sql, 3, checkpoint->chain.byte, TREY_HASH_BYTES, SQLITE_STATIC);
        sqlite3_bind_blob(sql, 4, checkpoint->root.byte, TREY_HASH_BYTES, SQLITE_STATIC);
        sqlite3_bind_int64(sql, 5, checkpoint->time);
        sqlite3_bind_blob(sql, 6, checkpoint->key, sizeof checkpoint->key, SQLITE_STATIC);
        sqlite3_bind_blob(sql, 7, checkpoint->signature, sizeof checkpoint->signature,
                          SQLITE_STATIC);
        status = sqlite_run(store, sql, "add a checkpoint");
    }
    return status;
}

static trey_status write_values(trey_store *store, const store_rows *rows) {
    trey_status status = TREY_STATUS_OK;
    for (size_t i = 0; i < rows->snapshots && status == TREY_STATUS_OK; i++) {
        const trey_snapshot *snapshot = &rows->snapshot[i];
        sqlite3_stmt *sql = sqlite_ready(store, SQL_SET_SNAPSHOT);
        sqlite3_bind_int64(sql, 1, snapshot->stream);
        sqlite3_bind_int64(sql, 2, (sqlite3_int64)snapshot->place);
        sqlite3_bind_blob(sql, 3, snapshot->body, (int)snapshot->size, SQLITE_STATIC);
        sqlite3_bind_blob(sql, 4, snapshot->mac.byte, TREY_MAC_BYTES, SQLITE_STATIC);
        status = sqlite_run(store, sql, "set a snapshot");
    }
    for (size_t i = 0; i < rows->kepts && status == TREY_STATUS_OK; i++) {
        const trey_kept *kept = &rows->kept[i];
        sqlite3_stmt *sql = sqlite_ready(store, kept->body ? SQL_SET_KEPT : SQL_WIPE_KEPT);
        sqlite3_bind_int64(sql, 1, kept->stream);
        sqlite3_bind_text(sql, 2, kept->name, -1, SQLITE_STATIC);
        if (kept->body) sqlite3_bind_blob(sql, 3, kept->body, (int)kept->size, SQLITE_STATIC);
        if (kept->body) sqlite3_bind_blob(sql, 4, kept->mac.byte, TREY_MAC_BYTES, SQLITE_STATIC);
        status = sqlite_run(store, sql, "keep a value");
    }
    return status;
}

static trey_status write_claims(trey_store *store, const store_rows *rows) {
    trey_status status = TREY_STATUS_OK;
    for (size_t i = 0; i < rows->claims && status == TREY_STATUS_OK; i++) {
        sqlite3_stmt *sql = sqlite_ready(store, SQL_ADD_CLAIM);
        sqlite3_bind_int64(sql, 1, rows->claim[i].stream);
        sqlite3_bind_text(sql, 2, rows->claim[i].name, -1, SQLITE_STATIC);
        status = sqlite_run(store, sql, "make a claim");
    }
    return status;
}

static trey_status write_batches(trey_store *store, const store_rows *rows) {
    trey_status status = TREY_STATUS_OK;
    for (size_t i = 0; i < rows->batches && status == TREY_STATUS_OK; i++) {
        const trey_batch_row *batch = &rows->batch[i];
        sqlite3_stmt *sql = sqlite_ready(store, SQL_ADD_BATCH);
        sqlite3_bind_int64(sql, 1, (sqlite3_int64)batch->number);
        sqlite3_bind_int64(sql, 2, (sqlite3_int64)batch->records);
        sqlite3_bind_int64(sql, 3, (sqlite3_int64)batch->answers);
        sqlite3_bind_int64(sql, 4, (sqlite3_int64)batch->checkpoints);
        sqlite3_bind_blob(sql, 5, batch->chain.byte, TREY_HASH_BYTES, SQLITE_STATIC);
        sqlite3_bind_blob(sql, 6, batch->link.byte, TREY_HASH_BYTES, SQLITE_STATIC);
        /* Without bytes it would be NULL. */
        sqlite3_bind_blob(sql, 7, batch->size ? (const void *)batch->kept : "", (int)batch->size,
                          SQLITE_STATIC);
        sqlite3_bind_blob(sql, 8, batch->mac.byte, TREY_MAC_BYTES, SQLITE_STATIC);
        status = sqlite_run(store, sql, "seal a batch");
    }
    return status;
}

static trey_status check_holds(trey_store *store, const store_rows *rows) {
    for (size_t i = 0; i < rows->holds; i++) {
        sqlite3_stmt *sql = sqlite_ready(store, SQL_EPOCH);
        sqlite3_bind_int64(sql, 1, rows->hold[i].stream);
        int code = sqlite3_step(sql);
        if (code != SQLITE_ROW && code != SQLITE_DONE)
            return sqlite_fault(store, code, "read a lease");
        bool held =
            code == SQLITE_ROW && (uint64_t)sqlite3_column_int64(sql, 0) == rows->hold[i].number;
        sqlite3_reset(sql);
        if (held) continue;
        sqlite_give_up(store);
        return store_says(store, TREY_STATUS_CONFLICT,
                          "%s: stream %u was taken over by somebody else; nothing was written",
                          store->address, rows->hold[i].stream);
    }
    return TREY_STATUS_OK;
}

static trey_status write_head(trey_store *store, const store_head *head) {
    uint8_t frontier[FRONTIER_BYTES_MAX];
    size_t size = frontier_write(&head->frontier, frontier);
    sqlite3_stmt *sql = sqlite_ready(store, SQL_SET_HEAD);
    sqlite3_bind_int64(sql, 1, (sqlite3_int64)head->records);
    sqlite3_bind_int64(sql, 2, (sqlite3_int64)head->answers);
    sqlite3_bind_int64(sql, 3, (sqlite3_int64)head->checkpoints);
    sqlite3_bind_int64(sql, 4, (sqlite3_int64)head->checkpointed);
    sqlite3_bind_int64(sql, 5, head->time);
    sqlite3_bind_blob(sql, 6, head->chain.byte, TREY_HASH_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(sql, 7, frontier, (int)size, SQLITE_STATIC);
    sqlite3_bind_int64(sql, 8, (sqlite3_int64)head->batches);
    sqlite3_bind_blob(sql, 9, head->link.byte, TREY_HASH_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(sql, 10, head->mac.byte, TREY_MAC_BYTES, SQLITE_STATIC);
    return sqlite_run(store, sql, "write the head");
}

/* What is committed is durable already; here it moves from the log into the file. */
static void bring_log_home(trey_store *store) {
    if (store->db->wal_pages < WAL_PAGES_MAX) return;
    int code =
        sqlite3_wal_checkpoint_v2(store->db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code == SQLITE_OK)
        store->db->wal_pages = 0;
    else if (code != SQLITE_FULL) /* a full disk leaves it in the log until there is room */
        sqlite_fault(store, code, "bring the log home");
}

trey_status sqlite_write(trey_store *store, const store_probe *probe, const store_rows *rows,
                         const store_head *head) {
    static trey_status (*const parts[])(trey_store *, const store_rows *) = {
        check_holds,       write_streams, write_records, write_transfers, write_answers,
        write_checkpoints, write_values,  write_claims,  write_batches};
    trey_status status = TREY_STATUS_OK;
    (void)probe;
    store->db->rows = rows;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts && status == TREY_STATUS_OK; i++)
        status = parts[i](store, rows);
    if (status == TREY_STATUS_OK) status = write_head(store, head);
    if (status == TREY_STATUS_OK)
        status = sqlite_run(store, sqlite_ready(store, SQL_COMMIT), "commit");
    if (status == TREY_STATUS_OK) bring_log_home(store);
    return status;
}
