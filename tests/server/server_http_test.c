/* server_http_test.c -- pages, the JSON interface, and requests that nobody should send. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer_schema.h"
#include "cmocka_suite.h"
#include "server_child.h"
#include "socket_client.h"

static server_child server;
static http_reply reply;

static void put_file(const char *name, const char *text) {
    char path[160];
    snprintf(path, sizeof path, "%s/%s", server.folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static const char *const web_files[] = {
    "web/index.html", "web/app.js", "web/app.js.gz", "web/app.js.br", "web/style-4F2A91BC.css",
    "web/card.svg",   "web"};

static int open_server(void **state) {
    (void)state;
    char path[128];
    if (!server_child_folder(
            &server, STANDIN_SERVER,
            "web: web\nlimits:\n  guests_per_minute: 40\n  sign_ins_per_minute: 40\n"))
        return -1;
    snprintf(path, sizeof path, "%s/web", server.folder);
    if (mkdir(path, 0700) != 0) return -1;
    put_file("web/index.html", "<!doctype html><title>Trey</title>");
    put_file("web/app.js", "console.log('a page that can be packed, packed, packed')");
    put_file("web/app.js.gz", "not really packed");
    put_file("web/app.js.br", "packed tighter");
    put_file("web/style-4F2A91BC.css", "body{}");
    put_file("web/card.svg", "<svg/>");
    return server_child_start(&server, NULL) ? 0 : -1;
}

static int close_server(void **state) {
    (void)state;
    char path[160];
    int status = server_child_stop(&server, SIGTERM);
    for (unsigned i = 0; i < sizeof web_files / sizeof *web_files; i++) {
        snprintf(path, sizeof path, "%s/%s", server.folder, web_files[i]);
        remove(path);
    }
    server_child_remove(&server);
    return status == 0 ? 0 : -1;
}

/* Sends the lines, with Host where `host` is, and reads the answer. */
static int ask_raw(const char *text) {
    int to = client_connect(server.port);
    assert_true(to >= 0);
    client_send(to, text, strlen(text));
    client_reply(to, CLIENT_PATIENCE_MS, &reply);
    close(to);
    /* The stand-in answers questions as it likes; what the network refuses is in one form,
     * but for methods that libwebsockets turns away before we hear of them. */
    bool ours = reply.status >= 400 && !strstr(reply.head, "content-type: text/html");
    if (ours && reply.size > 0) answer_by_schema("/", &reply);
    return reply.status;
}

static int ask_with(const char *line, const char *fields, const char *body) {
    static char text[32768];
    snprintf(text, sizeof text,
             "%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%sConnection: close\r\n\r\n%s", line,
             server.port, fields, body);
    return ask_raw(text);
}

static void head_has(const char *text) {
    if (!strstr(reply.head, text)) fail_msg("the head lacks \"%s\":\n%s", text, reply.head);
}

static void body_has(const char *text) {
    if (!strstr(reply.body, text)) fail_msg("the body lacks \"%s\": %s", text, reply.body);
}

/* ---- Pages --------------------------------------------------------------------------------------
 */
static void pages_have_their_types_and_strict_headers(void **state) {
    (void)state;
    assert_int_equal(ask_with("GET /", "", ""), 200);
    head_has("content-type: text/html; charset=utf-8");
    head_has("content-security-policy: default-src 'self'");
    head_has("frame-ancestors 'none'");
    head_has("x-content-type-options: nosniff");
    head_has("referrer-policy: no-referrer");
    assert_null(strstr(reply.head, "unsafe-inline"));
    assert_null(strstr(reply.head, "strict-transport-security"));
    assert_int_equal(ask_with("GET /app.js", "", ""), 200);
    head_has("text/javascript");
    head_has("cache-control: no-cache");
    assert_int_equal(ask_with("GET /card.svg", "", ""), 200);
    head_has("image/svg+xml");
    assert_int_equal(ask_with("GET /style-4F2A91BC.css", "", ""), 200);
    head_has("immutable");
}

