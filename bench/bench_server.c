/* bench_server.c -- trey bench --server: a server of its own, a crowd, and bad guests.
 *
 * Three figures were asked for: no connection is dropped, 99 of 100 commands are durable
 * and answered within 50 ms, and a connection costs at most 20 kB. The same is measured
 * again with bad guests beside the crowd. Then messages that touch no store are counted
 * beside a bare libwebsockets server that sends each back. */
#include "bench_server.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"
#include "load_crowd.h"
#include "server_child.h"
#include "socket_client.h"

typedef struct load_plan {
    unsigned connections, seats, tables, seconds;
    bool json, echo, strict;
} load_plan;

static const char help[] =
    "usage: trey bench --server [--connections N] [--seats N] [--tables N] [--seconds N]\n"
    "                           [--strict] [--no-echo] [--json]\n"
    "\n"
    "  --connections 10000   people, of whom\n"
    "  --seats 1000          play, at most seven at each of\n"
    "  --tables 150          tables; the others watch\n"
    "  --seconds 20          without, and as long with bad guests, in turns\n"
    "  --strict              exit status 1 where a figure misses what was asked for\n";

static int usage(const char *word) {
    fprintf(stderr,
            "trey bench: --server does not know '%s'; `trey bench --server --help` shows how\n",
            word);
    return EXIT_USAGE;
}

/* ---- The server
 * ---------------------------------------------------------------------------------- */
static bool open_house(server_child *server, const load_plan *plan) {
    char settings[2048], program[512];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    if (size <= 0) return false;
    program[size] = '\0';
    snprintf(settings, sizeof settings,
             "log: {level: warning}\n"
             "chips: 1000000\n"
             "limits:\n"
             "  connections: %u\n  connections_per_address: %u\n  sockets_per_person: 1000\n"
             "  messages_per_second: 100000\n  message_burst: 100000\n"
             "  guests_per_minute: 1000000\n  sign_ins_per_minute: 1000000\n"
             "  silent_seconds: 600\n"
             "tables:\n"
             "  - {name: mbs, rulebook: mbs, copies: %u, positions: 7, ante: 5..500}\n",
             plan->connections + 4000, plan->connections + 4000, plan->tables);
    return server_child_folder(server, program, settings) && server_child_start(server, "serve");
}

/* ---- Bad guests: a process of their own, a hundred attempts a second
 * ------------------------------------------------------------ */
static void misbehave(uint16_t port, const char *cookie) {
    enum { HELD = 400 };
    static int held[HELD];
    char ticket[CLIENT_TOKEN], origin[64];
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", port);
    for (unsigned turn = 0;; turn++) {
        unsigned at = turn % HELD;
        socket_client client;
        uint8_t header[SOCKET_HEADER_MAX + 8] = {0};
        if (held[at] > 0) close(held[at]);
        held[at] = client_connect(port); /* half a handshake */
        if (held[at] > 0 && turn % 2) client_send(held[at], "GET /socket HTTP/1.1\r\nX: ", 24);
        if (turn % 4 == 0 && client_ticket(port, cookie, ticket) &&
            socket_client_open(&client, port, ticket, origin, "trey.1") == 101) {
            size_t size = socket_header(turn % 8 ? 1 : 2, true, UINT64_C(1) << 40, header);
            client_send(client.socket, header, size + 4); /* a lie about its size */
            socket_client_close(&client);
        }
        if (turn % 4 == 1 && socket_client_open(&client, port, "made up", origin, "trey.1"))
            socket_client_close(&client);
        usleep(10000);
    }
}

static pid_t send_bad_guests(uint16_t port) {
    char cookie[CLIENT_TOKEN];
    if (!client_guest(port, cookie)) return -1;
    pid_t process = fork();
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (nice(10) < 0)
            _exit(1); /* what they cost the server is asked, not what they cost the machine */
        misbehave(port, cookie);
    }
    return process;
}

static void end_process(pid_t process) {
    if (process <= 0) return;
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}

/* ---- What came out
 * ---------------------------------------------------------------------------------- */
