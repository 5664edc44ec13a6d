/* postgres_store.c -- a store in a PostgreSQL database, which several processes share.
 *
 * A connection may break at any moment, also between a commit and its
 * acknowledgement. Each process therefore numbers its batches and writes the number
 * with the batch; after a break it locks the head, so that no commit of its own can
 * still be under way, and looks which number is there. */
#include <endian.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "postgres_parts.h"

enum {
    SCHEMA_LOCK = 0x54524559,
    RETRY_MS_FIRST = 20,
    RETRY_MS_MAX = 1000,
    OPEN_RETRY_MS = 200,
    TRIES_MAX = 20
};

#define RECORD_COLUMNS "seq, stream, place, time, type, body, chain"
#define ANSWER_COLUMNS "number, command, stream, refusal, first, count, body"

const char *const postgres_text[PG_COUNT] = {
    [PG_BEGIN] = "BEGIN",
    [PG_COMMIT] = "COMMIT",
    [PG_LOCK_HEAD] =
        "SELECT records, answers, checkpoints, checkpointed, time, chain, frontier,"
        " identity, whole, batches, link, mac FROM trey.head h, trey.store FOR NO KEY UPDATE OF h",
    [PG_WRITER] = "SELECT batch FROM trey.writer WHERE id = $1::bytea",
    [PG_STORED] = "SELECT seq FROM unnest($1::bigint[], $2::bytea[]) AS tried(last, hash),"
                  " trey.record WHERE seq = last AND chain = hash",
    [PG_HOLD] = "SELECT trey.hold($1::integer[], $2::bigint[])",
    [PG_ADD_STREAMS] = "INSERT INTO trey.stream (id, kind, name, epoch) SELECT * FROM"
                       " unnest($1::integer[], $2::smallint[], $3::text[], $4::bigint[])",
    [PG_ADD_RECORDS] = "INSERT INTO trey.record (" RECORD_COLUMNS ") SELECT * FROM"
                       " unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[],"
                       " $5::integer[], $6::bytea[], $7::bytea[])",
    [PG_ADD_ACCOUNTS] = "INSERT INTO trey.account (id, balance) SELECT DISTINCT id, 0 FROM"
                        " unnest($1::bigint[]) AS id ON CONFLICT DO NOTHING",
    [PG_ADD_TRANSFERS] = "INSERT INTO trey.transfer (id, payer, payee, cents, seat, wager)"
                         " SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[],"
                         " $4::bigint[], $5::smallint[], $6::smallint[])",
    [PG_ADD_ANSWERS] = "INSERT INTO trey.answer (" ANSWER_COLUMNS ") SELECT * FROM"
                       " unnest($1::bigint[], $2::bytea[], $3::integer[], $4::integer[],"
                       " $5::bigint[], $6::integer[], $7::bytea[])",
    [PG_ADD_CHECKPOINTS] = "INSERT INTO trey.checkpoint (number, count, chain, root, time, key,"
                           " signature) SELECT * FROM unnest($1::bigint[], $2::bigint[],"
                           " $3::bytea[], $4::bytea[], $5::bigint[], $6::bytea[], $7::bytea[])",
    [PG_SET_SNAPSHOTS] = "INSERT INTO trey.snapshot (stream, place, body, mac) VALUES"
                         " ($1::bigint::integer, $2::bigint, $3::bytea, $4::bytea) ON CONFLICT"
                         " (stream) DO UPDATE SET place = excluded.place, body = excluded.body,"
                         " mac = excluded.mac",
    [PG_SET_KEPT] = "INSERT INTO trey.kept (stream, name, body, mac) VALUES ($1::bigint::integer,"
                    " $2::text, $3::bytea, $4::bytea) ON CONFLICT (stream, name)"
                    " DO UPDATE SET body = excluded.body, mac = excluded.mac",
    [PG_WIPE_KEPT] = "DELETE FROM trey.kept WHERE stream = $1::bigint::integer AND name = $2::text",
    [PG_ADD_CLAIMS] = "INSERT INTO trey.claim (stream, name) SELECT * FROM"
                      " unnest($1::integer[], $2::text[])",
    [PG_ADD_BATCH] =
        "INSERT INTO trey.batch (number, records, answers, checkpoints, chain, link,"
        " kept, mac) VALUES ($1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bytea,"
        " $6::bytea, $7::bytea, $8::bytea)",
    [PG_ADD_BATCHES] = "INSERT INTO trey.batch (number, records, answers, checkpoints, chain, link,"
                       " kept, mac) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[],"
                       " $4::bigint[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[])",
    [PG_NOTIFY] = "SELECT pg_notify('trey', $1::text)",
    /* A head that is not as it was divides by zero: the cheapest way to give up. */
    [PG_SET_HEAD] = "UPDATE trey.head SET answers = $2::bigint, checkpoints = $3::bigint,"
                    " checkpointed = $4::bigint, time = $5::bigint, chain = $6::bytea,"
                    " frontier = $7::bytea, batches = $11::bigint, link = $12::bytea,"
                    " mac = $13::bytea, records = $1::bigint / (records = $8::bigint AND"
                    " answers = $9::bigint AND checkpoints = $10::bigint AND"
                    " batches = $14::bigint)::integer",
    [PG_SET_WRITER] = "INSERT INTO trey.writer (id, batch) VALUES ($1::bytea, $2::bigint)"
                      " ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, at = now()",
    [PG_HEAD] = "SELECT records, answers, checkpoints, checkpointed, time, chain, frontier,"
                " identity, whole, batches, link, mac FROM trey.head, trey.store",
    [PG_LEASE] = "UPDATE trey.stream SET epoch = epoch + 1, leader = $2::text WHERE id = $1::bigint"
                 " RETURNING epoch",
    [PG_HAND_OVER] = "UPDATE trey.stream SET leader = $3::text WHERE id = $1::bigint AND"
                     " epoch = $2::bigint RETURNING epoch",
    [PG_PLACES] =
        "SELECT coalesce((SELECT max(place) FROM trey.record WHERE stream = asked.id), -1)"
        " FROM unnest($1::integer[]) WITH ORDINALITY AS asked(id, nth) ORDER BY nth",
    [PG_BALANCE] = "SELECT balance FROM trey.account WHERE id = $1::bigint",
    [PG_SIZE] = "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"
                " WHERE relnamespace = 'trey'::regnamespace AND relkind = 'r'",
    [PG_STREAMS] = "SELECT id, kind, name, epoch FROM trey.stream WHERE id > $1::bigint"
                   " ORDER BY id LIMIT $2::bigint",
    [PG_RECORDS] = "SELECT " RECORD_COLUMNS " FROM trey.record WHERE seq > $1::bigint AND"
                   " seq <= $3::bigint ORDER BY seq LIMIT $2::bigint",
    [PG_STREAM_RECORDS] = "SELECT " RECORD_COLUMNS " FROM trey.record WHERE"
                          " stream = $4::bigint::integer AND place > $1::bigint AND"
                          " seq <= $3::bigint ORDER BY place LIMIT $2::bigint",
    [PG_TRANSFERS] = "SELECT id, payer, payee, cents, seat, wager FROM trey.transfer"
                     " WHERE id >= $1::bigint AND id < $2::bigint ORDER BY id",
    [PG_TRANSFERS_OF] = "SELECT t.id, payer, payee, cents, seat, wager FROM"
                        " unnest($1::bigint[]) AS seq, trey.transfer t WHERE"
                        " t.id >= seq * 1024 AND t.id < (seq + 1) * 1024 ORDER BY t.id",
    [PG_ANSWERS] = "SELECT " ANSWER_COLUMNS " FROM trey.answer WHERE number > $1::bigint"
                   " ORDER BY number LIMIT $2::bigint",
    [PG_ANSWER] = "SELECT " ANSWER_COLUMNS " FROM trey.answer WHERE command = ANY($1::bytea[])",
    [PG_CHECKPOINTS] = "SELECT number, count, chain, root, time, key, signature FROM"
                       " trey.checkpoint WHERE number > $1::bigint ORDER BY number"
                       " LIMIT $2::bigint",
    [PG_BALANCES] = "SELECT id, balance FROM trey.account WHERE id > $1::bigint ORDER BY id"
                    " LIMIT $2::bigint",
    [PG_SNAPSHOTS] = "SELECT stream, place, body, mac FROM trey.snapshot WHERE stream > $1::bigint"
                     " ORDER BY stream LIMIT $2::bigint",
    [PG_SNAPSHOT] = "SELECT stream, place, body, mac FROM trey.snapshot WHERE stream = $1::bigint",
    [PG_KEPT] = "SELECT stream, name, body, mac FROM trey.kept WHERE"
                " (stream, name) > ($1::bigint, $3::text) ORDER BY stream, name LIMIT $2::bigint",
    [PG_STREAM_KEPT] = "SELECT stream, name, body, mac FROM trey.kept WHERE stream = $1::bigint AND"
                       " name > $3::text ORDER BY name LIMIT $2::bigint",
    [PG_ONE_KEPT] = "SELECT stream, name, body, mac FROM trey.kept WHERE stream = $1::bigint AND"
                    " name = $3::text LIMIT $2::bigint",
    [PG_CLAIMS] = "SELECT stream, name FROM trey.claim WHERE"
                  " (stream, name) > ($1::bigint, $3::text) ORDER BY stream, name LIMIT $2::bigint",
    [PG_BATCHES] = "SELECT number, records, answers, checkpoints, chain, link, kept, mac FROM"
                   " trey.batch WHERE number > $1::bigint ORDER BY number LIMIT $2::bigint",
};

