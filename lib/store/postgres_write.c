/* postgres_write.c -- writes the rows of a commit into PostgreSQL.
 *
 * All rows of a table go as arrays in one statement, and all statements go in one
 * pipeline, so a commit is one round trip as long as nobody else commits. Where
 * somebody did, the head is locked and read first, which is a second one; and for the
 * next few commits it is not even tried without. */
#include <endian.h>
#include <stdio.h>
#include <string.h>

#include "node_letters.h"
#include "postgres_parts.h"

enum { WARY_COMMITS = 32 };

/* ---- Parameters -------------------------------------------------------------------------------
 */
void pg_clear(pg_values *values) {
    for (unsigned i = 0; i < PG_PARAMETERS; i++)
        values->value[i].used = values->value[i].failed = 0;
    values->count = 0;
    values->failed = false;
}

void pg_close(pg_values *values) {
    for (unsigned i = 0; i < PG_PARAMETERS; i++) trey_bytes_close(&values->value[i]);
}

static void put(pg_values *values, trey_bytes *value, const void *bytes, size_t size) {
    if (!values->failed) trey_bytes_add(value, bytes, size);
    values->failed |= value->failed;
}

static void put_4(pg_values *values, trey_bytes *value, uint32_t number) {
    number = htobe32(number);
    put(values, value, &number, sizeof number);
}

static trey_bytes *next_value(pg_values *values) {
    TREY_ASSERT(values->count < PG_PARAMETERS);
    trey_bytes *value = &values->value[values->count++];
    /* An empty value has bytes, too: without them it would be NULL. */
    put(values, value, "", 0);
    return value;
}

void pg_number(pg_values *values, int64_t number) {
    uint64_t eight = htobe64((uint64_t)number);
    put(values, next_value(values), &eight, sizeof eight);
}

void pg_bytes(pg_values *values, const void *bytes, size_t size) {
    put(values, next_value(values), bytes, size);
}

trey_bytes *pg_array(pg_values *values, pg_type type, size_t count) {
    trey_bytes *array = next_value(values);
    put_4(values, array, count > 0); /* dimensions */
    put_4(values, array, 0);         /* no nulls */
    put_4(values, array, (uint32_t)type);
    if (count == 0) return array;
    put_4(values, array, (uint32_t)count);
    put_4(values, array, 1); /* counts from one */
    return array;
}

void pg_add_bytes(pg_values *values, trey_bytes *array, const void *bytes, size_t size) {
    put_4(values, array, (uint32_t)size);
    put(values, array, bytes, size);
}

void pg_add_number(pg_values *values, trey_bytes *array, pg_type type, int64_t number) {
    uint64_t eight = htobe64((uint64_t)number);
    size_t size = type == PG_INT8 ? 8 : type == PG_INT4 ? 4 : 2;
    /* The last bytes of a big-endian number are the number, where it is small. */
    pg_add_bytes(values, array, (const uint8_t *)&eight + (8 - size), size);
}

/* ---- Rows ---------------------------------------------------------------------------------------
 * Each returns whether its statement is on its way. */
static bool send(trey_store *store, postgres_sql which) {
    pg_values *values = &store->db->values;
    bool sent = !values->failed && postgres_send(store, which, values);
    pg_clear(values);
    return sent;
}

/* One array of a member of each row. */
#define PG_COLUMN(values, type, rows, count, member)                                               \
    do {                                                                                           \
        trey_bytes *column = pg_array((values), (type), (count));                                  \
        for (size_t i = 0; i < (count); i++)                                                       \
            pg_add_number((values), column, (type), (int64_t)(rows)[i].member);                    \
    } while (0)
#define PG_COLUMN_BYTES(values, rows, count, bytes, size)                                          \
    do {                                                                                           \
        trey_bytes *column = pg_array((values), PG_BYTES, (count));                                \
        for (size_t i = 0; i < (count); i++)                                                       \
            pg_add_bytes((values), column, (rows)[i].bytes, (size));                               \
    } while (0)

static bool send_streams(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    if (rows->streams == 0) return true;
    PG_COLUMN(values, PG_INT4, rows->stream, rows->streams, id);
    PG_COLUMN(values, PG_INT2, rows->stream, rows->streams, kind);
    trey_bytes *names = pg_array(values, PG_TEXT, rows->streams);
    for (size_t i = 0; i < rows->streams; i++)
        pg_add_bytes(values, names, rows->stream[i].name, strlen(rows->stream[i].name));
    PG_COLUMN(values, PG_INT8, rows->stream, rows->streams, epoch);
    return send(store, PG_ADD_STREAMS);
}

