/* sqlite_store.c -- a store in one file.
 *
 * One connection that locks the file for itself, a write-ahead log that is synced at
 * every commit. SQLite 3.40 can lose a reset of the log when two connections write or
 * bring it home at the same time, so there is never a second one; that is also the
 * fastest way. The log is brought home here, and not inside a commit, because a failed
 * sync on that way must stop the store as any other: after it nobody knows what the
 * disk holds, and trying again may succeed without having written anything. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite_parts.h"

enum { BUSY_MILLISECONDS = 200 };

static const char *const sql_text[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_ADD_STREAM] = "INSERT INTO stream (id, kind, name, epoch) VALUES (?, ?, ?, ?)",
    /* A statement a table and not one a row: SQLite fetches the rows itself, which
     * saves it a third of its work. Where a row is refused the commit is over. */
    [SQL_ADD_RECORDS] = "INSERT OR ROLLBACK INTO record (seq, stream, place, time, type, body,"
                        " chain) SELECT * FROM commit_records",
    [SQL_ADD_TRANSFERS] = "INSERT INTO transfer (id, payer, payee, cents, seat, wager)"
                          " SELECT * FROM commit_transfers",
    [SQL_ADD_ACCOUNT] = "INSERT INTO account (id, balance, moved) VALUES (?, 0, 0)"
                        " ON CONFLICT DO NOTHING",
    [SQL_ADD_ANSWERS] = "INSERT OR ROLLBACK INTO answer (number, command, stream, refusal, first,"
                        " count, body) SELECT * FROM commit_answers",
    [SQL_ADD_CHECKPOINT] = "INSERT INTO checkpoint (number, count, chain, root, time, key,"
                           " signature) VALUES (?, ?, ?, ?, ?, ?, ?)",
    [SQL_SET_SNAPSHOT] = "INSERT INTO snapshot (stream, place, body, mac) VALUES (?, ?, ?, ?)"
                         " ON CONFLICT DO UPDATE SET place = excluded.place, body = excluded.body,"
                         " mac = excluded.mac",
    [SQL_SET_KEPT] = "INSERT INTO kept (stream, name, body, mac) VALUES (?, ?, ?, ?)"
                     " ON CONFLICT DO UPDATE SET body = excluded.body, mac = excluded.mac",
    [SQL_WIPE_KEPT] = "DELETE FROM kept WHERE stream = ? AND name = ?",
    [SQL_ADD_CLAIM] = "INSERT INTO claim (stream, name) VALUES (?, ?)",
    [SQL_ADD_BATCH] = "INSERT INTO batch (number, records, answers, checkpoints, chain, link, kept,"
                      " mac) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [SQL_SET_HEAD] = "UPDATE head SET records = ?, answers = ?, checkpoints = ?,"
                     " checkpointed = ?, time = ?, chain = ?, frontier = ?, batches = ?,"
                     " link = ?, mac = ?",
    [SQL_LEASE] = "UPDATE stream SET epoch = epoch + 1 WHERE id = ? RETURNING epoch",
    [SQL_EPOCH] = "SELECT epoch FROM stream WHERE id = ?",
    [SQL_PLACE] = "SELECT max(place) FROM record WHERE stream = ?",
    [SQL_BALANCE] = "SELECT balance FROM account WHERE id = ?",
    [SQL_HEAD] = "SELECT records, answers, checkpoints, checkpointed, time, chain, frontier,"
                 " identity, whole, (SELECT chain FROM record WHERE seq = records), batches,"
                 " link, mac FROM head, store",
    [SQL_STREAMS] = "SELECT id, kind, name, epoch FROM stream WHERE id > ?1 ORDER BY id LIMIT ?2",
    [SQL_RECORDS] = "SELECT seq, stream, place, time, type, body, chain FROM record"
                    " WHERE seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3",
    [SQL_STREAM_RECORDS] = "SELECT seq, stream, place, time, type, body, chain FROM record"
                           " WHERE stream = ?4 AND place > ?1 AND seq <= ?2"
                           " ORDER BY place LIMIT ?3",
    [SQL_TRANSFERS] = "SELECT id, payer, payee, cents, seat, wager FROM transfer"
                      " WHERE id >= ?1 AND id < ?2 ORDER BY id",
    [SQL_ANSWERS] = "SELECT number, command, stream, refusal, first, count, body FROM answer"
                    " WHERE number > ?1 ORDER BY number LIMIT ?2",
    [SQL_ANSWER] = "SELECT number, command, stream, refusal, first, count, body FROM answer"
                   " WHERE command = ?1",
    [SQL_CHECKPOINTS] = "SELECT number, count, chain, root, time, key, signature FROM checkpoint"
                        " WHERE number > ?1 ORDER BY number LIMIT ?2",
    [SQL_BALANCES] = "SELECT id, balance FROM account WHERE id > ?1 ORDER BY id LIMIT ?2",
    [SQL_SNAPSHOTS] = "SELECT stream, place, body, mac FROM snapshot WHERE stream > ?1"
                      " ORDER BY stream LIMIT ?2",
    [SQL_SNAPSHOT] = "SELECT stream, place, body, mac FROM snapshot WHERE stream = ?1",
    [SQL_KEPT] = "SELECT stream, name, body, mac FROM kept WHERE (stream, name) > (?1, ?3)"
                 " ORDER BY stream, name LIMIT ?2",
    [SQL_STREAM_KEPT] = "SELECT stream, name, body, mac FROM kept WHERE stream = ?1 AND name > ?3"
                        " ORDER BY name LIMIT ?2",
    [SQL_ONE_KEPT] = "SELECT stream, name, body, mac FROM kept WHERE stream = ?1 AND name = ?3",
    [SQL_CLAIMS] = "SELECT stream, name FROM claim WHERE (stream, name) > (?1, ?3)"
                   " ORDER BY stream, name LIMIT ?2",
    [SQL_BATCHES] =
        "SELECT number, records, answers, checkpoints, chain, link, kept, mac FROM batch"
        " WHERE number > ?1 ORDER BY number LIMIT ?2",
};