static void a_page_that_is_known_is_not_sent_again(void **state) {
    (void)state;
    char tag[64], fields[128];
    assert_int_equal(ask_with("GET /app.js", "", ""), 200);
    const char *found = strstr(reply.head, "etag: ");
    assert_non_null(found);
    snprintf(tag, sizeof tag, "%.*s", (int)strcspn(found + 6, "\r"), found + 6);
    snprintf(fields, sizeof fields, "If-None-Match: %s\r\n", tag);
    assert_int_equal(ask_with("GET /app.js", fields, ""), 304);
    assert_int_equal(reply.size, 0);
    assert_int_equal(ask_with("GET /app.js", "If-None-Match: \"other\"\r\n", ""), 200);
}

static void a_packed_page_goes_to_whoever_takes_it(void **state) {
    (void)state;
    assert_int_equal(ask_with("GET /app.js", "Accept-Encoding: gzip, deflate, br\r\n", ""), 200);
    head_has("content-encoding: br");
    head_has("vary: Accept-Encoding");
    body_has("packed tighter");
    assert_int_equal(ask_with("GET /app.js", "Accept-Encoding: deflate, gzip\r\n", ""), 200);
    head_has("content-encoding: gzip");
    body_has("not really packed");
    assert_int_equal(ask_with("GET /app.js", "Accept-Encoding: zstd\r\n", ""), 200);
    assert_null(strstr(reply.head, "content-encoding"));
    body_has("console.log");
}

static void paths_of_the_front_end_give_its_index_and_others_do_not(void **state) {
    (void)state;
    static const char *const good[] = {"GET /table/mbs", "GET /lobby"};
    static const char *const bad[] = {"GET /missing.js", "GET /../settings.yaml",
                                      "GET /%2e%2e/settings.yaml", "GET /..%2fsettings.yaml",
                                      "GET /api/nothing"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(ask_with(good[i], "", ""), 200);
        body_has("<title>Trey");
    }
    for (unsigned i = 0; i < 5; i++) {
        int status = ask_with(bad[i], "", "");
        if (status != 404 && status != 403 && status != 0) fail_msg("%s: %d", bad[i], status);
        assert_null(strstr(reply.body, "listen:"));
    }
    assert_int_equal(ask_with("HEAD /", "", ""), 200);
    assert_int_equal(reply.size, 0);
}

/* ---- People
 * --------------------------------------------------------------------------------------- */
static void take_cookie(char cookie[CLIENT_TOKEN]) {
    const char *set = strstr(reply.head, "trey_session=");
    assert_non_null(set);
    set += strlen("trey_session=");
    snprintf(cookie, CLIENT_TOKEN, "%.*s", (int)strcspn(set, ";"), set);
}

static void a_guest_joins_signs_out_and_signs_in_again(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN], ticket[CLIENT_TOKEN];
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ask(server.port, "/api/me", cookie, NULL, &reply));
    body_has("\"guest\":true");
    assert_true(client_ask(server.port, "/api/join", cookie,
                           "{\"name\":\"Nadia\",\"password\":\"correct horse\"}", &reply));
    assert_int_equal(reply.status, 200);
    body_has("\"name\":\"Nadia\"");
    /* The cookie of the guest is worth nothing any more. */
    char guests[CLIENT_TOKEN];
    memcpy(guests, cookie, sizeof guests);
    take_cookie(cookie);
    assert_string_not_equal(cookie, guests);
    assert_true(client_ask(server.port, "/api/me", guests, NULL, &reply));
    body_has("{\"you\":null}");
    assert_true(client_ask(server.port, "/api/join", cookie,
                           "{\"name\":\"Nadia2\",\"password\":\"correct horse\"}", &reply));
    assert_int_equal(reply.status, 409);
    body_has("not_a_guest");
    assert_true(client_ask(server.port, "/api/sign-out", cookie, "{}", &reply));
    assert_true(client_ask(server.port, "/api/me", cookie, NULL, &reply));
    assert_int_equal(reply.status, 200);
    body_has("{\"you\":null}");
    assert_false(client_ticket(server.port, cookie, ticket));
    assert_true(client_ask(server.port, "/api/sign-in", NULL,
                           "{\"name\":\"nadia\",\"password\":\"correct horse\"}", &reply));
    assert_int_equal(reply.status, 200);
    head_has("HttpOnly; SameSite=Strict");
    assert_null(strstr(reply.head, "Secure"));
    assert_true(client_ask(server.port, "/api/sign-in", NULL,
                           "{\"name\":\"Nadia\",\"password\":\"wrong horse\"}", &reply));
    assert_int_equal(reply.status, 401);
    assert_true(client_ask(server.port, "/api/sign-in", NULL,
                           "{\"name\":\"Nadia\",\"password\":\"correct horse\"}", &reply));
    assert_int_equal(reply.status, 429);
    body_has("\"retry_after\":1");
}