static bool send_records(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    if (rows->records == 0) return true;
    PG_COLUMN(values, PG_INT8, rows->record, rows->records, seq);
    PG_COLUMN(values, PG_INT4, rows->record, rows->records, stream);
    PG_COLUMN(values, PG_INT8, rows->record, rows->records, place);
    PG_COLUMN(values, PG_INT8, rows->record, rows->records, time);
    PG_COLUMN(values, PG_INT4, rows->record, rows->records, type);
    PG_COLUMN_BYTES(values, rows->record, rows->records, body, rows->record[i].size);
    PG_COLUMN_BYTES(values, rows->record, rows->records, chain.byte, TREY_HASH_BYTES);
    return send(store, PG_ADD_RECORDS);
}

static bool send_accounts(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    size_t count = 0;
    /* Counted first, since an array begins with its length. */
    for (unsigned pass = 0; pass < 2; pass++) {
        trey_bytes *array = pass && count ? pg_array(values, PG_INT8, count) : NULL;
        for (size_t i = 0; i < rows->records && (!pass || array); i++) {
            const trey_record *record = &rows->record[i];
            for (uint32_t n = 0; n < 2 * record->transfers; n++) {
                const trey_transfer *transfer = &record->transfer[n / 2];
                trey_ledger_account account = n % 2 ? transfer->payee : transfer->payer;
                if (store_account_known(store, account)) continue;
                if (array)
                    pg_add_number(values, array, PG_INT8, account);
                else
                    count++;
            }
        }
    }
    return count == 0 || send(store, PG_ADD_ACCOUNTS);
}

static bool send_transfers(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    if (rows->transfers == 0) return true;
    if (!send_accounts(store, rows)) return false;
    trey_bytes *id = pg_array(values, PG_INT8, rows->transfers);
    trey_bytes *payer = pg_array(values, PG_INT8, rows->transfers);
    trey_bytes *payee = pg_array(values, PG_INT8, rows->transfers);
    trey_bytes *cents = pg_array(values, PG_INT8, rows->transfers);
    trey_bytes *seat = pg_array(values, PG_INT2, rows->transfers);
    trey_bytes *wager = pg_array(values, PG_INT2, rows->transfers);
    for (size_t i = 0; i < rows->records; i++) {
        const trey_record *record = &rows->record[i];
        for (uint32_t n = 0; n < record->transfers; n++) {
            const trey_transfer *transfer = &record->transfer[n];
            pg_add_number(values, id, PG_INT8, transfer_id(record->seq, n));
            pg_add_number(values, payer, PG_INT8, transfer->payer);
            pg_add_number(values, payee, PG_INT8, transfer->payee);
            pg_add_number(values, cents, PG_INT8, transfer->cents);
            pg_add_number(values, seat, PG_INT2, transfer->seat);
            pg_add_number(values, wager, PG_INT2, transfer->wager);
        }
    }
    return send(store, PG_ADD_TRANSFERS);
}

static bool send_answers(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    if (rows->answers == 0) return true;
    PG_COLUMN(values, PG_INT8, rows->answer, rows->answers, number);
    PG_COLUMN_BYTES(values, rows->answer, rows->answers, command.byte, TREY_COMMAND_ID_BYTES);
    PG_COLUMN(values, PG_INT4, rows->answer, rows->answers, stream);
    PG_COLUMN(values, PG_INT4, rows->answer, rows->answers, refusal);
    PG_COLUMN(values, PG_INT8, rows->answer, rows->answers, first);
    PG_COLUMN(values, PG_INT4, rows->answer, rows->answers, count);
    PG_COLUMN_BYTES(values, rows->answer, rows->answers, body, rows->answer[i].size);
    return send(store, PG_ADD_ANSWERS);
}

