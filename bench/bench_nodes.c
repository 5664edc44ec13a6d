/* bench_nodes.c -- what several nodes on one PostgreSQL store in a second.
 *
 * People sit down and stand up again, which is decided, stored and then answered; nobody
 * deals, so that nothing else is stored. `nodes-one` is one node beside a server that has its
 * database to itself: what it costs to be one of several. `nodes-two` is two nodes beside one:
 * half of the people are at each, and about half of what they say is forwarded. Nodes decide
 * under one lock, so the store's work does not grow with them; what a second one adds is
 * sockets, and on a machine with as many cores as there are processes it adds little. */
#define _GNU_SOURCE
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "server_child.h"
#include "socket_client.h"

enum { NODES = 2, TABLES = 16, EACH = 4, PEOPLE = TABLES * EACH, SOON = 10000, LAPS = 7 };

/* Servers of one house, and people at them. */
typedef struct node_house {
    const char *database;
    unsigned nodes; /* 0: one server that is no node */
    server_child server[NODES];
    socket_client person[PEOPLE];
    unsigned servers, people;
} node_house;

static node_house measured, beside;
static uint64_t said;

static void give_up(const char *why, const char *text) {
    fprintf(stderr, "trey bench: %s: %s\n", why, text);
    exit(1);
}

/* ---- The database ------------------------------------------------------------------------ */
static void make_database(const char *name, bool make) {
    PGconn *server = PQconnectdb(getenv("TREY_POSTGRES"));
    char sql[128];
    PQclear(PQexec(server, "SET client_min_messages = error"));
    snprintf(sql, sizeof sql, "DROP DATABASE IF EXISTS %s WITH (FORCE)", name);
    PQclear(PQexec(server, sql));
    snprintf(sql, sizeof sql, "CREATE DATABASE %s", name);
    PGresult *made = make ? PQexec(server, sql) : NULL;
    if (make && PQresultStatus(made) != PGRES_COMMAND_OK)
        give_up("a database of its own", PQerrorMessage(server));
    PQclear(made);
    PQfinish(server);
}

/* ---- Houses -------------------------------------------------------------------------------- */
static void start_server(node_house *house, unsigned number) {
    char settings[2048], node[64] = "", program[512];
    const char *address = getenv("TREY_POSTGRES");
    server_child *server = &house->server[number];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    if (size <= 0) give_up("this program", "it cannot be found");
    program[size] = '\0';
    if (house->nodes) snprintf(node, sizeof node, "node: {name: n%u}\n", number + 1);
    /* All nodes have the first one's keys. */
    char keys[128] = "trey.keys";
    if (number > 0) snprintf(keys, sizeof keys, "%s/data/trey.keys", house->server[0].folder);
    snprintf(settings, sizeof settings,
             "store: \"%s%sdbname=%s\"\nkeys: %s\n%slog: {level: warning}\n"
             "limits: {connections_per_address: 10000, guests_per_minute: 1000000,\n"
             "         messages_per_second: 1000000, message_burst: 1000000}\n"
             "jackpots: []\n"
             "tables: [{name: t, copies: %d, rulebook: mbs, ante: 5..500, dealer: person}]\n",
             address, strchr(address, '?') ? "&" : "?", house->database, keys, node, TABLES);
    if (!server_child_folder(server, program, settings)) give_up("a server", "no folder for it");
    house->servers++;
    if (!server_child_start(server, "serve"))
        give_up("the server did not start", server_child_file(server, "log"));
}

/* Each node has its share of the tables before anybody comes. */
static void await_shares(const node_house *house) {
    for (unsigned i = 0; i < 200; i++) {
        double led = 0, least = TABLES;
        for (unsigned n = 0; n < house->servers; n++) {
            double own = server_child_metric(&house->server[n], "trey_tables_led");
            led += own;
            if (own < least) least = own;
        }
        if (led == TABLES && least > 0) return;
        usleep(50000);
    }
    give_up("nodes", "they do not share their tables");
}

static void open_house(node_house *house, const char *database, unsigned nodes) {
    memset(house, 0, sizeof *house);
    house->database = database;
    house->nodes = nodes;
    make_database(database, true);
    for (unsigned i = 0; i < (nodes ? nodes : 1); i++) start_server(house, i);
    if (nodes) await_shares(house);
    for (; house->people < PEOPLE; house->people++) {
        uint16_t port = house->server[house->people % house->servers].port;
        if (!socket_client_guest(&house->person[house->people], port))
            give_up("people", "they do not come in");
    }
}

static void close_house(node_house *house) {
    for (unsigned i = 0; i < house->people; i++) socket_client_close(&house->person[i]);
    for (unsigned i = house->servers; i-- > 0;) {
        server_child_stop(&house->server[i], SIGTERM);
        server_child_remove(&house->server[i]);
    }
    make_database(house->database, false);
}

/* ---- The work ------------------------------------------------------------------------------ */
static void say(socket_client *person, unsigned number, const char *what) {
    char text[192];
    snprintf(text, sizeof text, "{\"id\":\"%032llx\",\"do\":\"%s\",\"table\":\"t-%u\",\"seat\":%u}",
             (unsigned long long)++said, what, number / EACH + 1, number % EACH + 1);
    if (!socket_client_say(person, text)) give_up("people", "a socket has ended");
}

/* Everybody sits down and stands up; how many were told that it is done. */
static uint64_t sit_and_leave(node_house *house) {
    uint64_t first = said, done = 0;
    socket_frame frame;
    for (unsigned i = 0; i < PEOPLE; i++) {
        say(&house->person[i], i, "sit");
        say(&house->person[i], i, "leave");
    }
    for (unsigned i = 0; i < PEOPLE; i++) {
        for (unsigned n = 1; n <= 2; n++) {
            char id[40];
            uint64_t number = first + 2 * i + n;
            snprintf(id, sizeof id, "%032llx", (unsigned long long)number);
            if (!socket_client_await(&house->person[i], SOON, id, &frame))
                give_up("people", "no answer in ten seconds");
            done += memmem(frame.text, frame.size, "\"ok\":true", 9) != NULL;
        }
    }
    return done;
}

static uint64_t work_measured(void) {
    return sit_and_leave(&measured);
}

static uint64_t work_beside(void) {
    return sit_and_leave(&beside);
}

static void race(const bench_setting *setting, unsigned nodes, unsigned against,
                 bench_figure *figure) {
    bench_setting own = *setting;
    memset(figure, 0, sizeof *figure);
    figure->agree = true;
    if (!getenv("TREY_POSTGRES")) return;
    signal(SIGPIPE, SIG_IGN);
    own.lap_seconds *= 10;
    if (own.laps > LAPS) own.laps = LAPS;
    open_house(&measured, "trey_bench_nodes", nodes);
    open_house(&beside, "trey_bench_beside", against);
    bench_race(&own, (size_t)2 * PEOPLE, work_measured, work_beside, figure);
    close_house(&beside);
    close_house(&measured);
}

void bench_nodes_one(const bench_setting *setting, bench_figure *figure) {
    race(setting, 1, 0, figure);
}
void bench_nodes_two(const bench_setting *setting, bench_figure *figure) {
    race(setting, 2, 1, figure);
}