/* ---- What went wrong --------------------------------------------------------------------------
 */
static bool is_state(const char *state, const char *const *list) {
    for (; *list; list++) {
        if (strncmp(state, *list, strlen(*list)) == 0) return true;
    }
    return false;
}

/* Messages of the server end in a line break, and may have several lines. */
static void one_line(char *text) {
    size_t length = strcspn(text, "\n");
    text[length] = '\0';
}

trey_status postgres_fault(trey_store *store, const PGresult *result, const char *what) {
    /* The server goes away, or has; starting up; no connection; one that only reads, because
     * another is the primary now. */
    static const char *const lost[] = {"08",    "25006", "25P03", "57P01", "57P02",
                                       "57P03", "57P05", "53300", NULL};
    static const char *const again[] = {"22012", "40001", "40P01", NULL};
    static const char *const damaged[] = {"XX001", "XX002", NULL};
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *rule = result ? PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME) : NULL;
    const char *primary = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    char said[256];
    snprintf(said, sizeof said, "%s", primary ? primary : PQerrorMessage(store->db->connection));
    one_line(said);
    if (!state) state = "";
    if (!rule) rule = "";
    const char *at = store->address;
    if (is_state(state, again)) return (trey_status)STORE_HEAD_MOVED;
    /* What libpq itself says has no code, and is about the connection. */
    if (!*state || PQstatus(store->db->connection) != CONNECTION_OK || is_state(state, lost))
        return store_says(store, TREY_STATUS_STORE_LOST,
                          "%s: the connection was lost while it had to %s (%s)", at, what, said);
    trey_status guarded = store_guard_says(store, rule);
    if (guarded != TREY_STATUS_OK) return guarded;
    if (strcmp(state, "55P03") == 0)
        return store_says(store, TREY_STATUS_STORE_BUSY,
                          "%s: another process has held the store for %u seconds; nothing was "
                          "written: see in pg_stat_activity which one it is, end it, and try again",
                          at, (postgres_patience_ms(store) + 999) / 1000);
    if (strcmp(state, "TR002") == 0)
        return store_says(store, TREY_STATUS_CONFLICT,
                          "%s: a stream of this batch was taken over by somebody else; nothing "
                          "was written",
                          at);
    if (strcmp(state, "53100") == 0)
        return store_says(store, TREY_STATUS_STORE_FULL,
                          "%s: the server has no room to %s; nothing was written: free some, and "
                          "try again",
                          at, what);
    if (strcmp(state, "53200") == 0)
        return store_says(store, TREY_STATUS_NO_MEMORY, "%s: the server has no memory to %s", at,
                          what);
    if (is_state(state, damaged)) return store_says_damaged(store, said);
    return store_says(store, TREY_STATUS_STORE_FAILED, "%s: the server failed to %s (%s %s)", at,
                      what, state, said);
}

