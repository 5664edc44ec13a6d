/* stranger_test.c -- somebody who may connect to the database, and has no right in it.
 *
 * NOTIFY has no access control: a role without any right on our schema could speak as a node,
 * and bet another's chips. Here the stranger forges letters, repeats real ones, and speaks of
 * commits; nothing of it is believed, all of it is counted, and what he overhears he cannot
 * read. Run by tests/store/postgres.sh. */
#include "cmocka_suite.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "by_hand.h"
#include "patience.h"
#include "trey/nodes.h"

enum { LEASE_MS = 3000 };

static trey_store_keys keys, others;
static trey_nodes *a, *b;
static PGconn *stranger;

static void make_keys(trey_store_keys *out, const char *name) {
    trey_store_message message;
    char path[96];
    snprintf(path, sizeof path, "/tmp/trey-stranger-%ld-%s", (long)getpid(), name);
    assert_int_equal(trey_store_keys_create(path, out, &message), TREY_STATUS_OK);
    unlink(path);
}

/* The same server and database, as another role. */
static PGconn *connect_as(const char *role) {
    char address[512];
    snprintf(address, sizeof address, "%s", getenv("TREY_POSTGRES"));
    char *user = strstr(address, "user=");
    assert_non_null(user);
    snprintf(user, sizeof address - (size_t)(user - address), "user=%s", role);
    PGconn *made = PQconnectdb(address);
    assert_int_equal(PQstatus(made), CONNECTION_OK);
    return made;
}

static bool says(const char *sql, const char *channel, const char *text) {
    const char *const values[] = {channel, text};
    PGresult *result = PQexecParams(stranger, sql, channel ? 2 : 0, NULL, values, NULL, NULL, 0);
    ExecStatusType ended = PQresultStatus(result);
    PQclear(result);
    return ended == PGRES_TUPLES_OK || ended == PGRES_COMMAND_OK;
}

static void notify(const char *channel, const char *text) {
    assert_true(says("SELECT pg_notify($1, $2)", channel, text));
}

static int build(void **state) {
    (void)state;
    trey_store *store;
    trey_store_message message;
    make_keys(&keys, "keys");
    make_keys(&others, "others");
    const trey_store_options options = {.create = true, .keys = &keys};
    assert_int_equal(trey_store_open(&store, getenv("TREY_POSTGRES"), &options, &message),
                     TREY_STATUS_OK);
    trey_store_close(store);
    assert_int_equal(trey_nodes_open(&a, getenv("TREY_POSTGRES"), "a", LEASE_MS, &keys, &message),
                     TREY_STATUS_OK);
    assert_int_equal(trey_nodes_open(&b, getenv("TREY_POSTGRES"), "b", LEASE_MS, &keys, &message),
                     TREY_STATUS_OK);
    PGconn *owner = connect_as("postgres");
    PQclear(PQexec(owner, "CREATE ROLE stranger LOGIN"));
    PQfinish(owner);
    stranger = connect_as("stranger");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    PQfinish(stranger);
    trey_nodes_close(a);
    trey_nodes_close(b);
    return 0;
}

static void post(trey_nodes *from, const char *to, const char *text) {
    const trey_letter_out letter = {to, text, strlen(text)};
    assert_int_equal(trey_nodes_post(from, &letter, 1), TREY_STATUS_OK);
}

/* Everything that b believes until this letter of a's comes, which is the last. */
static unsigned heard_until(const char *last) {
    static trey_nodes_news news;
    unsigned believed = 0;
    bool over = false;
    post(a, "b", last);
    WAIT_DOING(over, {
        struct pollfd wait = {.fd = trey_nodes_descriptor(b), .events = POLLIN};
        poll(&wait, 1, 10);
        while (!over && trey_nodes_next(b, &news)) {
            over = news.size == strlen(last) && strcmp(news.text, last) == 0;
            believed += !over;
        }
    });
    return believed;
}

static void he_has_no_right_on_anything(void **state) {
    (void)state;
    static const char *const tries[] = {
        "SELECT * FROM trey.record",        "SELECT * FROM trey.kept",
        "SELECT * FROM trey.node",          "INSERT INTO trey.kept VALUES (1, 'session-x', '', '')",
        "UPDATE trey.head SET answers = 0", "SELECT trey.hold('{}', '{}')",
        "CREATE TABLE trey.mine (x int)"};
    for (unsigned i = 0; i < sizeof tries / sizeof *tries; i++)
        assert_false(says(tries[i], NULL, NULL));
}

