/* server_stop_test.c -- how a server ends, and what it leaves in its log. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "patience.h"
#include "server_child.h"
#include "socket_client.h"
#include "trey/store.h"

enum { SOON = CLIENT_PATIENCE_MS };
static const char settings[] =
    "log: {level: debug, file: server.log}\nlimits: {guests_per_minute: 1000}\n";

static void start(server_child *server) {
    assert_true(server_child_folder(server, STANDIN_SERVER, settings));
    assert_true(server_child_start(server, NULL));
}

static void everybody_is_told_and_the_server_ends(void **state) {
    (void)state;
    server_child server;
    socket_client client[20];
    socket_frame frame;
    start(&server);
    for (unsigned i = 0; i < 20; i++) assert_true(socket_client_guest(&client[i], server.port));
    assert_int_equal(kill(server.pid, SIGTERM), 0);
    for (unsigned i = 0; i < 20; i++) {
        assert_true(socket_client_await(&client[i], SOON, "\"is\":\"bye\"", &frame));
        assert_int_equal(socket_client_code(&client[i], SOON), 1001);
        socket_client_close(&client[i]);
    }
    assert_int_equal(server_child_wait(&server), 0);
    server_child_remove(&server);
}

static bool log_has(const server_child *server, const char *text) {
    char *log = server_child_file(server, "data/server.log");
    bool found = strstr(log, text) != NULL;
    free(log);
    return found;
}

static void rounds_that_do_not_end_are_not_waited_for(void **state) {
    (void)state;
    server_child server;
    socket_client client;
    http_reply reply;
    setenv("TREY_STANDIN_WIND_DOWN", "86400000", 1); /* a day */
    start(&server);
    unsetenv("TREY_STANDIN_WIND_DOWN");
    assert_true(socket_client_guest(&client, server.port));
    int rests = client_connect(server.port); /* a connection that says nothing */
    kill(server.pid, SIGTERM);
    WAIT_UNTIL(log_has(&server, "event=stopping"));
    /* New people do not get in while it closes. */
    assert_false(client_ask(server.port, "/health", NULL, NULL, &reply) && reply.status == 200);
    assert_int_equal(server_child_wait(&server), 0);
    close(rests);
    socket_client_close(&client);
    server_child_remove(&server);
}

static void a_failed_flush_acknowledges_nothing_and_ends_with_status_3(void **state) {
    (void)state;
    server_child server;
    socket_client client, other;
    socket_frame frame;
    start(&server);
    assert_true(socket_client_guest(&client, server.port));
    assert_true(socket_client_guest(&other, server.port));
    assert_true(socket_client_await(&client, SOON, "\"is\":\"welcome\"", &frame));
    assert_true(socket_client_say(&client, "{\"id\":\"last\",\"do\":\"fail\"}"));
    while (socket_client_read(&client, SOON, &frame)) {
        if (frame.opcode == 1) assert_null(strstr(frame.text, "\"id\":\"last\""));
        if (frame.opcode == 8) break;
    }
    assert_int_equal(frame.opcode, 8);
    assert_int_equal(frame.code, 1001);
    assert_int_equal(socket_client_code(&other, SOON), 1001);
    socket_client_close(&client);
    socket_client_close(&other);
    assert_int_equal(server_child_wait(&server), 3);
    char *said = server_child_file(&server, "log");
    assert_non_null(strstr(said, "trey serve: the disk failed, as it was asked to"));
    free(said);
    server_child_remove(&server);
}

/* The number of the guest whom the cookie belongs to; 0 for nobody. */
static unsigned long number_of(const server_child *server, const char *cookie) {
    static http_reply reply;
    assert_true(client_ask(server->port, "/api/me", cookie, NULL, &reply));
    const char *id = strstr(reply.body, "\"id\":");
    return id ? strtoul(id + 5, NULL, 10) : 0;
}

