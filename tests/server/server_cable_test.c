/* server_cable_test.c -- two machines and the cable between one of them and the database.
 *
 * Node a has a network of its own, of which one cable leads to the database's. It is pulled
 * while a round runs that node a leads: packets are lost, and nobody is told that a connection
 * has ended. The other node takes over; when the cable is back the old leader has written nothing,
 * and what is stored verifies. Run by cable.sh. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "by_hand.h"
#include "node_pair.h"
#include "patience.h"

static int networks[2] = {-1, -1}; /* this one, where node b and the database are; and node a's */

/* ---- The cable ---------------------------------------------------------------------------- */
static void enter(unsigned which) {
    assert_int_equal(setns(networks[which], CLONE_NEWNET), 0);
}

static void goes(int n) {
    enter(n == 0);
}

static int open_network(void) {
    return open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
}

static void ip(const char *words) {
    char command[256];
    snprintf(command, sizeof command, "ip %s", words);
    if (system(command) != 0) fail_msg("%s", command); // NOLINT: words are the test's own
}

static void lay_cable(void) {
    char words[128];
    networks[0] = open_network();
    assert_int_equal(unshare(CLONE_NEWNET), 0);
    networks[1] = open_network();
    assert_true(networks[0] >= 0 && networks[1] >= 0);
    ip("link set lo up");
    enter(0);
    ip("link add cable type veth peer name plug");
    snprintf(words, sizeof words, "link set plug netns /proc/%d/fd/%d", (int)getpid(), networks[1]);
    ip(words);
    ip("address add 10.77.0.1/24 dev cable");
    ip("link set cable up");
    enter(1);
    ip("address add 10.77.0.2/24 dev plug");
    ip("link set plug up");
    ip("route add 10.77.1.0/24 via 10.77.0.1");
    enter(0);
}

static void pull(bool out) {
    ip(out ? "link set cable down" : "link set cable up");
}

static int open_nodes(void **state) {
    (void)state;
    lay_cable();
    if (!pair_folder()) return -1;
    pair_goes = goes;
    pair_make(0, "postgresql://postgres@10.77.1.1/postgres");
    pair_make(1, getenv("TREY_POSTGRES"));
    return pair_start() ? 0 : -1;
}

static int close_nodes(void **state) {
    (void)state;
    pull(false);
    pair_remove();
    return 0;
}

/* ---- Tests --------------------------------------------------------------------------------- */
/* The number of the lease by which it is led. */
static int64_t epoch(const char *table) {
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT epoch FROM trey.stream WHERE kind = 1 AND name = '%s'",
             table);
    return server_number(sql);
}

/* proves [rws 5.7] */
static void a_leader_whose_cable_is_pulled_is_replaced(void **state) {
    (void)state;
    node_guest one, two;
    char table[32], id[33];
    table_of(0, "t", table);
    enter(1);
    guest_come(&one, node[0].port);
    enter(0);
    guest_come(&two, node[1].port);
    begin_round(&one, &two, table);
    pull(true);
    int64_t since = client_now_us();
    guest_say(&one, id, "\"do\":\"play\",\"table\":\"%s\",\"seat\":2", table);
    assert_true(round_is_void(&two));
    took("the cable is pulled, first frame of the new leader", since, two.first_voided);
    assert_int_equal(leader(table), 1);
    assert_int_equal(health(1), 200);
    WAIT_DOING(strstr(one.notice, "lost its records"), guest_look(&one, 100));
    assert_int_equal(health(0), 503);
    assert_null(guest_answer(&one, id, 300)); /* nothing is acknowledged */
    int64_t lease = epoch(table);
    /* The old leader is back, still with what it wanted to write. */
    pull(false);
    since = client_now_us();
    assert_non_null(guest_answer(&one, id, SOON));
    took("the cable is back, first answer", since, client_now_us());
    assert_false(json_is_true(json_object_get(guest_answer(&one, id, 0), "ok")));
    WAIT_UNTIL(health(0) == 200);
    assert_int_equal(epoch(table), lease); /* it is still the other's table */
    assert_int_equal(leader(table), 1);
    /* What has come since is the next round, and the same for both. */
    assert_true(guest_sees(&one, "phase", "\"betting\"", SOON));
    for (unsigned n = 0; n < NODES; n++) {
        assert_int_equal(chips_at(&one, n), 100000);
        assert_int_equal(chips_at(&two, n), 100000);
    }
    two_leave(&one, &two);
}

static void in_the_end_everything_is_right(void **state) {
    (void)state;
    pair_ends_well();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_leader_whose_cable_is_pulled_is_replaced),
        cmocka_unit_test(in_the_end_everything_is_right),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, open_nodes, close_nodes);
}
