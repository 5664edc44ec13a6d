/* server_control_test.c -- a store is asked and copied while its server plays.
 *
 * The house has some hundred rounds behind it, so that a copy takes many steps. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <trey/store.h>
#include <unistd.h>

#include "patience.h"
#include "shell_words.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS, PLAYERS = 4 };
static const char settings[] =
    "house: the house\n"
    "limits: {guests_per_minute: 1000, messages_per_second: 10000, message_burst: 10000}\n"
    "log: {level: debug, file: server.log}\n"
    "tables:\n"
    "  - {name: live, rulebook: mbs, ante: 5..500, bots: 5, bets_seconds: 0.2,\n"
    "     decide_seconds: 1, alone_seconds: 0, pause_seconds: 0.1, step_seconds: 0}\n"
    "  - {name: calm, rulebook: rws, ante: 5..500, bets_seconds: 60, decide_seconds: 60}\n";
static char house[64]; /* a folder with house.trey and keys */

/* ---- What the tests are made of -------------------------------------------------------------- */
static bool there(const server_child *server, const char *name) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", server->folder, name);
    return access(path, F_OK) == 0;
}

static void start(server_child *server) {
    char said[4096];
    assert_true(server_child_folder(server, TREY_PROGRAM, settings));
    assert_int_equal(shell_run(said,
                               "mkdir -m 700 %s/data && cp %s/house.trey %s/data/trey.db && "
                               "cp -p %s/keys %s/data/trey.keys",
                               server->folder, house, server->folder, house, server->folder),
                     0);
    assert_true(server_child_start(server, "serve"));
}

static void stop(server_child *server) {
    assert_int_equal(server_child_stop(server, SIGTERM), 0);
    assert_false(there(server, "data/trey.db-control"));
    server_child_remove(server);
}

/* A connection to the control socket; -1 with errno. */
static int call(const server_child *server) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s/data/trey.db-control", server->folder);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(made, (struct sockaddr *)&at, sizeof at) == 0) return made;
    int kept = errno;
    close(made);
    errno = kept;
    return -1;
}

/* Its one line, or "" where it ended without. */
static void hear(int from, char said[4096]) {
    size_t size = 0;
    ssize_t came;
    while (size < 4095 && (came = recv(from, said + size, 4095 - size, 0)) > 0)
        size += (size_t)came;
    said[size] = '\0';
}

static void ask(const server_child *server, const void *line, size_t size, char said[4096]) {
    int to = call(server);
    assert_true(to >= 0);
    assert_true(client_send(to, line, size));
    hear(to, said);
    close(to);
}

/* ---- Copies ------------------------------------------------------------------------------------
 */
typedef struct crowd {
    socket_client player[PLAYERS];
    unsigned serial, answers;
    int64_t longest_us;
} crowd;

static void bring(crowd *people, const server_child *server) {
    memset(people, 0, sizeof *people);
    for (unsigned i = 0; i < PLAYERS; i++)
        assert_true(socket_client_guest(&people->player[i], server->port));
}

/* Everybody sits down or stands up again, which is stored before it is answered. */
static void act(crowd *people) {
    char text[192], id[40];
    socket_frame frame;
    for (unsigned i = 0; i < PLAYERS; i++) {
        int64_t begin = client_now_us();
        const char *what = people->serial / PLAYERS % 2 == 0 ? "sit" : "leave";
        snprintf(id, sizeof id, "%032x", ++people->serial);
        snprintf(text, sizeof text, "{\"id\":\"%s\",\"do\":\"%s\",\"table\":\"calm\",\"seat\":%u}",
                 id, what, i + 1);
        assert_true(socket_client_say(&people->player[i], text));
        assert_true(socket_client_await(&people->player[i], SOON, id, &frame));
        int64_t took = client_now_us() - begin;
        if (took > people->longest_us) people->longest_us = took;
        people->answers++;
    }
}

static void send_home(crowd *people) {
    for (unsigned i = 0; i < PLAYERS; i++) socket_client_close(&people->player[i]);
}

static long logged(const server_child *server, const char *name) {
    char *log = server_child_file(server, "data/server.log");
    const char *found = strstr(log, name);
    long value = found ? strtol(found + strlen(name), NULL, 10) : -1;
    free(log);
    return value;
}

static int ask_for_copy(const server_child *server) {
    char line[256];
    int to = call(server);
    assert_true(to >= 0);
    int size =
        snprintf(line, sizeof line,
                 "{\"trey-control\":1,\"do\":\"backup\",\"file\":\"%s/data/trey.db.backup\"}\n",
                 server->folder);
    assert_true(client_send(to, line, (size_t)size));
    return to;
}

