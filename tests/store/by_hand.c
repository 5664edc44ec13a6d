/* by_hand.c -- see the header. */
#include "by_hand.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmocka_suite.h"

void server_text(const char *sql, char *out, size_t room) {
    PGconn *connection = PQconnectdb(getenv("TREY_POSTGRES"));
    PQclear(PQexec(connection, "SET client_min_messages = error"));
    PGresult *result = PQexec(connection, sql);
    ExecStatusType ended = PQresultStatus(result);
    if (ended != PGRES_TUPLES_OK && ended != PGRES_COMMAND_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    snprintf(out, room, "%s", PQntuples(result) ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    PQfinish(connection);
}

int64_t server_number(const char *sql) {
    char text[64];
    server_text(sql, text, sizeof text);
    return strtoll(text, NULL, 10);
}

void server_clear(void) {
    server_number("DROP SCHEMA IF EXISTS trey CASCADE");
}

void server_break_lock(void) {
    assert_int_equal(
        server_number("SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE"
                      " application_name = 'trey' AND state = 'idle in transaction'"),
        1);
}

void server_halt(bool halt) {
    char command[512];
    snprintf(command, sizeof command, "sh %s/postgres.sh %s %s", TREY_STORE_TESTS,
             halt ? "halt" : "resume", getenv("TREY_POSTGRES_FOLDER"));
    assert_int_equal(system(command), 0); // NOLINT: words are the test's own
}
