#include "store_fixture.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

bool fixture_is_server(void) {
    return getenv("TREY_POSTGRES") != NULL;
}

const char *fixture_path(const char *name) {
    static char path[8][160];
    static unsigned next;
    char *out = path[next++ % 8];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

const char *fixture_address(void) {
    return fixture_is_server() ? getenv("TREY_POSTGRES") : fixture_path("store.db");
}

int fixture_open(void **state) {
    (void)state;
    /* In memory where that can be had: processes die here, not machines. */
    const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/trey-store-XXXXXX", base);
    if (!mkdtemp(folder)) return -1;
    return fixture_is_server() && raw_sql("DROP SCHEMA IF EXISTS trey CASCADE") ? -1 : 0;
}

int fixture_close(void **state) {
    char command[96];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command); // NOLINT(cert-env33-c): the name is mkdtemp's
}

void expect_status(trey_store *store, trey_status status, trey_status expected) {
    if (status == expected) return;
    fail_msg("%s instead of %s: %s", trey_status_name(status), trey_status_name(expected),
             store ? trey_store_message_text(store) : "");
}

trey_store *store_at(const char *address, const trey_store_options *options) {
    const trey_store_options make = {.create = true};
    trey_store_message message;
    trey_store *store;
    trey_status status = trey_store_open(&store, address, options ? options : &make, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s: %s", trey_status_name(status), message.text);
    return store;
}

trey_store *open_fresh(void) {
    return store_at(fixture_address(), NULL);
}

/* ---- By hand ------------------------------------------------------------------------------ */
static char raw_fault[512];

static const char *server_sql(const char *sql, int64_t *number) {
    PGconn *connection = PQconnectdb(getenv("TREY_POSTGRES"));
    PQclear(PQexec(connection, "SET client_min_messages = error; SET search_path = trey, public"));
    PGresult *result = PQexec(connection, sql);
    ExecStatusType ended = PQresultStatus(result);
    bool good = ended == PGRES_COMMAND_OK || ended == PGRES_TUPLES_OK;
    snprintf(raw_fault, sizeof raw_fault, "%s", PQerrorMessage(connection));
    if (number && PQntuples(result) > 0) *number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    PQfinish(connection);
    return good ? NULL : raw_fault;
}

static int keep_number(void *context, int count, char **value, char **name) {
    (void)name;
    if (context && count > 0 && value[0]) *(int64_t *)context = strtoll(value[0], NULL, 10);
    return 0;
}

static const char *file_sql(const char *sql, int64_t *number) {
    sqlite3 *file;
    char *said = NULL;
    assert_int_equal(sqlite3_open(fixture_path("store.db"), &file), SQLITE_OK);
    sqlite3_exec(file, "PRAGMA recursive_triggers = ON", NULL, NULL, NULL);
    int code = sqlite3_exec(file, sql, keep_number, number, &said);
    snprintf(raw_fault, sizeof raw_fault, "%s", said ? said : "");
    sqlite3_free(said);
    sqlite3_close(file);
    return code == SQLITE_OK ? NULL : raw_fault;
}

const char *raw_sql(const char *sql) {
    return fixture_is_server() ? server_sql(sql, NULL) : file_sql(sql, NULL);
}

int64_t raw_number(const char *sql) {
    int64_t number = INT64_MIN;
    const char *fault = fixture_is_server() ? server_sql(sql, &number) : file_sql(sql, &number);
    if (fault) fail_msg("%s: %s", sql, fault);
    return number;
}

/* ---- Contents ------------------------------------------------------------------------------- */
trey_stream make_stream(trey_store *store, trey_stream_kind kind, const char *name) {
    trey_stream stream = 0;
    expect_ok(store, trey_store_stream(store, kind, name, true, 1700000000000000, &stream));
    return stream;
}

trey_command_id command_id(uint64_t number) {
    trey_command_id id;
    memset(&id, 0, sizeof id);
    for (unsigned i = 0; i < 8; i++) id.byte[i] = (uint8_t)(number >> (56 - 8 * i));
    return id;
}

void add_command(trey_batch *batch, trey_stream stream, uint64_t number, unsigned records,
                 uint64_t player, trey_cents cents) {
    uint8_t body[40];
    for (unsigned i = 0; i < records; i++) {
        memset(body, (int)(number + i), sizeof body);
        memcpy(body, &number, sizeof number);
        trey_batch_record(batch, stream, (uint16_t)(1 + i), 1700000000000000 + (int64_t)number,
                          body, sizeof body);
        const trey_transfer transfer = {trey_account_of(TREY_LEDGER_CAGE, stream),
                                        trey_account_of(TREY_LEDGER_PLAYER, player), cents, 3, 1};
        if (i == 0 && cents > 0) trey_batch_transfer(batch, &transfer);
    }
    trey_command_id id = command_id(number);
    trey_batch_answer(batch, &id, stream, 0, records, &number, sizeof number);
}

/* ---- The whole store ---------------------------------------------------------------------- */
enum { SUMS = 4096, PLACES = 256 };
typedef struct account_sum {
    trey_ledger_account account;
    trey_cents cents;
} account_sum;

static void add_to(account_sum *sums, trey_ledger_account account, trey_cents cents) {
    unsigned slot = (unsigned)((uint64_t)account % SUMS);
    while (sums[slot].account != 0 && sums[slot].account != account) slot = (slot + 1) % SUMS;
    sums[slot].account = account;
    sums[slot].cents += cents;
}

static void check_balances(trey_store *store, account_sum *sums) {
    trey_cursor *cursor;
    const trey_store_item *item;
    expect_ok(store, trey_cursor_open(&cursor, store, TREY_PART_BALANCES, 0));
    for (;;) {
        expect_ok(store, trey_cursor_next(cursor, &item));
        if (!item) break;
        add_to(sums, item->balance.account, -item->balance.balance);
    }
    trey_cursor_close(cursor);
    for (unsigned i = 0; i < SUMS; i++) assert_int_equal(sums[i].cents, 0);
}

uint64_t check_store(trey_store *store) {
    static account_sum sums[SUMS];
    uint64_t next[PLACES] = {0}, count = 0;
    trey_store_info info;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_frontier tree;
    memset(sums, 0, sizeof sums);
    trey_frontier_open(&tree);
    expect_ok(store, trey_store_tell(store, &info));
    trey_hash chain = trey_chain_start(info.identity);
    expect_ok(store, trey_cursor_open(&cursor, store, TREY_PART_RECORDS, 0));
    for (;;) {
        expect_ok(store, trey_cursor_next(cursor, &item));
        if (!item) break;
        const trey_record *record = &item->record;
        assert_int_equal(record->seq, ++count);
        assert_true(record->stream < PLACES);
        assert_int_equal(record->place, next[record->stream]++);
        chain = trey_chain_next(&chain, record);
        assert_memory_equal(chain.byte, record->chain.byte, TREY_HASH_BYTES);
        trey_frontier_add(&tree, &chain);
        for (uint32_t i = 0; i < record->transfers; i++) {
            add_to(sums, record->transfer[i].payer, -record->transfer[i].cents);
            add_to(sums, record->transfer[i].payee, record->transfer[i].cents);
        }
    }
    trey_cursor_close(cursor);
    trey_hash root = trey_frontier_root(&tree);
    assert_int_equal(count, info.records);
    assert_memory_equal(chain.byte, info.chain.byte, TREY_HASH_BYTES);
    assert_memory_equal(root.byte, info.root.byte, TREY_HASH_BYTES);
    check_balances(store, sums);
    return count;
}
