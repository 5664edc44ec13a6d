/* store_fixture.h -- a fresh store for each test, in SQLite or in PostgreSQL.
 *
 * Every suite runs once with each: with TREY_POSTGRES in the environment, as
 * tests/store/postgres.sh sets it, the store is in that server, otherwise in a file. */
#ifndef TREY_STORE_FIXTURE_H
#define TREY_STORE_FIXTURE_H

#include "cmocka_suite.h"

#include "trey/store.h"

/* cmocka's setup and teardown of one test: an empty folder and no store. */
int fixture_open(void **state);
int fixture_close(void **state);

bool fixture_is_server(void);
const char *fixture_address(void);
/* A path in the test's folder; static, eight at a time. */
const char *fixture_path(const char *name);

/* Opens the test's store; a fault ends the test with its message. NULL options make it
 * where there is none. */
trey_store *store_at(const char *address, const trey_store_options *options);
trey_store *open_fresh(void);
/* Fails the test with the store's message unless the status is the expected one. */
void expect_status(trey_store *store, trey_status status, trey_status expected);
#define expect_ok(store, call) expect_status((store), (call), TREY_STATUS_OK)

/* Statements by somebody else's hand: the store is closed, or a server's. Returns the
 * fault's text, or NULL where it was done; static. */
const char *raw_sql(const char *sql);
/* The first column of the first row as a number. */
int64_t raw_number(const char *sql);

/* ---- Contents ---------------------------------------------------------------------------- */
trey_stream make_stream(trey_store *store, trey_stream_kind kind, const char *name);
trey_command_id command_id(uint64_t number);
/* A command with `records` records of 40 bytes, an answer, and with `cents` above 0 a
 * transfer from the cage to the player. */
void add_command(trey_batch *batch, trey_stream stream, uint64_t number, unsigned records,
                 uint64_t player, trey_cents cents);
/* Walks all records: chain, tree, places and transfers against balances. Returns how
 * many there are. */
uint64_t check_store(trey_store *store);

#endif
