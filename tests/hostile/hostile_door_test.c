/* hostile_door_test.c -- attacks at the door: stolen cookies, guessed passwords, crowds of guests,
 * first passwords that others know, and codes that were seen over a shoulder. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <trey/people.h>
#include <unistd.h>

#include "answer_schema.h"
#include "cmocka_suite.h"
#include "patience.h"
#include "server_child.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS };

static server_child server;
static http_reply reply;
static bool still; /* the stand-in tells less of a person */

/* A cookie as a client sends it: a session, and perhaps that of a device. */
typedef struct browser {
    char cookie[CLIENT_TOKEN + 64];
} browser;

#define STAFF                                                                                      \
    "staff:\n  - {name: Mona, role: shift_manager, password_file: word, once: no}\n"               \
    "  - {name: Dora, role: dealer, password_file: word, once: no}\n"                              \
    "  - {name: Nina, role: dealer, password_file: word}\n"                                        \
    "  - {name: Drawn, role: cashier}\n"                                                           \
    "tables: [{name: mbs, rulebook: mbs, ante: 5..500}]\n"
#define OPEN "limits: {sign_ins_per_minute: 100000, guests_per_minute: 100000}\n"
static const char word[] = "correct horse";

static void put_word(void) {
    char path[160];
    snprintf(path, sizeof path, "%s/word", server.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", word);
    fchmod(fileno(file), 0600);
    assert_int_equal(fclose(file), 0);
}

static void start(const char *settings) {
    assert_true(server_child_folder(&server, TREY_PROGRAM, settings));
    put_word();
    assert_true(server_child_start(&server, "serve"));
}

/* In front of a floor without a game, and with a clock that stands still: whoever has to wait
 * waits. */
static void start_still(const char *settings) {
    char path[160];
    assert_true(server_child_folder(&server, STANDIN_SERVER, settings));
    put_word();
    snprintf(path, sizeof path, "%s/clock", server.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite("\0\0\0\0\0\0\0", 1, 8, file), 8);
    fclose(file);
    setenv("TREY_STANDIN_CLOCK", path, 1);
    assert_true(server_child_start(&server, NULL));
    unsetenv("TREY_STANDIN_CLOCK");
    still = true;
}

static void restart(int signal) {
    server_child_stop(&server, signal);
    assert_true(server_child_start(&server, "serve"));
}

static void stop(void) {
    char path[160];
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    snprintf(path, sizeof path, "%s/word", server.folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/clock", server.folder);
    unlink(path);
    server_child_remove(&server);
    still = false;
}

static bool take(const char *name, char *out, size_t room) {
    const char *set = strstr(reply.head, name);
    if (!set) return false;
    set += strlen(name);
    snprintf(out, room, "%.*s", (int)strcspn(set, ";"), set);
    return true;
}

/* Keeps what the answer sets. */
static void keep_cookies(browser *in) {
    char session[CLIENT_TOKEN], device[64], before[64] = "";
    const char *known = strstr(in->cookie, "; trey_device=");
    if (known) snprintf(before, sizeof before, "%s", known);
    if (!take("trey_session=", session, sizeof session)) return;
    if (take("trey_device=", device, sizeof device))
        snprintf(before, sizeof before, "; trey_device=%.48s", device);
    snprintf(in->cookie, sizeof in->cookie, "%s%s", session, before);
}

static int ask(browser *in, const char *path, const char *body) {
    const char *cookie = in->cookie[0] ? in->cookie : NULL;
    assert_true(still ? client_ask(server.port, path, cookie, body, &reply)
                      : ask_by_schema(server.port, path, cookie, body, &reply));
    if (body) keep_cookies(in);
    return reply.status;
}

static int sign_in(browser *in, const char *name, const char *password, const char *code) {
    char body[256];
    if (code)
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}", name,
                 password, code);
    else
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    return ask(in, "/api/sign-in", body);
}

static bool is_in(browser *in) {
    assert_int_equal(ask(in, "/api/me", NULL), 200);
    return strstr(reply.body, "\"you\":null") == NULL;
}

static void body_has(const char *text) {
    if (!strstr(reply.body, text)) fail_msg("%d without %s: %s", reply.status, text, reply.body);
}

