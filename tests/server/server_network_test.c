/* server_network_test.c -- bad guests at the door: each is cut for its own reason, which is
 * logged and counted, and nobody else notices.
 *
 * The server runs in front of the stand-in floor, with small limits so that the test need
 * not wait. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "patience.h"
#include "server_child.h"
#include "socket_client.h"

enum { SOON = CLIENT_PATIENCE_MS, MESSAGE_MOST = 4096, HALF_OPEN = 5000 };

/* Whoever is slow is cut by the hasty one. A machine that is busy makes everybody slow, so what
 * others get from it is tried until they get it. */
static server_child server, hasty;
static char origin[64];
static http_reply reply;

static int open_server(void **state) {
    (void)state;
#define LIMITS                                                                                     \
    "limits:\n"                                                                                    \
    "  connections: 6000\n  connections_per_address: 400\n  sockets_per_person: 100\n"             \
    "  messages_per_second: 5\n  message_burst: 20\n  waiting_kilobytes: 64\n"                     \
    "  guests_per_minute: 100000\n  sign_ins_per_minute: 100000\n"
    static const char patient[] =
        LIMITS "  waiting_seconds: 600\n  handshake_seconds: 600\n  body_seconds: 600\n"
               "  silent_seconds: 600\n";
    static const char quick[] = LIMITS
        "  waiting_seconds: 1\n  handshake_seconds: 1\n  body_seconds: 1\n  silent_seconds: 3\n";
    if (!server_child_folder(&server, STANDIN_SERVER, patient)) return -1;
    if (!server_child_start(&server, NULL)) return -1;
    if (!server_child_folder(&hasty, STANDIN_SERVER, quick)) return -1;
    if (!server_child_start(&hasty, NULL)) return -1;
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", server.port);
    return 0;
}

static int close_server(void **state) {
    (void)state;
    int status = server_child_stop(&server, SIGTERM), other = server_child_stop(&hasty, SIGTERM);
    server_child_remove(&server);
    server_child_remove(&hasty);
    return status == 0 && other == 0 ? 0 : -1;
}

static bool serves(const server_child *child) {
    socket_client other;
    socket_frame frame;
    if (!socket_client_guest(&other, child->port)) return false;
    bool served = socket_client_say(
                      &other, "{\"id\":\"00000000000000000000000000000001\",\"do\":\"ping\"}") &&
                  socket_client_await(&other, SOON, "\"is\":\"answer\"", &frame);
    socket_client_close(&other);
    return served;
}

/* Somebody else, before and after each bad guest. */
static void others_are_served(void) {
    assert_true(serves(&server));
}

static double cuts_of(const server_child *child, const char *reason) {
    char name[96];
    double count = -1;
    snprintf(name, sizeof name, "trey_cuts_total{reason=\"%s\"}", reason);
    WAIT_DOING(count >= 0, count = server_child_metric(child, name));
    return count;
}

static double cuts(const char *reason) {
    return cuts_of(&server, reason);
}

static void is_logged(const server_child *child, const char *reason) {
    char text[64];
    char *log = server_child_file(child, "log");
    snprintf(text, sizeof text, "reason=%s ", reason);
    assert_non_null(strstr(log, text));
    free(log);
}

static void open_guest(socket_client *client) {
    socket_frame frame;
    assert_true(socket_client_guest(client, server.port));
    assert_true(socket_client_await(client, SOON, "\"is\":\"welcome\"", &frame));
}

/* The bytes are sent on an open socket: it is closed with this code, for this reason. */
static void is_cut(const void *bytes, size_t size, int code, const char *reason) {
    socket_client client;
    double before = cuts(reason);
    open_guest(&client);
    assert_true(client_send(client.socket, bytes, size));
    assert_int_equal(socket_client_code(&client, SOON), code);
    socket_client_close(&client);
    assert_true(cuts(reason) == before + 1);
    is_logged(&server, reason);
    others_are_served();
}

/* ---- Frames ------------------------------------------------------------------------------------
 */
static void a_frame_that_claims_2_to_the_62_is_cut_with_its_first_bytes(void **state) {
    (void)state;
    uint8_t bytes[SOCKET_HEADER_MAX + 4] = {0};
    size_t size = socket_header(1, true, UINT64_C(1) << 62, bytes);
    is_cut(bytes, size + 4, 1009, "too_large");
}

