/* server_nodes_test.c -- two servers on one database: one of them is killed, paused and cut
 * off in the middle of a round, and two tables hit one jackpot at the same moment.
 *
 * Whatever happens, nobody loses a chip, each hit is awarded once, the ledger holds and
 * `trey verify` finds nothing. The times that taking over took are printed, and decide nothing.
 * TREY_SEED decides which tables are played (node_pair.c). Run by tests/store/postgres.sh. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "by_hand.h"
#include "node_pair.h"
#include "patience.h"
#include "slow_line.h"

static slow_line *line; /* of node a */

static int open_nodes(void **state) {
    (void)state;
    char line_folder[96], through[256];
    const char *server = getenv("TREY_POSTGRES_FOLDER");
    if (!server || !pair_folder()) return -1;
    snprintf(line_folder, sizeof line_folder, "%s/line", folder);
    snprintf(through, sizeof through, "postgresql:///postgres?host=%s&user=postgres", line_folder);
    line = slow_line_open(line_folder, server);
    if (!line) return -1;
    pair_make(0, through);
    pair_make(1, getenv("TREY_POSTGRES"));
    return pair_start() ? 0 : -1;
}

/* Which round it was, and how it went, is the same at every node. */
static void both_tell_of_the_round(node_guest *guest) {
    static http_reply reply[NODES];
    char path[128];
    snprintf(path, sizeof path, "/api/tables/%s/rounds", guest->table);
    for (unsigned n = 0; n < NODES; n++) {
        assert_true(client_ask(node[n].port, path, guest->cookie, NULL, &reply[n]));
        assert_int_equal(reply[n].status, 200);
    }
    assert_non_null(strstr(reply[0].body, "\"staked\""));
    assert_string_equal(reply[0].body, reply[1].body);
}

/* ---- Tests
 * --------------------------------------------------------------------------------------- */
static void people_at_two_nodes_play_at_one_table(void **state) {
    (void)state;
    for (unsigned leads = 0; leads < NODES; leads++) {
        node_guest one, two;
        char table[32], id[33];
        table_of(leads, "t", table);
        guest_come(&one, node[0].port);
        guest_come(&two, node[1].port);
        begin_round(&one, &two, table);
        /* The coach answers everybody; proofs are there for everybody. */
        for (unsigned i = 0; i < NODES; i++) {
            node_guest *guest = i ? &two : &one;
            at_table(guest, "\"do\":\"view\",\"table\":\"%s\",\"seat\":%u", i + 2);
            assert_true(guest_sees(guest, "fair", "{\"house\"", SOON));
            WAIT_DOING(json_array_size(
                           json_object_get(json_object_get(guest->view, "fair"), "openings")) == 3,
                       guest_look(guest, 50));
            guest_say(guest, id, "\"do\":\"coach\",\"table\":\"%s\",\"seat\":%u", table, i + 2);
            json_t *answer = guest_answer(guest, id, SOON);
            assert_non_null(json_object_get(answer, "coach"));
        }
        end_round(&one, &two);
        assert_int_equal(one.voids + two.voids, 0);
        both_tell_of_the_round(&one);
        two_leave(&one, &two);
    }
    assert_true(server_child_metric(&node[0], "trey_forwards_total") > 0);
    assert_true(server_child_metric(&node[1], "trey_forwards_total") > 0);
}

static void a_session_goes_on_at_the_other_node(void **state) {
    (void)state;
    node_guest guest;
    static http_reply reply;
    guest_come(&guest, node[0].port);
    json_int_t person = guest.person;
    assert_int_equal(guest_chips(&guest, node[1].port), 100000);
    guest_again(&guest, node[1].port);
    assert_int_equal(guest.person, person);
    /* Signed out at one, he is out at both. */
    assert_true(client_ask(node[0].port, "/api/sign-out", guest.cookie, "{}", &reply));
    WAIT_UNTIL(client_ask(node[1].port, "/api/me", guest.cookie, NULL, &reply) &&
               strstr(reply.body, "\"you\":null"));
    guest_leave(&guest);
}

