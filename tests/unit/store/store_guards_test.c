/* store_guards_test.c -- somebody else's hand at the database. What the code guards the
 * database guards as well: each statement here must be refused, and the store must be
 * whole afterwards. Runs with both backends. */
#include "store_fixture.h"

#include <stdio.h>
#include <string.h>

typedef struct attempt {
    const char *sql;
    const char *said; /* a part of the refusal */
} attempt;

static const attempt both[] = {
    {"DELETE FROM claim", "claim: what is stored is not"},
    {"UPDATE claim SET name = 'hit-2'", "claim: what is stored is not"},
    {"INSERT INTO claim SELECT stream, name FROM claim", "claim"},
    {"UPDATE record SET body = body", "record: what is stored is not"},
    {"UPDATE record SET type = 5 WHERE seq = 3", "record: what is stored is not"},
    {"DELETE FROM record WHERE seq = 3", "record: what is stored is not"},
    {"UPDATE transfer SET cents = cents + 1", "transfer: what is stored is not"},
    {"DELETE FROM transfer", "transfer: what is stored is not"},
    {"UPDATE answer SET refusal = 9", "answer: what is stored is not"},
    {"DELETE FROM answer WHERE number = 1", "answer: what is stored is not"},
    {"UPDATE checkpoint SET time = 0", "checkpoint: what is stored is not"},
    {"DELETE FROM checkpoint", "checkpoint: what is stored is not"},
    {"UPDATE stream SET name = 'B'", "stream: a stream keeps its name"},
    {"DELETE FROM stream", "stream: what is stored is not"},
    {"DELETE FROM account", "account: what is stored is not"},
    {"DELETE FROM head", "head: what is stored is not"},
    {"DELETE FROM store", "store: what is stored is not"},
    /* A balance moves by a transfer only. */
    {"UPDATE account SET balance = balance + 100 WHERE id = 129", "by a transfer only"},
    {"UPDATE account SET balance = 0", "by a transfer only"},
    {"UPDATE account SET id = 6401 WHERE id = 129", "by a transfer only"},
    {"INSERT INTO account (id, balance%s) VALUES (6401, 500%s)", "an account begins empty"},
    /* What does not add up. */
    {"INSERT INTO transfer VALUES (99328, 129, 193, 0, 0, 0)", ""},
    {"INSERT INTO transfer VALUES (99328, 129, 193, -5, 0, 0)", ""},
    {"INSERT INTO transfer VALUES (99328, 129, 129, 5, 0, 0)", ""},
    {"INSERT INTO transfer VALUES (99328, 129, 193, 100000, 0, 0)", "account_may_not_owe"},
    {"INSERT INTO transfer VALUES (99328, 129, 640001, 5, 0, 0)", "there is no such"},
    {"INSERT INTO transfer VALUES (99328, 640002, 129, 5, 0, 0)", "there is no such"},
    /* The same number twice. */
    {"INSERT INTO record SELECT seq, 1, 99, time, type, body, chain FROM record", ""},
    {"INSERT INTO record SELECT seq + 50, stream, place, time, type, body, chain FROM record", ""},
    {"INSERT INTO answer SELECT number + 50, command, stream, refusal, first, count, body"
     " FROM answer",
     ""},
    {"INSERT INTO checkpoint SELECT * FROM checkpoint", ""},
    {"INSERT INTO stream (id, kind, name) SELECT id + 50, kind, name FROM stream", ""},
    {"INSERT INTO head SELECT * FROM head", ""},
    /* A head that says something else than there is. */
    {"UPDATE head SET records = records + 1000", "as long as its head says"},
    {"UPDATE head SET records = records - 1", "as long as its head says"},
    {"UPDATE head SET answers = answers - 1", "as long as its head says"},
    {"UPDATE head SET checkpoints = 0", "as long as its head says"},
    {"UPDATE store SET identity = %s", "a store keeps its name"},
};

static const attempt of_files[] = {
    {"UPDATE head SET records = records + 1", "as long as its head says"},
    {"INSERT OR REPLACE INTO record SELECT seq, stream, place, time, 9, body, chain FROM record",
     "record: what is stored is not"},
    {"REPLACE INTO answer SELECT number, command, stream, 7, first, count, body FROM answer",
     "answer: what is stored is not"},
    {"REPLACE INTO account VALUES (129, 0, 0)", "account: what is stored is not"},
    {"UPDATE account SET balance = balance + 2500, moved = moved + 1 WHERE id = 129",
     "by a transfer only"},
    {"INSERT INTO transfer VALUES (99328, 129, 193, 2.5, 0, 0)", ""},
};