static void open_socket(const browser *in, socket_client *client) {
    char ticket[CLIENT_TOKEN], origin[64];
    socket_frame frame;
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", server.port);
    assert_true(client_ticket(server.port, in->cookie, ticket));
    assert_int_equal(socket_client_open(client, server.port, ticket, origin, "trey.1"), 101);
    assert_true(socket_client_await(client, SOON, "\"is\":\"welcome\"", &frame));
}

static const char *text_in(const char *member, char *out, size_t room) {
    json_t *root = json_loadb(reply.body, reply.size, 0, NULL);
    snprintf(out, room, "%s", json_string_value(json_object_get(root, member)));
    json_decref(root);
    return out;
}

/* ---- Stolen cookies ---------------------------------------------------------------------------
 */
/* Whoever has the cookie is out with the next password: at once, after a restart, and after a
 * death; and whoever changed it is not. */
static void a_stolen_cookie_does_not_outlive_a_password(void **state) {
    (void)state;
    browser owner = {""}, thief;
    start("sessions: {one_for_staff: no}\n" STAFF OPEN);
    assert_int_equal(sign_in(&owner, "Mona", word, NULL), 200);
    thief = owner;
    browser other = {""};
    assert_int_equal(sign_in(&other, "Mona", word, NULL), 200);
    assert_true(is_in(&other));
    assert_int_equal(ask(&owner, "/api/password",
                         "{\"current\":\"correct horse\",\"password\":\"correct horse\"}"),
                     400);
    body_has("same_password");
    assert_int_equal(ask(&owner, "/api/password",
                         "{\"current\":\"correct horse\",\"password\":\"battery staple\"}"),
                     200);
    assert_true(is_in(&owner));
    assert_false(is_in(&other));
    restart(SIGTERM);
    assert_true(is_in(&owner));
    assert_false(is_in(&other));
    restart(SIGKILL);
    assert_true(is_in(&owner));
    assert_false(is_in(&other));
    assert_int_equal(sign_in(&other, "Mona", word, NULL), 401);
    /* The operator's new password ends all of them, while the server does not run. */
    assert_true(is_in(&thief));
    server_child_stop(&server, SIGTERM);
    char command[640];
    snprintf(command, sizeof command,
             "%s store person %s/data/trey.db Mona --password-file %s/word --key %s/data/trey.keys"
             " >/dev/null",
             TREY_PROGRAM, server.folder, server.folder, server.folder);
    assert_int_equal(system(command), 0); // NOLINT: words are the test's own
    assert_true(server_child_start(&server, "serve"));
    assert_false(is_in(&thief));
    assert_false(is_in(&owner));
    /* And it is a first password again. */
    assert_int_equal(sign_in(&owner, "Mona", word, NULL), 200);
    body_has("\"must\":\"password\"");
    stop();
}

static int send_raw(const char *line, const char *cookie, const char *more) {
    char text[512];
    int to = client_connect(server.port);
    assert_true(to >= 0);
    int size = snprintf(text, sizeof text,
                        "%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nCookie: trey_session=%s\r\n"
                        "Connection: close\r\n%s",
                        line, server.port, cookie, more);
    assert_true(client_send(to, text, (size_t)size));
    return to;
}

/* A question with the stolen cookie that comes behind the sign-out, and before the network has
 * heard of it, does not slip into the next generation. The stand-in's floor is kept busy, so that
 * it meets both at once. */