/* A balancer may send a request here and the socket there. */
static void a_ticket_opens_one_socket_at_any_node(void **state) {
    (void)state;
    enum { TIMES = 10 };
    char cookie[CLIENT_TOKEN], ticket[CLIENT_TOKEN], origin[NODES][64];
    socket_client socket[NODES];
    socket_frame frame;
    for (unsigned n = 0; n < NODES; n++)
        snprintf(origin[n], sizeof origin[n], "http://127.0.0.1:%u", node[n].port);
    assert_true(client_guest(node[0].port, cookie));
    for (unsigned made = 0; made < NODES; made++) {
        unsigned used = !made;
        assert_true(client_ticket(node[made].port, cookie, ticket));
        assert_int_equal(
            socket_client_open(&socket[0], node[used].port, ticket, origin[used], "trey.1"), 101);
        /* What is said at once is heard behind the ticket. */
        assert_true(socket_client_say(
            &socket[0], "{\"id\":\"00000000000000000000000000000abc\",\"do\":\"ping\"}"));
        assert_true(socket_client_await(&socket[0], SOON, "\"is\":\"welcome\"", &frame));
        assert_true(socket_client_await(&socket[0], SOON, "0abc", &frame));
        for (unsigned n = 0; n < NODES; n++) { /* and then it is spent everywhere */
            assert_int_equal(
                socket_client_open(&socket[1], node[n].port, ticket, origin[n], "trey.1"), 101);
            assert_int_equal(socket_client_code(&socket[1], SOON), 4001);
            socket_client_close(&socket[1]);
        }
        socket_client_close(&socket[0]);
    }
    /* At both at the same moment: one of them lets him in. */
    for (unsigned i = 0; i < TIMES; i++) {
        unsigned in = 0, out = 0;
        assert_true(client_ticket(node[i % NODES].port, cookie, ticket));
        for (unsigned n = 0; n < NODES; n++)
            assert_int_equal(
                socket_client_open(&socket[n], node[n].port, ticket, origin[n], "trey.1"), 101);
        for (unsigned n = 0; n < NODES; n++) {
            if (socket_client_await(&socket[n], SOON, "\"is\":\"", &frame)) {
                bool welcome = strstr(frame.text, "\"is\":\"welcome\"") != NULL;
                in += welcome;
                out += !welcome && socket_client_code(&socket[n], SOON) == 4001;
            }
            socket_client_close(&socket[n]);
        }
        assert_int_equal(in, 1);
        assert_int_equal(out, 1);
    }
}

/* When a node is gone all of its people come to the next one, from the balancer's address. */
static void a_crowd_goes_on_at_the_other_node(void **state) {
    (void)state;
    enum { CROWD = 150 };
    static char cookie[CROWD][CLIENT_TOKEN];
    static http_reply reply;
    char ticket[CLIENT_TOKEN];
    for (unsigned i = 0; i < CROWD; i++) assert_true(client_guest(node[0].port, cookie[i]));
    for (unsigned i = 0; i < CROWD; i++) {
        assert_true(client_ask(node[1].port, "/api/me", cookie[i], NULL, &reply));
        assert_int_equal(reply.status, 200);
    }
    assert_true(client_ticket(node[1].port, cookie[0], ticket));
}

/* Where the book offers the wagers back, the offer comes, and is taken [mbs 5.16.1]. */
static void begin_alone(node_guest *guest) {
    char table[32];
    table_of(0, "m", table);
    guest_come(guest, node[1].port);
    guest_watches(guest, table);
    at_table(guest, SIT, 3);
    at_table(guest, ANTE, 3);
    at_table(guest, READY, 0);
    assert_true(guest_sees(guest, "phase", "\"decision\"", SOON));
}

static void take_wagers_back(node_guest *guest) {
    assert_true(guest_sees(guest, "gate", "\"withdrawal\"", SOON));
    at_table(guest, "\"do\":\"choose\",\"table\":\"%s\",\"seat\":%u,\"back\":true", 3);
    assert_true(guest_sees(guest, "gate", "\"none\"", SOON));
    assert_int_equal(guest_chips(guest, node[1].port), 100000);
    at_table(guest, LEAVE, 3);
    guest_leave(guest);
}

