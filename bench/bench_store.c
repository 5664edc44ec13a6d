/* bench_store.c -- rows a second through the store, beside the database alone.
 *
 * A command causes four rows: two records of 48 bytes, a transfer, an answer. Both
 * sides write the same rows and bytes into the same tables and indexes with the same
 * durability, keep the two balances of each transfer, and write one head a commit. The
 * baseline is given its hashes and numbers, and has no triggers and no checks; the
 * store hashes the chain, grows the tree, keeps places and numbers, and is guarded.
 *
 * The file lies in TMPDIR, or in /var/tmp, which should be a disk. PostgreSQL is
 * measured where TREY_POSTGRES names a server that may be written to; script/bench
 * starts one. */
#include <endian.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trey/store.h>

#include "bench.h"

enum { TABLES = 100, PLAYERS = 700, BODY = 48, ANSWER = 8, FRONTIER = 640, ROWS = 4, MOST = 500 };

static unsigned commands; /* a commit */
static uint64_t drawn = 88172645463325252u;
static const uint8_t body[BODY] = {3, 1, 4, 1, 5, 9, 2, 6};
static const int64_t start_time = 1700000000000000;

static uint64_t draw(void) {
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    drawn ^= drawn << 17;
    return drawn;
}

/* A command's id begins with the time, as the header advises. */
static trey_command_id next_id(uint64_t number) {
    trey_command_id id;
    uint64_t first = htobe64(number), second = draw();
    memcpy(id.byte, &first, 8);
    memcpy(id.byte + 8, &second, 8);
    return id;
}

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "trey bench: %s: %s\n", what, why);
    exit(3);
}

/* ---- The store ------------------------------------------------------------------------------ */
static trey_store *store;
static trey_batch *batch;
static trey_stream stream[TABLES + 1], cage;
static uint64_t commands_done;

static void commit_batch(void) {
    if (trey_store_commit(store, batch, NULL) != TREY_STATUS_OK)
        fail("commit", trey_store_message_text(store));
    trey_batch_clear(batch);
}

static void open_store(const char *address) {
    trey_store_message message;
    static trey_store_keys keys; /* as a house has them: every batch is sealed */
    if (!trey_entropy_kernel(NULL, keys.seal.byte, sizeof keys.seal.byte)) fail("store", "no keys");
    const trey_store_options options = {
        .create = true, .keys = &keys, .checkpoint_every = UINT64_MAX};
    if (trey_store_open(&store, address, &options, &message) != TREY_STATUS_OK ||
        trey_batch_open(&batch) != TREY_STATUS_OK)
        fail("store", message.text);
    commands_done = 0;
    for (unsigned i = 1; i <= TABLES; i++) {
        char name[16];
        snprintf(name, sizeof name, "table %u", i);
        trey_store_stream(store, TREY_STREAM_TABLE, name, true, start_time, &stream[i]);
    }
    trey_store_stream(store, TREY_STREAM_CAGE, "cage", true, start_time, &cage);
    trey_batch_record(batch, cage, 1, start_time, "", 0);
    for (unsigned i = 1; i <= PLAYERS; i++) {
        const trey_transfer chips = {trey_account_of(TREY_LEDGER_CAGE, cage),
                                     trey_account_of(TREY_LEDGER_PLAYER, i), 1000000000000, 0, 0};
        trey_batch_transfer(batch, &chips);
    }
    commit_batch();
}

static void close_store(void) {
    trey_batch_close(batch);
    trey_store_close(store);
}

static uint64_t commit_by_store(void) {
    for (unsigned i = 0; i < commands; i++) {
        const unsigned table = 1 + (unsigned)(commands_done % TABLES);
        const trey_command_id id = next_id(++commands_done);
        const trey_transfer stake = {trey_account_of(TREY_LEDGER_PLAYER, 1 + draw() % PLAYERS),
                                     trey_account_of(TREY_LEDGER_LAYOUT, table), 2500, 3, 1};
        trey_batch_record(batch, stream[table], 3, start_time + i, body, BODY);
        trey_batch_transfer(batch, &stake);
        trey_batch_record(batch, stream[table], 4, start_time + i, body, BODY);
        trey_batch_answer(batch, &id, stream[table], 0, 2, body, ANSWER);
    }
    commit_batch();
    return commands;
}

