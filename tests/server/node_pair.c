/* node_pair.c -- see the header. */
#define _GNU_SOURCE
#include "node_pair.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "by_hand.h"
#include "patience.h"

server_child node[NODES];
char folder[64];
static const char *const names[NODES] = {"a", "b"};
static uint64_t seed;

static void stay(int n) {
    (void)n;
}
void (*pair_goes)(int n) = stay;

uint64_t random_number(void) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return seed >> 33;
}

/* ---- The database ------------------------------------------------------------------------- */
unsigned leader(const char *table) {
    char sql[256], name[64];
    snprintf(sql, sizeof sql, "SELECT leader FROM trey.stream WHERE kind = 1 AND name = '%s'",
             table);
    server_text(sql, name, sizeof name);
    return strcmp(name, "b") == 0;
}

/* One of the tables that this node leads. */
void table_of(unsigned wanted, const char *prefix, char out[32]) {
    unsigned at = (unsigned)(random_number() % TABLES);
    snprintf(out, 32, "%s-%u", prefix, at + 1);
    WAIT_DOING(leader(out) == wanted, {
        at = (at + 1) % TABLES;
        snprintf(out, 32, "%s-%u", prefix, at + 1);
        patience_nap();
    });
}

/* ---- The nodes ------------------------------------------------------------------------------ */
static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    chmod(path, 0600);
}

void pair_make(unsigned n, const char *store) {
    char settings[4096];
    snprintf(
        settings, sizeof settings,
        "store: \"%s\"\nkeys: %s/keys\nnode: {name: %s, lease_seconds: %d}\n"
        "limits: {guests_per_minute: 10000, sign_ins_per_minute: 1000}\n"
        "award_seconds: 0\ntwo_people: {undo: no, rulings: 0, awards: 0, cash: 0}\nconsent: "
        "no\nlog: {level: debug, file: server.log}\n"
        "jackpots:\n"
        "  - {name: big, rulebook: mbs, bet: 5, contribution: 1, reset: 10000, start: 12000}\n"
        "tables:\n"
        "  - {name: t, copies: %d, rulebook: rws, ante: 5..500, bets_seconds: 3600,\n"
        "     decide_seconds: 3600, alone_seconds: 0, pause_seconds: 0.3, step_seconds: 0}\n"
        "  - {name: m, copies: %d, rulebook: mbs, ante: 5..500, bets_seconds: 3600,\n"
        "     decide_seconds: 3600, alone_seconds: 0, pause_seconds: 0.3, step_seconds: 0}\n"
        "  - {name: b, copies: %d, rulebook: mbs, ante: 5..500, pair_plus: 5..500, jackpot: big,\n"
        "     bots: 4, bets_seconds: 0.2, decide_seconds: 1, alone_seconds: 0, pause_seconds: "
        "0.1,\n"
        "     step_seconds: 0.02, choose_seconds: 0.5}\n"
        "  - {name: p, copies: %d, rulebook: mbs, ante: 5..500, jackpot: big,\n"
        "     physical: yes, dealer: person}\n"
        "sessions: {one_for_staff: no}\n"
        "staff:\n"
        "  - {name: Dana, role: dealer, password_file: %s/password, once: no}\n"
        "  - {name: Shira, role: shift_manager, password_file: %s/password, once: no}\n",
        store, folder, names[n], LEASE_MS / 1000, TABLES, TABLES, TABLES, TABLES, folder, folder);
    assert_true(server_child_folder(&node[n], TREY_PROGRAM, settings));
}

unsigned tables_led(unsigned n) {
    pair_goes((int)n);
    double led = server_child_metric(&node[n], "trey_tables_led");
    pair_goes(-1);
    return led < 0 ? 0 : (unsigned)led;
}

/* Both have their share, and nothing is on the move. */
void both_lead(void) {
    unsigned a = 0, b = 0;
    WAIT_DOING(a > 0 && b > 0 && a + b == ALL_TABLES, {
        patience_nap();
        a = tables_led(0);
        b = tables_led(1);
    });
}