/* ---- Statements -------------------------------------------------------------------------------
 */
typedef struct sent_values {
    const char *value[PG_PARAMETERS];
    int length[PG_PARAMETERS], binary[PG_PARAMETERS];
} sent_values;

static void values_to_send(const pg_values *values, sent_values *sent) {
    for (unsigned i = 0; i < values->count; i++) {
        sent->value[i] = values->value[i].bytes;
        sent->length[i] = (int)values->value[i].used;
        sent->binary[i] = 1;
    }
}

static char *statement_name(postgres_sql which, char out[16]) {
    snprintf(out, 16, "trey_%d", (int)which);
    return out;
}

bool postgres_send(trey_store *store, postgres_sql which, const pg_values *values) {
    sent_values sent;
    char name[16];
    values_to_send(values, &sent);
    return PQsendQueryPrepared(store->db->connection, statement_name(which, name),
                               (int)values->count, sent.value, sent.length, sent.binary, 1) == 1;
}

trey_status postgres_run(trey_store *store, postgres_sql which, const pg_values *values,
                         const char *what, PGresult **result) {
    sent_values sent;
    char name[16];
    *result = NULL;
    if (values->failed) return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to %s", what);
    values_to_send(values, &sent);
    for (unsigned tries = 0;; tries++) {
        bool asked =
            PQsendQueryPrepared(store->db->connection, statement_name(which, name),
                                (int)values->count, sent.value, sent.length, sent.binary, 1) == 1;
        *result = asked ? postgres_last_result(store) : NULL;
        ExecStatusType ended = PQresultStatus(*result);
        if (ended == PGRES_TUPLES_OK || ended == PGRES_COMMAND_OK) return TREY_STATUS_OK;
        trey_status status = postgres_fault(store, *result, what);
        PQclear(*result);
        *result = NULL;
        /* Outside of a transaction a question may be asked again, and under a lock that
         * was not lost to somebody else. */
        bool locked = store->db->begun && store->lock.held;
        bool again = (locked || !store->db->begun) && !store->still && tries < TRIES_MAX;
        if (status != TREY_STATUS_STORE_LOST || !again) return status;
        status = locked ? postgres_lock_again(store) : postgres_recover(store);
        if (status != TREY_STATUS_OK) return status;
    }
}