/* Of a second browser of the same account: it has signed in with a cookie of its own. */
static bool signed_in_twice(const char *password, char cookie[CLIENT_TOKEN]) {
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"Petra\",\"password\":\"%s\"}", password);
    if (!client_ask(server.port, "/api/sign-in", NULL, body, &reply) || reply.status != 200)
        return false;
    take_cookie(cookie);
    return true;
}

static void a_password_is_changed_and_other_sessions_end(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN], other[CLIENT_TOKEN];
    static const char change[] = "{\"current\":\"correct horse\",\"password\":\"new battery\"}";
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ask(server.port, "/api/password", cookie, change, &reply));
    assert_int_equal(reply.status, 409);
    body_has("no_account");
    assert_true(client_ask(server.port, "/api/password", NULL, change, &reply));
    assert_int_equal(reply.status, 401);
    assert_true(client_ask(server.port, "/api/join", cookie,
                           "{\"name\":\"Petra\",\"password\":\"correct horse\"}", &reply));
    assert_int_equal(reply.status, 200);
    take_cookie(cookie);
    assert_true(signed_in_twice("correct horse", other));
    assert_true(client_ask(server.port, "/api/me", other, NULL, &reply));
    body_has("\"name\":\"Petra\"");
    assert_true(client_ask(server.port, "/api/password", cookie,
                           "{\"name\":\"Petra\",\"password\":\"new battery\"}", &reply));
    assert_int_equal(reply.status, 400);
    assert_true(client_ask(server.port, "/api/password", cookie,
                           "{\"current\":\"correct horse\",\"password\":\"short\"}", &reply));
    assert_int_equal(reply.status, 400);
    body_has("use 8 to 256 characters");
    assert_true(client_ask(server.port, "/api/password", cookie, change, &reply));
    assert_int_equal(reply.status, 200);
    body_has("\"name\":\"Petra\"");
    /* Here it goes on, elsewhere it is over; and only the new one holds. */
    assert_true(client_ask(server.port, "/api/me", cookie, NULL, &reply));
    body_has("\"name\":\"Petra\"");
    assert_true(client_ask(server.port, "/api/me", other, NULL, &reply));
    body_has("{\"you\":null}");
    assert_true(signed_in_twice("new battery", other));
    assert_false(signed_in_twice("correct horse", other));
    assert_int_equal(reply.status, 401);
    /* A wrong one counts as a wrong sign-in, and slows the next. */
    assert_true(client_ask(server.port, "/api/password", cookie, change, &reply));
    assert_int_equal(reply.status, 429);
}

static void a_guest_who_asks_again_is_the_same_guest(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN], first[64];
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ask(server.port, "/api/me", cookie, NULL, &reply));
    snprintf(first, sizeof first, "%.40s", reply.body);
    assert_true(client_ask(server.port, "/api/guest", cookie, "{}", &reply));
    assert_memory_equal(first, reply.body, strlen(first));
}

/* ---- What is refused
 * -------------------------------------------------------------------------------- */
static void a_post_from_elsewhere_is_refused(void **state) {
    (void)state;
    static const char json[] = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    char fields[512];
    snprintf(fields, sizeof fields, "%s", json);
    assert_int_equal(ask_with("POST /api/guest", fields, "{}"), 403);
    body_has("no_header");
    snprintf(fields, sizeof fields, "%sX-Trey: 1\r\nOrigin: http://evil.example\r\n", json);
    assert_int_equal(ask_with("POST /api/guest", fields, "{}"), 403);
    body_has("another_origin");
    assert_int_equal(ask_with("POST /api/guest",
                              "X-Trey: 1\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n",
                              "{}"),
                     400);
    snprintf(fields, sizeof fields,
             "POST /api/guest HTTP/1.1\r\nHost: evil.example\r\nX-Trey: 1\r\n%s\r\n{}", json);
    assert_int_equal(ask_raw(fields), 403);
    body_has("another_host");
}