static void the_longest_message_is_taken_and_one_byte_more_is_not(void **state) {
    (void)state;
    socket_client client;
    socket_frame frame;
    char text[MESSAGE_MOST + 2];
    for (int size = MESSAGE_MOST - 1; size <= MESSAGE_MOST + 1; size++) {
        memset(text, ' ', sizeof text);
        static const char begin[] = "{\"id\":\"long\"";
        for (size_t i = 0; begin[i]; i++) text[i] = begin[i];
        text[size - 1] = '}';
        open_guest(&client);
        assert_true(socket_client_frame(&client, 1, true, text, (size_t)size));
        if (size <= MESSAGE_MOST)
            assert_true(socket_client_await(&client, SOON, "\"id\":\"long\"", &frame));
        else
            assert_int_equal(socket_client_code(&client, SOON), 1009);
        socket_client_close(&client);
    }
}

static void fragments_are_put_together_up_to_the_same_size(void **state) {
    (void)state;
    socket_client client;
    socket_frame frame;
    char piece[1500];
    open_guest(&client);
    assert_true(socket_client_frame(&client, 1, false, "{\"id\":", 6));
    assert_true(socket_client_frame(&client, 0, false, "\"pie", 4));
    assert_true(socket_client_frame(&client, 9, true, "", 0)); /* a ping may come between */
    assert_true(socket_client_frame(&client, 0, true, "ces\"}", 5));
    assert_true(socket_client_await(&client, SOON, "\"id\":\"pieces\"", &frame));
    memset(piece, ' ', sizeof piece);
    assert_true(socket_client_frame(&client, 1, false, piece, sizeof piece));
    assert_true(socket_client_frame(&client, 0, false, piece, sizeof piece));
    assert_true(socket_client_frame(&client, 0, false, piece, sizeof piece));
    assert_int_equal(socket_client_code(&client, SOON), 1009);
    socket_client_close(&client);
}

static void a_binary_frame_is_refused(void **state) {
    (void)state;
    uint8_t bytes[SOCKET_HEADER_MAX + 4] = {0};
    size_t size = socket_header(2, true, 4, bytes);
    is_cut(bytes, size + 4, 1002, "binary");
}

static void text_that_is_not_utf8_is_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff{}"};
    socket_client client;
    for (unsigned i = 0; i < 4; i++) {
        open_guest(&client);
        assert_true(socket_client_say(&client, texts[i]));
        assert_int_equal(socket_client_code(&client, SOON), 1007);
        socket_client_close(&client);
    }
    others_are_served();
}

static void frames_that_are_not_the_protocol_are_refused(void **state) {
    (void)state;
    static const uint8_t frames[][8] = {
        {0xf1, 0x80, 0, 0, 0, 0, 0, 0},  /* reserved bits without an extension */
        {0x83, 0x80, 0, 0, 0, 0, 0, 0},  /* an opcode that there is not */
        {0x09, 0x80, 0, 0, 0, 0, 0, 0},  /* a ping in fragments */
        {0x80, 0x80, 0, 0, 0, 0, 0, 0}}; /* a continuation of nothing */
    socket_client client;
    for (unsigned i = 0; i < sizeof frames / sizeof *frames; i++) {
        open_guest(&client);
        assert_true(client_send(client.socket, frames[i], 6));
        int code = socket_client_code(&client, SOON);
        if (code != 1002 && code != 0) fail_msg("frame %u: code %d", i, code);
        socket_client_close(&client);
    }
    others_are_served();
}

static void a_malformed_message_is_answered_and_the_socket_stays(void **state) {
    (void)state;
    socket_client client;
    socket_frame frame;
    open_guest(&client);
    assert_true(socket_client_say(&client, "{\"id\":"));
    assert_true(socket_client_await(&client, SOON, "\"malformed\"", &frame));
    assert_true(socket_client_say(&client, "{\"id\":\"after\"}"));
    assert_true(socket_client_await(&client, SOON, "\"id\":\"after\"", &frame));
    socket_client_close(&client);
}

