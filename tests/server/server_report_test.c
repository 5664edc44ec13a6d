/* server_report_test.c -- the back office of a running server: who may ask, what comes, and
 * that a store at rest gives the same. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answer_schema.h"
#include "cmocka_suite.h"
#include "server_child.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS };
static const char settings[] =
    "limits: {guests_per_minute: 1000, sign_ins_per_minute: 1000}\n"
    "jackpots:\n"
    "  - {name: marina, rulebook: mbs, bet: 5, contribution: 1, reset: 10000, start: 12000}\n"
    "staff:\n"
    "  - {name: Sonja, role: shift_manager, password_file: %s, once: no}\n"
    "  - {name: Otto, role: auditor, password_file: %s, once: no}\n"
    "  - {name: Pia, role: pit_manager, password_file: %s, once: no}\n"
    "tables:\n"
    "  - {name: mbs, rulebook: mbs, ante: 5..500, pair_plus: 5..500, jackpot: marina, bots: 3,\n"
    "     bets_seconds: 0.2, decide_seconds: 2, alone_seconds: 0, pause_seconds: 0.1, "
    "step_seconds: 0}\n";

static server_child server;
static http_reply reply;
static char sonja[CLIENT_TOKEN], otto[CLIENT_TOKEN], pia[CLIENT_TOKEN], guest[CLIENT_TOKEN];
static char password_path[64];

static void sign_in(const char *name, char cookie[CLIENT_TOKEN]) {
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"sesame-opens\"}", name);
    assert_true(ask_by_schema(server.port, "/api/sign-in", NULL, body, &reply));
    assert_int_equal(reply.status, 200);
    const char *token = strstr(reply.head, "trey_session=");
    assert_non_null(token);
    token += strlen("trey_session=");
    size_t size = strcspn(token, ";");
    assert_true(size < CLIENT_TOKEN);
    memcpy(cookie, token, size);
    cookie[size] = '\0';
}

static int start(void **state) {
    (void)state;
    char text[2048];
    const char *folder = getenv("TMPDIR");
    snprintf(password_path, sizeof password_path, "%.40s/trey-pass-XXXXXX",
             folder ? folder : "/tmp");
    int file = mkstemp(password_path);
    assert_true(file >= 0 && write(file, "sesame-opens\n", 13) == 13);
    close(file);
    snprintf(text, sizeof text, settings, password_path, password_path, password_path);
    assert_true(server_child_folder(&server, TREY_PROGRAM, text));
    assert_true(server_child_start(&server, "serve"));
    sign_in("Sonja", sonja);
    sign_in("Otto", otto);
    sign_in("Pia", pia);
    assert_true(client_guest(server.port, guest));
    return 0;
}

static int stop(void **state) {
    (void)state;
    if (server.pid) server_child_stop(&server, SIGTERM);
    server_child_remove(&server);
    unlink(password_path);
    return 0;
}

static json_t *ask(const char *path, const char *cookie) {
    assert_true(ask_by_schema(server.port, path, cookie, NULL, &reply));
    if (reply.status != 200) fail_msg("%s: %d %.200s", path, reply.status, reply.body);
    json_t *json = json_loadb(reply.body, reply.size, 0, NULL);
    assert_non_null(json);
    return json;
}

static void refused(const char *path, const char *cookie, int status, const char *text) {
    assert_true(ask_by_schema(server.port, path, cookie, NULL, &reply));
    if (reply.status != status) fail_msg("%s: %d %.200s", path, reply.status, reply.body);
    if (!strstr(reply.body, text)) fail_msg("%s: %.300s", path, reply.body);
}

/* Somebody watches, so that the bots play. */
static void let_play(unsigned rounds) {
    socket_client client;
    socket_frame frame;
    char ticket[CLIENT_TOKEN], origin[64];
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", server.port);
    assert_true(client_ticket(server.port, guest, ticket));
    assert_int_equal(socket_client_open(&client, server.port, ticket, origin, "trey.1"), 101);
    assert_true(socket_client_say(&client, "{\"id\":\"00000000000000000000000000000001\","
                                           "\"do\":\"watch\",\"table\":\"mbs\"}"));
    for (unsigned i = 0; i < rounds; i++)
        assert_true(socket_client_await(&client, SOON, "\"kind\":\"settled\"", &frame));
    socket_client_close(&client);
}

static void only_shift_managers_and_auditors_are_told(void **state) {
    (void)state;
    static const char *const paths[] = {"/api/report", "/api/report/tables.csv", "/api/shifts",
                                        "/api/shifts/1"};
    for (unsigned i = 0; i < 4; i++) {
        refused(paths[i], NULL, 401, "not_signed_in");
        refused(paths[i], guest, 403, "not_allowed");
        refused(paths[i], pia, 403, "not_allowed");
    }
    json_decref(ask("/api/report", sonja));
    json_decref(ask("/api/shifts", otto));
}