static void a_thief_who_asks_at_that_moment_is_out_as_well(void **state) {
    (void)state;
    browser owner = {""}, thief = {""}, guest = {""};
    socket_client client;
    assert_true(
        server_child_folder(&server, STANDIN_SERVER, "sessions: {one_for_staff: no}\n" STAFF OPEN));
    put_word();
    assert_true(server_child_start(&server, NULL));
    still = true; /* of the stand-in there is no schema */
    assert_int_equal(sign_in(&owner, "Mona", word, NULL), 200);
    assert_int_equal(sign_in(&thief, "Mona", word, NULL), 200);
    assert_int_equal(ask(&guest, "/api/guest", "{}"), 200);
    open_socket(&guest, &client);
    assert_true(socket_client_say(&client, "{\"do\":\"busy\",\"ms\":900}"));
    usleep(100000);
    int first =
        send_raw("POST /api/sign-out-everywhere", owner.cookie,
                 "X-Trey: 1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    usleep(100000);
    int second = send_raw("GET /api/me", thief.cookie, "\r\n");
    assert_true(client_reply(first, SOON, &reply));
    assert_int_equal(reply.status, 200);
    assert_true(client_reply(second, SOON, &reply));
    close(first);
    close(second);
    socket_client_close(&client);
    assert_false(is_in(&thief));
    assert_true(is_in(&owner));
    stop();
}

static void signing_out_everywhere_ends_the_others(void **state) {
    (void)state;
    browser here = {""}, there = {""};
    socket_client client;
    socket_frame frame;
    start("sessions: {one_for_staff: no}\n" STAFF OPEN);
    assert_int_equal(sign_in(&here, "Dora", word, NULL), 200);
    assert_int_equal(sign_in(&there, "Dora", word, NULL), 200);
    assert_int_equal(ask(&here, "/api/account", NULL), 200);
    json_t *root = json_loadb(reply.body, reply.size, 0, NULL);
    json_t *listed = json_object_get(json_object_get(root, "account"), "sessions");
    assert_int_equal(json_array_size(listed), 2);
    unsigned own = 0;
    for (size_t i = 0; i < 2; i++)
        own += json_is_true(json_object_get(json_array_get(listed, i), "here"));
    assert_int_equal(own, 1);
    json_decref(root);
    open_socket(&there, &client);
    assert_int_equal(ask(&here, "/api/sign-out-everywhere", "{}"), 200);
    assert_true(socket_client_await(&client, SOON, "signed_out_everywhere", &frame));
    assert_int_equal(socket_client_code(&client, SOON), 4003);
    socket_client_close(&client);
    assert_true(is_in(&here));
    assert_false(is_in(&there));
    browser nobody = {""};
    assert_int_equal(ask(&nobody, "/api/account", NULL), 401);
    assert_int_equal(ask(&nobody, "/api/guest", "{}"), 200);
    assert_int_equal(ask(&nobody, "/api/account", NULL), 409);
    stop();
}

/* A member of staff is at one place; the older session says why it has ended. */
static void staff_have_one_session_and_players_many(void **state) {
    (void)state;
    browser first = {""}, second = {""}, guest = {""};
    socket_client client;
    socket_frame frame;
    start(STAFF OPEN);
    assert_int_equal(sign_in(&first, "Dora", word, NULL), 200);
    open_socket(&first, &client);
    assert_int_equal(sign_in(&second, "Dora", word, NULL), 200);
    assert_true(socket_client_await(&client, SOON, "signed in somewhere else", &frame));
    assert_int_equal(socket_client_code(&client, SOON), 4003);
    socket_client_close(&client);
    assert_false(is_in(&first));
    assert_true(is_in(&second));
    assert_int_equal(ask(&guest, "/api/guest", "{}"), 200);
    assert_int_equal(ask(&guest, "/api/join", "{\"name\":\"Pia\",\"password\":\"correct horse\"}"),
                     200);
    browser again = {""};
    assert_int_equal(sign_in(&again, "Pia", word, NULL), 200);
    assert_true(is_in(&guest));
    assert_true(is_in(&again));
    stop();
}

/* Whoever gave a guest their cookie, at a shared machine say, does not get the account with it. */
static void joining_takes_a_new_cookie(void **state) {
    (void)state;
    browser guest = {""}, planted;
    socket_client client;
    start(STAFF OPEN);
    assert_int_equal(ask(&guest, "/api/guest", "{}"), 200);
    planted = guest;
    open_socket(&guest, &client);
    assert_int_equal(ask(&guest, "/api/join", "{\"name\":\"Pia\",\"password\":\"correct horse\"}"),
                     200);
    assert_true(is_in(&guest));
    assert_false(is_in(&planted));
    /* The open socket goes on, and keeps the new session. */
    assert_true(
        socket_client_say(&client, "{\"id\":\"01HZY8P3M5N7Q9S1V3X5Z7B9D1\",\"do\":\"ping\"}"));
    socket_frame frame;
    assert_true(socket_client_await(&client, SOON, "\"is\":\"answer\"", &frame));
    socket_client_close(&client);
    restart(SIGTERM);
    assert_true(is_in(&guest));
    assert_false(is_in(&planted));
    stop();
}

/* ---- Guessing ----------------------------------------------------------------------------------
 */
/* From the same address as the guesser, which is what a hotel has: on a device that Mona has used
 * she comes in at any time; on another she waits as the guesser does. */
static void guessing_locks_nobody_out(void **state) {
    (void)state;
    browser mona = {""}, guesser = {""};
    start_still(STAFF OPEN);
    assert_int_equal(sign_in(&mona, "Mona", word, NULL), 200);
    assert_non_null(strstr(mona.cookie, "trey_device="));
    assert_int_equal(sign_in(&guesser, "Mona", "wrong horse", NULL), 401);
    assert_int_equal(sign_in(&guesser, "Mona", word, NULL), 429);
    assert_int_equal(ask(&mona, "/api/sign-out", "{}"), 200);
    browser device = {""};
    snprintf(device.cookie, sizeof device.cookie, "x%s", strstr(mona.cookie, "; trey_device="));
    assert_int_equal(sign_in(&device, "Mona", word, NULL), 200);
    /* It is no key to any other account. */
    assert_int_equal(sign_in(&guesser, "Dora", "wrong horse", NULL), 401);
    snprintf(guesser.cookie, sizeof guesser.cookie, "x%s", strstr(mona.cookie, "; trey_device="));
    assert_int_equal(sign_in(&guesser, "Dora", word, NULL), 429);
    stop();
}

/* Behind a proxy of the house everybody has an address of their own; whoever is no proxy cannot
 * choose one. */
static void a_proxy_tells_who_guesses(void **state) {
    (void)state;
    for (unsigned believed = 0; believed < 2; believed++) {
        browser guesser = {"x\r\nX-Forwarded-For: 203.0.113.9, 192.0.2.1"};
        browser mona = {"x\r\nX-Forwarded-For: 192.0.2.1, 192.0.2.2"};
        start_still(believed ? "proxies: [\"127.0.0.1\"]\n" STAFF OPEN : STAFF OPEN);
        assert_int_equal(sign_in(&guesser, "Mona", "wrong horse", NULL), 401);
        assert_int_equal(sign_in(&guesser, "Mona", word, NULL), 429);
        assert_int_equal(sign_in(&mona, "Mona", word, NULL), believed ? 200 : 429);
        stop();
    }
}

/* Guesses of one name after the other from an address are slowed as well; a known device of that
 * address is not. */
static void guesses_of_many_names_are_slowed_by_address(void **state) {
    (void)state;
    browser mona = {""}, guesser = {""};
    unsigned wrong = 0;
    start_still(STAFF "limits: {sign_ins_per_minute: 20}\n");
    assert_int_equal(sign_in(&mona, "Mona", word, NULL), 200);
    for (unsigned i = 0; i < 15; i++) {
        char name[32];
        snprintf(name, sizeof name, "somebody %u", i);
        if (sign_in(&guesser, name, "wrong horse", NULL) == 401) wrong++;
    }
    if (wrong < 1 || wrong > 6) fail_msg("%u guesses of 15", wrong);
    assert_int_equal(sign_in(&guesser, "Mona", word, NULL), 429);
    assert_int_equal(sign_in(&mona, "Mona", word, NULL), 200);
    stop();
}

/* ---- Crowds -------------------------------------------------------------------------------------
 */
static void guests_cannot_fill_the_house(void **state) {
    (void)state;
    browser guest = {""}, dora = {""};
    unsigned guests = 0;
    start(STAFF "limits: {sessions: 20, sessions_for_accounts: 4, "
                "sessions_for_staff: 3, guests_per_minute: 100000}\n");
    for (unsigned i = 0; i < 30; i++) {
        guest.cookie[0] = '\0';
        if (ask(&guest, "/api/guest", "{}") == 200) guests++;
    }
    assert_int_equal(reply.status, 503);
    assert_int_equal(guests, 13);
    assert_int_equal(sign_in(&dora, "Dora", word, NULL), 200);
    assert_true(is_in(&dora));
    stop();
}

/* Where the system gives few descriptors, connections beyond them are refused at once: a server
 * that could not accept them would turn round and round, and they would wait for nothing. */
static void connections_beyond_the_descriptors_are_refused(void **state) {
    (void)state;
    enum { TRIES = 200 };
    char program[160];
    int opened[TRIES];
    browser dora = {""};
    unsigned refused = 0;
    assert_true(server_child_folder(&server, TREY_PROGRAM, STAFF));
    put_word();
    snprintf(program, sizeof program, "%s/few", server.folder);
    FILE *file = fopen(program, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\nulimit -n 300\nexec %s \"$@\"\n", TREY_PROGRAM);
    fchmod(fileno(file), 0700);
    assert_int_equal(fclose(file), 0);
    snprintf(server.program, sizeof server.program, "%s", program);
    assert_true(server_child_start(&server, "serve"));
    for (unsigned i = 0; i < TRIES; i++) {
        opened[i] = client_connect(server.port);
        assert_true(opened[i] >= 0);
    }
    for (unsigned i = TRIES; i-- > TRIES - 20;) refused += client_sees_end(opened[i], SOON);
    assert_int_equal(refused, 20);
    for (unsigned i = 0; i < TRIES; i++) close(opened[i]);
    WAIT_UNTIL(client_ask(server.port, "/health", NULL, NULL, &reply) && reply.status == 200);
    assert_int_equal(sign_in(&dora, "Dora", word, NULL), 200);
    unlink(program);
    stop();
}

/* Anybody may ask for odds, in any number; nobody at the door waits for them. */
static void odds_are_limited_and_kept(void **state) {
    (void)state;
    browser dora = {""}, guest = {""};
    unsigned answered = 0, refused = 0;
    char path[96];
    time_t begun = time(NULL);
    start(STAFF "limits: {odds_per_minute: 20}\n");
    for (unsigned i = 0; i < 60; i++) {
        snprintf(path, sizeof path, "/api/tables/mbs/odds?ante=%u", 500 + 100 * i);
        int status = ask(&guest, path, NULL);
        answered += status == 200;
        refused += status == 429;
    }
    assert_int_equal(answered + refused, 60);
    /* Fifteen at once, and one more in three seconds. */
    if (answered < 15 || answered > 16 + (time(NULL) - begun) / 3)
        fail_msg("%u questions were answered", answered);
    assert_int_equal(sign_in(&dora, "Dora", word, NULL), 200);
    stop();
}

/* What was asked a moment ago costs nothing, and is not counted. */
static void the_same_odds_are_counted_once(void **state) {
    (void)state;
    browser guest = {""};
    start(STAFF "limits: {odds_per_minute: 1}\n");
    time_t begun = time(NULL);
    for (unsigned i = 0; i < 10; i++) {
        int status = ask(&guest, "/api/tables/mbs/odds?ante=500", NULL);
        if (time(NULL) - begun < 4) assert_int_equal(status, 200); /* they are kept for five */
    }
    int status = ask(&guest, "/api/tables/mbs/odds?ante=600", NULL);
    if (time(NULL) - begun < 30) assert_int_equal(status, 429);
    stop();
}

/* ---- First passwords
 * ------------------------------------------------------------------------------ */
static char *drawn_password(void) {
    static char line[256];
    char path[160];
    struct stat about;
    snprintf(path, sizeof path, "%s/data/first-passwords", server.folder);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    assert_memory_equal(line, "Drawn\tcashier\t", 14);
    return line + 14;
}

/* It opens the account page, and nothing else, until its owner has chosen another. */
static void a_first_password_only_lets_its_owner_choose_another(void **state) {
    (void)state;
    static const char *const names[] = {"Nina", "Drawn"};
    start(STAFF OPEN);
    for (unsigned i = 0; i < 2; i++) {
        browser in = {""};
        char change[256], ticket[CLIENT_TOKEN];
        const char *first = i ? drawn_password() : word;
        assert_int_equal(sign_in(&in, names[i], first, NULL), 200);
        body_has("\"must\":\"password\"");
        assert_true(is_in(&in));
        body_has("\"must\":\"password\"");
        assert_false(client_ticket(server.port, in.cookie, ticket));
        assert_int_equal(ask(&in, "/api/ticket", "{}"), 403);
        body_has("set_up_first");
        assert_int_equal(ask(&in, "/api/tables/mbs/desk", NULL), 403);
        assert_int_equal(ask(&in, "/api/shifts", NULL), 403);
        restart(SIGTERM); /* nor after a restart */
        assert_int_equal(ask(&in, "/api/ticket", "{}"), 403);
        snprintf(change, sizeof change, "{\"current\":\"%s\",\"password\":\"my own words\"}",
                 first);
        assert_int_equal(ask(&in, "/api/password", change), 200);
        assert_null(strstr(reply.body, "must"));
        assert_int_equal(ask(&in, "/api/ticket", "{}"), 200);
    }
    stop();
}

/* ---- The second factor
 * ----------------------------------------------------------------------------- */
static void enrol(browser *in, char secret[64], char recovery[32]) {
    char offer[300], code[8], body[512];
    assert_int_equal(ask(in, "/api/second-factor/offer", "{}"), 200);
    text_in("secret", secret, 64);
    text_in("offer", offer, sizeof offer);
    body_has("otpauth://totp/Trey:");
    snprintf(body, sizeof body, "{\"current\":\"%s\",\"offer\":\"%s\",\"code\":\"000\"}", word,
             offer);
    assert_int_equal(ask(in, "/api/second-factor", body), 401);
    assert_true(trey_totp(secret, time(NULL), code));
    snprintf(body, sizeof body, "{\"current\":\"%s\",\"offer\":\"%s\",\"code\":\"%s\"}", word,
             offer, code);
    assert_int_equal(ask(in, "/api/second-factor", body), 200);
    json_t *root = json_loadb(reply.body, reply.size, 0, NULL);
    snprintf(recovery, 32, "%s",
             json_string_value(json_array_get(json_object_get(root, "recovery"), 0)));
    json_decref(root);
}

/* Where the house asks for it, staff set it up before anything else; a password alone is worth
 * nothing then, nor a code that somebody has read over a shoulder. */
static void staff_need_a_code_and_each_is_good_once(void **state) {
    (void)state;
    browser dora = {""}, thief = {""}, mona = {""};
    char secret[64], other[64], recovery[32], spare[32], code[8];
    start("second_factor: staff\n" STAFF OPEN);
    assert_int_equal(sign_in(&dora, "Dora", word, NULL), 200);
    body_has("\"must\":\"second_factor\"");
    assert_int_equal(ask(&dora, "/api/ticket", "{}"), 403);
    enrol(&dora, secret, recovery);
    assert_int_equal(ask(&dora, "/api/ticket", "{}"), 200);
    assert_int_equal(sign_in(&thief, "Dora", word, NULL), 401);
    body_has("code_needed");
    /* The code of the set-up was used; the next one is good once. */
    assert_true(trey_totp(secret, time(NULL) + 30, code));
    assert_int_equal(sign_in(&thief, "Dora", word, code), 200);
    assert_int_equal(sign_in(&dora, "Dora", word, code), 401);
    body_has("wrong_code");
    restart(SIGKILL);
    assert_int_equal(sign_in(&mona, "Mona", word, NULL), 200);
    enrol(&mona, other, spare);
    browser lost = {""};
    assert_int_equal(sign_in(&lost, "Dora", word, recovery), 200);
    assert_int_equal(sign_in(&lost, "Dora", word, recovery), 401);
    /* A shift manager takes it away from a dealer, a dealer from nobody, and nobody their own. */
    browser dealer = {""};
    WAIT_UNTIL(sign_in(&dealer, "Dora", word, NULL) == 401 && strstr(reply.body, "code_needed"));
    assert_int_equal(ask(&mona, "/api/second-factor/remove", "{\"current\":\"correct horse\"}"),
                     403);
    assert_int_equal(ask(&mona, "/api/second-factor/remove",
                         "{\"current\":\"correct horse\",\"name\":\"Dora\"}"),
                     200);
    assert_int_equal(sign_in(&dealer, "Dora", word, NULL), 200);
    body_has("\"must\":\"second_factor\"");
    assert_int_equal(ask(&dealer, "/api/second-factor/remove",
                         "{\"current\":\"correct horse\",\"name\":\"Mona\"}"),
                     403);
    stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stolen_cookie_does_not_outlive_a_password),
        cmocka_unit_test(a_thief_who_asks_at_that_moment_is_out_as_well),
        cmocka_unit_test(signing_out_everywhere_ends_the_others),
        cmocka_unit_test(staff_have_one_session_and_players_many),
        cmocka_unit_test(joining_takes_a_new_cookie),
        cmocka_unit_test(guessing_locks_nobody_out),
        cmocka_unit_test(a_proxy_tells_who_guesses),
        cmocka_unit_test(guesses_of_many_names_are_slowed_by_address),
        cmocka_unit_test(guests_cannot_fill_the_house),
        cmocka_unit_test(connections_beyond_the_descriptors_are_refused),
        cmocka_unit_test(odds_are_limited_and_kept),
        cmocka_unit_test(the_same_odds_are_counted_once),
        cmocka_unit_test(a_first_password_only_lets_its_owner_choose_another),
        cmocka_unit_test(staff_need_a_code_and_each_is_good_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