static bool send_checkpoints(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    if (rows->checkpoints == 0) return true;
    PG_COLUMN(values, PG_INT8, rows->checkpoint, rows->checkpoints, number);
    PG_COLUMN(values, PG_INT8, rows->checkpoint, rows->checkpoints, count);
    PG_COLUMN_BYTES(values, rows->checkpoint, rows->checkpoints, chain.byte, TREY_HASH_BYTES);
    PG_COLUMN_BYTES(values, rows->checkpoint, rows->checkpoints, root.byte, TREY_HASH_BYTES);
    PG_COLUMN(values, PG_INT8, rows->checkpoint, rows->checkpoints, time);
    PG_COLUMN_BYTES(values, rows->checkpoint, rows->checkpoints, key, TREY_SIGN_PUBLIC_BYTES);
    PG_COLUMN_BYTES(values, rows->checkpoint, rows->checkpoints, signature, TREY_SIGNATURE_BYTES);
    return send(store, PG_ADD_CHECKPOINTS);
}

static bool send_values(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    bool sent = true;
    for (size_t i = 0; i < rows->snapshots && sent; i++) {
        const trey_snapshot *snapshot = &rows->snapshot[i];
        pg_number(values, snapshot->stream);
        pg_number(values, (int64_t)snapshot->place);
        pg_bytes(values, snapshot->body, snapshot->size);
        pg_bytes(values, snapshot->mac.byte, TREY_MAC_BYTES);
        sent = send(store, PG_SET_SNAPSHOTS);
    }
    for (size_t i = 0; i < rows->kepts && sent; i++) {
        const trey_kept *kept = &rows->kept[i];
        pg_number(values, kept->stream);
        pg_bytes(values, kept->name, strlen(kept->name));
        if (kept->body) pg_bytes(values, kept->body, kept->size);
        if (kept->body) pg_bytes(values, kept->mac.byte, TREY_MAC_BYTES);
        sent = send(store, kept->body ? PG_SET_KEPT : PG_WIPE_KEPT);
    }
    return sent;
}

static bool send_claims(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    if (rows->claims == 0) return true;
    PG_COLUMN(values, PG_INT4, rows->claim, rows->claims, stream);
    trey_bytes *names = pg_array(values, PG_TEXT, rows->claims);
    for (size_t i = 0; i < rows->claims; i++)
        pg_add_bytes(values, names, rows->claim[i].name, strlen(rows->claim[i].name));
    return send(store, PG_ADD_CLAIMS);
}

/* A commit has one; an import many. */
static bool send_batch(trey_store *store, const trey_batch_row *batch) {
    pg_values *values = &store->db->values;
    pg_number(values, (int64_t)batch->number);
    pg_number(values, (int64_t)batch->records);
    pg_number(values, (int64_t)batch->answers);
    pg_number(values, (int64_t)batch->checkpoints);
    pg_bytes(values, batch->chain.byte, TREY_HASH_BYTES);
    pg_bytes(values, batch->link.byte, TREY_HASH_BYTES);
    pg_bytes(values, batch->kept, batch->size);
    pg_bytes(values, batch->mac.byte, TREY_MAC_BYTES);
    return send(store, PG_ADD_BATCH);
}

static bool send_batches(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    if (rows->batches == 0) return true;
    if (rows->batches == 1) return send_batch(store, rows->batch);
    PG_COLUMN(values, PG_INT8, rows->batch, rows->batches, number);
    PG_COLUMN(values, PG_INT8, rows->batch, rows->batches, records);
    PG_COLUMN(values, PG_INT8, rows->batch, rows->batches, answers);
    PG_COLUMN(values, PG_INT8, rows->batch, rows->batches, checkpoints);
    PG_COLUMN_BYTES(values, rows->batch, rows->batches, chain.byte, TREY_HASH_BYTES);
    PG_COLUMN_BYTES(values, rows->batch, rows->batches, link.byte, TREY_HASH_BYTES);
    PG_COLUMN_BYTES(values, rows->batch, rows->batches, kept, rows->batch[i].size);
    PG_COLUMN_BYTES(values, rows->batch, rows->batches, mac.byte, TREY_MAC_BYTES);
    return send(store, PG_ADD_BATCHES);
}

static bool send_holds(trey_store *store, const store_rows *rows) {
    pg_values *values = &store->db->values;
    if (rows->holds == 0) return true;
    PG_COLUMN(values, PG_INT4, rows->hold, rows->holds, stream);
    PG_COLUMN(values, PG_INT8, rows->hold, rows->holds, number);
    return send(store, PG_HOLD);
}