/* ---- What went wrong --------------------------------------------------------------------------
 */
static trey_status constraint_fault(trey_store *store, const char *said) {
    trey_status guarded = store_guard_says(store, said);
    if (guarded != TREY_STATUS_OK) return guarded;
    return store_says(store, TREY_STATUS_STORE_FAILED,
                      "%s: the database refused what the program should not have asked for: %s",
                      store->address, said);
}

static trey_status said_by_sqlite(trey_store *store, int code, const char *said, const char *what) {
    const char *at = store->address;
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return store_says(store, TREY_STATUS_NO_MEMORY, "%s: no memory to %s", at, what);
    case SQLITE_FULL:
        return store_says(store, TREY_STATUS_STORE_FULL,
                          "%s: there is no room to %s; nothing was written: free some, and try "
                          "again",
                          at, what);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return store_says(store, TREY_STATUS_STORE_BUSY,
                          "%s: another process has this store open; a SQLite store belongs to "
                          "one at a time: end the other, or work on a backup",
                          at);
    case SQLITE_NOTADB:
        return store_says(store, TREY_STATUS_STORE_FOREIGN,
                          "%s: this is not a SQLite database, or its first page is damaged; "
                          "name another file, or restore a backup",
                          at);
    case SQLITE_CORRUPT:
        return store_says_damaged(store, said);
    case SQLITE_CONSTRAINT:
        return constraint_fault(store, said);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
        return store_says(store, TREY_STATUS_NO_FILE,
                          "%s: the file cannot be opened for writing (%s); look at its "
                          "permissions and its folder's",
                          at, said);
    default:
        return store_says(store, TREY_STATUS_STORE_FAILED,
                          "%s: the disk failed to %s (%s, code %d); the store has stopped: find "
                          "out why before it is opened again",
                          at, what, said, code);
    }
}