static void bad_times_are_told_how_to_be_written(void **state) {
    (void)state;
    refused("/api/report?from=yesterday", sonja, 400, "write milliseconds since 1970");
    refused("/api/report?to=1e9", sonja, 400, "write milliseconds since 1970");
    refused("/api/report?from=2000&to=2000", sonja, 400, "must lie behind");
    refused("/api/report?from=-1", sonja, 400, "write milliseconds since 1970");
    refused("/api/report/tables.csv?from=x", sonja, 400, "write milliseconds since 1970");
    refused("/api/report/money.csv", sonja, 404, "there are tables.csv");
    refused("/api/report/tables", sonja, 404, "there are tables.csv");
    refused("/api/shifts/9", sonja, 404, "there is no shift 9");
    refused("/api/shifts/0", sonja, 404, "a shift has a number");
    refused("/api/shifts/1x", sonja, 404, "a shift has a number");
}

/* Each answer is held against the schema as it comes. */
static void staff_are_answered_as_the_schema_says(void **state) {
    (void)state;
    char path[96];
    let_play(2);
    json_t *rounds = ask("/api/tables/mbs/rounds", pia);
    const json_t *newest = json_array_get(json_object_get(rounds, "rounds"), 0);
    int round = (int)json_integer_value(json_object_get(newest, "round"));
    assert_true(round > 0);
    snprintf(path, sizeof path, "/api/tables/mbs/rounds/%d", round);
    json_t *seen = ask(path, pia);
    const json_t *settlement = json_object_get(seen, "settlement");
    const json_t *player =
        json_object_get(json_array_get(json_object_get(settlement, "players"), 0), "player");
    snprintf(path, sizeof path, "/api/tables/mbs/rounds/%d?as=%d", round,
             (int)json_integer_value(player));
    json_decref(ask(path, otto));
    json_decref(seen);
    json_decref(rounds);
    static const char *const all[] = {"/api/tables/mbs/desk",
                                      "/api/tables/mbs/rules",
                                      "/api/tables/mbs/rounds?before=2",
                                      "/api/tables",
                                      "/api/me",
                                      "/health"};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) json_decref(ask(all[i], pia));
    refused("/api/tables/mbs/desk", guest, 403, "not_allowed");
    refused("/api/tables/mbs/desk", NULL, 401, "not_signed_in");
    refused("/api/tables/none/desk", pia, 404, "not_found");
    refused("/api/tables/mbs/rounds/999999", pia, 404, "");
    refused("/api/tables/mbs/rounds/x", pia, 404, "not_found");
    refused("/api/nothing", pia, 404, "not_found");
}

static int64_t number(const json_t *of, const char *name) {
    const json_t *value = json_object_get(of, name);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static void a_sheet_comes_as_a_file(void **state) {
    (void)state;
    let_play(2);
    assert_true(ask_by_schema(server.port, "/api/report/tables.csv", otto, NULL, &reply));
    assert_int_equal(reply.status, 200);
    assert_non_null(strstr(reply.head, "content-type: text/csv"));
    assert_non_null(strstr(reply.head, "content-disposition: attachment; filename=\"trey-tables-"));
    assert_true(strncmp(reply.body, "table,rulebook,rounds,", 22) == 0);
    assert_non_null(strstr(reply.body, "\r\nmbs,mbs,"));
}

/* What `trey report` says of the store. */
static json_t *shift_at_rest(void) {
    char store[128];
    int ends[2], status;
    snprintf(store, sizeof store, "%s/data/trey.db", server.folder);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execl(TREY_PROGRAM, TREY_PROGRAM, "report", store, "--shift", "1", "--json", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    json_t *told = json_loadfd(ends[0], 0, NULL);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    return told;
}

/* The shift is closed over the socket, and its page is the same from the server, later, and
 * from the store when the server has gone. */
static void a_closed_shift_is_the_same_everywhere(void **state) {
    (void)state;
    socket_client client;
    socket_frame frame;
    char ticket[CLIENT_TOKEN], origin[64];
    let_play(3);
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", server.port);
    assert_true(client_ticket(server.port, sonja, ticket));
    assert_int_equal(socket_client_open(&client, server.port, ticket, origin, "trey.1"), 101);
    assert_true(socket_client_say(&client, "{\"id\":\"00000000000000000000000000000002\","
                                           "\"do\":\"shift\",\"note\":\"quiet\"}"));
    assert_true(socket_client_await(&client, SOON, "\"shift\":1", &frame));
    socket_client_close(&client);
    json_t *shift = ask("/api/shifts/1", otto);
    const json_t *report = json_object_get(shift, "report");
    assert_true(number(json_object_get(report, "total"), "rounds") >= 3);
    assert_true(json_is_true(json_object_get(json_object_get(report, "total"), "agrees")));
    let_play(1);
    json_t *later = ask("/api/shifts/1", sonja), *list = ask("/api/shifts", sonja);
    assert_true(json_equal(shift, later));
    assert_true(json_equal(json_array_get(json_object_get(list, "shifts"), 0),
                           json_object_get(shift, "shift")));
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server.pid = 0;
    json_t *at_rest = shift_at_rest();
    assert_non_null(at_rest);
    assert_true(json_equal(shift, at_rest));
    json_decref(shift);
    json_decref(later);
    json_decref(list);
    json_decref(at_rest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_shift_managers_and_auditors_are_told),
        cmocka_unit_test(bad_times_are_told_how_to_be_written),
        cmocka_unit_test(staff_are_answered_as_the_schema_says),
        cmocka_unit_test(a_sheet_comes_as_a_file),
        cmocka_unit_test(a_closed_shift_is_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