/* A guest whose record did not come to the disk gets no cookie and no number. */
static void a_failed_flush_is_no_answer_of_200(void **state) {
    (void)state;
    static http_reply reply;
    server_child server;
    socket_client client;
    socket_frame frame;
    char cookie[CLIENT_TOKEN];
    start(&server);
    assert_true(client_guest(server.port, cookie));
    const unsigned long before = number_of(&server, cookie);
    assert_true(before > 0);
    assert_true(socket_client_guest(&client, server.port));
    assert_true(socket_client_say(&client, "{\"id\":\"said\",\"do\":\"fail_guest\"}"));
    assert_true(socket_client_await(&client, SOON, "\"id\":\"said\"", &frame));
    assert_true(client_ask(server.port, "/api/guest", NULL, "{}", &reply));
    assert_int_equal(reply.status, 503);
    assert_non_null(strstr(reply.body, "\"stopping\""));
    assert_null(strstr(reply.head, "trey_session="));
    socket_client_close(&client);
    assert_int_equal(server_child_wait(&server), 3);
    /* The one on the socket was the second, and whoever comes next is the third. */
    assert_true(server_child_start(&server, NULL));
    assert_int_equal(number_of(&server, cookie), before);
    assert_true(client_guest(server.port, cookie));
    assert_int_equal(number_of(&server, cookie), before + 2);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

/* Records under the newest checkpoint, and how many there are. */
static uint64_t records_signed(const server_child *server, uint64_t *records) {
    char path[128];
    trey_store *store;
    trey_store_info info;
    trey_store_message message;
    trey_cursor *cursor;
    const trey_store_item *item;
    uint64_t count = 0;
    snprintf(path, sizeof path, "%s/data/trey.db", server->folder);
    assert_int_equal(trey_store_open(&store, path, NULL, &message), TREY_STATUS_OK);
    assert_int_equal(trey_store_tell(store, &info), TREY_STATUS_OK);
    assert_int_equal(trey_cursor_open(&cursor, store, TREY_PART_CHECKPOINTS, 0), TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item)
        count = item->checkpoint.count;
    trey_cursor_close(cursor);
    trey_store_close(store);
    *records = info.records;
    return count;
}

/* In good order to the last record; after a kill the end is left for the next day. */
static void a_server_that_stops_has_signed_everything(void **state) {
    (void)state;
    server_child server;
    char cookie[CLIENT_TOKEN];
    uint64_t records = 0, before = 0;
    start(&server);
    assert_true(client_guest(server.port, cookie));
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    uint64_t covered = records_signed(&server, &records);
    assert_true(records > 0);
    assert_int_equal(covered, records);
    assert_true(server_child_start(&server, NULL));
    assert_true(client_guest(server.port, cookie));
    assert_int_not_equal(server_child_stop(&server, SIGKILL), 0);
    before = records;
    covered = records_signed(&server, &records);
    assert_true(records > before); /* what was answered is there */
    assert_int_equal(covered, before);
    server_child_remove(&server);
}

static void a_signal_opens_the_log_anew(void **state) {
    (void)state;
    server_child server;
    char from[128], to[128];
    http_reply reply;
    start(&server);
    snprintf(from, sizeof from, "%s/data/server.log", server.folder);
    snprintf(to, sizeof to, "%s/log.old", server.folder);
    assert_int_equal(rename(from, to), 0);
    kill(server.pid, SIGHUP);
    WAIT_UNTIL(access(from, F_OK) == 0);
    assert_true(client_ask(server.port, "/health", NULL, NULL, &reply));
    assert_int_equal(reply.status, 200);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    char *log = server_child_file(&server, "data/server.log");
    assert_non_null(strstr(log, "event=stopping"));
    free(log);
    remove(to);
    server_child_remove(&server);
}

static void no_secret_stands_in_the_log(void **state) {
    (void)state;
    server_child server;
    char cookie[CLIENT_TOKEN], ticket[CLIENT_TOKEN], origin[64];
    socket_client client;
    http_reply reply;
    start(&server);
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", server.port);
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ask(server.port, "/api/join", cookie,
                           "{\"name\":\"Nadia\",\"password\":\"a very secret word\"}", &reply));
    const char *set = strstr(reply.head, "trey_session=");
    assert_non_null(set);
    snprintf(cookie, sizeof cookie, "%.64s", set + strlen("trey_session="));
    assert_true(client_ask(server.port, "/api/sign-in", cookie,
                           "{\"name\":\"Nadia\",\"password\":\"another secret word\"}", &reply));
    assert_true(client_ticket(server.port, cookie, ticket));
    for (unsigned i = 0; i < 2; i++) {
        socket_client_open(&client, server.port, ticket, i ? "http://evil.example" : origin,
                           "trey.1");
        socket_client_say(&client, "{\"id\":\"x\",\"password\":\"a very secret word\"}");
        socket_client_frame(&client, 2, true, ticket, 64);
        socket_client_code(&client, 500);
        socket_client_close(&client);
    }
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    char *log = server_child_file(&server, "data/server.log"),
         *said = server_child_file(&server, "log");
    assert_true(strlen(log) > 200);
    const char *const secrets[] = {cookie, ticket, "secret word", "password"};
    for (unsigned i = 0; i < 4; i++) {
        assert_null(strstr(log, secrets[i]));
        assert_null(strstr(said, secrets[i]));
    }
    free(log);
    free(said);
    server_child_remove(&server);
}

static void two_servers_do_not_share_a_store(void **state) {
    (void)state;
    server_child server, second;
    start(&server);
    second = server;
    assert_false(server_child_start(&second, NULL));
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_is_told_and_the_server_ends),
        cmocka_unit_test(rounds_that_do_not_end_are_not_waited_for),
        cmocka_unit_test(a_failed_flush_acknowledges_nothing_and_ends_with_status_3),
        cmocka_unit_test(a_failed_flush_is_no_answer_of_200),
        cmocka_unit_test(a_server_that_stops_has_signed_everything),
        cmocka_unit_test(a_signal_opens_the_log_anew),
        cmocka_unit_test(no_secret_stands_in_the_log),
        cmocka_unit_test(two_servers_do_not_share_a_store),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