/* proves [mbs 5.16] [rws 5.7] */
static void a_leader_that_is_killed_is_replaced(void **state) {
    (void)state;
    node_guest one, two, third;
    char table[32], id[33];
    table_of(0, "t", table);
    guest_come(&one, node[0].port);
    guest_come(&two, node[1].port);
    begin_alone(&third);
    begin_round(&one, &two, table);
    json_int_t person = one.person;
    kill(node[0].pid, SIGKILL);
    int64_t since = client_now_us();
    /* Said while nobody leads the table, and answered by whoever does then. */
    guest_say(&two, id, "\"do\":\"play\",\"table\":\"%s\",\"seat\":3", table);
    assert_true(round_is_void(&two));
    took("killed, first frame of the new leader", since, two.first_voided);
    assert_non_null(guest_answer(&two, id, SOON));
    assert_non_null(strstr(two.notice, "has failed"));
    assert_int_equal(leader(table), 1);
    take_wagers_back(&third);
    server_child_wait(&node[0]);
    /* Nobody has lost a chip, and the guest without a password is himself again. */
    guest_again(&one, node[1].port);
    assert_int_equal(one.person, person);
    assert_int_equal(one.chips, 100000);
    assert_int_equal(guest_chips(&two, node[1].port), 100000);
    guest_watches(&one, table);
    at_table(&one, ANTE, 2);
    at_table(&two, ANTE, 3);
    at_table(&one, READY, 0);
    at_table(&two, READY, 0);
    at_table(&one, PLAY, 2);
    at_table(&two, PLAY, 3);
    assert_true(guest_sees(&one, "settlement", "{", SOON));
    two_leave(&one, &two);
    assert_true(server_child_start(&node[0], "serve"));
    both_lead();
}

static void a_leader_that_is_paused_writes_nothing_more(void **state) {
    (void)state;
    node_guest one, two;
    char table[32], sql[256];
    table_of(0, "t", table);
    guest_come(&one, node[0].port);
    guest_come(&two, node[1].port);
    begin_round(&one, &two, table);
    kill(node[0].pid, SIGSTOP);
    int64_t since = client_now_us();
    assert_true(round_is_void(&two));
    took("paused, first frame of the new leader", since, two.first_voided);
    assert_int_equal(leader(table), 1);
    snprintf(sql, sizeof sql, "SELECT epoch FROM trey.stream WHERE name = '%s'", table);
    int64_t epoch = server_number(sql);
    usleep(500000);
    kill(node[0].pid, SIGCONT);
    since = client_now_us();
    /* It shows what has become of the round, and what is said there is heard. */
    assert_true(guest_sees(&one, "phase", "\"betting\"", SOON));
    took("awake, first frame of what has happened", since, client_now_us());
    at_table(&one, ANTE, 2);
    at_table(&one, "\"do\":\"withdraw\",\"table\":\"%s\",\"seat\":%u,\"wager\":\"ante\"", 2);
    assert_int_equal(server_number(sql), epoch); /* it is still the other's table */
    assert_int_equal(guest_chips(&one, node[0].port), 100000);
    assert_int_equal(guest_chips(&one, node[1].port), 100000);
    two_leave(&one, &two);
    both_lead();
}

static void a_node_that_is_cut_off_says_so(void **state) {
    (void)state;
    for (unsigned way = 0; way < 2; way++) {
        node_guest one, two;
        char table[32], id[33];
        table_of(0, "t", table);
        guest_come(&one, node[0].port);
        guest_come(&two, node[1].port);
        begin_round(&one, &two, table);
        if (way)
            slow_line_tear(line, true);
        else
            slow_line_hold(line, true);
        int64_t since = client_now_us();
        guest_say(&one, id, "\"do\":\"play\",\"table\":\"%s\",\"seat\":2", table);
        assert_true(round_is_void(&two));
        took(way ? "torn off, first frame of the new leader"
                 : "cut off, first frame of the new leader",
             since, two.first_voided);
        assert_int_equal(leader(table), 1);
        WAIT_DOING(strstr(one.notice, "lost its records"), guest_look(&one, 100));
        assert_int_equal(health(0), 503);
        assert_int_equal(health(1), 200);
        assert_null(guest_answer(&one, id, 300)); /* nothing is acknowledged */
        slow_line_hold(line, false);
        slow_line_tear(line, false);
        since = client_now_us();
        assert_non_null(guest_answer(&one, id, SOON));
        took("back, first answer", since, client_now_us());
        assert_true(guest_sees(&one, "phase", "\"betting\"", SOON));
        WAIT_UNTIL(health(0) == 200);
        assert_int_equal(guest_chips(&one, node[0].port), 100000);
        two_leave(&one, &two);
        both_lead();
    }
}

