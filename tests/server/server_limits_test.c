/* server_limits_test.c -- every limit of the settings over the network: one below, the value
 * itself, and one above.
 *
 * The server runs in front of the stand-in floor, and its clocks stand still until a test moves
 * them: a time is met to the millisecond however fast the machine is. Each test has a server of
 * its own. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "patience.h"
#include "server_child.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS };

static server_child server;
static char origin[64], clock_path[96];
static _Atomic int64_t *clock_ms;
static http_reply reply;

#define ROOMY                                                                                      \
    "  waiting_seconds: 600\n  handshake_seconds: 600\n  body_seconds: 600\n"                      \
    "  silent_seconds: 3600\n"
#define MANY "  guests_per_minute: 100000\n  sign_ins_per_minute: 100000\n"

#define MINUTE                                                                                     \
    "sessions:\n  guest: {idle_minutes: 1, hours: 1}\n  player: {idle_minutes: 1, hours: 1}\n"

static const char *sections = "";

static void start(const char *limits) {
    char settings[1024];
    snprintf(settings, sizeof settings, "%slimits:\n%s", sections, limits);
    assert_true(server_child_folder(&server, STANDIN_SERVER, settings));
    snprintf(clock_path, sizeof clock_path, "%s/clock", server.folder);
    int file = open(clock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(file >= 0 && ftruncate(file, sizeof *clock_ms) == 0);
    void *bytes = mmap(NULL, sizeof *clock_ms, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert_true(bytes != MAP_FAILED);
    close(file);
    clock_ms = bytes;
    atomic_store(clock_ms, 0);
    setenv("TREY_STANDIN_CLOCK", clock_path, 1);
    assert_true(server_child_start(&server, NULL));
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", server.port);
}

static void stop(void) {
    assert_int_equal(server_child_stop(&server, SIGTERM), 0);
    munmap(clock_ms, sizeof *clock_ms);
    unlink(clock_path);
    server_child_remove(&server);
}

static void pass(int64_t milliseconds) {
    atomic_fetch_add(clock_ms, milliseconds);
}

static double cuts(const char *reason) {
    char name[96];
    double count = -1;
    snprintf(name, sizeof name, "trey_cuts_total{reason=\"%s\"}", reason);
    WAIT_DOING(count >= 0, count = server_child_metric(&server, name));
    return count;
}

/* ---- Sessions -------------------------------------------------------------------------- */
static bool is_in(const char *cookie) {
    assert_true(client_ask(server.port, "/api/me", cookie, NULL, &reply));
    assert_int_equal(reply.status, 200);
    return strstr(reply.body, "\"you\":null") == NULL;
}

static int ticket_status(const char *cookie) {
    assert_true(client_ask(server.port, "/api/ticket", cookie, "{}", &reply));
    return reply.status;
}

static void a_session_lasts_its_minutes_without_a_request(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN], other[CLIENT_TOKEN];
    sections = MINUTE;
    start(MANY ROOMY);
    sections = "";
    assert_true(client_guest(server.port, cookie));
    assert_true(client_guest(server.port, other));
    pass(59999);
    assert_true(is_in(cookie));
    pass(60000);
    assert_true(is_in(cookie));
    pass(60001);
    assert_false(is_in(cookie));
    /* Nor does a POST bring it back, now or when the server has swept it away. */
    assert_int_equal(ticket_status(cookie), 401);
    assert_int_equal(ticket_status(other), 401);
    pass(60000);
    WAIT_UNTIL(server_child_metric(&server, "trey_sessions") == 0);
    assert_false(is_in(cookie));
    assert_int_equal(ticket_status(other), 401);
    stop();
}

static void open_socket(const char *cookie, socket_client *client) {
    char ticket[CLIENT_TOKEN];
    socket_frame frame;
    assert_true(client_ticket(server.port, cookie, ticket));
    assert_int_equal(socket_client_open(client, server.port, ticket, origin, "trey.1"), 101);
    assert_true(socket_client_await(client, SOON, "\"is\":\"welcome\"", &frame));
}

