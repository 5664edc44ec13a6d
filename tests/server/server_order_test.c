/* server_order_test.c -- which refusal of a running server is told first when several apply, and
 * that whoever is not signed in, or may not ask, is answered alike whatever they ask about. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer_schema.h"
#include "cmocka_suite.h"
#include "server_child.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS };
static const char settings[] =
    "limits: {guests_per_minute: 1000, sign_ins_per_minute: 1000}\n"
    "tables:\n"
    "  - {name: mbs, rulebook: mbs, ante: 5..500, pair_plus: 5..500, bots: 2,\n"
    "     bets_seconds: 0.2, decide_seconds: 2, alone_seconds: 0, pause_seconds: 0.1, "
    "step_seconds: 0}\n";

static server_child server;
static http_reply reply;
static char guest[CLIENT_TOKEN], origin[64];

static int start(void **state) {
    (void)state;
    assert_true(server_child_folder(&server, TREY_PROGRAM, settings));
    assert_true(server_child_start(&server, "serve"));
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", server.port);
    assert_true(client_guest(server.port, guest));
    return 0;
}

static int stop(void **state) {
    (void)state;
    int status = server_child_stop(&server, SIGTERM);
    server_child_remove(&server);
    return status;
}

/* ---- POST -------------------------------------------------------------------------------- */
/* What is wrong with a request; each fault comes before those below it. */
enum {
    NO_POST_HERE = 1 << 0,
    TOO_LARGE = 1 << 1,
    OTHER_HOST = 1 << 2,
    NO_HEADER = 1 << 3,
    OTHER_ORIGIN = 1 << 4,
    OTHER_TYPE = 1 << 5,
    NOBODY = 1 << 6,
    BAD_BODY = 1 << 7,
    FAULTS = 8
};

static int post(const char *path, unsigned faults) {
    char text[1024], cookie[128] = "";
    const char *body = faults & BAD_BODY ? "[]" : "{}";
    if (!(faults & NOBODY)) snprintf(cookie, sizeof cookie, "Cookie: trey_session=%s\r\n", guest);
    snprintf(text, sizeof text,
             "POST %s HTTP/1.1\r\nHost: %s:%u\r\n%s%s%sContent-Type: %s\r\nContent-Length: %u\r\n"
             "Connection: close\r\n\r\n%s",
             faults & NO_POST_HERE ? "/api/me" : path,
             faults & OTHER_HOST ? "evil.example" : "127.0.0.1", server.port, cookie,
             faults & NO_HEADER ? "" : "X-Trey: 1\r\n",
             faults & OTHER_ORIGIN ? "Origin: http://evil.example\r\n" : "",
             faults & OTHER_TYPE ? "text/plain" : "application/json",
             faults & TOO_LARGE ? 8193u : 2u, body);
    int to = client_connect(server.port);
    assert_true(to >= 0);
    client_send(to, text, strlen(text));
    assert_true(client_reply(to, SOON, &reply));
    close(to);
    return reply.status;
}

/* Every set of faults: the first of them is told. */
static void the_first_fault_of_a_post_is_told(void **state) {
    (void)state;
    static const struct {
        int status;
        const char *reason;
    } told[FAULTS] = {{405, "wrong_method"},  {413, "too_large"},      {403, "another_host"},
                      {403, "no_header"},     {403, "another_origin"}, {400, "malformed"},
                      {401, "not_signed_in"}, {400, "malformed"}};
    for (unsigned faults = 1; faults < 1u << FAULTS; faults++) {
        unsigned first = (unsigned)__builtin_ctz(faults);
        /* A body that is too large is refused by its length, also where there is no POST. */
        if (faults & TOO_LARGE) first = 1;
        int status = post("/api/join", faults);
        if (status != told[first].status || !strstr(reply.body, told[first].reason))
            fail_msg("faults %02x: %d %.200s", faults, status, reply.body);
    }
}