trey_status sqlite_fault(trey_store *store, int code, const char *what) {
    sqlite_store *db = store->db;
    trey_status status = said_by_sqlite(store, code, sqlite3_errmsg(db->handle), what);
    for (unsigned i = 0; i < SQL_COUNT; i++) {
        if (db->sql[i]) sqlite3_reset(db->sql[i]);
    }
    /* After some faults SQLite has ended the transaction already. */
    if (!sqlite3_get_autocommit(db->handle)) sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    store_forget_accounts(store);
    return status;
}

/* ---- Opening ------------------------------------------------------------------------------------
 */
static trey_status exec(trey_store *store, const char *sql, const char *what) {
    int code = sqlite3_exec(store->db->handle, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? TREY_STATUS_OK : sqlite_fault(store, code, what);
}

/* The one value of a pragma or a query, as text; empty where there is none. */
static trey_status ask(trey_store *store, const char *sql, char out[32]) {
    sqlite3_stmt *statement = NULL;
    out[0] = '\0';
    int code = sqlite3_prepare_v2(store->db->handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        const char *text =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : "";
        snprintf(out, 32, "%s", text ? text : "");
    }
    trey_status status = code == SQLITE_ROW || code == SQLITE_DONE || code == SQLITE_OK
                             ? TREY_STATUS_OK
                             : sqlite_fault(store, code, "read the file");
    sqlite3_finalize(statement);
    return status;
}

static int count_log(void *context, sqlite3 *handle, const char *name, int pages) {
    (void)handle, (void)name;
    ((sqlite_store *)context)->wal_pages = pages;
    return SQLITE_OK;
}

/* A store is nobody's but its owner's to read. */
static trey_status make_file(trey_store *store, const char *path, bool create) {
    struct stat about;
    if (stat(path, &about) == 0) {
        if (S_ISREG(about.st_mode)) return TREY_STATUS_OK;
        return store_says(store, TREY_STATUS_STORE_FOREIGN, "%s: this is not a file", path);
    }
    if (errno == ENOENT && !create)
        return store_says(store, TREY_STATUS_NO_FILE,
                          "%s: there is no such store; `trey store init %s` makes one", path, path);
    int file = errno == ENOENT ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0)
        return store_says(store, TREY_STATUS_NO_FILE, "%s: the file cannot be made: %s", path,
                          strerror(errno));
    close(file);
    return TREY_STATUS_OK;
}