static void what_he_says_as_a_node_is_dropped(void **state) {
    (void)state;
    const uint64_t forged = trey_nodes_refused(b).forged;
    /* As letters were written before, and in forms of his own. */
    notify("trey_node_b", "a\nforward 1 1 7\n{\"id\":\"00000000000000000000000000000001\"}");
    notify("trey_nodes", "a\nstatus\n1 1 1 0 0 0 0 0 0 a\n");
    notify("trey_node_b", "");
    notify("trey_node_b", "AAAA");
    char long_one[7990];
    memset(long_one, 'A', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    notify("trey_node_b", long_one);
    notify("trey", "18446744073709551615");
    notify("trey", "9999 00000000000000000000000000000000");
    assert_int_equal(heard_until("the end of the forged ones"), 0);
    assert_int_equal(trey_nodes_refused(b).forged, forged + 7);
}

static void what_he_repeats_is_dropped(void **state) {
    (void)state;
    assert_true(says("LISTEN trey_node_b", NULL, NULL));
    assert_true(says("LISTEN trey_nodes", NULL, NULL));
    post(a, "b", "bet 500 for person 7, secretly");
    post(a, NULL, "to everybody");
    assert_int_equal(heard_until("behind them"), 2);
    char overheard[3][8000];
    unsigned count = 0;
    WAIT_DOING(count == 3, {
        PGnotify *notice;
        PQconsumeInput(stranger);
        while (count < 3 && (notice = PQnotifies(stranger))) {
            snprintf(overheard[count++], sizeof overheard[0], "%s", notice->extra);
            PQfreemem(notice);
        }
        patience_nap();
    });
    const trey_nodes_dropped before = trey_nodes_refused(b);
    for (unsigned i = 0; i < 3; i++) {
        assert_null(strstr(overheard[i], "secretly"));
        notify("trey_node_b", overheard[i]); /* again, and to all what was for one */
        notify("trey_nodes", overheard[i]);
    }
    assert_int_equal(heard_until("the end of the repeated ones"), 0);
    const trey_nodes_dropped after = trey_nodes_refused(b);
    assert_int_equal(after.forged + after.stale - before.forged - before.stale, 6);
}

/* What was overheard before b was started again is not for the one that runs now. */
static void what_he_kept_for_later_is_dropped(void **state) {
    (void)state;
    trey_store_message message;
    static trey_nodes_news news;
    char kept[8000] = "";
    post(a, "b", "an old letter");
    WAIT_DOING(kept[0] != '\0', {
        PGnotify *notice;
        PQconsumeInput(stranger);
        while ((notice = PQnotifies(stranger))) {
            snprintf(kept, sizeof kept, "%s", notice->extra); /* the last is the old letter */
            PQfreemem(notice);
        }
        patience_nap();
    });
    trey_nodes_close(b);
    assert_int_equal(trey_nodes_open(&b, getenv("TREY_POSTGRES"), "b", LEASE_MS, &keys, &message),
                     TREY_STATUS_OK);
    while (trey_nodes_next(b, &news)) continue;
    notify("trey_node_b", kept);
    assert_int_equal(heard_until("the end of the old ones"), 0);
    assert_int_equal(trey_nodes_refused(b).stale, 1);
}

/* A node of another house, with another key file. */
static void what_another_house_says_is_dropped(void **state) {
    (void)state;
    trey_nodes *c;
    trey_store_message message;
    assert_int_equal(trey_nodes_open(&c, getenv("TREY_POSTGRES"), "c", LEASE_MS, &others, &message),
                     TREY_STATUS_OK);
    const uint64_t forged = trey_nodes_refused(b).forged;
    post(c, "b", "forward 1 1 7\n{}");
    post(c, NULL, "leaving");
    assert_int_equal(heard_until("the end of the others"), 0);
    assert_int_equal(trey_nodes_refused(b).forged, forged + 2);
    trey_nodes_close(c);
}

int main(void) {
    if (!getenv("TREY_POSTGRES")) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(he_has_no_right_on_anything),
        cmocka_unit_test(what_he_says_as_a_node_is_dropped),
        cmocka_unit_test(what_he_repeats_is_dropped),
        cmocka_unit_test(what_he_kept_for_later_is_dropped),
        cmocka_unit_test(what_another_house_says_is_dropped),
    };
    return cmocka_run_group_tests(tests, build, tear_down);
}
