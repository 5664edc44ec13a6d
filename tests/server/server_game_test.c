/* server_game_test.c -- the whole way: a browser's messages, the floor, the store.
 *
 * The real program, with tables that do not wait for the eye. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "answer_schema.h"
#include "patience.h"
#include "server_child.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS };
static const char settings[] =
    "limits: {sockets_per_person: 3, guests_per_minute: 1000, sign_ins_per_minute: 1000}\n"
    "jackpots:\n"
    "  - {name: marina, rulebook: mbs, bet: 5, contribution: 1, reset: 10000, start: 12000}\n"
    "tables:\n"
    "  - {name: mbs, title: \"Marina \u2014 low\", rulebook: mbs, ante: 5..500, pair_plus: 5..500, "
    "jackpot: marina, bots: 2,\n"
    "     bets_seconds: 0.4, decide_seconds: 2, alone_seconds: 0, pause_seconds: 0.3, "
    "step_seconds: 0}\n"
    "  - {name: patient, rulebook: mbs, ante: 5..500, bots: 2, bets_seconds: 0.4,\n"
    "     decide_seconds: 3600, alone_seconds: 0, pause_seconds: 0.3, step_seconds: 0}\n"
    "  - {name: slow, rulebook: rws, ante: 5..500, bets_seconds: 30, decide_seconds: 60}\n";

static void start(server_child *server) {
    assert_true(server_child_folder(server, TREY_PROGRAM, settings));
    assert_true(server_child_start(server, "serve"));
}

/* An account with its cookie and a socket. */
static void come_in(const server_child *server, const char *cookie, socket_client *out) {
    char ticket[CLIENT_TOKEN], origin[64];
    socket_frame frame;
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", server->port);
    assert_true(client_ticket(server->port, cookie, ticket));
    assert_int_equal(socket_client_open(out, server->port, ticket, origin, "trey.1"), 101);
    assert_true(socket_client_await(out, SOON, "\"is\":\"welcome\"", &frame));
}

/* Says it under this number and reads the answer to it; the caller drops it. */
static json_t *say(socket_client *client, unsigned number, const char *rest) {
    char text[512], id[64];
    socket_frame frame;
    snprintf(text, sizeof text, "{\"id\":\"%032x\",%s}", number, rest);
    snprintf(id, sizeof id, "\"%032x\"", number);
    assert_true(socket_client_say(client, text));
    assert_true(socket_client_await(client, SOON, id, &frame));
    json_t *answer = json_loadb(frame.text, frame.size, 0, NULL);
    assert_non_null(answer);
    return answer;
}

static void is_done(json_t *answer) {
    char *text = json_dumps(answer, JSON_COMPACT);
    if (!json_is_true(json_object_get(answer, "ok"))) fail_msg("%s", text);
    free(text);
    json_decref(answer);
}

static void is_refused(json_t *answer, const char *reason) {
    const char *said =
        json_string_value(json_object_get(json_object_get(answer, "refused"), "reason"));
    assert_non_null(said);
    assert_string_equal(said, reason);
    json_decref(answer);
}

/* Takes a seat that no bot has, and bets as soon as bets are open. */
static unsigned sit_and_bet(socket_client *client, const char *table) {
    char rest[128];
    unsigned seat = 0, number = 100;
    bool done = false;
    snprintf(rest, sizeof rest, "\"do\":\"watch\",\"table\":\"%s\"", table);
    is_done(say(client, 1, rest));
    while (!done && seat++ < 7) {
        snprintf(rest, sizeof rest, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":%u", table, seat);
        json_t *answer = say(client, 10 + seat, rest);
        done = json_is_true(json_object_get(answer, "ok"));
        json_decref(answer);
    }
    assert_true(done);
    snprintf(rest, sizeof rest,
             "\"do\":\"bet\",\"table\":\"%s\",\"seat\":%u,\"wager\":\"ante\",\"amount\":5000",
             table, seat);
    done = false;
    WAIT_DOING(done, {
        json_t *answer = say(client, number++, rest);
        done = json_is_true(json_object_get(answer, "ok"));
        json_decref(answer);
        if (!done) usleep(60000);
    });
    return seat;
}