static void an_open_socket_keeps_its_session(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN];
    socket_client client;
    sections = MINUTE;
    start(MANY ROOMY);
    sections = "";
    assert_true(client_guest(server.port, cookie));
    open_socket(cookie, &client);
    pass(600000);
    assert_true(is_in(cookie));
    pass(600000);
    assert_int_equal(ticket_status(cookie), 200);
    /* From the end of the socket on it counts again. */
    pass(600000);
    socket_client_close(&client);
    WAIT_UNTIL(server_child_metric(&server, "trey_sockets") == 0);
    pass(60000);
    assert_true(is_in(cookie));
    pass(60001);
    assert_false(is_in(cookie));
    stop();
}

static void so_many_sessions_and_no_more(void **state) {
    (void)state;
    char cookie[4][CLIENT_TOKEN];
    start("  sessions: 3\n" MANY ROOMY);
    for (unsigned i = 0; i < 3; i++) assert_true(client_guest(server.port, cookie[i]));
    assert_false(client_guest(server.port, cookie[3]));
    assert_true(client_ask(server.port, "/api/guest", NULL, "{}", &reply));
    assert_int_equal(reply.status, 503);
    assert_non_null(strstr(reply.body, "\"full\""));
    assert_true(client_ask(server.port, "/api/sign-out", cookie[0], "{}", &reply));
    assert_int_equal(reply.status, 200);
    assert_true(client_guest(server.port, cookie[3]));
    assert_false(client_guest(server.port, cookie[0]));
    stop();
}

/* ---- Tickets ------------------------------------------------------------------------------ */
static int opened_after(const char *cookie, int64_t milliseconds) {
    char ticket[CLIENT_TOKEN];
    socket_client client;
    socket_frame frame;
    int code = 0;
    assert_true(client_ticket(server.port, cookie, ticket));
    pass(milliseconds);
    assert_int_equal(socket_client_open(&client, server.port, ticket, origin, "trey.1"), 101);
    assert_true(socket_client_read(&client, SOON, &frame));
    if (!memmem(frame.text, frame.size, "\"welcome\"", 9)) code = socket_client_code(&client, SOON);
    socket_client_close(&client);
    return code;
}

static void a_ticket_is_good_for_thirty_seconds(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN];
    start(MANY ROOMY);
    assert_true(client_guest(server.port, cookie));
    assert_int_equal(opened_after(cookie, 29999), 0);
    assert_int_equal(opened_after(cookie, 30000), 0);
    assert_int_equal(opened_after(cookie, 30001), 4001);
    stop();
}

static void sixteen_tickets_wait_at_most(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN], other[CLIENT_TOKEN];
    start(MANY ROOMY);
    assert_true(client_guest(server.port, cookie));
    assert_true(client_guest(server.port, other));
    for (unsigned i = 0; i < 16; i++) assert_int_equal(ticket_status(cookie), 200);
    assert_int_equal(ticket_status(cookie), 429);
    assert_non_null(strstr(reply.body, "\"retry_after\":30"));
    assert_int_equal(ticket_status(other), 200);
    pass(30000);
    assert_int_equal(ticket_status(cookie), 429);
    pass(1);
    assert_int_equal(ticket_status(cookie), 200);
    stop();
}