/* Gone for everybody: nobody takes over from anybody, and the round goes on. */
static void a_database_that_restarts_interrupts_no_round(void **state) {
    (void)state;
    node_guest one, two;
    char table[32];
    table_of(0, "t", table);
    guest_come(&one, node[0].port);
    guest_come(&two, node[1].port);
    begin_round(&one, &two, table);
    server_halt(true);
    usleep(LEASE_MS * 2 * 1000);
    /* The leader is the last to be back: the other one does not take it for dead. */
    slow_line_hold(line, true);
    server_halt(false);
    usleep(LEASE_MS / 5 * 1000);
    slow_line_hold(line, false);
    end_round(&one, &two);
    assert_int_equal(one.voids + two.voids, 0);
    assert_int_equal(leader(table), 0);
    two_leave(&one, &two);
    both_lead();
}

/* Bots play without a pause, so that a stop or a kill may come at any moment of a batch.
 * TREY_ROUNDS says how often; one of each is what a test has time for. */
static void trouble_at_any_moment_costs_nobody_a_chip(void **state) {
    (void)state;
    static const char *const what[] = {"stopped, taken over", "killed, taken over",
                                       "cut off, taken over", "torn off, taken over"};
    const char *given = getenv("TREY_ROUNDS");
    unsigned rounds = given ? (unsigned)strtoul(given, NULL, 10) : 2;
    node_guest watcher[2];
    char table[32], other[32], rest[128];
    table_of(0, "b", table);
    table_of(1, "b", other);
    guest_come(&watcher[1], node[1].port);
    guest_watches(&watcher[1], table);
    snprintf(rest, sizeof rest, "\"do\":\"watch\",\"table\":\"%s\"", other);
    guest_does(&watcher[1], rest);
    for (unsigned i = 0; i < rounds; i++) {
        unsigned kind = (unsigned)(given ? random_number() % 4 : i % 2);
        /* It comes back between two rounds. */
        WAIT_DOING(leader(table) == 0, guest_look(&watcher[1], 100));
        guest_come(&watcher[0], node[0].port);
        guest_watches(&watcher[0], table);
        int64_t until = client_now_us() + (int64_t)(random_number() % 1500000);
        while (client_now_us() < until) {
            guest_look(&watcher[0], 5);
            guest_look(&watcher[1], 5);
        }
        if (kind == 0) kill(node[0].pid, SIGSTOP);
        if (kind == 1) kill(node[0].pid, SIGKILL);
        if (kind == 2) slow_line_hold(line, true);
        if (kind == 3) slow_line_tear(line, true);
        int64_t since = client_now_us();
        WAIT_DOING(leader(table) == 1, guest_look(&watcher[1], 20));
        took(what[kind], since, client_now_us());
        json_int_t round = json_integer_value(json_object_get(watcher[1].view, "round"));
        /* And the game goes on. */
        WAIT_DOING(json_integer_value(json_object_get(watcher[1].view, "round")) > round + 1,
                   guest_look(&watcher[1], 50));
        guest_leave(&watcher[0]);
        kill(node[0].pid, SIGCONT);
        slow_line_hold(line, false);
        slow_line_tear(line, false);
        if (kind == 1) {
            server_child_wait(&node[0]);
            assert_true(server_child_start(&node[0], "serve"));
        }
        both_lead();
    }
    guest_leave(&watcher[1]);
}

/* ---- One jackpot ------------------------------------------------------------------------------
 */
/* A royal of spades for the only box, entered card by card. */
static void deal_royal(node_guest *dealer) {
    static const char *const cards[] = {"As", "Ks", "Qs", "Qh", "8c", "5d"};
    char rest[256];
    for (unsigned i = 0; i < 6; i++) {
        snprintf(rest, sizeof rest, "\"do\":\"card\",\"table\":\"%s\",\"cards\":[\"%s\"]",
                 dealer->table, cards[i]);
        guest_does(dealer, rest);
    }
}

