/* server_postgres_test.c -- the server on a PostgreSQL store, which is restarted in mid-round.
 *
 * Run by tests/store/postgres.sh, which says in TREY_POSTGRES where the database is. */
#define _GNU_SOURCE
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "patience.h"
#include "server_child.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS };
static const char tables[] =
    "limits: {guests_per_minute: 1000}\n"
    "log: {level: debug, file: server.log}\n"
    "tables:\n"
    "  - {name: mbs, rulebook: mbs, ante: 5..500, bots: 0, bets_seconds: 0.5,\n"
    "     decide_seconds: 3600, alone_seconds: 0, pause_seconds: 0.3, step_seconds: 0}\n";

static int run(const char *format, const char *first, const char *second) {
    char command[2048];
    snprintf(command, sizeof command, format, first, second); // NOLINT: formats are below
    int status = system(command);                             // NOLINT: words are the test's own
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void start(server_child *server) {
    char settings[2048];
    const char *store = getenv("TREY_POSTGRES");
    assert_non_null(store);
    snprintf(settings, sizeof settings, "store: \"%s&password=very-secret\"\n%s", store, tables);
    assert_true(server_child_folder(server, TREY_PROGRAM, settings));
    assert_true(server_child_start(server, "serve"));
}

/* Says it until it is taken; the table may be between two rounds. */
static void until_done(socket_client *client, unsigned number, const char *rest) {
    char text[512], id[64];
    socket_frame frame;
    unsigned tries = 0;
    bool done = false;
    WAIT_DOING(done, {
        snprintf(id, sizeof id, "\"%032x\"", number * 100000 + tries++);
        snprintf(text, sizeof text, "{\"id\":%s,\"do\":%s,\"table\":\"mbs\"}", id, rest);
        assert_true(socket_client_say(client, text));
        assert_true(socket_client_await(client, SOON, id, &frame));
        json_t *answer = json_loadb(frame.text, frame.size, 0, NULL);
        done = json_is_true(json_object_get(answer, "ok"));
        json_decref(answer);
        if (!done) usleep(50000);
    });
}

static void a_round_survives_a_restart_of_the_database(void **state) {
    (void)state;
    const char *folder = getenv("TREY_POSTGRES_FOLDER"), *store = getenv("TREY_POSTGRES");
    static const char play[] = "{\"id\":\"00000000000000000000000000abcdef\",\"do\":\"play\","
                               "\"table\":\"mbs\",\"seat\":3}";
    server_child server;
    socket_client client;
    socket_frame frame;
    start(&server);
    assert_true(socket_client_guest(&client, server.port));
    until_done(&client, 1, "\"watch\"");
    until_done(&client, 2, "\"sit\",\"seat\":3");
    until_done(&client, 3, "\"bet\",\"seat\":3,\"wager\":\"ante\",\"amount\":5000");
    assert_true(socket_client_await(&client, SOON, "\"phase\":\"decision\"", &frame));
    assert_int_equal(run("sh %s/postgres.sh halt %s", TREY_STORE_TESTS, folder), 0);
    /* What is said now is answered when it is stored, and not before. */
    assert_true(socket_client_say(&client, play));
    assert_false(socket_client_await(&client, 1500, "abcdef", &frame));
    assert_int_equal(run("sh %s/postgres.sh resume %s", TREY_STORE_TESTS, folder), 0);
    assert_true(socket_client_await(&client, SOON, "abcdef", &frame));
    assert_true(memmem(frame.text, frame.size, "\"ok\":true", 9) != NULL);
    assert_true(socket_client_await(&client, SOON, "\"settlement\":{", &frame));
    socket_client_close(&client);
    /* Nobody has to be asked for a copy of such a store. */
    assert_int_not_equal(run("test -e %s/data/%s", server.folder, "trey.db-control"), 0);
    assert_int_equal(run("%s store info '%s' >/dev/null", TREY_PROGRAM, store), 0);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    assert_int_equal(run("%s verify '%s' >/dev/null", TREY_PROGRAM, store), 0);
    /* The log names the store without its password. */
    char *log = server_child_file(&server, "data/server.log");
    assert_non_null(strstr(log, "postgresql://"));
    assert_null(strstr(log, "very-secret"));
    free(log);
    server_child_remove(&server);
}

static void a_database_that_is_not_there_is_told(void **state) {
    (void)state;
    server_child server;
    assert_true(server_child_folder(
        &server, TREY_PROGRAM,
        "store: \"postgresql:///postgres?host=/nowhere&user=postgres&password=very-secret\"\n"));
    assert_false(server_child_start(&server, "serve"));
    char *said = server_child_file(&server, "log");
    assert_non_null(strstr(said, "trey serve: "));
    assert_non_null(strstr(said, "/nowhere"));
    assert_null(strstr(said, "very-secret"));
    free(said);
    server_child_remove(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_survives_a_restart_of_the_database),
        cmocka_unit_test(a_database_that_is_not_there_is_told),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
