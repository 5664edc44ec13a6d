/* hostile_endpoints_test.c -- one attacker in each role asks every address of a real server for
 * everything, while a player and a member of staff who have done nothing look on.
 *
 * Methods, paths, queries and bodies are drawn from what the server knows and from what it does
 * not. The judge asks now and then: is the server well? Are the two who look on still signed in,
 * with the chips and the office that they had, and does their password still hold? What is told
 * only to staff was told to nobody else, and no answer held a password's hash. In the end the store
 * verifies.
 *
 * TREY_SEED says which questions, TREY_ROUNDS how many a role. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmocka_suite.h"
#include "server_child.h"
#include "socket_client.h"
#include "trey/store.h"
#include "trey/verify.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { ASKED_EACH = 120 };
#else
enum { ASKED_EACH = 500 };
#endif

static server_child server;
static http_reply reply;
static uint64_t seed, chance;
static const char word[] = "correct horse";
enum { NOBODY, GUEST, DEALER, SUPERVISOR, MANAGER, SHIFT, CASHIER, AUDITOR, OFFICES };

static unsigned roll(unsigned below) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (unsigned)((chance >> 11) % below);
}
#define ONE_OF(list) ((list)[roll(sizeof(list) / sizeof *(list))])

/* ---- The house ------------------------------------------------------------------------------ */
static const char settings[] =
    "limits: {sign_ins_per_minute: 100000, guests_per_minute: 100000, connections: 500}\n"
    "second_factor: optional\nchips: 1000\n"
    "tables: [{name: mbs, rulebook: mbs, ante: 5..500}]\n"
    "staff:\n"
    "  - {name: Dealer, role: dealer, password_file: word, once: no}\n"
    "  - {name: Supervisor, role: pit_supervisor, password_file: word, once: no}\n"
    "  - {name: Manager, role: pit_manager, password_file: word, once: no}\n"
    "  - {name: Shift, role: shift_manager, password_file: word, once: no}\n"
    "  - {name: Cashier, role: cashier, password_file: word, once: no}\n"
    "  - {name: Auditor, role: auditor, password_file: word, once: no}\n"
    "  - {name: Honest, role: shift_manager, password_file: word, once: no}\n";
static const char *const names[] = {"",        "",      "Dealer",  "Supervisor",
                                    "Manager", "Shift", "Cashier", "Auditor"};

static int open_server(void **state) {
    (void)state;
    char path[160];
    if (!server_child_folder(&server, TREY_PROGRAM, settings)) return -1;
    snprintf(path, sizeof path, "%s/word", server.folder);
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    fprintf(file, "%s\n", word);
    fchmod(fileno(file), 0600);
    fclose(file);
    return server_child_start(&server, "serve") ? 0 : -1;
}

static int close_server(void **state) {
    (void)state;
    char path[160];
    int status = server_child_stop(&server, SIGTERM);
    snprintf(path, sizeof path, "%s/word", server.folder);
    unlink(path);
    server_child_remove(&server);
    return status == 0 ? 0 : -1;
}

static bool cookie_of_reply(char cookie[CLIENT_TOKEN]) {
    const char *set = strstr(reply.head, "trey_session=");
    if (!set) return false;
    set += strlen("trey_session=");
    snprintf(cookie, CLIENT_TOKEN, "%.*s", (int)strcspn(set, ";\r"), set);
    return true;
}

static bool sign_in(const char *name, char cookie[CLIENT_TOKEN]) {
    char body[160];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, word);
    return client_ask(server.port, "/api/sign-in", NULL, body, &reply) && reply.status == 200 &&
           cookie_of_reply(cookie);
}

/* ---- Questions --------------------------------------------------------------------------------
 */
static const char *const paths[] = {"/",
                                    "/health",
                                    "/metrics",
                                    "/%6detrics",
                                    "/api/me",
                                    "/api/account",
                                    "/api/tables",
                                    "/api/tables/mbs/rules",
                                    "/api/tables/mbs/rounds",
                                    "/api/tables/mbs/rounds/1",
                                    "/api/tables/mbs/desk",
                                    "/api/tables/mbs/odds",
                                    "/api/tables/../mbs",
                                    "/api/tables/nowhere/rounds/9",
                                    "/api/report",
                                    "/api/report/tables.csv",
                                    "/api/report/staff.csv",
                                    "/api/shifts",
                                    "/api/shifts/1",
                                    "/checkpoints",
                                    "/checkpoints/key",
                                    "/checkpoints/consistency",
                                    "/checkpoints/cosignatures",
                                    "/api/guest",
                                    "/api/join",
                                    "/api/sign-in",
                                    "/api/sign-out",
                                    "/api/password",
                                    "/api/second-factor/offer",
                                    "/api/second-factor",
                                    "/api/second-factor/remove",
                                    "/api/sign-out-everywhere",
                                    "/api/ticket",
                                    "/api/nowhere",
                                    "/../../etc/passwd",
                                    "/socket"};
static const char *const queries[] = {
    "",        "?from=0&to=99999999", "?after=0", "?shift=1", "?from=-1&to=x",
    "?seat=1", "?before=5",           "?as=1"};

/* What tells of one of those who look on is asked for most. */
static void make_body(char *out, size_t room) {
    static const char *const values[] = {"\"Honest\"",
                                         "\"Mallory\"",
                                         "\"correct horse\"",
                                         "\"wrong horses\"",
                                         "1",
                                         "2",
                                         "null",
                                         "true",
                                         "\"\"",
                                         "\"shift_manager\"",
                                         "[]",
                                         "\"123456\""};
    static const char *const members[] = {"name", "password", "old", "new",  "code", "person",
                                          "role", "office",   "id",  "note", "key",  "session"};
    size_t used = (size_t)snprintf(out, room, "{");
    for (unsigned i = roll(5); i > 0; i--)
        used += (size_t)snprintf(out + used, room - used, "%s\"%s\":%s", used > 1 ? "," : "",
                                 ONE_OF(members), ONE_OF(values));
    snprintf(out + used, room - used, roll(12) ? "}" : "");
}