static void both_say(node_guest *const who[2], const char *format) {
    char id[2][33];
    for (unsigned i = 0; i < 2; i++) guest_say(who[i], id[i], format, who[i]->table);
    for (unsigned i = 0; i < 2; i++) {
        json_t *answer = guest_answer(who[i], id[i], SOON);
        char *text = json_dumps(answer, JSON_COMPACT);
        if (!json_is_true(json_object_get(answer, "ok"))) fail_msg("%s: %s", format, text);
        free(text);
    }
}

/* Hits that wait, as this one's lobby shows them. */
static size_t hits_waiting(node_guest *guest, uint64_t hit[8]) {
    json_t *jackpot = json_array_get(json_object_get(guest->lobby, "jackpots"), 0), *one;
    size_t i;
    json_array_foreach(json_object_get(jackpot, "waiting"), i, one) {
        if (i < 8) hit[i] = (uint64_t)json_integer_value(json_object_get(one, "number"));
    }
    return i;
}

static void two_hits_at_once_have_one_award_each(void **state) {
    (void)state;
    node_guest dealer[2], player[2], manager[2];
    node_guest *const dealers[] = {&dealer[0], &dealer[1]};
    json_int_t before[2];
    for (unsigned i = 0; i < 2; i++) {
        char table[32];
        table_of(i, "p", table);
        /* Each is at the other node: everything is forwarded. */
        guest_sign_in(&dealer[i], node[!i].port, "Dana", "well-kept-password");
        guest_sign_in(&manager[i], node[i].port, "Shira", "well-kept-password");
        guest_come(&player[i], node[!i].port);
        guest_watches(&dealer[i], table);
        guest_watches(&player[i], table);
        guest_does(&manager[i], "\"do\":\"lobby\",\"on\":true");
        at_table(&player[i], SIT, 1);
        at_table(&dealer[i], "\"do\":\"open\",\"table\":\"%s\"", 0);
        at_table(&player[i], ANTE, 1);
        at_table(&player[i],
                 "\"do\":\"bet\",\"table\":\"%s\",\"seat\":%u,\"wager\":\"progressive\"", 1);
        at_table(&dealer[i], "\"do\":\"close\",\"table\":\"%s\"", 0);
        deal_royal(&dealer[i]);
        at_table(&player[i], PLAY, 1);
        at_table(&dealer[i], "\"do\":\"reveal\",\"table\":\"%s\"", 0);
    }
    both_say(dealers, "\"do\":\"settle\",\"table\":\"%s\"");
    uint64_t hit[2][8];
    for (unsigned i = 0; i < 2; i++) {
        WAIT_DOING(hits_waiting(&manager[i], hit[i]) == 2, guest_look(&manager[i], 100));
        before[i] = guest_chips(&player[i], node[i].port);
    }
    for (unsigned n = 0; n < 2; n++) {
        char id[2][33];
        unsigned paid = 0;
        for (unsigned i = 0; i < 2; i++)
            guest_say(&manager[i], id[i],
                      "\"do\":\"award\",\"jackpot\":\"big\",\"number\":%llu,\"confirm\":true",
                      (unsigned long long)hit[0][n]);
        for (unsigned i = 0; i < 2; i++) {
            json_t *answer = guest_answer(&manager[i], id[i], SOON);
            assert_non_null(answer);
            paid += json_is_true(json_object_get(answer, "ok"));
        }
        assert_int_equal(paid, 1);
    }
    assert_int_equal(server_number("SELECT count(*) FROM trey.claim WHERE name LIKE 'hit-%'"), 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(guest_chips(&player[i], node[0].port) > before[i]);
        assert_int_equal(guest_chips(&player[i], node[0].port),
                         guest_chips(&player[i], node[1].port));
        WAIT_DOING(hits_waiting(&manager[i], hit[i]) == 0, guest_look(&manager[i], 100));
        /* And each node tells of both. */
        json_t *jackpot = json_array_get(json_object_get(manager[i].lobby, "jackpots"), 0);
        assert_int_equal(json_array_size(json_object_get(jackpot, "last")), 2);
    }
    for (unsigned i = 0; i < 2; i++) {
        guest_leave(&dealer[i]);
        guest_leave(&player[i]);
        guest_leave(&manager[i]);
    }
}

