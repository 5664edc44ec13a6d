/* sqlite_parts.h -- what the parts of the SQLite backend share. */
#ifndef TREY_SQLITE_PARTS_H
#define TREY_SQLITE_PARTS_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "store_parts.h"

/* "TREY", by which file(1) and this program know a store. */
enum { SQLITE_APPLICATION_ID = 0x54524559 };

typedef enum sqlite_sql {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_ADD_STREAM,
    SQL_ADD_RECORDS,
    SQL_ADD_TRANSFERS,
    SQL_ADD_ACCOUNT,
    SQL_ADD_ANSWERS,
    SQL_ADD_CHECKPOINT,
    SQL_SET_SNAPSHOT,
    SQL_SET_KEPT,
    SQL_WIPE_KEPT,
    SQL_ADD_CLAIM,
    SQL_ADD_BATCH,
    SQL_SET_HEAD,
    SQL_LEASE,
    SQL_EPOCH,
    SQL_PLACE,
    SQL_BALANCE,
    SQL_HEAD,
    SQL_STREAMS,
    SQL_RECORDS,
    SQL_STREAM_RECORDS,
    SQL_TRANSFERS,
    SQL_ANSWERS,
    SQL_ANSWER,
    SQL_CHECKPOINTS,
    SQL_BALANCES,
    SQL_SNAPSHOTS,
    SQL_SNAPSHOT,
    SQL_KEPT,
    SQL_STREAM_KEPT,
    SQL_ONE_KEPT,
    SQL_CLAIMS,
    SQL_BATCHES,
    SQL_COUNT
} sqlite_sql;

typedef struct store_database {
    sqlite3 *handle;
    sqlite3_stmt *sql[SQL_COUNT];
    const store_rows *rows; /* that the statements of a commit read */
    dev_t device;           /* where the file lies */
    ino_t file;
    int wal_pages; /* in the log since it was last brought home */
} sqlite_store;

/* Says what SQLite said, ends the transaction, and stops the store where it must. */
trey_status sqlite_fault(trey_store *store, int code, const char *what);

/* A damaged row may ask for more memory than there is: where there is enough for anything
 * that Trey writes, it is the row's fault. */
int sqlite_honest(int code);

/* The statement, ready to be bound; then run to its end. */
sqlite3_stmt *sqlite_ready(trey_store *store, sqlite_sql which);
trey_status sqlite_run(trey_store *store, sqlite3_stmt *sql, const char *what);

/* Tables that a statement of this connection can read: the rows of the commit. */
int sqlite_rows_register(sqlite_store *db);

/* The backend's functions that stand in files of their own. */
trey_status sqlite_begin(trey_store *store, bool sure, const store_probe *probe,
                         store_stored *stored);
trey_status sqlite_write(trey_store *store, const store_probe *probe, const store_rows *rows,
                         const store_head *head);
void sqlite_give_up(trey_store *store);
trey_status sqlite_recover(trey_store *store);
trey_status sqlite_check(trey_store *store);
trey_status sqlite_page(trey_store *store, const store_query *query, store_page *page);

#endif