/* The head goes first: it locks, and it is refused where it has moved. */
static bool send_head(trey_store *store, const store_head *head) {
    pg_values *values = &store->db->values;
    uint8_t frontier[FRONTIER_BYTES_MAX];
    size_t size = frontier_write(&head->frontier, frontier);
    pg_number(values, (int64_t)head->records);
    pg_number(values, (int64_t)head->answers);
    pg_number(values, (int64_t)head->checkpoints);
    pg_number(values, (int64_t)head->checkpointed);
    pg_number(values, head->time);
    pg_bytes(values, head->chain.byte, TREY_HASH_BYTES);
    pg_bytes(values, frontier, size);
    pg_number(values, (int64_t)store->head.records);
    pg_number(values, (int64_t)store->head.answers);
    pg_number(values, (int64_t)store->head.checkpoints);
    pg_number(values, (int64_t)head->batches);
    pg_bytes(values, head->link.byte, TREY_HASH_BYTES);
    pg_bytes(values, head->mac.byte, TREY_MAC_BYTES);
    pg_number(values, (int64_t)store->head.batches);
    return send(store, PG_SET_HEAD);
}

static bool send_number(trey_store *store, const store_probe *probe) {
    pg_values *values = &store->db->values;
    if (!probe->by_number) return true;
    pg_bytes(values, store->db->writer, sizeof store->db->writer);
    pg_number(values, (int64_t)probe->number);
    return send(store, PG_SET_WRITER);
}

static bool send_notice(trey_store *store, const store_rows *rows, const store_head *head) {
    if (!rows->told) return true;
    char notice[COMMIT_NOTICE_MAX];
    commit_notice(&store->letters, head->records, notice);
    pg_bytes(&store->db->values, notice, strlen(notice));
    return send(store, PG_NOTIFY);
}

/* ---- Transactions ------------------------------------------------------------------------------
 */
/* Reads what a pipeline gave, up to its end; the first fault counts. Results that the
 * caller wants are kept, those of statements that give rows, in their order. */
static trey_status read_pipeline(trey_store *store, const char *what, PGresult **keep,
                                 unsigned room) {
    PGconn *connection = store->db->connection;
    trey_status status = TREY_STATUS_OK;
    unsigned kept = 0, nothing = 0;
    bool ended = false;
    while (!ended) {
        PGresult *result = postgres_result(store);
        if (!result) { /* the end of one statement; twice, of the connection */
            if (++nothing < 2) continue;
            if (status == TREY_STATUS_OK) status = postgres_fault(store, NULL, what);
            break;
        }
        nothing = 0;
        ExecStatusType got = PQresultStatus(result);
        ended = got == PGRES_PIPELINE_SYNC;
        if (got == PGRES_TUPLES_OK && kept < room) {
            keep[kept++] = result;
            continue;
        }
        if (got != PGRES_TUPLES_OK && got != PGRES_COMMAND_OK && got != PGRES_PIPELINE_SYNC &&
            status == TREY_STATUS_OK) {
            status = got == PGRES_PIPELINE_ABORTED ? TREY_STATUS_OK
                                                   : postgres_fault(store, result, what);
        }
        PQclear(result);
        if (PQstatus(connection) != CONNECTION_OK) {
            if (status == TREY_STATUS_OK) status = postgres_fault(store, NULL, what);
            break;
        }
    }
    if (PQstatus(connection) == CONNECTION_OK) PQexitPipelineMode(connection);
    return status;
}

void postgres_give_up(trey_store *store) {
    if (!store->db->begun) return;
    store->db->begun = false;
    PQclear(postgres_exec(store, "ROLLBACK"));
}

/* Is this batch there already? To be asked under the lock, when no commit of our own
 * can still be under way. */
static bool send_probe(trey_store *store, const store_probe *probe) {
    postgres_store *db = store->db;
    pg_clear(&db->values);
    if (probe->by_number) {
        pg_bytes(&db->values, db->writer, sizeof db->writer);
        return send(store, PG_WRITER);
    }
    trey_bytes *last = pg_array(&db->values, PG_INT8, probe->attempts);
    trey_bytes *chain = pg_array(&db->values, PG_BYTES, probe->attempts);
    for (unsigned i = 0; i < probe->attempts; i++) {
        pg_add_number(&db->values, last, PG_INT8, (int64_t)probe->attempt[i].last);
        pg_add_bytes(&db->values, chain, probe->attempt[i].chain.byte, TREY_HASH_BYTES);
    }
    return send(store, PG_STORED);
}