/* ---- Connections ---------------------------------------------------------------------------- */
/* From an address of its own: 127.0.0.LAST. */
static int connect_from(unsigned last) {
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000000u + last)};
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons(server.port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int opened = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(opened >= 0);
    assert_int_equal(bind(opened, (struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(opened, (struct sockaddr *)&to, sizeof to), 0);
    return opened;
}

/* The connection answers and stays open, or is hung up on without a word. */
static bool is_served(int socket) {
    char text[128];
    snprintf(text, sizeof text, "GET /health HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", server.port);
    bool sent = client_send(socket, text, strlen(text));
    return sent && client_reply(socket, SOON, &reply) && reply.status == 200;
}

static void so_many_connections_from_an_address_and_in_all(void **state) {
    (void)state;
    enum { EACH = 3, ALL = 7 };
    int held[ALL];
    start("  connections: 7\n  connections_per_address: 3\n" MANY ROOMY);
    for (unsigned i = 0; i < ALL; i++) {
        held[i] = connect_from(2 + i / EACH);
        assert_true(is_served(held[i]));
        if (i % EACH != EACH - 1) continue;
        /* One more from the same address. */
        int more = connect_from(2 + i / EACH);
        assert_false(is_served(more));
        close(more);
    }
    /* One more in all, from an address that has room. */
    int more = connect_from(4);
    assert_false(is_served(more));
    close(more);
    /* Each that goes makes room for one. */
    close(held[0]);
    WAIT_DOING(is_served(more), {
        more = connect_from(4);
        if (is_served(more)) break;
        close(more);
    });
    close(held[ALL - 1]);
    WAIT_DOING(cuts("address_full") == 2, patience_nap());
    assert_true(cuts("connections_full") >= 1);
    for (unsigned i = 1; i < ALL - 1; i++) close(held[i]);
    close(more);
    stop();
}

/* ---- How often ------------------------------------------------------------------------------- */
/* What is asked until it is refused for the first time. */
static unsigned guests_until_refused(void) {
    unsigned made = 0;
    char cookie[CLIENT_TOKEN];
    while (made < 1000 && client_guest(server.port, cookie)) made++;
    assert_true(client_ask(server.port, "/api/guest", NULL, "{}", &reply));
    assert_int_equal(reply.status, 429);
    assert_non_null(strstr(reply.body, "\"too_often\""));
    return made;
}

static unsigned sign_ins_until_refused(void) {
    unsigned tried = 0;
    for (;; tried++) {
        /* One that is malformed counts, and costs nobody a hash. */
        assert_true(client_ask(server.port, "/api/sign-in", NULL, "{}", &reply));
        if (reply.status == 429) break;
        assert_int_equal(reply.status, 400);
    }
    assert_non_null(strstr(reply.body, "\"too_often\""));
    return tried;
}

/* Below ten a minute all of them at once; from there on ten and a quarter of a minute's. One comes
 * back after its share of a minute, less what was left of one. */
static void guests_and_sign_ins_are_counted_to_the_last(void **state) {
    (void)state;
    static const unsigned a_minute[] = {1, 9, 10, 40};
    static const unsigned at_once[] = {1, 9, 12, 20};
    static const int64_t back_ms[] = {60000, 6667, 3000, 1500};
    for (unsigned i = 0; i < 4; i++) {
        char limits[256];
        snprintf(limits, sizeof limits, "  guests_per_minute: %u\n  sign_ins_per_minute: %u\n%s",
                 a_minute[i], a_minute[i], ROOMY);
        start(limits);
        assert_int_equal(guests_until_refused(), at_once[i]);
        assert_int_equal(sign_ins_until_refused(), at_once[i]);
        pass(back_ms[i] - 1);
        assert_int_equal(guests_until_refused(), 0);
        assert_int_equal(sign_ins_until_refused(), 0);
        pass(1);
        assert_int_equal(guests_until_refused(), 1);
        assert_int_equal(sign_ins_until_refused(), 1);
        /* And never more than at the beginning. */
        pass(3600000);
        assert_int_equal(guests_until_refused(), at_once[i]);
        assert_int_equal(sign_ins_until_refused(), at_once[i]);
        stop();
    }
}

static void open_guest(socket_client *client) {
    socket_frame frame;
    assert_true(socket_client_guest(client, server.port));
    assert_true(socket_client_await(client, SOON, "\"is\":\"welcome\"", &frame));
}

/* So many messages, each of which is answered. */
static void say_answered(socket_client *client, unsigned count) {
    socket_frame frame;
    for (unsigned i = 0; i < count; i++) {
        char text[64], answer[64];
        snprintf(text, sizeof text, "{\"id\":\"m%u\",\"do\":\"ping\"}", i);
        snprintf(answer, sizeof answer, "\"id\":\"m%u\"", i);
        assert_true(socket_client_say(client, text));
        assert_true(socket_client_await(client, SOON, answer, &frame));
    }
}

static void messages_are_counted_to_the_last(void **state) {
    (void)state;
    socket_client client;
    start("  messages_per_second: 4\n  message_burst: 6\n" MANY ROOMY);
    for (int64_t waited = 249; waited <= 250; waited++) {
        open_guest(&client);
        say_answered(&client, 6);
        pass(waited);
        if (waited == 250) say_answered(&client, 1);
        assert_true(socket_client_say(&client, "{\"id\":\"more\"}"));
        assert_int_equal(socket_client_code(&client, SOON), 1013);
        socket_client_close(&client);
    }
    /* However long it was quiet. */
    open_guest(&client);
    pass(3600000);
    say_answered(&client, 6);
    assert_true(socket_client_say(&client, "{\"id\":\"more\"}"));
    assert_int_equal(socket_client_code(&client, SOON), 1013);
    socket_client_close(&client);
    assert_true(cuts("too_many_messages") == 3);
    stop();
}

/* ---- Passwords ---------------------------------------------------------------------------------
 */
static int sign_in(const char *name, const char *password) {
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    assert_true(client_ask(server.port, "/api/sign-in", NULL, body, &reply));
    return reply.status;
}

/* Nine wrong ones double the wait each time; the tenth locks for a quarter of an hour. The same is
 * told of a name that nobody has. */
static void ten_wrong_passwords_lock_a_name(void **state) {
    (void)state;
    static const char *const name[] = {"Nadia", "Nobody"};
    char cookie[CLIENT_TOKEN];
    start(MANY ROOMY);
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ask(server.port, "/api/join", cookie,
                           "{\"name\":\"Nadia\",\"password\":\"correct horse\"}", &reply));
    assert_int_equal(reply.status, 200);
    for (unsigned who = 0; who < 2; who++) {
        int64_t wait = 1000;
        for (unsigned wrong = 1; wrong <= 10; wrong++) {
            assert_int_equal(sign_in(name[who], "wrong horse"), 401);
            assert_non_null(strstr(reply.body, "\"wrong_password\""));
            wait = wrong == 10 ? 900000 : INT64_C(1000) << (wrong - 1);
            pass(wait - 1);
            assert_int_equal(sign_in(name[who], "correct horse"), 429);
            assert_non_null(strstr(reply.body, "\"locked\""));
            assert_non_null(strstr(reply.body, "\"retry_after\":1"));
            pass(1);
        }
        assert_int_equal(sign_in(name[who], "correct horse"), who == 0 ? 200 : 401);
    }
    stop();
}

static void a_password_has_8_to_256_bytes(void **state) {
    (void)state;
    static const struct {
        int length, status;
    } cases[] = {{7, 400}, {8, 200}, {9, 200}, {255, 200}, {256, 200}, {257, 400}};
    char body[512], name[16];
    start(MANY ROOMY);
    for (unsigned i = 0; i < 6; i++) {
        char cookie[CLIENT_TOKEN];
        assert_true(client_guest(server.port, cookie));
        snprintf(name, sizeof name, "Nadia%u", i);
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%0*d\"}", name,
                 cases[i].length, 7);
        assert_true(client_ask(server.port, "/api/join", cookie, body, &reply));
        if (reply.status != cases[i].status)
            fail_msg("%d bytes: %d %s", cases[i].length, reply.status, reply.body);
    }
    stop();
}