typedef struct load_result {
    load_figures alone, beside;
    double kilobytes_each, flush_ms, open_seconds, cuts;
    double trey_rate, echo_rate;
    bool ran;
} load_result;

static void print_figures(const char *when, const load_figures *figures, unsigned seconds) {
    printf("%-22s %6.0f commands/s, p50 %6.2f ms, p99 %6.2f ms, most %7.2f ms; %u drops, "
           "%.0f frames/s, %.1f MB/s, %llu refused\n",
           when, (double)figures->commands / seconds, figures->p50_ms, figures->p99_ms,
           figures->most_ms, figures->drops, (double)figures->frames / seconds,
           (double)figures->bytes / seconds / 1e6, (unsigned long long)figures->refused);
}

static void print_text(const load_plan *plan, const load_result *result) {
    printf("%u connections, %u seats at %u tables, %u s each; opened in %.1f s.\n",
           plan->connections, plan->seats, plan->tables, plan->seconds, result->open_seconds);
    print_figures("alone", &result->alone, plan->seconds);
    print_figures("beside bad guests", &result->beside, plan->seconds);
    printf("%-22s %.1f kB a connection (asked: at most 20); a flush takes %.2f ms; %.0f bad guests "
           "cut\n",
           "memory and store", result->kilobytes_each, result->flush_ms, result->cuts);
    printf("%-22s drops 0; p99 at most 50 ms; beside bad guests at most 10%% more\n", "asked for");
    if (result->echo_rate > 0)
        printf("%-22s %.0f messages/s; bare libwebsockets %.0f; %.2fx (asked: 0.70)\n",
               "without a store", result->trey_rate, result->echo_rate,
               result->trey_rate / result->echo_rate);
}

static void print_json_figures(const char *name, const load_figures *figures) {
    printf("\"%s\":{\"commands\":%llu,\"refused\":%llu,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"most_ms\":"
           "%.3f,"
           "\"drops\":%u,\"frames\":%llu,\"bytes\":%llu},",
           name, (unsigned long long)figures->commands, (unsigned long long)figures->refused,
           figures->p50_ms, figures->p99_ms, figures->most_ms, figures->drops,
           (unsigned long long)figures->frames, (unsigned long long)figures->bytes);
}

static void print_json(const load_plan *plan, const load_result *result) {
    printf("{\"connections\":%u,\"seats\":%u,\"tables\":%u,\"seconds\":%u,", plan->connections,
           plan->seats, plan->tables, plan->seconds);
    print_json_figures("alone", &result->alone);
    print_json_figures("beside", &result->beside);
    printf("\"kilobytes_each\":%.2f,\"flush_ms\":%.3f,\"messages\":%.0f,\"echo\":%.0f}\n",
           result->kilobytes_each, result->flush_ms, result->trey_rate, result->echo_rate);
}

/* ---- The run
 * ------------------------------------------------------------------------------------------ */
/* Bad guests come and go in turns of some seconds, so that the crowd is alone and beside them
 * in the same rounds. Tables that were opened together bet and settle together: two halves of
 * a run would compare bets with settlements. */
static void take_turns(load_crowd *crowd, const load_plan *plan, pid_t bad) {
    unsigned turns = plan->seconds < 12 ? 4 : plan->seconds / 3;
    double seconds = (double)plan->seconds / turns;
    for (unsigned i = 0; i < turns; i++) {
        kill(bad, SIGSTOP);
        load_crowd_play(crowd, seconds, LOAD_ALONE);
        kill(bad, SIGCONT);
        load_crowd_play(crowd, seconds, LOAD_BESIDE);
    }
}