static void wrong_methods_are_refused(void **state) {
    (void)state;
    static const char *const lines[] = {"GET /api/guest",  "DELETE /api/me", "PUT /api/ticket",
                                        "OPTIONS /api/me", "POST /api/me",   "POST /socket",
                                        "PATCH /"};
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        int status = ask_with(lines[i], "X-Trey: 1\r\nContent-Type: application/json\r\n", "");
        if (status != 405 && status != 400) fail_msg("%s: %d", lines[i], status);
    }
    int status = ask_with("BREW /", "", "");
    assert_true(status == 405 || status == 403 || status == 400 || status == 0);
}

static void bodies_without_an_end_are_refused(void **state) {
    (void)state;
    static const char post[] = "POST /api/guest";
    static char large[9000];
    assert_int_equal(
        ask_with(post, "X-Trey: 1\r\nContent-Type: application/json\r\nContent-Length: 8193\r\n",
                 "{"),
        413);
    assert_int_equal(ask_with(post,
                              "X-Trey: 1\r\nContent-Type: application/json\r\n"
                              "Content-Length: 99999999999999999999\r\n",
                              "{"),
                     400);
    assert_int_equal(
        ask_with(post, "X-Trey: 1\r\nContent-Type: application/json\r\nContent-Length: -1\r\n",
                 "{"),
        400);
    assert_int_equal(ask_with(post,
                              "X-Trey: 1\r\nContent-Type: application/json\r\n"
                              "Transfer-Encoding: chunked\r\n",
                              "2\r\n{}\r\n0\r\n\r\n"),
                     501);
    assert_int_equal(ask_with(post, "X-Trey: 1\r\nContent-Type: application/json\r\n", ""), 400);
    memset(large, 'a', sizeof large - 1);
    static char fields[10000];
    snprintf(fields, sizeof fields, "X-Large: %s\r\n", large);
    int status = ask_with("GET /", fields, "");
    assert_true(status == 0 || status >= 400);
}

static void malformed_json_is_told_where(void **state) {
    (void)state;
    static const char *const bodies[] = {"{",     "[]",   "{\"a\":1}", "null", "{\"x\":1,\"x\":2}",
                                         "{} {}", "\xff", "1e999"};
    for (unsigned i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        assert_true(client_ask(server.port, "/api/ticket", NULL, bodies[i], &reply));
        assert_int_equal(reply.status, 400);
        body_has("\"malformed\"");
    }
    assert_true(
        client_ask(server.port, "/api/sign-in", NULL, "{\"name\":\"x\",\"password\":7}", &reply));
    assert_int_equal(reply.status, 400);
}

static void figures_beyond_reason_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "ante=9223372036854775808", "ante=-1",         "ante=1.5", "pair_plus=",
        "ante=100000000001",        "six_card_bonus=x"};
    char path[128];
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(path, sizeof path, "/api/tables/mbs/odds?%s", bad[i]);
        assert_true(client_ask(server.port, path, NULL, NULL, &reply));
        assert_int_equal(reply.status, strchr(bad[i], '=')[1] ? 400 : reply.status);
    }
    assert_true(
        client_ask(server.port, "/api/tables/mbs/odds?ante=5000&pair_plus=1", NULL, NULL, &reply));
    assert_string_equal(reply.body, "{\"ante\":5000}");
    assert_true(client_ask(server.port, "/api/tables/none/rules", NULL, NULL, &reply));
    assert_int_equal(reply.status, 404);
    assert_true(client_ask(server.port, "/api/tables/mbs/rounds", NULL, NULL, &reply));
    assert_int_equal(reply.status, 401);
}

static void the_desk_is_for_staff(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN];
    assert_true(client_ask(server.port, "/api/tables/mbs/desk", NULL, NULL, &reply));
    assert_int_equal(reply.status, 401);
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ask(server.port, "/api/tables/mbs/desk", cookie, NULL, &reply));
    assert_int_equal(reply.status, 403);
    assert_true(client_ask(server.port, "/api/tables/mbs/rounds/3?as=x", cookie, NULL, &reply));
    assert_int_equal(reply.status, 400);
}