static void a_guest_plays_a_round_and_is_paid(void **state) {
    (void)state;
    server_child server;
    socket_client client;
    socket_frame frame;
    start(&server);
    assert_true(socket_client_guest(&client, server.port));
    char play[96];
    snprintf(play, sizeof play, "\"do\":\"play\",\"table\":\"patient\",\"seat\":%u",
             sit_and_bet(&client, "patient"));
    assert_true(socket_client_await(&client, SOON, "\"phase\":\"decision\"", &frame));
    is_done(say(&client, 3, play));
    assert_true(socket_client_await(&client, SOON, "\"settlement\":{", &frame));
    socket_client_close(&client);
    assert_true(server_child_metric(&server, "trey_rounds_total") >= 1);
    assert_true(server_child_metric(&server, "trey_flush_seconds_count") >= 1);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

/* As many windows as the settings say; the oldest gives way to one more. */
static void a_person_has_as_many_windows_as_the_settings_say(void **state) {
    (void)state;
    server_child server;
    socket_client window[4];
    char cookie[CLIENT_TOKEN];
    start(&server);
    assert_true(client_guest(server.port, cookie));
    for (unsigned i = 0; i < 3; i++) come_in(&server, cookie, &window[i]);
    for (unsigned i = 0; i < 3; i++)
        is_done(say(&window[i], 900 + i, "\"do\":\"lobby\",\"on\":true"));
    come_in(&server, cookie, &window[3]);
    assert_int_equal(socket_client_code(&window[0], SOON), 4004);
    for (unsigned i = 1; i < 4; i++)
        is_done(say(&window[i], 910 + i, "\"do\":\"lobby\",\"on\":false"));
    for (unsigned i = 0; i < 4; i++) socket_client_close(&window[i]);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

static void a_table_has_the_title_that_the_house_gave_it(void **state) {
    (void)state;
    server_child server;
    http_reply reply;
    start(&server);
    assert_true(ask_by_schema(server.port, "/api/tables", NULL, NULL, &reply));
    json_t *lobby = json_loads(reply.body, 0, NULL);
    const json_t *tables = json_object_get(lobby, "tables");
    const json_t *own = json_object_get(json_array_get(tables, 0), "title");
    const json_t *book = json_object_get(json_array_get(tables, 1), "title");
    assert_string_equal(json_string_value(own), "Marina \u2014 low");
    assert_true(json_string_length(book) > 3);
    assert_string_not_equal(json_string_value(book), json_string_value(own));
    json_decref(lobby);
    assert_true(ask_by_schema(server.port, "/api/tables/mbs/rules", NULL, NULL, &reply));
    json_t *rules = json_loads(reply.body, 0, NULL);
    if (rules) { /* a long book does not fit into the reply */
        assert_string_equal(json_string_value(json_object_get(rules, "title")),
                            "Marina \u2014 low");
        json_decref(rules);
    }
    assert_non_null(strstr(reply.body, "\"title\":\"Marina \u2014 low\",\"rulebook_title\":\""));
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

static void others_seats_and_absurd_amounts_are_refused(void **state) {
    (void)state;
    server_child server;
    socket_client one, two;
    socket_frame frame;
    start(&server);
    assert_true(socket_client_guest(&one, server.port));
    assert_true(socket_client_guest(&two, server.port));
    is_done(say(&one, 1, "\"do\":\"sit\",\"table\":\"slow\",\"seat\":5"));
    is_refused(say(&two, 2, "\"do\":\"sit\",\"table\":\"slow\",\"seat\":5"), "seat_taken");
    json_t *answer = say(&two, 3, "\"do\":\"leave\",\"table\":\"slow\",\"seat\":5");
    assert_false(json_is_true(json_object_get(answer, "ok")));
    json_decref(answer);
    answer = say(&two, 4, "\"do\":\"settle\",\"table\":\"slow\"");
    assert_false(json_is_true(json_object_get(answer, "ok")));
    json_decref(answer);
    static const char *const amounts[] = {"9223372036854775808", "-5000", "1e9", "\"5000\"",
                                          "5000.5"};
    for (unsigned i = 0; i < 5; i++) {
        char text[160];
        snprintf(
            text, sizeof text,
            "{\"id\":\"%032x\",\"do\":\"bet\",\"table\":\"slow\",\"seat\":5,\"wager\":\"ante\","
            "\"amount\":%s}",
            50 + i, amounts[i]);
        assert_true(socket_client_say(&one, text));
        assert_true(socket_client_await(&one, SOON, "\"malformed\"", &frame));
    }
    assert_true(socket_client_say(&one, "{\"id\":\"short\",\"do\":\"ping\"}"));
    assert_true(socket_client_await(&one, SOON, "\"malformed\"", &frame));
    is_done(say(&one, 90, "\"do\":\"ping\""));
    socket_client_close(&one);
    socket_client_close(&two);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

static void take_cookie(const http_reply *reply, char cookie[CLIENT_TOKEN]) {
    const char *set = strstr(reply->head, "trey_session=");
    assert_non_null(set);
    memcpy(cookie, set + 13, CLIENT_TOKEN - 1);
    cookie[CLIENT_TOKEN - 1] = '\0';
}

/* The process dies between an answer and the next message; what was answered is known to
 * its successor, and nothing is done twice. */
static void a_message_sent_again_after_a_crash_gets_the_same_answer(void **state) {
    (void)state;
    static const char account[] = "{\"name\":\"Nadia\",\"password\":\"correct horse\"}";
    static const char sit[] = "\"do\":\"sit\",\"table\":\"slow\",\"seat\":5";
    server_child server;
    socket_client client;
    http_reply reply;
    char cookie[CLIENT_TOKEN];
    start(&server);
    assert_true(client_guest(server.port, cookie));
    assert_true(ask_by_schema(server.port, "/api/join", cookie, account, &reply));
    assert_int_equal(reply.status, 200);
    take_cookie(&reply, cookie);
    come_in(&server, cookie, &client);
    is_done(say(&client, 7, sit));
    json_t *again = say(&client, 7, sit);
    assert_true(json_is_true(json_object_get(again, "again")));
    is_done(again);
    server_child_stop(&server, SIGKILL);
    socket_client_close(&client);
    assert_true(server_child_start(&server, "serve"));
    assert_true(ask_by_schema(server.port, "/api/me", cookie, NULL, &reply));
    assert_int_equal(reply.status, 200); /* he is still signed in */
    assert_non_null(strstr(reply.body, "Nadia"));
    assert_true(ask_by_schema(server.port, "/api/sign-out", cookie, "{}", &reply));
    assert_true(ask_by_schema(server.port, "/api/me", cookie, NULL, &reply));
    assert_non_null(strstr(reply.body, "\"you\":null")); /* and now not, here or after a restart */
    server_child_stop(&server, SIGKILL);
    assert_true(server_child_start(&server, "serve"));
    assert_true(ask_by_schema(server.port, "/api/me", cookie, NULL, &reply));
    assert_non_null(strstr(reply.body, "\"you\":null"));
    assert_true(ask_by_schema(server.port, "/api/sign-in", NULL, account, &reply));
    assert_int_equal(reply.status, 200);
    take_cookie(&reply, cookie);
    come_in(&server, cookie, &client);
    again = say(&client, 7, sit);
    assert_true(json_is_true(json_object_get(again, "again")));
    is_done(again);
    socket_client_close(&client);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    server_child_remove(&server);
}

static int verify_status(const char *store) {
    int status = -1;
    pid_t process = fork();
    if (process == 0) {
        if (!freopen("/dev/null", "w", stdout)) _exit(127);
        execl(TREY_PROGRAM, TREY_PROGRAM, "verify", store, (char *)NULL);
        _exit(127);
    }
    waitpid(process, &status, 0);
    return status;
}

static void live_rounds_end_with_the_server_and_the_store_is_whole(void **state) {
    (void)state;
    server_child server;
    socket_client client;
    socket_frame frame;
    char store[128];
    start(&server);
    assert_true(socket_client_guest(&client, server.port));
    sit_and_bet(&client, "mbs");
    assert_true(socket_client_await(&client, SOON, "\"phase\":\"decision\"", &frame));
    kill(server.pid, SIGTERM);
    assert_true(socket_client_await(&client, SOON, "\"is\":\"bye\"", &frame));
    assert_int_equal(socket_client_code(&client, SOON), 1001);
    assert_int_equal(server_child_wait(&server), 0);
    snprintf(store, sizeof store, "%s/data/trey.db", server.folder);
    assert_int_equal(verify_status(store), 0);
    socket_client_close(&client);
    char *log = server_child_file(&server, "log");
    assert_null(strstr(log, "seed"));
    assert_null(strstr(log, "card"));
    free(log);
    server_child_remove(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guest_plays_a_round_and_is_paid),
        cmocka_unit_test(a_person_has_as_many_windows_as_the_settings_say),
        cmocka_unit_test(a_table_has_the_title_that_the_house_gave_it),
        cmocka_unit_test(others_seats_and_absurd_amounts_are_refused),
        cmocka_unit_test(a_message_sent_again_after_a_crash_gets_the_same_answer),
        cmocka_unit_test(live_rounds_end_with_the_server_and_the_store_is_whole),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