static void read_probe(const PGresult *result, const store_probe *probe, store_stored *stored) {
    if (!result || PQntuples(result) == 0) return;
    if (probe->by_number) {
        stored->there = (uint64_t)pg_get_number(result, 0, 0) == probe->number;
        return;
    }
    stored->there = true;
    stored->last = (uint64_t)pg_get_number(result, 0, 0);
    stored->first = stored->last - probe->records + 1;
}

trey_status postgres_lock_head(trey_store *store, const store_probe *probe, store_stored *stored) {
    postgres_store *db = store->db;
    PGresult *result[2] = {NULL, NULL};
    pg_values none = {.count = 0};
    bool sent = PQenterPipelineMode(db->connection) == 1 && postgres_send(store, PG_BEGIN, &none) &&
                postgres_send(store, PG_LOCK_HEAD, &none) && (!probe || send_probe(store, probe)) &&
                PQpipelineSync(db->connection) == 1;
    trey_status status = sent ? read_pipeline(store, "lock the head", result, 2)
                              : postgres_fault(store, NULL, "lock the head");
    db->begun = true;
    if (status == TREY_STATUS_OK && (!result[0] || !postgres_read_head(store, result[0])))
        status = store_says_damaged(store, "its head cannot be read");
    if (status == TREY_STATUS_OK) status = seal_check_head(store, &store->head);
    if (status == TREY_STATUS_OK && probe) read_probe(result[1], probe, stored);
    PQclear(result[0]);
    PQclear(result[1]);
    if (status != TREY_STATUS_OK || (probe && stored->there)) postgres_give_up(store);
    return status;
}

trey_status postgres_begin(trey_store *store, bool sure, const store_probe *probe,
                           store_stored *stored) {
    postgres_store *db = store->db;
    bool locked = store->lock.held;
    if (locked && db->begun && !sure) return TREY_STATUS_OK; /* begun long ago */
    if (sure || locked) db->wary = WARY_COMMITS;
    if (db->wary == 0) return TREY_STATUS_OK;
    db->wary--;
    return postgres_lock_head(store, probe, stored);
}

static bool send_commit(trey_store *store, const store_probe *probe, const store_rows *rows,
                        const store_head *head) {
    postgres_store *db = store->db;
    pg_clear(&db->values);
    if (PQenterPipelineMode(db->connection) != 1) return false;
    return (db->begun || send(store, PG_BEGIN)) && send_head(store, head) &&
           send_holds(store, rows) && send_streams(store, rows) && send_records(store, rows) &&
           send_transfers(store, rows) && send_answers(store, rows) &&
           send_checkpoints(store, rows) && send_values(store, rows) && send_claims(store, rows) &&
           send_batches(store, rows) && send_number(store, probe) &&
           send_notice(store, rows, head) && send(store, PG_COMMIT) &&
           PQpipelineSync(db->connection) == 1;
}

trey_status postgres_write(trey_store *store, const store_probe *probe, const store_rows *rows,
                           const store_head *head) {
    postgres_store *db = store->db;
    trey_status status;
    if (send_commit(store, probe, rows, head)) {
        status = read_pipeline(store, "commit", NULL, 0);
    } else if (PQstatus(db->connection) == CONNECTION_OK) {
        /* Half a pipeline cannot be taken back, but a connection can. */
        PQfinish(db->connection);
        db->connection = NULL;
        db->begun = false;
        store_says(store, TREY_STATUS_NO_MEMORY, "%s: no memory to send a commit", store->address);
        status = store->backend->recover(store) == TREY_STATUS_OK ? TREY_STATUS_NO_MEMORY
                                                                  : TREY_STATUS_STORE_LOST;
    } else {
        status = postgres_fault(store, NULL, "commit");
    }
    if (status == TREY_STATUS_OK) {
        db->begun = false;
        store_learn_accounts(store, rows);
        return status;
    }
    db->begun = true; /* an optimistic one was begun as well */
    if (PQstatus(db->connection) == CONNECTION_OK) postgres_give_up(store);
    return status;
}