static trey_status exec(trey_store *store, const char *sql, const char *what) {
    PGresult *result = postgres_exec(store, sql);
    ExecStatusType ended = PQresultStatus(result);
    trey_status status = ended == PGRES_TUPLES_OK || ended == PGRES_COMMAND_OK
                             ? TREY_STATUS_OK
                             : postgres_fault(store, result, what);
    PQclear(result);
    return status;
}

int64_t pg_get_number(const PGresult *result, int row, int column) {
    const char *value = PQgetvalue(result, row, column);
    uint64_t eight;
    uint32_t four;
    uint16_t two;
    switch (PQgetlength(result, row, column)) {
    case 8:
        memcpy(&eight, value, sizeof eight);
        return (int64_t)be64toh(eight);
    case 4:
        memcpy(&four, value, sizeof four);
        return (int32_t)be32toh(four);
    case 2:
        memcpy(&two, value, sizeof two);
        return (int16_t)be16toh(two);
    case 1:
        return *value;
    default:
        return 0;
    }
}

bool pg_get_fixed(const PGresult *result, int row, int column, void *out, size_t size) {
    if ((size_t)PQgetlength(result, row, column) != size) return false;
    memcpy(out, PQgetvalue(result, row, column), size);
    return true;
}

/* ---- Connecting -------------------------------------------------------------------------------
 */