static trey_status open_file(trey_store *store, const char *path) {
    sqlite_store *db = store->db;
    int code =
        sqlite3_open_v2(path, &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (!db->handle) return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to open %s", path);
    sqlite3_extended_result_codes(db->handle, 1);
    if (code != SQLITE_OK) return sqlite_fault(store, code, "open the file");
    sqlite3_busy_timeout(db->handle, BUSY_MILLISECONDS);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_wal_hook(db->handle, count_log, db);
    char answer[32];
    return ask(store, "PRAGMA locking_mode = EXCLUSIVE", answer);
}

/* *made: it is a store of this version. An empty file is no fault where `create` is set. */
static trey_status recognise(trey_store *store, bool create, bool *made) {
    char application[32], user[32], tables[32];
    trey_status status = ask(store, "PRAGMA application_id", application);
    if (status == TREY_STATUS_OK) status = ask(store, "PRAGMA user_version", user);
    if (status == TREY_STATUS_OK) status = ask(store, "SELECT count(*) FROM sqlite_schema", tables);
    if (status != TREY_STATUS_OK) return status;
    long version = strtol(user, NULL, 10);
    *made = false;
    if (strtol(application, NULL, 10) != SQLITE_APPLICATION_ID) {
        bool empty = strcmp(tables, "0") == 0 && strcmp(application, "0") == 0 && version == 0;
        if (empty && create) return TREY_STATUS_OK;
        return store_says(store, TREY_STATUS_STORE_FOREIGN,
                          empty ? "%s: this file is empty; `trey store init %s` makes a store of it"
                                : "%s: this database belongs to another program; name another "
                                  "file than %s",
                          store->address, store->address);
    }
    if (version < 1)
        return store_says(
            store, TREY_STATUS_STORE_CORRUPT,
            "%s: the file is damaged (there is no version %ld); restore a backup, and "
            "keep this file for whoever looks into it",
            store->address, version);
    *made = version == STORE_VERSION;
    return *made ? TREY_STATUS_OK : store_says_version(store, version);
}

static trey_status set_up(trey_store *store) {
    static const char *const settings[][2] = {
        {"PRAGMA journal_mode = WAL", "wal"},
        {"PRAGMA locking_mode", "exclusive"},
        {"PRAGMA synchronous = FULL; PRAGMA synchronous", ""},
        {"PRAGMA synchronous", "2"},
        {"PRAGMA secure_delete = ON", "1"},
        {"PRAGMA wal_autocheckpoint = 0", "0"},
        {"PRAGMA recursive_triggers = ON", ""},
        {"PRAGMA recursive_triggers", "1"},
        {"PRAGMA cache_size = -65536", ""},
        {"PRAGMA temp_store = MEMORY", ""},
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        char answer[32];
        trey_status status = ask(store, settings[i][0], answer);
        if (status != TREY_STATUS_OK) return status;
        if (strcmp(answer, settings[i][1]) != 0)
            return store_says(store, TREY_STATUS_STORE_FAILED,
                              "%s: SQLite answers %s to %s, and not %s; the file system may not "
                              "be one for databases",
                              store->address, answer, settings[i][0], settings[i][1]);
    }
    /* wal_autocheckpoint takes the hook's place. */
    sqlite3_wal_hook(store->db->handle, count_log, store->db);
    return TREY_STATUS_OK;
}

static trey_status make_tables(trey_store *store) {
    store_name name;
    char rows[640];
    trey_status status = store_name_draw(store, &name);
    if (status == TREY_STATUS_OK) status = exec(store, "BEGIN IMMEDIATE", "make the tables");
    if (status == TREY_STATUS_OK) status = exec(store, sqlite_schema, "make the tables");
    if (status != TREY_STATUS_OK) return status;
    snprintf(
        rows, sizeof rows,
        "PRAGMA application_id = %d; PRAGMA user_version = %d;"
        "INSERT INTO store VALUES (1, x'%s', 1);"
        "INSERT INTO head VALUES (1, 0, 0, 0, 0, 0, x'%s', x'', 0, x'%s', zeroblob(%d)); COMMIT",
        SQLITE_APPLICATION_ID, STORE_VERSION, name.identity, name.chain, name.chain,
        TREY_MAC_BYTES);
    return exec(store, rows, "make the tables");
}

static trey_status sqlite_open(trey_store *store, const char *path, bool create) {
    bool made = false;
    if (!(store->db = calloc(1, sizeof *store->db)))
        return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to open %s", path);
    trey_status status = make_file(store, path, create);
    if (status == TREY_STATUS_OK) status = open_file(store, path);
    struct stat about;
    if (status == TREY_STATUS_OK && stat(path, &about) == 0) {
        store->db->device = about.st_dev;
        store->db->file = about.st_ino;
    }
    if (status == TREY_STATUS_OK) status = recognise(store, create, &made);
    if (status == TREY_STATUS_OK) status = set_up(store);
    if (status == TREY_STATUS_OK && !made) status = make_tables(store);
    if (status == TREY_STATUS_OK && sqlite_rows_register(store->db) != SQLITE_OK)
        status = sqlite_fault(store, SQLITE_NOMEM, "prepare a commit");
    for (unsigned i = 0; i < SQL_COUNT && status == TREY_STATUS_OK; i++) {
        int code = sqlite3_prepare_v3(store->db->handle, sql_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                                      &store->db->sql[i], NULL);
        if (code != SQLITE_OK) status = sqlite_fault(store, code, "prepare a statement");
    }
    return status;
}

static void sqlite_close(trey_store *store) {
    sqlite_store *db = store->db;
    if (!db) return;
    for (unsigned i = 0; i < SQL_COUNT; i++) sqlite3_finalize(db->sql[i]);
    /* After a fault the log is left for the next opening, which reads it afresh. */
    if (store->stopped != TREY_STATUS_OK && db->handle)
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close(db->handle);
    free(db);
}

/* ---- Statements
 * ----------------------------------------------------------------------------------- */
sqlite3_stmt *sqlite_ready(trey_store *store, sqlite_sql which) {
    sqlite3_stmt *sql = store->db->sql[which];
    sqlite3_reset(sql);
    return sql;
}

trey_status sqlite_run(trey_store *store, sqlite3_stmt *sql, const char *what) {
    int code = sqlite3_step(sql);
    if (code != SQLITE_DONE && code != SQLITE_ROW) return sqlite_fault(store, code, what);
    sqlite3_reset(sql);
    return TREY_STATUS_OK;
}

static bool column_is(sqlite3_stmt *sql, int column, void *out, size_t size) {
    const void *bytes = sqlite3_column_blob(sql, column);
    if (!bytes || (size_t)sqlite3_column_bytes(sql, column) != size) return false;
    memcpy(out, bytes, size);
    return true;
}

static bool read_head(trey_store *store, sqlite3_stmt *sql) {
    store_head *head = &store->head;
    trey_hash last;
    head->records = (uint64_t)sqlite3_column_int64(sql, 0);
    head->answers = (uint64_t)sqlite3_column_int64(sql, 1);
    head->checkpoints = (uint64_t)sqlite3_column_int64(sql, 2);
    head->checkpointed = (uint64_t)sqlite3_column_int64(sql, 3);
    head->time = sqlite3_column_int64(sql, 4);
    const void *frontier = sqlite3_column_blob(sql, 6);
    size_t size = (size_t)sqlite3_column_bytes(sql, 6);
    store->whole = sqlite3_column_int(sql, 8) == 1;
    head->batches = (uint64_t)sqlite3_column_int64(sql, 10);
    return column_is(sql, 5, head->chain.byte, TREY_HASH_BYTES) &&
           column_is(sql, 11, head->link.byte, TREY_HASH_BYTES) &&
           column_is(sql, 12, head->mac.byte, TREY_MAC_BYTES) &&
           frontier_read(&head->frontier, head->records, frontier, size) &&
           column_is(sql, 7, store->identity, TREY_IDENTITY_BYTES) &&
           (head->records == 0 || store->doubtful ||
            (column_is(sql, 9, last.byte, TREY_HASH_BYTES) &&
             trey_hash_equal(&last, &head->chain)));
}

static trey_status sqlite_load(trey_store *store) {
    sqlite3_stmt *sql = sqlite_ready(store, SQL_HEAD);
    int code = sqlite3_step(sql);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return sqlite_fault(store, code, "read the head");
    bool good = code == SQLITE_ROW && read_head(store, sql);
    sqlite3_reset(sql);
    if (!good) return store_says_damaged(store, "its head does not fit its last record");
    return seal_check_head(store, &store->head);
}

/* ---- Small questions
 * ----------------------------------------------------------------------------------*/
static trey_status sqlite_places(trey_store *store, const trey_stream *stream, int64_t *place,
                                 size_t count) {
    for (size_t i = 0; i < count; i++) {
        sqlite3_stmt *sql = sqlite_ready(store, SQL_PLACE);
        sqlite3_bind_int64(sql, 1, stream[i]);
        int code = sqlite3_step(sql);
        if (code != SQLITE_ROW) return sqlite_fault(store, code, "read a stream's place");
        bool there = sqlite3_column_type(sql, 0) == SQLITE_INTEGER;
        place[i] = there ? sqlite3_column_int64(sql, 0) : PLACE_UNKNOWN;
        sqlite3_reset(sql);
    }
    return TREY_STATUS_OK;
}

static trey_status sqlite_lease(trey_store *store, trey_stream stream, uint64_t *epoch) {
    sqlite3_stmt *sql = sqlite_ready(store, SQL_LEASE);
    sqlite3_bind_int64(sql, 1, stream);
    int code = sqlite3_step(sql);
    if (code == SQLITE_DONE)
        return store_says(store, TREY_STATUS_NOT_FOUND, "%s: there is no stream %u", store->address,
                          stream);
    if (code != SQLITE_ROW) return sqlite_fault(store, code, "take a stream");
    *epoch = (uint64_t)sqlite3_column_int64(sql, 0);
    return sqlite_run(store, sql, "take a stream");
}

static trey_status sqlite_balance(trey_store *store, trey_ledger_account account,
                                  trey_cents *cents) {
    sqlite3_stmt *sql = sqlite_ready(store, SQL_BALANCE);
    sqlite3_bind_int64(sql, 1, account);
    int code = sqlite3_step(sql);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return sqlite_fault(store, code, "read a balance");
    *cents = code == SQLITE_ROW ? sqlite3_column_int64(sql, 0) : 0;
    sqlite3_reset(sql);
    return TREY_STATUS_OK;
}

static trey_status sqlite_size(trey_store *store, uint64_t *bytes) {
    static const char *const ends[] = {"", "-wal"};
    *bytes = 0;
    for (unsigned i = 0; i < 2; i++) {
        char path[4096];
        struct stat about;
        snprintf(path, sizeof path, "%s%s", store->address, ends[i]);
        if (stat(path, &about) == 0) *bytes += (uint64_t)about.st_size;
    }
    return TREY_STATUS_OK;
}

static trey_status sqlite_adopt(trey_store *store, const uint8_t identity[TREY_IDENTITY_BYTES],
                                bool whole) {
    char sql[512];
    store_name name;
    store_name_adopted(store, identity, &name);
    snprintf(sql, sizeof sql,
             "BEGIN IMMEDIATE; UPDATE store SET identity = x'%s', whole = %d;"
             "UPDATE head SET chain = x'%s';"
             "UPDATE head SET link = chain WHERE batches = 0 AND records = 0; COMMIT",
             name.identity, whole, name.chain);
    trey_status status = exec(store, sql, "begin or end an import");
    return status == TREY_STATUS_OK ? sqlite_load(store) : status;
}

/* What is committed into a file that nobody can find again is lost. */
static trey_status sqlite_there(trey_store *store) {
    struct stat about;
    bool there = stat(store->address, &about) == 0;
    if (there && about.st_dev == store->db->device && about.st_ino == store->db->file)
        return TREY_STATUS_OK;
    return store_says(
        store, TREY_STATUS_STORE_FAILED,
        "%s: the file %s while it was open; nothing more is written: find out who did "
        "it, and restore a backup",
        store->address, there ? "was exchanged for another" : "was removed or renamed");
}

const store_backend sqlite_backend = {.name = "SQLite",
                                      .shared = false,
                                      .open = sqlite_open,
                                      .close = sqlite_close,
                                      .load = sqlite_load,
                                      .begin = sqlite_begin,
                                      .write = sqlite_write,
                                      .give_up = sqlite_give_up,
                                      .recover = sqlite_recover,
                                      .places = sqlite_places,
                                      .lease = sqlite_lease,
                                      .page = sqlite_page,
                                      .balance = sqlite_balance,
                                      .size = sqlite_size,
                                      .check = sqlite_check,
                                      .there = sqlite_there,
                                      .adopt = sqlite_adopt};