static void old_rounds_are_told_in_slices(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN];
    assert_true(client_guest(server.port, cookie));
    assert_true(client_ask(server.port, "/api/tables/mbs/rounds?before=7", cookie, NULL, &reply));
    assert_string_equal(reply.body, "{\"rounds\":[],\"more\":false}");
    assert_true(client_ask(server.port, "/api/tables/mbs/rounds/3", cookie, NULL, &reply));
    assert_int_equal(reply.status, 200);
    assert_true(client_ask(server.port, "/api/tables/none/rounds", cookie, NULL, &reply));
    assert_int_equal(reply.status, 404);
}

/* A proxy on this machine hands on what others ask: neither under its name, nor with a note of whom
 * it asks for, nor under another spelling. */
static void metrics_are_not_for_those_behind_a_proxy(void **state) {
    (void)state;
    char text[512];
    static const char *const paths[] = {"/metrics",  "/%6detrics",    "/./metrics",
                                        "//metrics", "/x/../metrics", "/metrics?x=1"};
    static const char *const notes[] = {"Host: cards.example\r\n",
                                        "Host: 127.0.0.1.cards.example\r\n",
                                        "Host: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.1\r\n",
                                        "Host: 127.0.0.1\r\nForwarded: for=192.0.2.1\r\n",
                                        "Host: localhost\r\nX-Real-IP: 192.0.2.1\r\n",
                                        "Host: localhost\r\nVia: 1.1 proxy\r\n"};
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
        for (unsigned n = 0; n < sizeof notes / sizeof *notes; n++) {
            snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n%sConnection: close\r\n\r\n", paths[i],
                     notes[n]);
            int status = ask_raw(text);
            if (status == 200) fail_msg("%s with %s: %d", paths[i], notes[n], status);
        }
    }
    assert_int_equal(
        ask_raw("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 200);
}

static void health_and_metrics_are_there(void **state) {
    (void)state;
    assert_true(client_ask(server.port, "/health", NULL, NULL, &reply));
    assert_string_equal(reply.body, "{\"ok\":true}");
    assert_true(client_ask(server.port, "/metrics", NULL, NULL, &reply));
    body_has("trey_flush_seconds_bucket{le=\"+Inf\"}");
    body_has("trey_cuts_total{reason=\"slow_reader\"} 0");
    body_has("trey_meter_cents{jackpot=\"marina\"} 1200000");
    body_has("# TYPE trey_connections gauge");
}

/* Last: it uses up what the address may ask for. */
static void an_address_that_asks_too_often_must_wait(void **state) {
    (void)state;
    char cookie[CLIENT_TOKEN];
    unsigned made = 0;
    while (made < 60 && client_guest(server.port, cookie)) made++;
    assert_true(made < 60);
    assert_true(client_ask(server.port, "/api/guest", NULL, "{}", &reply));
    assert_int_equal(reply.status, 429);
    body_has("\"retry_after\":");
    assert_true(client_ask(server.port, "/health", NULL, NULL, &reply));
    assert_int_equal(reply.status, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_have_their_types_and_strict_headers),
        cmocka_unit_test(a_page_that_is_known_is_not_sent_again),
        cmocka_unit_test(a_packed_page_goes_to_whoever_takes_it),
        cmocka_unit_test(paths_of_the_front_end_give_its_index_and_others_do_not),
        cmocka_unit_test(a_guest_joins_signs_out_and_signs_in_again),
        cmocka_unit_test(a_password_is_changed_and_other_sessions_end),
        cmocka_unit_test(a_guest_who_asks_again_is_the_same_guest),
        cmocka_unit_test(a_post_from_elsewhere_is_refused),
        cmocka_unit_test(wrong_methods_are_refused),
        cmocka_unit_test(bodies_without_an_end_are_refused),
        cmocka_unit_test(malformed_json_is_told_where),
        cmocka_unit_test(figures_beyond_reason_are_refused),
        cmocka_unit_test(the_desk_is_for_staff),
        cmocka_unit_test(old_rounds_are_told_in_slices),
        cmocka_unit_test(metrics_are_not_for_those_behind_a_proxy),
        cmocka_unit_test(health_and_metrics_are_there),
        cmocka_unit_test(an_address_that_asks_too_often_must_wait),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, open_server, close_server);
}