static void a_name_has_2_to_31_bytes(void **state) {
    (void)state;
    static const struct {
        int length, status;
    } cases[] = {{1, 400}, {2, 200}, {3, 200}, {30, 200}, {31, 200}, {32, 400}};
    char body[512], name[64];
    start(MANY ROOMY);
    for (unsigned i = 0; i < 6; i++) {
        char cookie[CLIENT_TOKEN];
        assert_true(client_guest(server.port, cookie));
        memset(name, 'a' + (int)i, sizeof name);
        name[cases[i].length] = '\0';
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", name);
        assert_true(client_ask(server.port, "/api/join", cookie, body, &reply));
        if (reply.status != cases[i].status)
            fail_msg("%d bytes: %d %s", cases[i].length, reply.status, reply.body);
    }
    stop();
}

/* ---- Sizes --------------------------------------------------------------------------------------
 */
static void a_body_has_8192_bytes_at_most(void **state) {
    (void)state;
    static char body[8200];
    char cookie[CLIENT_TOKEN];
    start(MANY ROOMY);
    assert_true(client_guest(server.port, cookie));
    for (size_t size = 8191; size <= 8193; size++) {
        memset(body, ' ', size);
        memcpy(body, "{}", 2);
        body[size] = '\0';
        assert_true(client_ask(server.port, "/api/ticket", cookie, body, &reply));
        assert_int_equal(reply.status, size <= 8192 ? 200 : 413);
    }
    stop();
}