static void run_crowd(const load_plan *plan, server_child *server, load_result *result) {
    long before = server_child_memory(server);
    int64_t begin = client_now_us();
    load_crowd *crowd = load_crowd_open(server->port, plan->connections, plan->seats, plan->tables);
    if (!crowd) return;
    result->open_seconds = (double)(client_now_us() - begin) / 1e6;
    load_crowd_play(crowd, 2, LOAD_WARM);
    result->kilobytes_each = (double)(server_child_memory(server) - before) / plan->connections;
    double cut = server_child_metric(server, "trey_cuts_total{reason=\"too_large\"}");
    pid_t bad = send_bad_guests(server->port);
    if (bad > 0) take_turns(crowd, plan, bad);
    end_process(bad);
    result->alone = load_crowd_figures(crowd, LOAD_ALONE);
    result->beside = load_crowd_figures(crowd, LOAD_BESIDE);
    result->cuts = server_child_metric(server, "trey_cuts_total{reason=\"too_large\"}") - cut +
                   server_child_metric(server, "trey_cuts_total{reason=\"handshake_timeout\"}");
    double flushes = server_child_metric(server, "trey_flush_seconds_count");
    if (flushes > 0)
        result->flush_ms = 1000 * server_child_metric(server, "trey_flush_seconds_sum") / flushes;
    result->ran = bad > 0;
    load_crowd_close(crowd);
}

static void run_echoes(server_child *server, load_result *result) {
    /* A floor takes 200 messages at once from one visit. */
    const load_echo to_trey = {200, 190, 4, "{\"is\":\"answer\""},
                    to_echo = {200, 190, 4, "{\"id\":"};
    pid_t process = 0;
    uint16_t port = bench_echo_start(&process);
    for (unsigned lap = 0; port && lap < 3; lap++) {
        double trey = load_echo_rate(&to_trey, server->port, true);
        double echo = load_echo_rate(&to_echo, port, false);
        if (trey > result->trey_rate) result->trey_rate = trey;
        if (echo > result->echo_rate) result->echo_rate = echo;
    }
    end_process(process);
}

static bool read_plan(int argc, char **argv, load_plan *plan, int *status) {
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        unsigned *value = strcmp(word, "--connections") == 0 ? &plan->connections
                          : strcmp(word, "--seats") == 0     ? &plan->seats
                          : strcmp(word, "--tables") == 0    ? &plan->tables
                          : strcmp(word, "--seconds") == 0   ? &plan->seconds
                                                             : NULL;
        if (strcmp(word, "--help") == 0) return fputs(help, stdout), *status = EXIT_DONE, false;
        if (strcmp(word, "--server") == 0) continue;
        if (strcmp(word, "--json") == 0)
            plan->json = true;
        else if (strcmp(word, "--no-echo") == 0)
            plan->echo = false;
        else if (strcmp(word, "--strict") == 0)
            plan->strict = true;
        else if (!value || i + 1 == argc ||
                 (*value = (unsigned)strtoul(argv[i + 1], NULL, 10)) == 0)
            return *status = usage(word), false;
        else
            i++;
    }
    if (plan->seats > plan->connections) plan->connections = plan->seats;
    if (plan->seats > plan->tables * 7) plan->tables = (plan->seats + 6) / 7;
    return true;
}

static bool as_asked(const load_result *result) {
    return result->alone.p99_ms <= 50 && result->kilobytes_each <= 20 &&
           result->beside.p99_ms <= result->alone.p99_ms * 1.1 + 1 &&
           (result->echo_rate == 0 || result->trey_rate >= 0.7 * result->echo_rate);
}

int bench_server(int argc, char **argv) {
    load_plan plan = {10000, 1000, 150, 20, false, true, false};
    load_result result = {0};
    server_child server;
    struct rlimit limit;
    int status = EXIT_DONE;
    if (!read_plan(argc, argv, &plan, &status)) return status;
    signal(SIGPIPE, SIG_IGN);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (!open_house(&server, &plan)) {
        fprintf(stderr, "trey bench: the server did not start\n");
        return EXIT_OPERATING;
    }
    run_crowd(&plan, &server, &result);
    if (plan.echo && result.ran) run_echoes(&server, &result);
    int ended = server_child_stop(&server, SIGTERM);
    server_child_remove(&server);
    if (!result.ran || ended != 0) {
        fprintf(stderr, "trey bench: the crowd did not get through, or the server ended with %d\n",
                ended);
        return EXIT_OPERATING;
    }
    (plan.json ? print_json : print_text)(&plan, &result);
    bool dropped = result.alone.drops || result.beside.drops;
    return dropped || (plan.strict && !as_asked(&result)) ? EXIT_REFUSED : EXIT_DONE;
}