/* A ticket and a guest have an empty body, which is read before anything is asked about them. */
static void an_empty_body_is_read_before_the_session(void **state) {
    (void)state;
    assert_int_equal(post("/api/ticket", NOBODY | BAD_BODY), 400);
    assert_int_equal(post("/api/ticket", NOBODY), 401);
    assert_int_equal(post("/api/ticket", BAD_BODY), 400);
    assert_int_equal(post("/api/password", NOBODY | BAD_BODY), 401);
    assert_int_equal(post("/api/password", BAD_BODY), 400);
    assert_int_equal(post("/api/sign-in", NOBODY | BAD_BODY), 400);
}

/* ---- GET ----------------------------------------------------------------------------------- */
static void answered_alike(const char *cookie, int status, const char *there, const char *nowhere) {
    static char first[4096];
    assert_true(ask_by_schema(server.port, there, cookie, NULL, &reply));
    if (reply.status != status) fail_msg("%s: %d %.200s", there, reply.status, reply.body);
    snprintf(first, sizeof first, "%s", reply.body);
    assert_true(ask_by_schema(server.port, nowhere, cookie, NULL, &reply));
    if (reply.status != status || strcmp(first, reply.body) != 0)
        fail_msg("%s: %.200s, but %s: %d %.200s", there, first, nowhere, reply.status, reply.body);
}

static void whoever_is_not_signed_in_learns_nothing(void **state) {
    (void)state;
    answered_alike(NULL, 401, "/api/tables/mbs/rounds", "/api/tables/none/rounds");
    answered_alike(NULL, 401, "/api/tables/mbs/rounds/1", "/api/tables/mbs/rounds/999999");
    answered_alike(NULL, 401, "/api/tables/mbs/rounds/1?as=1",
                   "/api/tables/none/rounds/7?as=999999");
    answered_alike(NULL, 401, "/api/tables/mbs/desk", "/api/tables/none/desk");
    answered_alike(NULL, 401, "/api/report", "/api/report/nothing.csv");
    answered_alike(NULL, 401, "/api/report", "/api/report?from=never");
    answered_alike(NULL, 401, "/api/shifts/1", "/api/shifts/none");
    /* A form that is wrong is told before; it says nothing of the table. */
    answered_alike(NULL, 400, "/api/tables/mbs/rounds?before=x",
                   "/api/tables/none/rounds?before=x");
    answered_alike(NULL, 400, "/api/tables/mbs/rounds/1?as=x", "/api/tables/none/rounds/1?as=x");
}

static void a_guest_learns_nothing_that_is_the_staffs(void **state) {
    (void)state;
    answered_alike(guest, 403, "/api/tables/mbs/desk", "/api/tables/none/desk");
    answered_alike(guest, 403, "/api/shifts/1", "/api/shifts/999");
    answered_alike(guest, 403, "/api/report", "/api/report?from=0&to=1");
    /* A round as another person saw it: the answer is one whether there is such a person or not. */
    answered_alike(guest, 404, "/api/tables/mbs/rounds/1?as=1",
                   "/api/tables/mbs/rounds/1?as=999999");
}

/* ---- Sockets ------------------------------------------------------------------------------- */
/* Origin, then subprotocol, then its version, then the ticket. */
static void the_first_fault_of_a_handshake_is_told(void **state) {
    (void)state;
    socket_client client;
    static const char bad[] = "0000000000000000000000000000000000000000000000000000000000000000";
    assert_int_equal(socket_client_open(&client, server.port, bad, "http://evil.example", "chat"),
                     403);
    socket_client_close(&client);
    assert_int_equal(socket_client_open(&client, server.port, bad, origin, "chat"), 400);
    socket_client_close(&client);
    assert_int_equal(socket_client_open(&client, server.port, bad, origin, "trey.2"), 101);
    assert_int_equal(socket_client_code(&client, SOON), 4002);
    socket_client_close(&client);
    assert_int_equal(socket_client_open(&client, server.port, bad, origin, "trey.1"), 101);
    assert_int_equal(socket_client_code(&client, SOON), 4001);
    socket_client_close(&client);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_fault_of_a_post_is_told),
        cmocka_unit_test(an_empty_body_is_read_before_the_session),
        cmocka_unit_test(whoever_is_not_signed_in_learns_nothing),
        cmocka_unit_test(a_guest_learns_nothing_that_is_the_staffs),
        cmocka_unit_test(the_first_fault_of_a_handshake_is_told),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, start, stop);
}
