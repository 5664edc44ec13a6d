/* postgres_parts.h -- what the parts of the PostgreSQL backend share. */
#ifndef TREY_POSTGRES_PARTS_H
#define TREY_POSTGRES_PARTS_H

#include <libpq-fe.h>

#include "store_parts.h"

typedef enum postgres_sql {
    PG_BEGIN,
    PG_COMMIT,
    PG_LOCK_HEAD,
    PG_WRITER,
    PG_STORED,
    PG_HOLD,
    PG_ADD_STREAMS,
    PG_ADD_RECORDS,
    PG_ADD_ACCOUNTS,
    PG_ADD_TRANSFERS,
    PG_ADD_ANSWERS,
    PG_ADD_CHECKPOINTS,
    PG_SET_SNAPSHOTS,
    PG_SET_KEPT,
    PG_WIPE_KEPT,
    PG_ADD_CLAIMS,
    PG_ADD_BATCH,
    PG_ADD_BATCHES,
    PG_NOTIFY,
    PG_SET_HEAD,
    PG_SET_WRITER,
    PG_HEAD,
    PG_LEASE,
    PG_HAND_OVER,
    PG_PLACES,
    PG_BALANCE,
    PG_SIZE,
    PG_STREAMS,
    PG_RECORDS,
    PG_STREAM_RECORDS,
    PG_TRANSFERS,
    PG_TRANSFERS_OF,
    PG_ANSWERS,
    PG_ANSWER,
    PG_CHECKPOINTS,
    PG_BALANCES,
    PG_SNAPSHOTS,
    PG_SNAPSHOT,
    PG_KEPT,
    PG_STREAM_KEPT,
    PG_ONE_KEPT,
    PG_CLAIMS,
    PG_BATCHES,
    PG_COUNT
} postgres_sql;
extern const char *const postgres_text[PG_COUNT];

/* ---- Parameters ---------------------------------------------------------------------------
 * In binary, each a value or an array of values, built in one buffer a parameter. */
enum { PG_PARAMETERS = 14 };
typedef enum pg_type {
    PG_INT2 = 21,
    PG_INT4 = 23,
    PG_INT8 = 20,
    PG_BYTES = 17,
    PG_TEXT = 25
} pg_type;

typedef struct pg_values {
    trey_bytes value[PG_PARAMETERS];
    unsigned count;
    bool failed; /* no memory */
} pg_values;
void pg_clear(pg_values *values);
void pg_close(pg_values *values);
/* A value of its own, as the next parameter. */
void pg_number(pg_values *values, int64_t number); /* an int8 */
void pg_bytes(pg_values *values, const void *bytes, size_t size);
/* An array of `count` as the next parameter; then exactly so many elements. */
trey_bytes *pg_array(pg_values *values, pg_type type, size_t count);
void pg_add_bytes(pg_values *values, trey_bytes *array, const void *bytes, size_t size);
void pg_add_number(pg_values *values, trey_bytes *array, pg_type type, int64_t number);

/* ---- Connection ------------------------------------------------------------------------------*/
typedef struct store_database {
    PGconn *connection;
    char *address;
    uint8_t writer[16];
    pg_values values;
    bool begun;    /* a transaction is open, under the lock of the head */
    unsigned wary; /* commits for which the head is locked before it is trusted again */
} postgres_store;

/* ---- postgres_wait.c ------------------------------------------------------------------------
 * A node waits for an answer only so long; a connection without one is cut, and lost. */
unsigned postgres_patience_ms(const trey_store *store); /* for a lock */
/* As PQgetResult, PQexec; and the last result of what was sent. */
PGresult *postgres_result(trey_store *store);
PGresult *postgres_exec(trey_store *store, const char *sql);
PGresult *postgres_last_result(trey_store *store);
/* Waits until PQgetResult would not; false at the time, in milliseconds of the monotonic
 * clock, or when the connection broke. */
bool postgres_await(PGconn *connection, int64_t until_ms);
int64_t postgres_now_ms(void);

/* Says what the server said. */
trey_status postgres_fault(trey_store *store, const PGresult *result, const char *what);

/* Runs a prepared statement with the values; *result is the caller's to clear. */
trey_status postgres_run(trey_store *store, postgres_sql which, const pg_values *values,
                         const char *what, PGresult **result);
/* The same in a pipeline: only sent. */
bool postgres_send(trey_store *store, postgres_sql which, const pg_values *values);

int64_t pg_get_number(const PGresult *result, int row, int column);
bool pg_get_fixed(const PGresult *result, int row, int column, void *out, size_t size);
bool postgres_read_head(trey_store *store, const PGresult *result);

/* Begins a transaction and locks the head. `probe` may be NULL. */
trey_status postgres_lock_head(trey_store *store, const store_probe *probe, store_stored *stored);
/* After the connection broke under the lock: CONFLICT where others have written since. */
trey_status postgres_lock_again(trey_store *store);

/* The backend's functions that stand in files of their own. */
trey_status postgres_recover(trey_store *store);
trey_status postgres_lock(trey_store *store);
void postgres_unlock(trey_store *store);
trey_status postgres_begin(trey_store *store, bool sure, const store_probe *probe,
                           store_stored *stored);
trey_status postgres_write(trey_store *store, const store_probe *probe, const store_rows *rows,
                           const store_head *head);
void postgres_give_up(trey_store *store);
trey_status postgres_page(trey_store *store, const store_query *query, store_page *page);

#endif