/* ---- Mistakes of whoever runs them -------------------------------------------------------------
 */
static void a_node_with_other_keys_or_a_taken_name_is_refused(void **state) {
    (void)state;
    server_child third;
    char settings[1024];
    static const struct {
        const char *name, *keys, *says;
    } bad[] = {{"c", "other.keys", "not sealed with these keys"},
               {"b", NULL, "another process of this name"}};
    for (unsigned i = 0; i < 2; i++) {
        char keys[128];
        snprintf(keys, sizeof keys, "%s/keys", folder);
        snprintf(settings, sizeof settings,
                 "store: \"%s\"\nkeys: %s\nnode: {name: %s}\n"
                 "tables: [{name: t-1, rulebook: mbs, ante: 5..500}]\n",
                 getenv("TREY_POSTGRES"), bad[i].keys ? "trey.keys" : keys, bad[i].name);
        assert_true(server_child_folder(&third, TREY_PROGRAM, settings));
        assert_false(server_child_start(&third, "serve"));
        char *said = server_child_file(&third, "log");
        if (!strstr(said, bad[i].says)) fail_msg("%s", said);
        free(said);
        server_child_remove(&third);
    }
}

static bool in_at(unsigned n, const char *cookie) {
    static http_reply reply;
    assert_true(client_ask(node[n].port, "/api/me", cookie, NULL, &reply));
    return reply.status == 200 && !strstr(reply.body, "\"you\":null");
}

/* Both nodes know both sessions. After a new password at one, the other session is over at both,
 * and the one that changed it goes on at both. */
static void a_new_password_ends_sessions_at_every_node(void **state) {
    (void)state;
    static http_reply reply;
    char cookie[2][CLIENT_TOKEN];
    for (unsigned i = 0; i < 2; i++) {
        assert_true(client_ask(node[i].port, "/api/sign-in", NULL,
                               "{\"name\":\"Shira\",\"password\":\"well-kept-password\"}", &reply));
        assert_int_equal(reply.status, 200);
        const char *set = strstr(reply.head, "trey_session=");
        assert_non_null(set);
        snprintf(cookie[i], CLIENT_TOKEN, "%.64s", set + strlen("trey_session="));
    }
    for (unsigned i = 0; i < 4; i++) assert_true(in_at(i / 2, cookie[i % 2]));
    assert_true(client_ask(
        node[0].port, "/api/password", cookie[0],
        "{\"current\":\"well-kept-password\",\"password\":\"better-kept-password\"}", &reply));
    assert_int_equal(reply.status, 200);
    assert_true(in_at(0, cookie[0]));
    assert_false(in_at(0, cookie[1]));
    WAIT_UNTIL(!in_at(1, cookie[1]));
    assert_true(in_at(1, cookie[0]));
}

static void in_the_end_everything_is_right(void **state) {
    (void)state;
    pair_ends_well();
}

static int close_nodes(void **state) {
    (void)state;
    slow_line_close(line);
    pair_remove();
    return 0;
}

/* With a word: those tests alone. */
int main(int count, char **word) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_at_two_nodes_play_at_one_table),
        cmocka_unit_test(a_session_goes_on_at_the_other_node),
        cmocka_unit_test(a_ticket_opens_one_socket_at_any_node),
        cmocka_unit_test(a_crowd_goes_on_at_the_other_node),
        cmocka_unit_test(a_leader_that_is_killed_is_replaced),
        cmocka_unit_test(a_leader_that_is_paused_writes_nothing_more),
        cmocka_unit_test(a_node_that_is_cut_off_says_so),
        cmocka_unit_test(a_database_that_restarts_interrupts_no_round),
        cmocka_unit_test(trouble_at_any_moment_costs_nobody_a_chip),
        cmocka_unit_test(two_hits_at_once_have_one_award_each),
        cmocka_unit_test(a_node_with_other_keys_or_a_taken_name_is_refused),
        cmocka_unit_test(a_new_password_ends_sessions_at_every_node),
        cmocka_unit_test(in_the_end_everything_is_right),
    };
    if (count > 1) cmocka_set_test_filter(word[1]);
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, open_nodes, close_nodes);
}