static void too_many_messages_are_cut(void **state) {
    (void)state;
    socket_client client;
    socket_frame frame;
    double before = cuts("too_many_messages");
    open_guest(&client);
    bool bye = false;
    WAIT_DOING(bye, {
        socket_client_say(&client, "{\"id\":\"much\"}");
        while (!bye && socket_client_read(&client, 1, &frame))
            bye = frame.opcode == 1 && memmem(frame.text, frame.size, "\"is\":\"bye\"", 10);
    });
    assert_int_equal(socket_client_code(&client, SOON), 1013);
    socket_client_close(&client);
    assert_true(cuts("too_many_messages") == before + 1);
    others_are_served();
}

/* True when the lazy one is cut and the busy one is not; he may just have been slow himself. */
static bool only_the_lazy_one_is_cut(void) {
    socket_client lazy, busy;
    socket_frame frame;
    const double before = cuts_of(&hasty, "slow_reader");
    unsigned said = 0;
    bool good = true;
    if (!socket_client_guest(&busy, hasty.port)) return false;
    WAIT_UNTIL(socket_client_guest(&lazy, hasty.port));
    int small = 4096;
    setsockopt(lazy.socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    for (unsigned i = 0; good && i < 15; i++) {
        /* Everybody gets 400 kB at a time; the kernel takes some megabytes of it. */
        good = socket_client_say(&busy, "{\"id\":\"all\",\"do\":\"all\",\"kilobytes\":30}") &&
               socket_client_await(&busy, SOON, "\"id\":\"all\"", &frame);
    }
    WAIT_DOING(cuts_of(&hasty, "slow_reader") > before, {
        if (said++ % 5 == 0)
            socket_client_say(&lazy, "{\"id\":\"me\",\"do\":\"flood\",\"kilobytes\":1000}");
        usleep(100000);
    });
    good = good && socket_client_say(&busy, "{\"id\":\"here\"}") &&
           socket_client_await(&busy, SOON, "\"id\":\"here\"", &frame);
    socket_client_close(&lazy);
    socket_client_close(&busy);
    return good && cuts_of(&hasty, "slow_reader") == before + 1;
}

static void a_reader_that_never_reads_is_cut_and_the_others_get_theirs(void **state) {
    (void)state;
    WAIT_UNTIL(only_the_lazy_one_is_cut());
    is_logged(&hasty, "slow_reader");
    WAIT_UNTIL(serves(&hasty));
}

static bool only_the_silent_one_is_cut(void) {
    socket_client answers, silent;
    socket_frame frame;
    const double before = cuts_of(&hasty, "silent");
    if (!socket_client_guest(&answers, hasty.port)) return false;
    WAIT_UNTIL(socket_client_guest(&silent, hasty.port));
    WAIT_DOING(cuts_of(&hasty, "silent") > before,
               socket_client_read(&answers, 200, &frame)); /* answers pings */
    bool good = socket_client_say(&answers, "{\"id\":\"here\"}") &&
                socket_client_await(&answers, SOON, "\"id\":\"here\"", &frame) &&
                client_sees_end(silent.socket, SOON);
    socket_client_close(&answers);
    socket_client_close(&silent);
    return good && cuts_of(&hasty, "silent") == before + 1;
}

static void a_silent_socket_is_pinged_and_then_cut(void **state) {
    (void)state;
    WAIT_UNTIL(only_the_silent_one_is_cut());
}

/* ---- Handshakes --------------------------------------------------------------------------------
 */
static void get_ticket(char ticket[CLIENT_TOKEN]) {
    char cookie[CLIENT_TOKEN];
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ticket(server.port, cookie, ticket));
}

static void another_origin_opens_no_socket(void **state) {
    (void)state;
    char ticket[CLIENT_TOKEN];
    static const char *const origins[] = {NULL, "http://evil.example", "null", "http://127.0.0.1",
                                          "https://127.0.0.1"};
    socket_client client;
    double before = cuts("another_origin");
    get_ticket(ticket);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(socket_client_open(&client, server.port, ticket, origins[i], "trey.1"),
                         403);
        socket_client_close(&client);
    }
    assert_true(cuts("another_origin") == before + 5);
    /* The ticket was not spent by them. */
    assert_int_equal(socket_client_open(&client, server.port, ticket, origin, "trey.1"), 101);
    socket_client_close(&client);
}