static const attempt of_servers[] = {
    {"TRUNCATE claim", "claim: what is stored is not"},
    {"TRUNCATE record", "record: what is stored is not"},
    {"TRUNCATE transfer, account, answer", "what is stored is not"},
};

/* The statements name what the backends write differently. */
static void put_together(const attempt *try, char *out, size_t room) {
    bool server = fixture_is_server();
    const char *one = "", *other = "";
    if (strstr(try->sql, "account (id")) {
        one = server ? "" : ", moved";
        other = server ? "" : ", 0";
    }
    if (strstr(try->sql, "identity"))
        one = server ? "'\\x000102030405060708090a0b0c0d0e0f'"
                     : "x'000102030405060708090a0b0c0d0e0f'";
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
    snprintf(out, room, try->sql, one, other);
#pragma GCC diagnostic pop
}

static void fill_store(void) {
    trey_store_keys keys;
    trey_store_message message;
    trey_batch *batch;
    assert_int_equal(trey_store_keys_create(fixture_path("keys"), &keys, &message), TREY_STATUS_OK);
    trey_store *store =
        store_at(fixture_address(), &(trey_store_options){.create = true, .keys = &keys});
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    for (unsigned i = 1; i <= 8; i++) add_command(batch, table, i, 2, 2 + i % 2, 2500);
    trey_batch_checkpoint(batch);
    trey_batch_claim(batch, table, "hit-1");
    expect_ok(store, trey_store_commit(store, batch, NULL));
    trey_batch_close(batch);
    trey_store_close(store);
}

static void try_all(const attempt *attempts, size_t count) {
    char sql[512];
    for (size_t i = 0; i < count; i++) {
        put_together(&attempts[i], sql, sizeof sql);
        const char *fault = raw_sql(sql);
        if (!fault) fail_msg("was done: %s", sql);
        if (fault && !strstr(fault, attempts[i].said)) fail_msg("%s: %s", sql, fault);
    }
}

static void the_database_guards_what_the_code_guards(void **state) {
    (void)state;
    fill_store();
    try_all(both, sizeof both / sizeof *both);
    if (fixture_is_server())
        try_all(of_servers, sizeof of_servers / sizeof *of_servers);
    else
        try_all(of_files, sizeof of_files / sizeof *of_files);
    trey_store *store = open_fresh();
    assert_int_equal(check_store(store), 17);
    trey_store_close(store);
}

static void a_transfer_by_hand_moves_both_balances(void **state) {
    (void)state;
    fill_store();
    int64_t before = raw_number("SELECT balance FROM account WHERE id = 129");
    assert_null(raw_sql("INSERT INTO transfer VALUES (99328, 129, 193, 2500, 0, 0)"));
    assert_int_equal(raw_number("SELECT balance FROM account WHERE id = 129"), before - 2500);
    assert_int_equal(raw_number("SELECT sum(balance) FROM account"), 0);
}

static void the_guards_know_the_kinds_that_may_owe(void **state) {
    (void)state;
    fill_store();
    for (unsigned kind = 1; kind < TREY_LEDGER_KINDS_MAX; kind++) {
        char sql[256];
        if (!trey_ledger_name(kind)) continue;
        snprintf(sql, sizeof sql, "INSERT INTO account VALUES (%u, 0%s)", 64 * 500 + kind,
                 fixture_is_server() ? "" : ", 0");
        assert_null(raw_sql(sql));
        snprintf(sql, sizeof sql, "INSERT INTO transfer VALUES (%u, %u, 129, 5, 0, 0)",
                 1024 * (500 + kind), 64 * 500 + kind);
        const char *fault = raw_sql(sql);
        assert_int_equal(fault == NULL, trey_ledger_may_owe(kind));
    }
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(the_database_guards_what_the_code_guards),
        STORE_TEST(a_transfer_by_hand_moves_both_balances),
        STORE_TEST(the_guards_know_the_kinds_that_may_owe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