static void players_play_on_while_a_copy_is_made_that_verifies(void **state) {
    (void)state;
    server_child server;
    crowd people;
    char said[4096], copy[128];
    start(&server);
    snprintf(copy, sizeof copy, "%s/data/trey.db.backup", server.folder);
    bring(&people, &server);
    for (unsigned i = 0; i < 20; i++) act(&people);
    int64_t usual = people.longest_us;
    people.longest_us = people.answers = 0;
    /* A copy may be made while nobody here has his turn; then it is made again. */
    WAIT_DOING(people.answers >= 2 * PLAYERS, {
        remove(copy);
        people.answers = 0;
        int to = ask_for_copy(&server);
        while (recv(to, said, 1, MSG_PEEK | MSG_DONTWAIT) < 0) act(&people);
        hear(to, said);
        shell_has(said, "\"ok\":true");
        close(to);
    });
    print_message("%u answers beside the copy, the last after %lld us; before it %lld us\n",
                  people.answers, (long long)people.longest_us, (long long)usual);
    assert_true(logged(&server, "event=backup_done") >= 0);
    assert_true(logged(&server, " steps=") > 5);
    assert_true(there(&server, "data/trey.db.backup"));
    assert_false(there(&server, "data/trey.db.backup.part"));
    send_home(&people);
    if (shell_run(said, "%s verify %s/data/trey.db.backup", TREY_PROGRAM, server.folder) != 0)
        fail_msg("%s", said);
    shell_has(said, "good:");
    stop(&server);
}

static void the_command_asks_the_server_and_says_so(void **state) {
    (void)state;
    server_child server;
    char said[4096];
    start(&server);
    const char *at = server.folder;
    assert_int_equal(shell_run(said, "%s store info %s/data/trey.db", TREY_PROGRAM, at), 0);
    shell_has(said, "told by      the server that has it open");
    shell_has(said, "chips out    $");
    assert_int_equal(shell_run(said, "%s store info --json %s/data/trey.db", TREY_PROGRAM, at), 0);
    shell_has(said, "\"served\":true");
    /* The caller's folder counts, and a link leads to the same socket. */
    assert_int_equal(shell_run(said,
                               "cd %s && ln -s data/trey.db linked.db && %s store backup linked.db "
                               "copy.db; status=$?; rm linked.db; exit $status",
                               at, TREY_PROGRAM),
                     0);
    shell_has(said, "open in a server, which makes the copy");
    assert_int_equal(shell_run(said, "%s store info %s/copy.db", TREY_PROGRAM, at), 0);
    assert_null(strstr(said, "told by"));
    assert_int_equal(
        shell_run(said, "%s store backup %s/data/trey.db %s/copy.db", TREY_PROGRAM, at, at), 2);
    shell_has(said, "File exists; name another file");
    assert_int_equal(
        shell_run(said, "%s store backup %s/data/trey.db %s/no/c", TREY_PROGRAM, at, at), 2);
    shell_has(said, "No such file");
    assert_int_equal(shell_run(said, "%s store export %s/data/trey.db", TREY_PROGRAM, at), 2);
    stop(&server);
}

static void one_copy_is_made_at_a_time(void **state) {
    (void)state;
    server_child server;
    char line[2][256], said[2][4096];
    int to[2], size[2];
    start(&server);
    for (unsigned i = 0; i < 2; i++) {
        size[i] = snprintf(line[i], sizeof line[i],
                           "{\"trey-control\":1,\"do\":\"backup\",\"file\":\"%s/data/%s\"}\n",
                           server.folder, i ? "other.db" : "trey.db.backup");
        to[i] = call(&server);
    }
    for (unsigned i = 0; i < 2; i++) assert_true(client_send(to[i], line[i], (size_t)size[i]));
    for (unsigned i = 0; i < 2; i++) {
        hear(to[i], said[i]);
        close(to[i]);
    }
    shell_has(said[0], "\"ok\":true");
    shell_has(said[1], "\"store_busy\"");
    shell_has(said[1], "a backup is being made already");
    assert_false(there(&server, "data/other.db"));
    stop(&server);
}

/* ---- Ends
 * ----------------------------------------------------------------------------------------
 */
static void copy_begins(const server_child *server) {
    WAIT_DOING(there(server, "data/trey.db.backup.part") || there(server, "data/trey.db.backup"),
               usleep(200));
}

/* Asks for a copy and stops the server in the middle of it. Where it was whole before that it
 * is asked for again. */