static void a_ticket_opens_one_socket_once(void **state) {
    (void)state;
    char ticket[CLIENT_TOKEN], other[CLIENT_TOKEN];
    socket_client first, second;
    socket_frame frame;
    get_ticket(ticket);
    assert_int_equal(socket_client_open(&first, server.port, ticket, origin, "trey.1"), 101);
    assert_true(socket_client_await(&first, SOON, "\"is\":\"welcome\"", &frame));
    assert_int_equal(socket_client_open(&second, server.port, ticket, origin, "trey.1"), 101);
    assert_true(socket_client_await(&second, SOON, "ticket_spent", &frame));
    assert_int_equal(socket_client_code(&second, SOON), 4001);
    socket_client_close(&second);
    memcpy(other, ticket, sizeof other);
    other[7] = other[7] == 'a' ? 'b' : 'a';
    const char *const made_up[] = {other, "", "x", NULL};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(socket_client_open(&second, server.port, made_up[i], origin, "trey.1"),
                         101);
        assert_int_equal(socket_client_code(&second, SOON), 4001);
        socket_client_close(&second);
    }
    socket_client_close(&first);
}

static void another_version_is_told_so_and_other_protocols_are_refused(void **state) {
    (void)state;
    char ticket[CLIENT_TOKEN];
    socket_client client;
    get_ticket(ticket);
    assert_int_equal(socket_client_open(&client, server.port, ticket, origin, "trey.2"), 101);
    assert_int_equal(socket_client_code(&client, SOON), 4002);
    socket_client_close(&client);
    static const char *const protocols[] = {NULL, "chat", "trey", "http"};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(socket_client_open(&client, server.port, ticket, origin, protocols[i]),
                         400);
        socket_client_close(&client);
    }
    others_are_served();
}

static void whoever_signs_out_loses_his_sockets(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN], ticket[CLIENT_TOKEN];
    socket_client client;
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ticket(server.port, cookie, ticket));
    assert_int_equal(socket_client_open(&client, server.port, ticket, origin, "trey.1"), 101);
    assert_true(client_ask(server.port, "/api/sign-out", cookie, "{}", &reply));
    assert_int_equal(reply.status, 200);
    assert_non_null(strstr(reply.head, "trey_session=; "));
    assert_int_equal(socket_client_code(&client, SOON), 4003);
    socket_client_close(&client);
    assert_true(client_ask(server.port, "/api/me", cookie, NULL, &reply));
    assert_non_null(strstr(reply.body, "\"you\":null"));
    assert_false(client_ticket(server.port, cookie, ticket));
}

static void the_floor_can_cut_a_visit(void **state) {
    (void)state;
    socket_client client;
    open_guest(&client);
    assert_true(socket_client_say(&client, "{\"id\":\"x\",\"do\":\"cut\",\"code\":4004}"));
    assert_int_equal(socket_client_code(&client, SOON), 4004);
    socket_client_close(&client);
}

/* ---- Half-open, slow, and too many
 * ---------------------------------------------------------------- */
/* The player is answered; if he was slow himself, and was cut, as soon as he is back. */
static bool still_plays(socket_client *player) {
    socket_frame frame;
    if (socket_client_say(player, "{\"id\":\"still\"}") &&
        socket_client_await(player, SOON, "\"id\":\"still\"", &frame))
        return true;
    socket_client_close(player);
    if (!socket_client_guest(player, hasty.port)) player->socket = -1;
    return false;
}

static void five_thousand_half_open_handshakes_harm_nobody(void **state) {
    (void)state;
    static int open[HALF_OPEN];
    socket_client player = {.socket = -1};
    unsigned admitted = 0;
    WAIT_UNTIL(still_plays(&player));
    double before = cuts_of(&hasty, "handshake_timeout"), full = cuts_of(&hasty, "address_full");
    for (unsigned i = 0; i < HALF_OPEN; i++) {
        open[i] = client_connect(hasty.port);
        if (open[i] >= 0 && i % 3) client_send(open[i], "GET /socket HTTP/1.1\r\nHost: 1", 29);
        if (i % 250 == 0) {
            WAIT_UNTIL(still_plays(&player));
            usleep(100000);
        }
    }
    for (unsigned i = 0; i < HALF_OPEN; i++) {
        if (open[i] < 0) continue;
        admitted++;
        assert_true(client_sees_end(open[i], SOON));
        close(open[i]);
    }
    assert_true(admitted > 4000);
    assert_true(cuts_of(&hasty, "handshake_timeout") - before + cuts_of(&hasty, "address_full") -
                    full >=
                admitted - 5);
    WAIT_UNTIL(still_plays(&player));
    socket_client_close(&player);
    WAIT_UNTIL(serves(&hasty));
}