static void say_nothing(void *context, const PGresult *notice) {
    (void)context, (void)notice;
}

static trey_status prepare_all(trey_store *store) {
    for (unsigned i = 0; i < PG_COUNT; i++) {
        char name[16];
        if (!PQsendPrepare(store->db->connection, statement_name((postgres_sql)i, name),
                           postgres_text[i], 0, NULL))
            return postgres_fault(store, NULL, "prepare statements");
        PGresult *result;
        trey_status status = TREY_STATUS_OK;
        while ((result = postgres_result(store))) {
            if (PQresultStatus(result) != PGRES_COMMAND_OK && status == TREY_STATUS_OK)
                status = postgres_fault(store, result, "prepare statements");
            PQclear(result);
        }
        if (status != TREY_STATUS_OK) return status;
    }
    return TREY_STATUS_OK;
}

static trey_status set_up(trey_store *store) {
    const unsigned patience = postgres_patience_ms(store);
    char limits[160] = "";
    /* Every question has its index, also before the server has gathered statistics. */
    trey_status status =
        exec(store,
             "SET synchronous_commit = on; SET client_min_messages = warning;"
             "SET default_transaction_isolation = 'read committed'; SET jit = off;"
             "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;"
             "SET plan_cache_mode = force_generic_plan",
             "set up the connection");
    if (status != TREY_STATUS_OK || store->still) return status;
    snprintf(limits, sizeof limits,
             "SET lock_timeout = %u; SET idle_in_transaction_session_timeout = %u", patience,
             store->lease_ms ? store->lease_ms : patience / 3);
    return exec(store, limits, "set up the connection");
}

static trey_status connect_once(trey_store *store) {
    postgres_store *db = store->db;
    /* The address comes last, so that what it says of these counts. */
    static const char *const keys[] = {"application_name", "connect_timeout", "tcp_user_timeout",
                                       "keepalives_idle",  "dbname",          NULL};
    const char *const wait = store->lease_ms ? "2" : "5", *const silence = "15000";
    const char *const values[] = {"trey", wait, silence, "15", db->address, NULL};
    PQfinish(db->connection);
    db->begun = false;
    db->connection = PQconnectdbParams(keys, values, 1);
    if (!db->connection)
        return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to open %s", store->address);
    if (PQstatus(db->connection) != CONNECTION_OK) {
        char said[256];
        snprintf(said, sizeof said, "%s", PQerrorMessage(db->connection));
        one_line(said);
        return store_says(store, TREY_STATUS_STORE_LOST,
                          "%s: no connection to the server (%s); see whether it runs, and whether "
                          "the address is right",
                          store->address, said);
    }
    PQsetNoticeReceiver(db->connection, say_nothing, NULL);
    return set_up(store);
}

static trey_status get_ready(trey_store *store) {
    trey_status status = prepare_all(store);
    if (status == TREY_STATUS_OK && store->still)
        status = exec(store, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "begin reading");
    return status;
}

static void sleep_milliseconds(unsigned milliseconds) {
    struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    while (nanosleep(&time, &time) != 0) continue;
}

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

trey_status postgres_recover(trey_store *store) {
    /* A node does not wait here: it has people to tell, and tries again. */
    const double end =
        seconds_now() + (store->lease_ms ? 0.001 * store->lease_ms : store->reconnect_seconds);
    for (unsigned wait = RETRY_MS_FIRST;;
         wait = wait * 2 < RETRY_MS_MAX ? wait * 2 : RETRY_MS_MAX) {
        trey_status status = connect_once(store);
        if (status == TREY_STATUS_OK) status = get_ready(store);
        if (status == TREY_STATUS_OK) return status;
        if (status != TREY_STATUS_STORE_LOST || seconds_now() >= end) return status;
        sleep_milliseconds(wait);
    }
}