static int begin_copy(const server_child *server) {
    char said[4096], copy[128];
    int to = -1;
    snprintf(copy, sizeof copy, "%s/data/trey.db.backup", server->folder);
    WAIT_DOING(to >= 0, {
        to = ask_for_copy(server);
        copy_begins(server);
        assert_int_equal(kill(server->pid, SIGSTOP), 0);
        assert_int_equal(waitpid(server->pid, NULL, WUNTRACED), server->pid);
        if (there(server, "data/trey.db.backup.part")) break;
        kill(server->pid, SIGCONT);
        hear(to, said);
        close(to);
        to = -1;
        remove(copy);
    });
    return to;
}

static void a_server_killed_in_the_middle_leaves_no_half_copy_under_the_name(void **state) {
    (void)state;
    server_child server;
    char said[4096];
    start(&server);
    int to = begin_copy(&server);
    assert_true(there(&server, "data/trey.db.backup.part"));
    server_child_stop(&server, SIGKILL);
    hear(to, said);
    close(to);
    assert_string_equal(said, "");
    assert_false(there(&server, "data/trey.db.backup"));
    assert_true(there(&server, "data/trey.db.backup.part"));
    /* Its socket is still there, and nobody behind it. */
    assert_true(there(&server, "data/trey.db-control"));
    assert_int_equal(shell_run(said, "%s store info %s/data/trey.db", TREY_PROGRAM, server.folder),
                     0);
    assert_null(strstr(said, "told by"));
    assert_true(server_child_start(&server, "serve"));
    if (shell_run(said, "%s store backup %s/data/trey.db %s/copy.db", TREY_PROGRAM, server.folder,
                  server.folder) != 0)
        fail_msg("%s", said);
    assert_false(there(&server, "data/trey.db.backup.part"));
    assert_int_equal(shell_run(said, "%s verify %s/copy.db", TREY_PROGRAM, server.folder), 0);
    stop(&server);
}

static void a_server_that_is_stopped_gives_the_copy_up_and_says_so(void **state) {
    (void)state;
    server_child server;
    char said[4096];
    start(&server);
    int to = begin_copy(&server);
    kill(server.pid, SIGTERM);
    kill(server.pid, SIGCONT);
    hear(to, said);
    close(to);
    if (!strstr(said, "\"ok\":true")) { /* it may just have been whole */
        shell_has(said, "the server was stopped before the backup was whole");
        assert_false(there(&server, "data/trey.db.backup"));
    }
    assert_int_equal(server_child_wait(&server), 0);
    assert_false(there(&server, "data/trey.db.backup.part"));
    assert_false(there(&server, "data/trey.db-control"));
    server_child_remove(&server);
}

static void without_a_server_behind_it_a_locked_store_is_told(void **state) {
    (void)state;
    server_child server;
    char said[4096], path[128];
    trey_store *store;
    trey_store_message message;
    start(&server);
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    snprintf(path, sizeof path, "%s/data/trey.db", server.folder);
    assert_int_equal(trey_store_open(&store, path, NULL, &message), TREY_STATUS_OK);
    assert_int_equal(
        shell_run(said, "%s store backup %s %s/copy.db", TREY_PROGRAM, path, server.folder), 2);
    shell_has(said, "no server answers at");
    trey_store_close(store);
    server_child_remove(&server);
}

/* ---- Strangers
 * -----------------------------------------------------------------------------------
 */
static void bad_requests_are_told_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *line, *told;
    } bad[] = {
        {"hello\n", "one line of JSON"},
        {"[1]\n", "one line of JSON"},
        {"{\"do\":\"info\"}\n", "it has no"},
        {"{\"trey-control\":\"1\",\"do\":\"info\"}\n", "it has no"},
        {"{\"trey-control\":2,\"do\":\"info\"}\n", "another version"},
        {"{\"trey-control\":1,\"trey-control\":1,\"do\":\"info\"}\n", "one line of JSON"},
        {"{\"trey-control\":1}\n", "nothing else stands there"},
        {"{\"trey-control\":1,\"do\":\"stop\"}\n", "nothing else stands there"},
        {"{\"trey-control\":1,\"do\":\"info\",\"more\":1}\n", "nothing else stands there"},
        {"{\"trey-control\":1,\"do\":\"backup\"}\n", "an absolute path"},
        {"{\"trey-control\":1,\"do\":\"backup\",\"file\":7}\n", "an absolute path"},
        {"{\"trey-control\":1,\"do\":\"backup\",\"file\":\"copy.db\"}\n", "an absolute path"},
        {"{\"trey-control\":1,\"do\":\"backup\",\"file\":\"/a\\u0000b\"}\n", "one line of JSON"},
        {"{\"trey-control\":1,\"do\":\"backup\",\"file\":\"/a\",\"more\":1}\n", "nothing else"},
    };
    server_child server;
    char said[4096];
    start(&server);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        ask(&server, bad[i].line, strlen(bad[i].line), said);
        shell_has(said, "{\"trey-control\":1,\"ok\":false,\"status\":\"invalid\"");
        shell_has(said, bad[i].told);
    }
    char *flood = malloc(40000);
    memset(flood, ' ', 40000);
    ask(&server, flood, 40000, said);
    shell_has(said, "too long");
    free(flood);
    /* Who says nothing is not waited for; a second line is not listened to. */
    int64_t begin = client_now_us();
    ask(&server, "", 0, said);
    shell_has(said, "no request came");
    assert_true(client_now_us() - begin < 7000000);
    static const char twice[] =
        "{\"trey-control\":1,\"do\":\"info\"}\n{\"trey-control\":1,\"do\":\"info\"}\n";
    ask(&server, twice, strlen(twice), said);
    shell_has(said, "\"ok\":true");
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
    stop(&server);
}

