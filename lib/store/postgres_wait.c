/* postgres_wait.c -- waiting for the server, and for how long.
 *
 * A network may swallow what is sent and keep the connection open, so that neither TCP nor
 * the server ever says that something is wrong. A process that is alone waits: it has
 * nothing better to do. A node has: others play its tables by then. So it cuts a connection
 * that does not answer, and libpq then says itself that it is lost. */
#include <poll.h>
#include <sys/socket.h>
#include <time.h>

#include "postgres_parts.h"

enum { LOCK_LEASES = 2, ANSWER_LEASES = 3 };

unsigned postgres_patience_ms(const trey_store *store) {
    return store->lease_ms ? LOCK_LEASES * store->lease_ms : store->reconnect_seconds * 1000;
}

int64_t postgres_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool postgres_await(PGconn *connection, int64_t until_ms) {
    for (;;) {
        int unsent = PQflush(connection);
        if (unsent < 0) return false;
        if (unsent == 0 && !PQisBusy(connection)) return true;
        int64_t left = until_ms - postgres_now_ms();
        struct pollfd wait = {.fd = PQsocket(connection),
                              .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
        if (left <= 0 || wait.fd < 0) return false;
        if (poll(&wait, 1, (int)left) > 0 && !PQconsumeInput(connection)) return false;
    }
}

PGresult *postgres_result(trey_store *store) {
    PGconn *connection = store->db->connection;
    if (store->lease_ms && PQstatus(connection) == CONNECTION_OK &&
        !postgres_await(connection, postgres_now_ms() + ANSWER_LEASES * (int64_t)store->lease_ms) &&
        PQsocket(connection) >= 0)
        shutdown(PQsocket(connection), SHUT_RDWR);
    return PQgetResult(connection);
}

PGresult *postgres_last_result(trey_store *store) {
    PGresult *last = NULL, *next;
    while ((next = postgres_result(store))) {
        PQclear(last);
        last = next;
        if (PQstatus(store->db->connection) != CONNECTION_OK) break;
    }
    return last;
}

PGresult *postgres_exec(trey_store *store, const char *sql) {
    return PQsendQuery(store->db->connection, sql) == 1 ? postgres_last_result(store) : NULL;
}