static void an_address_has_1023_bytes_at_most(void **state) {
    (void)state;
    static char path[1100];
    start(MANY ROOMY);
    for (size_t size = 1022; size <= 1024; size++) {
        memset(path, 'a', size);
        memcpy(path, "/api/", 5);
        path[size] = '\0';
        assert_true(client_ask(server.port, path, NULL, NULL, &reply));
        assert_int_equal(reply.status, size <= 1023 ? 404 : 400);
    }
    stop();
}

/* ---- Deadlines
 * ------------------------------------------------------------------------------------ Of two that
 * began a millisecond apart the older one is over its time and the other at it: when the older one
 * has been cut, the other was looked at in the same walk and let be. */
static int half_sent(const char *text) {
    int opened = client_connect(server.port);
    assert_true(opened >= 0);
    assert_true(client_send(opened, text, strlen(text)));
    return opened;
}

/* All of them are there, and what they have sent has come. */
static void connections_are(double count) {
    WAIT_UNTIL(server_child_metric(&server, "trey_connections") == count + 1);
}

/* libwebsockets closes half a request itself after a minute of the machine's own time. */
static bool has_ended(int socket) {
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static bool only_the_older_one_is_cut(const char *begun, int64_t limit, const char *reason) {
    const double before = cuts(reason);
    int older = half_sent(begun);
    connections_are(1);
    pass(1);
    int younger = half_sent(begun);
    connections_are(2);
    pass(limit);
    WAIT_UNTIL(cuts(reason) > before);
    assert_true(cuts(reason) == before + 1);
    bool in_time = !has_ended(younger);
    pass(1);
    WAIT_UNTIL(cuts(reason) == before + 2 || has_ended(younger));
    in_time = in_time && cuts(reason) == before + 2;
    close(older);
    close(younger);
    connections_are(0);
    return in_time;
}

static void the_older_one_is_cut(const char *begun, int64_t limit, const char *reason) {
    WAIT_UNTIL(only_the_older_one_is_cut(begun, limit, reason));
}

static void a_head_comes_within_its_seconds(void **state) {
    (void)state;
    start("  waiting_seconds: 600\n  handshake_seconds: 300\n  body_seconds: 600\n"
          "  silent_seconds: 3600\n" MANY);
    the_older_one_is_cut("GET /api/me HTTP/1.1\r\n", 300000, "handshake_timeout");
    stop();
}

static void a_body_comes_within_its_seconds(void **state) {
    (void)state;
    char begun[256];
    start("  waiting_seconds: 600\n  handshake_seconds: 600\n  body_seconds: 300\n"
          "  silent_seconds: 3600\n" MANY);
    snprintf(begun, sizeof begun,
             "POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nX-Trey: 1\r\n"
             "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{",
             server.port);
    the_older_one_is_cut(begun, 300000, "body_timeout");
    stop();
}

/* A connection that has got its answer and is kept for the next question. */
static int kept_alive(void) {
    char text[256];
    snprintf(text, sizeof text, "GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", server.port);
    int opened = half_sent(text);
    size_t size = 0;
    ssize_t came;
    char answer[4096] = "";
    while (!strstr(answer, "\"you\":") &&
           (came = recv(opened, answer + size, sizeof answer - 1 - size, 0)) > 0) {
        size += (size_t)came;
        answer[size] = '\0';
    }
    assert_non_null(strstr(answer, "\"you\":"));
    return opened;
}

static bool only_the_older_one_has_rested(void) {
    const double before = cuts("keep_alive_over");
    int older = kept_alive();
    pass(1);
    int younger = kept_alive();
    pass(30000);
    WAIT_UNTIL(cuts("keep_alive_over") > before || has_ended(older));
    bool in_time = !has_ended(younger) && cuts("keep_alive_over") == before + 1;
    pass(1);
    WAIT_UNTIL(has_ended(younger));
    in_time = in_time && cuts("keep_alive_over") == before + 2;
    close(older);
    close(younger);
    connections_are(0);
    return in_time;
}

static void a_connection_rests_for_thirty_seconds(void **state) {
    (void)state;
    start(MANY ROOMY);
    WAIT_UNTIL(only_the_older_one_has_rested());
    stop();
}

static void a_silent_socket_is_closed_after_its_seconds(void **state) {
    (void)state;
    socket_client older, younger;
    socket_frame frame;
    start("  waiting_seconds: 600\n  handshake_seconds: 600\n  body_seconds: 600\n"
          "  silent_seconds: 1000\n" MANY);
    open_guest(&older);
    pass(1);
    open_guest(&younger);
    pass(1000000);
    assert_int_equal(socket_client_code(&older, SOON), 1001);
    assert_true(socket_client_say(&younger, "{\"id\":\"here\"}"));
    assert_true(socket_client_await(&younger, SOON, "\"id\":\"here\"", &frame));
    assert_true(cuts("silent") == 1);
    /* Whoever has spoken is pinged after half of the time. */
    pass(500001);
    bool pinged = false;
    WAIT_DOING(pinged, {
        assert_true(socket_client_fill(&younger, SOON));
        while (!pinged && socket_client_next(&younger, &frame)) pinged = frame.opcode == 9;
    });
    socket_client_close(&older);
    socket_client_close(&younger);
    stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_lasts_its_minutes_without_a_request),
        cmocka_unit_test(an_open_socket_keeps_its_session),
        cmocka_unit_test(so_many_sessions_and_no_more),
        cmocka_unit_test(a_ticket_is_good_for_thirty_seconds),
        cmocka_unit_test(sixteen_tickets_wait_at_most),
        cmocka_unit_test(so_many_connections_from_an_address_and_in_all),
        cmocka_unit_test(guests_and_sign_ins_are_counted_to_the_last),
        cmocka_unit_test(messages_are_counted_to_the_last),
        cmocka_unit_test(ten_wrong_passwords_lock_a_name),
        cmocka_unit_test(a_password_has_8_to_256_bytes),
        cmocka_unit_test(a_name_has_2_to_31_bytes),
        cmocka_unit_test(a_body_has_8192_bytes_at_most),
        cmocka_unit_test(an_address_has_1023_bytes_at_most),
        cmocka_unit_test(a_head_comes_within_its_seconds),
        cmocka_unit_test(a_body_comes_within_its_seconds),
        cmocka_unit_test(a_connection_rests_for_thirty_seconds),
        cmocka_unit_test(a_silent_socket_is_closed_after_its_seconds),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