int health(unsigned n) {
    static http_reply reply;
    pair_goes((int)n);
    bool asked = client_ask(node[n].port, "/health", NULL, NULL, &reply);
    pair_goes(-1);
    return asked ? reply.status : 0;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */
void at_table(node_guest *guest, const char *format, unsigned seat) {
    char rest[256];
    snprintf(rest, sizeof rest, format, guest->table, seat); // NOLINT: formats are below
    guest_does(guest, rest);
}

/* Each at his own seat and his own node; up to the decisions. */
void begin_round(node_guest *one, node_guest *two, const char *table) {
    node_guest *both[] = {one, two};
    for (unsigned i = 0; i < 2; i++) guest_watches(both[i], table);
    for (unsigned i = 0; i < 2; i++) at_table(both[i], SIT, i + 2);
    for (unsigned i = 0; i < 2; i++) assert_true(guest_sees(both[i], "phase", "\"betting\"", SOON));
    for (unsigned i = 0; i < 2; i++) at_table(both[i], ANTE, i + 2);
    for (unsigned i = 0; i < 2; i++) /* the clock runs at every node */
        assert_true(guest_sees(both[i], "clock", "{\"for\":\"bets\"", SOON));
    for (unsigned i = 0; i < 2; i++) at_table(both[i], READY, 0);
    for (unsigned i = 0; i < 2; i++)
        assert_true(guest_sees(both[i], "phase", "\"decision\"", SOON));
}

void end_round(node_guest *one, node_guest *two) {
    node_guest *both[] = {one, two};
    for (unsigned i = 0; i < 2; i++) at_table(both[i], PLAY, i + 2);
    for (unsigned i = 0; i < 2; i++) assert_true(guest_sees(both[i], "settlement", "{", SOON));
    /* What they saw of their own cards can be checked, wherever they are. */
    for (unsigned i = 0; i < 2; i++) {
        assert_true(guest_sees(both[i], "phase", "\"", SOON));
        assert_int_equal(chips_at(both[i], 1), chips_at(both[i], 0));
    }
}

/* Seats are kept for those who go without a word. */
void two_leave(node_guest *one, node_guest *two) {
    at_table(one, LEAVE, 2);
    at_table(two, LEAVE, 3);
    guest_leave(one);
    guest_leave(two);
}

/* The round of these two has come to nothing: at the node where the guest is. */
bool round_is_void(node_guest *guest) {
    WAIT_DOING(guest->voids > 0, guest_look(guest, 50));
    return guest->voids == 1;
}

void took(const char *what, int64_t since, int64_t until) {
    printf("%s: %lld ms\n", what, (long long)(until - since) / 1000);
}

json_int_t chips_at(node_guest *guest, unsigned n) {
    pair_goes((int)n);
    json_int_t chips = guest_chips(guest, node[n].port);
    pair_goes(-1);
    return chips;
}

/* ---- Beginning and end ------------------------------------------------------------------------
 */
bool pair_folder(void) {
    char path[128];
    const char *given = getenv("TREY_SEED");
    seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    printf("seed %llu\n", (unsigned long long)seed);
    snprintf(folder, sizeof folder, "/tmp/trey-nodes-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(path, sizeof path, "%s/password", folder);
    write_file(path, "well-kept-password\n");
    return true;
}

bool pair_start(void) {
    for (unsigned n = 0; n < NODES; n++) {
        pair_goes((int)n);
        bool started = server_child_start(&node[n], "serve");
        pair_goes(-1);
        if (!started) return false;
    }
    both_lead();
    return true;
}

static int run(const char *format, const char *first, const char *second) {
    char command[2048];
    snprintf(command, sizeof command, format, first, second); // NOLINT: formats are below
    int status = system(command);                             // NOLINT: words are the test's own
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* In good order, one after the other: the first hands its tables over. */
void pair_ends_well(void) {
    char command[512];
    assert_int_equal(server_child_stop(&node[0], SIGTERM), 0);
    WAIT_UNTIL(tables_led(1) == ALL_TABLES);
    assert_int_equal(server_child_stop(&node[1], SIGTERM), 0);
    assert_int_equal(server_number("SELECT count(*) FROM trey.node"), 0);
    assert_int_equal(server_number("SELECT sum(balance)::bigint FROM trey.account"), 0);
    /* Nothing is left on a layout, nor pending for a jackpot. */
    assert_int_equal(server_number("SELECT count(*) FROM trey.account WHERE id % 64 IN (3, 9)"
                                   " AND balance <> 0"),
                     0);
    snprintf(command, sizeof command, "%s verify --key %s/keys '%s' >%s/verified", TREY_PROGRAM,
             folder, getenv("TREY_POSTGRES"), folder);
    int status = system(command); // NOLINT: words are the test's own
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) != 0) run("cat %s/%s", folder, "verified");
    assert_int_equal(WEXITSTATUS(status), 0);
}

void pair_remove(void) {
    for (unsigned n = 0; n < NODES; n++) {
        if (getenv("TREY_SHOW_LOG")) run("cat %s/%s", node[n].folder, "data/server.log");
        server_child_remove(&node[n]);
    }
    run("rm -rf %s%s", folder, "");
}