/* Byte after byte comes, and it is cut nevertheless: for this reason. */
static void is_cut_for_slowness(int slow, const char *byte, const char *reason, double before) {
    WAIT_DOING(!client_send(slow, byte, 1) || client_sees_end(slow, 1), usleep(100000));
    WAIT_UNTIL(cuts_of(&hasty, reason) >= before + 1);
    close(slow);
    WAIT_UNTIL(serves(&hasty));
}

/* Nothing else happens at this server while it cuts: nobody asks, nobody plays. */
static void a_cut_is_carried_out_though_nothing_else_happens(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        int slow = client_connect(hasty.port);
        assert_true(slow >= 0);
        assert_true(client_send(slow, "GET /", 5));
        assert_true(client_sees_end(slow, SOON));
        close(slow);
    }
}

static void a_head_that_comes_byte_by_byte_is_cut(void **state) {
    (void)state;
    double before = cuts_of(&hasty, "handshake_timeout");
    int slow = client_connect(hasty.port);
    assert_true(client_send(slow, "GET /", 5));
    is_cut_for_slowness(slow, "x", "handshake_timeout", before);
}

static void a_body_that_comes_byte_by_byte_is_cut(void **state) {
    (void)state;
    char text[512];
    double before = cuts_of(&hasty, "body_timeout");
    int size = snprintf(text, sizeof text,
                        "POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nX-Trey: 1\r\n"
                        "Content-Type: application/json\r\nContent-Length: 8000\r\n\r\n{",
                        hasty.port);
    int slow = client_connect(hasty.port);
    assert_true(client_send(slow, text, (size_t)size));
    is_cut_for_slowness(slow, " ", "body_timeout", before);
}

static const struct CMUnitTest *all_tests(size_t *count) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_that_claims_2_to_the_62_is_cut_with_its_first_bytes),
        cmocka_unit_test(the_longest_message_is_taken_and_one_byte_more_is_not),
        cmocka_unit_test(fragments_are_put_together_up_to_the_same_size),
        cmocka_unit_test(a_binary_frame_is_refused),
        cmocka_unit_test(text_that_is_not_utf8_is_refused),
        cmocka_unit_test(frames_that_are_not_the_protocol_are_refused),
        cmocka_unit_test(a_malformed_message_is_answered_and_the_socket_stays),
        cmocka_unit_test(too_many_messages_are_cut),
        cmocka_unit_test(a_reader_that_never_reads_is_cut_and_the_others_get_theirs),
        cmocka_unit_test(a_silent_socket_is_pinged_and_then_cut),
        cmocka_unit_test(another_origin_opens_no_socket),
        cmocka_unit_test(a_ticket_opens_one_socket_once),
        cmocka_unit_test(another_version_is_told_so_and_other_protocols_are_refused),
        cmocka_unit_test(whoever_signs_out_loses_his_sockets),
        cmocka_unit_test(the_floor_can_cut_a_visit),
        cmocka_unit_test(a_cut_is_carried_out_though_nothing_else_happens),
        cmocka_unit_test(five_thousand_half_open_handshakes_harm_nobody),
        cmocka_unit_test(a_head_that_comes_byte_by_byte_is_cut),
        cmocka_unit_test(a_body_that_comes_byte_by_byte_is_cut),
    };
    *count = sizeof tests / sizeof *tests;
    return tests;
}

int main(void) {
    struct rlimit limit;
    size_t count;
    const struct CMUnitTest *tests = all_tests(&count);
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    signal(SIGPIPE, SIG_IGN);
    return _cmocka_run_group_tests("server_network", tests, count, open_server, close_server);
}