/* A server that is not there yet, or starts, is waited for; one that is there and refuses
 * will go on refusing. */
static bool may_come(const postgres_store *db) {
    static const char *const keys[] = {"connect_timeout", "dbname", NULL};
    const char *const values[] = {"5", db->address, NULL};
    PGPing ping = PQpingParams(keys, values, 1);
    return ping == PQPING_REJECT || ping == PQPING_NO_RESPONSE;
}

static trey_status connect_first(trey_store *store) {
    const double end = seconds_now() + store->open_seconds;
    for (bool there = false;;) {
        trey_status status = connect_once(store);
        if (status != TREY_STATUS_STORE_LOST || seconds_now() >= end) return status;
        /* It may have come between the two questions: asked once more. */
        bool refuses = !may_come(store->db);
        if (refuses && there) return status;
        there = refuses;
        if (!refuses) sleep_milliseconds(OPEN_RETRY_MS);
    }
}

/* ---- Opening ------------------------------------------------------------------------------------
 */
/* The first column of the first row, as text; empty where there is none. */
static trey_status ask(trey_store *store, const char *sql, char out[32]) {
    PGresult *result = postgres_exec(store, sql);
    trey_status status = TREY_STATUS_OK;
    out[0] = '\0';
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        status = postgres_fault(store, result, "read the store");
    else if (PQntuples(result) > 0)
        snprintf(out, 32, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    return status;
}

/* *made: there is a store of this version. Where there is none, and `create` is set, that is
 * no fault. */
static trey_status recognise(trey_store *store, bool create, bool *made) {
    char schema[32], table[32] = "", number[32] = "";
    trey_status status = ask(store, "SELECT to_regnamespace('trey')", schema);
    if (status == TREY_STATUS_OK) status = ask(store, "SELECT to_regclass('trey.store')", table);
    if (status == TREY_STATUS_OK && table[0])
        status = ask(store, "SELECT version FROM trey.store", number);
    if (status != TREY_STATUS_OK) return status;
    long version = strtol(number, NULL, 10);
    *made = version == STORE_VERSION;
    if (!schema[0] && create) return TREY_STATUS_OK;
    if (!schema[0])
        return store_says(store, TREY_STATUS_NO_FILE,
                          "%s: there is no store in this database; `trey store init ADDRESS` makes "
                          "one",
                          store->address);
    if (version < 1)
        return store_says(store, TREY_STATUS_STORE_FOREIGN,
                          "%s: the schema trey of this database belongs to another program; name "
                          "another database",
                          store->address);
    return *made ? TREY_STATUS_OK : store_says_version(store, version);
}

static trey_status first_rows(trey_store *store) {
    store_name name;
    char sql[512];
    trey_status status = store_name_draw(store, &name);
    if (status != TREY_STATUS_OK) return status;
    snprintf(
        sql, sizeof sql,
        "INSERT INTO trey.store VALUES (true, '\\x%s', true, %d);"
        "INSERT INTO trey.head VALUES (true, 0, 0, 0, 0, 0, '\\x%s', '', 0, '\\x%s', '\\x%0*d')",
        name.identity, STORE_VERSION, name.chain, name.chain, 2 * TREY_MAC_BYTES, 0);
    return exec(store, sql, "make the tables");
}

/* In one transaction, and under a lock: another process may be making it too. */
static trey_status make_tables(trey_store *store) {
    char lock[96];
    bool made = false;
    snprintf(lock, sizeof lock, "BEGIN; SELECT pg_advisory_xact_lock(%d)", SCHEMA_LOCK);
    trey_status status = exec(store, lock, "make the tables");
    if (status == TREY_STATUS_OK) status = recognise(store, true, &made);
    if (status == TREY_STATUS_OK && !made) {
        status = exec(store, postgres_schema, "make the tables");
        if (status == TREY_STATUS_OK) status = first_rows(store);
    }
    if (status == TREY_STATUS_OK) return exec(store, "COMMIT", "make the tables");
    PQclear(postgres_exec(store, "ROLLBACK"));
    return status;
}

static trey_status postgres_open(trey_store *store, const char *address, bool create) {
    postgres_store *db = store->db = calloc(1, sizeof *db);
    bool made = false;
    if (!db || !(db->address = strdup(address)))
        return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to open %s", store->address);
    if (!trey_entropy_kernel(NULL, db->writer, sizeof db->writer))
        return store_says(store, TREY_STATUS_NO_ENTROPY,
                          "%s: no number can be drawn for this "
                          "process",
                          store->address);
    trey_status status = connect_first(store);
    if (status == TREY_STATUS_OK) status = recognise(store, create, &made);
    if (status == TREY_STATUS_OK && !made) status = make_tables(store);
    if (status == TREY_STATUS_OK && !store->still)
        status = exec(store, "DELETE FROM trey.writer WHERE at < now() - interval '30 days'",
                      "forget old writers");
    return status == TREY_STATUS_OK ? get_ready(store) : status;
}

static void postgres_close(trey_store *store) {
    postgres_store *db = store->db;
    if (!db) return;
    PQfinish(db->connection);
    pg_close(&db->values);
    free(db->address);
    free(db);
}

const char *store_server_address(const trey_store *store) {
    TREY_ASSERT(store->backend == &postgres_backend);
    return store->db->address;
}

/* ---- Head -------------------------------------------------------------------------------------
 */
bool postgres_read_head(trey_store *store, const PGresult *result) {
    store_head head = {.records = 0};
    if (PQntuples(result) != 1) return false;
    head.records = (uint64_t)pg_get_number(result, 0, 0);
    head.answers = (uint64_t)pg_get_number(result, 0, 1);
    head.checkpoints = (uint64_t)pg_get_number(result, 0, 2);
    head.checkpointed = (uint64_t)pg_get_number(result, 0, 3);
    head.time = pg_get_number(result, 0, 4);
    store->whole = pg_get_number(result, 0, 8) == 1;
    const uint8_t *frontier = (const uint8_t *)PQgetvalue(result, 0, 6);
    if (!pg_get_fixed(result, 0, 5, head.chain.byte, TREY_HASH_BYTES) ||
        !frontier_read(&head.frontier, head.records, frontier, (size_t)PQgetlength(result, 0, 6)) ||
        !pg_get_fixed(result, 0, 7, store->identity, TREY_IDENTITY_BYTES) ||
        !pg_get_fixed(result, 0, 10, head.link.byte, TREY_HASH_BYTES) ||
        !pg_get_fixed(result, 0, 11, head.mac.byte, TREY_MAC_BYTES))
        return false;
    head.batches = (uint64_t)pg_get_number(result, 0, 9);
    /* What was known of the streams holds for the head that was known. */
    if (head.records != store->head.records || !trey_hash_equal(&head.chain, &store->head.chain))
        store_forget_places(store);
    store->head = head;
    return true;
}

static trey_status postgres_load(trey_store *store) {
    PGresult *result;
    pg_values none = {.count = 0};
    trey_status status = postgres_run(store, PG_HEAD, &none, "read the head", &result);
    if (status != TREY_STATUS_OK) return status;
    bool good = postgres_read_head(store, result);
    PQclear(result);
    if (!good) return store_says_damaged(store, "its head cannot be read");
    return seal_check_head(store, &store->head);
}

/* ---- Small questions ----------------------------------------------------------------------------
 */
static trey_status postgres_places(trey_store *store, const trey_stream *stream, int64_t *place,
                                   size_t count) {
    PGresult *result;
    pg_values *values = &store->db->values;
    pg_clear(values);
    trey_bytes *asked = pg_array(values, PG_INT4, count);
    for (size_t i = 0; i < count; i++) pg_add_number(values, asked, PG_INT4, stream[i]);
    trey_status status = postgres_run(store, PG_PLACES, values, "read the places", &result);
    if (status != TREY_STATUS_OK) return status;
    for (size_t i = 0; i < count; i++)
        place[i] = (int)i < PQntuples(result) ? pg_get_number(result, (int)i, 0) : PLACE_UNKNOWN;
    PQclear(result);
    return TREY_STATUS_OK;
}

static trey_status postgres_lease(trey_store *store, trey_stream stream, uint64_t *epoch) {
    PGresult *result;
    pg_clear(&store->db->values);
    pg_number(&store->db->values, stream);
    pg_bytes(&store->db->values, store->node, strlen(store->node));
    trey_status status =
        postgres_run(store, PG_LEASE, &store->db->values, "take a stream", &result);
    if (status != TREY_STATUS_OK) return status;
    if (PQntuples(result) == 1)
        *epoch = (uint64_t)pg_get_number(result, 0, 0);
    else
        status = store_says(store, TREY_STATUS_NOT_FOUND, "%s: there is no stream %u",
                            store->address, stream);
    PQclear(result);
    return status;
}

static trey_status postgres_hand_over(trey_store *store, trey_stream stream, uint64_t epoch,
                                      const char *node) {
    PGresult *result;
    pg_clear(&store->db->values);
    pg_number(&store->db->values, stream);
    pg_number(&store->db->values, (int64_t)epoch);
    pg_bytes(&store->db->values, node, strlen(node));
    trey_status status =
        postgres_run(store, PG_HAND_OVER, &store->db->values, "hand a stream over", &result);
    if (status != TREY_STATUS_OK) return status;
    if (PQntuples(result) != 1)
        status = store_says(store, TREY_STATUS_CONFLICT, "%s: stream %u was taken over already",
                            store->address, stream);
    PQclear(result);
    return status;
}

static trey_status postgres_balance(trey_store *store, trey_ledger_account account,
                                    trey_cents *cents) {
    PGresult *result;
    pg_clear(&store->db->values);
    pg_number(&store->db->values, account);
    trey_status status =
        postgres_run(store, PG_BALANCE, &store->db->values, "read a balance", &result);
    if (status != TREY_STATUS_OK) return status;
    *cents = PQntuples(result) == 1 ? pg_get_number(result, 0, 0) : 0;
    PQclear(result);
    return TREY_STATUS_OK;
}

static trey_status postgres_size(trey_store *store, uint64_t *bytes) {
    PGresult *result;
    pg_values none = {.count = 0};
    trey_status status = postgres_run(store, PG_SIZE, &none, "measure the store", &result);
    if (status != TREY_STATUS_OK) return status;
    *bytes = PQntuples(result) == 1 ? (uint64_t)pg_get_number(result, 0, 0) : 0;
    PQclear(result);
    return TREY_STATUS_OK;
}

static trey_status postgres_adopt(trey_store *store, const uint8_t identity[TREY_IDENTITY_BYTES],
                                  bool whole) {
    char sql[512];
    store_name name;
    store_name_adopted(store, identity, &name);
    snprintf(sql, sizeof sql,
             "BEGIN; UPDATE trey.store SET identity = '\\x%s', whole = %s;"
             "UPDATE trey.head SET chain = '\\x%s';"
             "UPDATE trey.head SET link = chain WHERE batches = 0 AND records = 0; COMMIT",
             name.identity, whole ? "true" : "false", name.chain);
    trey_status status = exec(store, sql, "begin or end an import");
    return status == TREY_STATUS_OK ? postgres_load(store) : status;
}

const store_backend postgres_backend = {.name = "PostgreSQL",
                                        .shared = true,
                                        .open = postgres_open,
                                        .close = postgres_close,
                                        .load = postgres_load,
                                        .begin = postgres_begin,
                                        .write = postgres_write,
                                        .give_up = postgres_give_up,
                                        .recover = postgres_recover,
                                        .lock = postgres_lock,
                                        .unlock = postgres_unlock,
                                        .places = postgres_places,
                                        .lease = postgres_lease,
                                        .hand_over = postgres_hand_over,
                                        .page = postgres_page,
                                        .balance = postgres_balance,
                                        .size = postgres_size,
                                        .adopt = postgres_adopt};