/* ---- The tables alone -----------------------------------------------------------------------
 * As the store has them, without what guards them. */
static uint64_t seq, place[TABLES + 1], answers;
static uint8_t chain[32], frontier[FRONTIER];

static const char bare_sqlite[] =
    "CREATE TABLE record (seq INTEGER PRIMARY KEY, stream INTEGER NOT NULL, place INTEGER NOT"
    " NULL, time INTEGER NOT NULL, type INTEGER NOT NULL, body BLOB NOT NULL, chain BLOB NOT NULL,"
    " UNIQUE (stream, place)) STRICT;"
    "CREATE TABLE transfer (id INTEGER PRIMARY KEY, payer INTEGER NOT NULL, payee INTEGER NOT"
    " NULL, cents INTEGER NOT NULL, seat INTEGER NOT NULL, wager INTEGER NOT NULL) STRICT;"
    "CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL,"
    " moved INTEGER NOT NULL) STRICT;"
    "CREATE TABLE answer (number INTEGER PRIMARY KEY, command BLOB NOT NULL UNIQUE, stream INTEGER"
    " NOT NULL, refusal INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, body"
    " BLOB NOT NULL) STRICT;"
    "CREATE TABLE head (one INTEGER PRIMARY KEY, records INTEGER NOT NULL, chain BLOB NOT NULL,"
    " frontier BLOB NOT NULL) STRICT;"
    "INSERT INTO head VALUES (1, 0, x'', x'')";

enum { BEGIN, COMMIT, RECORD, TRANSFER, MOVE, REPLY, HEAD, STATEMENTS };
static sqlite3 *file;
static sqlite3_stmt *sql[STATEMENTS];

static void run(int which) {
    int code = sqlite3_step(sql[which]);
    if (code != SQLITE_DONE) fail("SQLite alone", sqlite3_errmsg(file));
    sqlite3_reset(sql[which]);
}