static bool of_staff_alone(const char *path) {
    return strncmp(path, "/api/report", 11) == 0 || strncmp(path, "/api/shifts", 11) == 0 ||
           strstr(path, "/desk") != NULL;
}

static void guilty(const char *what, const char *path, const char *body) {
    fail_msg("TREY_SEED=%llu: %s: %s %s => %d %.300s", (unsigned long long)seed, what, path, body,
             reply.status, reply.body);
}

static void ask_something(unsigned office, char cookie[CLIENT_TOKEN]) {
    char path[160], body[512] = "";
    bool posts = roll(2);
    const char *asked = ONE_OF(paths);
    snprintf(path, sizeof path, "%s%s", asked, ONE_OF(queries));
    if (posts) make_body(body, sizeof body);
    if (!client_ask(server.port, path, cookie[0] ? cookie : NULL, posts ? body : NULL, &reply))
        guilty("no answer", path, body);
    if (reply.status >= 500 && reply.status != 503 && reply.status != 501)
        guilty("the server failed", path, body);
    if (strstr(reply.body, "$argon2")) guilty("a password's hash was told", path, body);
    bool above = office == SHIFT || office == AUDITOR;
    if (of_staff_alone(asked) && office <= GUEST && reply.status == 200)
        guilty("what is for staff was told", path, body);
    if (strncmp(asked, "/api/report", 11) == 0 && !above && reply.status == 200)
        guilty("figures of the house were told", path, body);
    char fresh[CLIENT_TOKEN]; /* whoever is somebody else now goes on as that */
    if (posts && office <= GUEST && cookie_of_reply(fresh) && fresh[0])
        memcpy(cookie, fresh, sizeof fresh);
}

/* ---- The judge --------------------------------------------------------------------------------
 */
static char player[CLIENT_TOKEN], honest[CLIENT_TOKEN];
static long long chips;

static long long told_chips(const char *cookie) {
    assert_true(client_ask(server.port, "/api/me", cookie, NULL, &reply));
    const char *at = strstr(reply.body, "\"chips\":");
    return at ? strtoll(at + 8, NULL, 10) : -1;
}

static void judge(void) {
    long long now = told_chips(player);
    if (now != chips) guilty("the player's chips moved, or the player was signed out", "", "");
    assert_true(client_ask(server.port, "/api/me", honest, NULL, &reply));
    if (!strstr(reply.body, "\"Honest\"") || !strstr(reply.body, "\"shift_manager\""))
        guilty("a member of staff was signed out or lost the office", "", "");
    assert_true(client_ask(server.port, "/health", NULL, NULL, &reply));
    if (reply.status != 200) guilty("the server is not well", "", "");
}

static void attack_as(unsigned office) {
    char cookie[CLIENT_TOKEN] = "";
    const char *rounds = getenv("TREY_ROUNDS");
    unsigned count = rounds ? (unsigned)strtoul(rounds, NULL, 10) : ASKED_EACH;
    if (office == GUEST) assert_true(client_guest(server.port, cookie));
    for (unsigned i = 0; i < count; i++) {
        /* Staff who have thrown themselves out come in again, if their password still holds. */
        if (office > GUEST && i % 50 == 0 && !sign_in(names[office], cookie)) cookie[0] = '\0';
        ask_something(office, cookie);
        if (i % 25 == 0) judge();
    }
    judge();
}

static void nobody_gains_by_asking(void **state) {
    (void)state;
    const char *given = getenv("TREY_SEED");
    seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL) * 2654435761u + 1;
    chance = seed | 1;
    print_message("TREY_SEED=%llu\n", (unsigned long long)seed);
    assert_true(client_guest(server.port, player));
    assert_true(sign_in("Honest", honest));
    chips = told_chips(player);
    assert_true(chips > 0);
    for (unsigned office = NOBODY; office < OFFICES; office++) attack_as(office);
    /* The password of whoever did nothing holds as before; this ends the session before. */
    assert_true(sign_in("Honest", honest));
    judge();
}

static void what_they_left_verifies(void **state) {
    (void)state;
    char path[160];
    trey_store *store;
    trey_store_keys keys;
    trey_store_message message;
    trey_verify_report report;
    server_child_stop(&server, SIGTERM);
    snprintf(path, sizeof path, "%s/data/trey.keys", server.folder);
    assert_int_equal(trey_store_keys_load(path, &keys, &message), TREY_STATUS_OK);
    snprintf(path, sizeof path, "%s/data/trey.db", server.folder);
    const trey_store_options open = {.still = true};
    assert_int_equal(trey_store_open(&store, path, &open, &message), TREY_STATUS_OK);
    const trey_verify_options options = {.keys = &keys};
    assert_int_equal(trey_verify(store, &options, &report, &message), TREY_STATUS_OK);
    if (report.verdict != TREY_VERDICT_GOOD) fail_msg("%s", report.finding.what);
    trey_verify_report_close(&report);
    trey_store_close(store);
    assert_true(server_child_start(&server, "serve"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_gains_by_asking),
        cmocka_unit_test(what_they_left_verifies),
    };
    return cmocka_run_group_tests(tests, open_server, close_server);
}