/* As user nobody: what connecting came to, and what was said. */
static int as_nobody(const server_child *server, char said[4096]) {
    int pipes[2], status;
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        char heard[4096] = "";
        if (setgid(65534) != 0 || setuid(65534) != 0) _exit(99);
        int to = call(server);
        if (to < 0) _exit(errno);
        client_send(to, "{\"trey-control\":1,\"do\":\"info\"}\n", 31);
        hear(to, heard);
        ssize_t wrote = write(pipes[1], heard, strlen(heard));
        _exit(wrote < 0);
    }
    close(pipes[1]);
    ssize_t size = read(pipes[0], said, 4095);
    said[size > 0 ? size : 0] = '\0';
    close(pipes[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

/* Is one more told that too many ask, while so many others hold the line? */
static bool too_many_beside(const server_child *server, unsigned others) {
    static const char info[] = "{\"trey-control\":1,\"do\":\"info\"}\n";
    char said[4096];
    int line[8];
    for (unsigned i = 0; i < others; i++) {
        line[i] = call(server);
        assert_true(line[i] >= 0);
    }
    ask(server, info, sizeof info - 1, said);
    for (unsigned i = 0; i < others; i++) close(line[i]);
    bool refused = strstr(said, "too many ask at once") != NULL;
    assert_true(refused || strstr(said, "\"ok\":true"));
    return refused;
}

/* Whoever says nothing is hung up on after a while, so that the ninth may have to try again. */
static void eight_ask_at_once_and_the_ninth_waits(void **state) {
    (void)state;
    server_child server;
    start(&server);
    WAIT_UNTIL(too_many_beside(&server, 8));
    WAIT_UNTIL(!too_many_beside(&server, 7)); /* the nine before have gone */
    assert_false(too_many_beside(&server, 0));
    stop(&server);
}

static void another_user_gets_nothing(void **state) {
    (void)state;
    server_child server;
    struct stat about;
    char said[4096], path[128];
    start(&server);
    snprintf(path, sizeof path, "%s/data/trey.db-control", server.folder);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    if (geteuid() == 0) {
        assert_int_equal(as_nobody(&server, said), EACCES);
        /* Also where somebody has opened the folder and the socket to all. */
        chmod(path, 0666);
        snprintf(path, sizeof path, "%s/data", server.folder);
        chmod(path, 0755);
        chmod(server.folder, 0755);
        assert_int_equal(as_nobody(&server, said), 0);
        shell_has(said, "the server belongs to another user");
        assert_null(strstr(said, "records"));
    } else {
        print_message("not root: nobody else could be tried\n");
    }
    stop(&server);
}

static int make_house(void **state) {
    char said[4096];
    (void)state;
    snprintf(house, sizeof house, "/tmp/trey-XXXXXX");
    if (!mkdtemp(house)) return -1;
    return shell_run(said, "%s %s all 250", MAKE_HOUSE, house);
}

static int remove_house(void **state) {
    char said[4096];
    (void)state;
    return shell_run(said, "rm -rf %s", house);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_play_on_while_a_copy_is_made_that_verifies),
        cmocka_unit_test(the_command_asks_the_server_and_says_so),
        cmocka_unit_test(one_copy_is_made_at_a_time),
        cmocka_unit_test(a_server_killed_in_the_middle_leaves_no_half_copy_under_the_name),
        cmocka_unit_test(a_server_that_is_stopped_gives_the_copy_up_and_says_so),
        cmocka_unit_test(without_a_server_behind_it_a_locked_store_is_told),
        cmocka_unit_test(bad_requests_are_told_what_is_wrong),
        cmocka_unit_test(eight_ask_at_once_and_the_ninth_waits),
        cmocka_unit_test(another_user_gets_nothing),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, make_house, remove_house);
}