static void open_file(const char *path) {
    static const char *const text[STATEMENTS] = {
        "BEGIN IMMEDIATE",
        "COMMIT",
        "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)",
        "INSERT INTO transfer VALUES (?, ?, ?, ?, ?, ?)",
        "UPDATE account SET balance = balance + ?, moved = ? WHERE id = ?",
        "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)",
        "UPDATE head SET records = ?, chain = ?, frontier = ?"};
    if (sqlite3_open_v2(path, &file,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        fail(path, sqlite3_errmsg(file));
    sqlite3_exec(file,
                 "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous ="
                 " FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4096; BEGIN",
                 NULL, NULL, NULL);
    if (sqlite3_exec(file, bare_sqlite, NULL, NULL, NULL) != SQLITE_OK)
        fail(path, sqlite3_errmsg(file));
    for (unsigned i = 1; i <= PLAYERS + TABLES; i++) {
        char insert[96];
        unsigned account = i <= PLAYERS ? i * 64 + 1 : (i - PLAYERS) * 64 + 3;
        snprintf(insert, sizeof insert, "INSERT INTO account VALUES (%u, %s, 0)", account,
                 i <= PLAYERS ? "1000000000000" : "0");
        sqlite3_exec(file, insert, NULL, NULL, NULL);
    }
    sqlite3_exec(file, "COMMIT", NULL, NULL, NULL);
    for (unsigned i = 0; i < STATEMENTS; i++)
        sqlite3_prepare_v3(file, text[i], -1, SQLITE_PREPARE_PERSISTENT, &sql[i], NULL);
    seq = answers = 0;
    memset(place, 0, sizeof place);
}

static void close_file(void) {
    for (unsigned i = 0; i < STATEMENTS; i++) sqlite3_finalize(sql[i]);
    sqlite3_close(file);
}

static void insert_record(unsigned table) {
    sqlite3_bind_int64(sql[RECORD], 1, (sqlite3_int64)++seq);
    sqlite3_bind_int64(sql[RECORD], 2, table);
    sqlite3_bind_int64(sql[RECORD], 3, (sqlite3_int64)++place[table]);
    sqlite3_bind_int64(sql[RECORD], 4, start_time);
    sqlite3_bind_int64(sql[RECORD], 5, 3);
    sqlite3_bind_blob(sql[RECORD], 6, body, BODY, SQLITE_STATIC);
    sqlite3_bind_blob(sql[RECORD], 7, chain, sizeof chain, SQLITE_STATIC);
    run(RECORD);
}

static void move_balance(int64_t account, int64_t cents) {
    sqlite3_bind_int64(sql[MOVE], 1, cents);
    sqlite3_bind_int64(sql[MOVE], 2, (sqlite3_int64)seq * 1024);
    sqlite3_bind_int64(sql[MOVE], 3, account);
    run(MOVE);
}

static uint64_t commit_by_sqlite(void) {
    run(BEGIN);
    for (unsigned i = 0; i < commands; i++) {
        const unsigned table = 1 + (unsigned)(answers % TABLES);
        const trey_command_id id = next_id(++answers);
        const int64_t player = (int64_t)(1 + draw() % PLAYERS) * 64 + 1, layout = table * 64 + 3;
        insert_record(table);
        sqlite3_bind_int64(sql[TRANSFER], 1, (sqlite3_int64)seq * 1024);
        sqlite3_bind_int64(sql[TRANSFER], 2, player);
        sqlite3_bind_int64(sql[TRANSFER], 3, layout);
        sqlite3_bind_int64(sql[TRANSFER], 4, 2500);
        sqlite3_bind_int64(sql[TRANSFER], 5, 3);
        sqlite3_bind_int64(sql[TRANSFER], 6, 1);
        run(TRANSFER);
        move_balance(player, -2500);
        move_balance(layout, 2500);
        insert_record(table);
        sqlite3_bind_int64(sql[REPLY], 1, (sqlite3_int64)answers);
        sqlite3_bind_blob(sql[REPLY], 2, id.byte, sizeof id.byte, SQLITE_STATIC);
        sqlite3_bind_int64(sql[REPLY], 3, table);
        sqlite3_bind_int64(sql[REPLY], 4, 0);
        sqlite3_bind_int64(sql[REPLY], 5, (sqlite3_int64)seq - 1);
        sqlite3_bind_int64(sql[REPLY], 6, 2);
        sqlite3_bind_blob(sql[REPLY], 7, body, ANSWER, SQLITE_STATIC);
        run(REPLY);
    }
    sqlite3_bind_int64(sql[HEAD], 1, (sqlite3_int64)seq);
    sqlite3_bind_blob(sql[HEAD], 2, chain, sizeof chain, SQLITE_STATIC);
    sqlite3_bind_blob(sql[HEAD], 3, frontier, sizeof frontier, SQLITE_STATIC);
    run(HEAD);
    run(COMMIT);
    return commands;
}

/* ---- PostgreSQL alone -------------------------------------------------------------------------
 * All rows of a table as arrays in one statement, all statements in one round trip. */
static const char bare_postgres[] =
    "DROP SCHEMA IF EXISTS bare CASCADE; CREATE SCHEMA bare;"
    "CREATE TABLE bare.record (seq bigint PRIMARY KEY, stream integer NOT NULL, place bigint NOT"
    " NULL, time bigint NOT NULL, type integer NOT NULL, body bytea NOT NULL, chain bytea NOT"
    " NULL, UNIQUE (stream, place));"
    "CREATE TABLE bare.transfer (id bigint PRIMARY KEY, payer bigint NOT NULL, payee bigint NOT"
    " NULL, cents bigint NOT NULL, seat smallint NOT NULL, wager smallint NOT NULL);"
    "CREATE TABLE bare.account (id bigint PRIMARY KEY, balance bigint NOT NULL)"
    " WITH (fillfactor = 50);"
    "CREATE TABLE bare.answer (number bigint PRIMARY KEY, command bytea NOT NULL UNIQUE, stream"
    " integer NOT NULL, refusal integer NOT NULL, first bigint NOT NULL, count integer NOT NULL,"
    " body bytea NOT NULL);"
    "CREATE TABLE bare.head (one boolean PRIMARY KEY, records bigint NOT NULL, chain bytea NOT"
    " NULL, frontier bytea NOT NULL) WITH (fillfactor = 10);"
    "INSERT INTO bare.head VALUES (true, 0, '', '');"
    "INSERT INTO bare.account SELECT n * 64 + 1, 1000000000000 FROM generate_series(1, 700) n;"
    "INSERT INTO bare.account SELECT n * 64 + 3, 0 FROM generate_series(1, 100) n";

static const char *const bare_statements[] = {
    "INSERT INTO bare.record SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[],"
    " $4::bigint[], $5::integer[], $6::bytea[], $7::bytea[])",
    "INSERT INTO bare.transfer SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[],"
    " $4::bigint[], $5::smallint[], $6::smallint[])",
    "UPDATE bare.account a SET balance = a.balance + net.cents FROM (SELECT id, sum(cents)::bigint"
    " AS cents FROM unnest($1::bigint[], $2::bigint[]) AS side(id, cents) GROUP BY id) AS net"
    " WHERE a.id = net.id",
    "INSERT INTO bare.answer SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::integer[],"
    " $4::integer[], $5::bigint[], $6::integer[], $7::bytea[])",
    "UPDATE bare.head SET records = $1::bigint, chain = $2::bytea, frontier = $3::bytea"};
enum { PARAMETERS = 7, ARRAY_MAX = 24 + 2 * MOST * (4 + BODY) };

static PGconn *server;
static struct array {
    uint8_t bytes[ARRAY_MAX];
    size_t used;
} array[PARAMETERS];

static void put(struct array *to, const void *bytes, size_t size) {
    memcpy(to->bytes + to->used, bytes, size);
    to->used += size;
}

static void put_4(struct array *to, uint32_t number) {
    number = htobe32(number);
    put(to, &number, 4);
}

static void begin_array(unsigned which, unsigned type, unsigned count) {
    struct array *to = &array[which];
    to->used = 0;
    put_4(to, 1);
    put_4(to, 0);
    put_4(to, type);
    put_4(to, count);
    put_4(to, 1);
}

static void add_bytes(unsigned which, const void *bytes, size_t size) {
    put_4(&array[which], (uint32_t)size);
    put(&array[which], bytes, size);
}

static void add_number(unsigned which, size_t size, int64_t number) {
    uint64_t eight = htobe64((uint64_t)number);
    add_bytes(which, (const uint8_t *)&eight + (8 - size), size);
}

static void send(unsigned which, int count) {
    const char *value[PARAMETERS];
    int length[PARAMETERS], binary[PARAMETERS];
    char name[8];
    for (int i = 0; i < count; i++) {
        value[i] = (const char *)array[i].bytes;
        length[i] = (int)array[i].used;
        binary[i] = 1;
    }
    snprintf(name, sizeof name, "bare_%u", which);
    if (!PQsendQueryPrepared(server, name, count, value, length, binary, 1))
        fail("PostgreSQL alone", PQerrorMessage(server));
}

static void begin_arrays(const unsigned *type, unsigned columns, unsigned count) {
    for (unsigned i = 0; i < columns; i++) begin_array(i, type[i], count);
}

enum { INT2 = 21, INT4 = 23, INT8 = 20, BYTES = 17 };
static const unsigned record_types[] = {INT8, INT4, INT8, INT8, INT4, BYTES, BYTES};
static const unsigned transfer_types[] = {INT8, INT8, INT8, INT8, INT2, INT2};
static const unsigned side_types[] = {INT8, INT8};
static const unsigned answer_types[] = {INT8, BYTES, INT4, INT4, INT8, INT4, BYTES};

static void send_records(void) {
    begin_arrays(record_types, 7, 2 * commands);
    for (unsigned i = 0; i < 2 * commands; i++) {
        const unsigned table = 1 + (unsigned)((answers + i / 2) % TABLES);
        add_number(0, 8, (int64_t)++seq);
        add_number(1, 4, table);
        add_number(2, 8, (int64_t)++place[table]);
        add_number(3, 8, start_time);
        add_number(4, 4, 3);
        add_bytes(5, body, BODY);
        add_bytes(6, chain, sizeof chain);
    }
    send(0, 7);
}

static void send_transfers(void) {
    static int64_t player[MOST];
    begin_arrays(transfer_types, 6, commands);
    for (unsigned i = 0; i < commands; i++) {
        player[i] = (int64_t)(1 + draw() % PLAYERS) * 64 + 1;
        add_number(0, 8, (int64_t)(seq - 2 * i) * 1024);
        add_number(1, 8, player[i]);
        add_number(2, 8, (int64_t)(1 + (answers + i) % TABLES) * 64 + 3);
        add_number(3, 8, 2500);
        add_number(4, 2, 3);
        add_number(5, 2, 1);
    }
    send(1, 6);
    begin_arrays(side_types, 2, 2 * commands);
    for (unsigned i = 0; i < 2 * commands; i++) {
        add_number(0, 8,
                   i % 2 ? (int64_t)(1 + (answers + i / 2) % TABLES) * 64 + 3 : player[i / 2]);
        add_number(1, 8, i % 2 ? 2500 : -2500);
    }
    send(2, 2);
}

static void send_answers(void) {
    begin_arrays(answer_types, 7, commands);
    for (unsigned i = 0; i < commands; i++) {
        const unsigned table = 1 + (unsigned)(answers % TABLES);
        const trey_command_id id = next_id(++answers);
        add_number(0, 8, (int64_t)answers);
        add_bytes(1, id.byte, sizeof id.byte);
        add_number(2, 4, table);
        add_number(3, 4, 0);
        add_number(4, 8, (int64_t)seq);
        add_number(5, 4, 2);
        add_bytes(6, body, ANSWER);
    }
    send(3, 7);
    uint64_t records = htobe64(seq);
    for (unsigned i = 0; i < 3; i++) array[i].used = 0;
    put(&array[0], &records, 8);
    put(&array[1], chain, sizeof chain);
    put(&array[2], frontier, sizeof frontier);
    send(4, 3);
}

static uint64_t commit_by_postgres(void) {
    PQenterPipelineMode(server);
    PQsendQueryParams(server, "BEGIN", 0, NULL, NULL, NULL, NULL, 1);
    send_records();
    send_transfers();
    send_answers();
    PQsendQueryParams(server, "COMMIT", 0, NULL, NULL, NULL, NULL, 1);
    PQpipelineSync(server);
    for (bool ended = false; !ended;) {
        PGresult *result = PQgetResult(server);
        if (!result) continue;
        ExecStatusType got = PQresultStatus(result);
        ended = got == PGRES_PIPELINE_SYNC;
        if (!ended && got != PGRES_COMMAND_OK) fail("PostgreSQL alone", PQerrorMessage(server));
        PQclear(result);
    }
    PQexitPipelineMode(server);
    return commands;
}

static void open_server(const char *address) {
    server = PQconnectdb(address);
    PQclear(PQexec(server, "SET client_min_messages = error; SET synchronous_commit = on;"
                           "SET jit = off; SET enable_seqscan = off;"
                           "SET plan_cache_mode = force_generic_plan;"
                           "DROP SCHEMA IF EXISTS trey CASCADE"));
    PGresult *made = PQexec(server, bare_postgres);
    if (PQresultStatus(made) != PGRES_COMMAND_OK) fail("PostgreSQL alone", PQerrorMessage(server));
    PQclear(made);
    for (unsigned i = 0; i < sizeof bare_statements / sizeof *bare_statements; i++) {
        char name[8];
        snprintf(name, sizeof name, "bare_%u", i);
        PQclear(PQprepare(server, name, bare_statements[i], 0, NULL));
    }
    seq = answers = 0;
    memset(place, 0, sizeof place);
}

/* ---- The rows ----------------------------------------------------------------------------------
 */
static char folder[256];

static void make_folder(void) {
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/trey-bench-XXXXXX", base && *base ? base : "/var/tmp");
    if (!mkdtemp(folder)) fail(folder, "the folder cannot be made");
}

static void remove_folder(void) {
    static const char *const names[] = {"store.db", "store.db-wal", "bare.db", "bare.db-wal"};
    for (unsigned i = 0; i < 4; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* A lap is long enough for some commits. */
static bench_setting longer(const bench_setting *setting) {
    bench_setting own = *setting;
    own.lap_seconds *= 5;
    return own;
}

static void race_sqlite(const bench_setting *setting, bench_figure *figure, unsigned per_commit) {
    char path[300];
    bench_setting own = longer(setting);
    commands = per_commit;
    make_folder();
    snprintf(path, sizeof path, "%s/store.db", folder);
    open_store(path);
    snprintf(path, sizeof path, "%s/bare.db", folder);
    open_file(path);
    bench_race(&own, (size_t)ROWS * commands, commit_by_store, commit_by_sqlite, figure);
    close_file();
    close_store();
    remove_folder();
}

static void race_postgres(const bench_setting *setting, bench_figure *figure, unsigned per_commit) {
    const char *address = getenv("TREY_POSTGRES");
    bench_setting own = longer(setting);
    memset(figure, 0, sizeof *figure);
    figure->agree = true;
    if (!address) return;
    commands = per_commit;
    open_server(address);
    open_store(address);
    bench_race(&own, (size_t)ROWS * commands, commit_by_store, commit_by_postgres, figure);
    close_store();
    PQclear(PQexec(server, "DROP SCHEMA trey CASCADE; DROP SCHEMA bare CASCADE"));
    PQfinish(server);
}

void bench_store_file_1(const bench_setting *setting, bench_figure *figure) {
    race_sqlite(setting, figure, 1);
}
void bench_store_file_20(const bench_setting *setting, bench_figure *figure) {
    race_sqlite(setting, figure, 20);
}
void bench_store_file_500(const bench_setting *setting, bench_figure *figure) {
    race_sqlite(setting, figure, MOST);
}
void bench_store_server_1(const bench_setting *setting, bench_figure *figure) {
    race_postgres(setting, figure, 1);
}
void bench_store_server_20(const bench_setting *setting, bench_figure *figure) {
    race_postgres(setting, figure, 20);
}
void bench_store_server_500(const bench_setting *setting, bench_figure *figure) {
    race_postgres(setting, figure, MOST);
}

/* ---- Reading ------------------------------------------------------------------------------------
 */
enum { READ_COMMITS = 100 };

static uint64_t read_all(void) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_frontier tree;
    trey_store_info info;
    uint64_t records = 0;
    trey_frontier_open(&tree);
    if (trey_store_tell(store, &info) != TREY_STATUS_OK ||
        trey_cursor_open(&cursor, store, TREY_PART_RECORDS, 0) != TREY_STATUS_OK)
        fail("read", trey_store_message_text(store));
    trey_hash now = trey_chain_start(info.identity);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        now = trey_chain_next(&now, &item->record);
        TREY_ASSERT(trey_hash_equal(&now, &item->record.chain));
        trey_frontier_add(&tree, &now);
        records++;
    }
    trey_cursor_close(cursor);
    trey_hash root = trey_frontier_root(&tree);
    TREY_ASSERT(trey_hash_equal(&root, &info.root));
    return records;
}

void bench_store_read(const bench_setting *setting, bench_figure *figure) {
    char path[300];
    commands = MOST;
    make_folder();
    snprintf(path, sizeof path, "%s/store.db", folder);
    open_store(path);
    for (unsigned i = 0; i < READ_COMMITS; i++) commit_by_store();
    trey_store_info info;
    trey_store_tell(store, &info);
    bench_setting own = *setting;
    own.laps = setting->laps < 5 ? setting->laps : 5;
    bench_race(&own, info.records, read_all, NULL, figure);
    close_store();
    remove_folder();
}
