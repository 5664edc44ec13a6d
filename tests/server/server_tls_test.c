/* server_tls_test.c -- the server speaks TLS, with papers that the test makes for itself. */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "patience.h"
#include "shell_words.h"
#include "socket_client.h"

static const char settings[] = "log: {level: debug, file: server.log}\n"
                               "tls: {certificate: certificate.pem, key: key.pem}\n"
                               "limits: {guests_per_minute: 1000}\n";

/* ---- Papers ---------------------------------------------------------------------------------- */
/* A new key, and a certificate that it has signed itself. */
static void make_papers(const server_child *server, const char *certificate, const char *key) {
    char said[4096];
    if (shell_run(
            said,
            "cd %s && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "
            "-days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout %s -out %s",
            server->folder, key, certificate) != 0)
        fail_msg("%s", said);
}

static void start(server_child *server) {
    assert_true(server_child_folder(server, STANDIN_SERVER, settings));
    make_papers(server, "certificate.pem", "key.pem");
    assert_true(server_child_start(server, NULL));
}

/* ---- A client -------------------------------------------------------------------------------- */
typedef struct tls_client {
    SSL_CTX *context;
    SSL *ssl;
    int socket;
} tls_client;

static const char *only_cipher; /* of TLS 1.2 */

static void tls_close(tls_client *client) {
    SSL_free(client->ssl);
    SSL_CTX_free(client->context);
    if (client->socket >= 0) close(client->socket);
}

/* False where the handshake fails. `most` 0: any version. */
static bool tls_open(tls_client *client, uint16_t port, int most) {
    struct timeval patience = {8, 0};
    client->context = SSL_CTX_new(TLS_client_method());
    assert_non_null(client->context);
    if (most) {
        SSL_CTX_set_security_level(client->context, 0);
        SSL_CTX_set_max_proto_version(client->context, most);
        if (only_cipher) SSL_CTX_set_cipher_list(client->context, only_cipher);
    }
    client->ssl = SSL_new(client->context);
    client->socket = client_connect(port);
    assert_true(client->socket >= 0);
    setsockopt(client->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    SSL_set_fd(client->ssl, client->socket);
    return SSL_connect(client->ssl) == 1;
}

/* Says it and reads until `end` has come; false where it ends before. */
static bool tls_talk(tls_client *client, const void *bytes, size_t size, const char *end,
                     char heard[16384]) {
    size_t got = 0;
    if (size && SSL_write(client->ssl, bytes, (int)size) != (int)size) return false;
    heard[0] = '\0';
    while (got < 16383) {
        int came = SSL_read(client->ssl, heard + got, (int)(16383 - got));
        if (came <= 0) return false;
        got += (size_t)came;
        heard[got] = '\0';
        /* Frames have zeros in front of them. */
        for (size_t i = 0; i + strlen(end) <= got; i++) {
            if (memcmp(heard + i, end, strlen(end)) == 0) return true;
        }
    }
    return false;
}

/* One request on a connection of its own. */
static void tls_ask(uint16_t port, const char *method, const char *path, const char *cookie,
                    char heard[16384]) {
    tls_client client;
    char text[1024];
    bool post = strcmp(method, "POST") == 0;
    int size = snprintf(
        text, sizeof text,
        "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n%s%s%s%s\r\n%s", method, path,
        port, cookie ? "Cookie: trey_session=" : "", cookie ? cookie : "", cookie ? "\r\n" : "",
        post ? "X-Trey: 1\r\nContent-Type: application/json\r\n"
               "Content-Length: 2\r\n"
             : "",
        post ? "{}" : "");
    assert_true(tls_open(&client, port, 0));
    tls_talk(&client, text, (size_t)size, "\n\n\n", heard);
    tls_close(&client);
}

static void copy_token(const char *heard, const char *behind, char out[CLIENT_TOKEN]) {
    const char *found = strstr(heard, behind);
    if (!found) fail_msg("\"%s\" is not in: %s", behind, heard);
    memcpy(out, found + strlen(behind), CLIENT_TOKEN - 1);
    out[CLIENT_TOKEN - 1] = '\0';
}

/* A guest's socket, as a browser would open it. */
static void tls_guest(tls_client *client, uint16_t port) {
    char heard[16384], text[1024], cookie[CLIENT_TOKEN], ticket[CLIENT_TOKEN];
    tls_ask(port, "POST", "/api/guest", NULL, heard);
    copy_token(heard, "trey_session=", cookie);
    tls_ask(port, "POST", "/api/ticket", cookie, heard);
    copy_token(heard, "\"ticket\":\"", ticket);
    int size = snprintf(text, sizeof text,
                        "GET /socket?ticket=%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n"
                        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Version: 13\r\nOrigin: https://127.0.0.1:%u\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Protocol: trey.1\r\n\r\n",
                        ticket, port, port);
    assert_true(tls_open(client, port, 0));
    assert_true(tls_talk(client, text, (size_t)size, "\"is\":\"welcome\"", heard));
    shell_has(heard, "HTTP/1.1 101");
}

static bool answers(tls_client *client, const char *id) {
    char text[128], heard[16384], end[64];
    uint8_t frame[256];
    int size = snprintf(text, sizeof text, "{\"id\":\"%s\",\"do\":\"store\"}", id);
    size_t head = socket_header(1, true, (uint64_t)size, frame);
    for (int i = 0; i < size; i++) frame[head + (size_t)i] = (uint8_t)(text[i] ^ (0x5a + (i & 3)));
    snprintf(end, sizeof end, "\"id\":\"%s\",\"ok\":true", id);
    return tls_talk(client, frame, head + (size_t)size, end, heard);
}

/* ---- Tests ----------------------------------------------------------------------------------- */
static void pages_and_sockets_are_served_over_tls(void **state) {
    (void)state;
    server_child server;
    tls_client client;
    char heard[16384];
    start(&server);
    tls_ask(server.port, "GET", "/health", NULL, heard);
    shell_has(heard, "HTTP/1.1 200");
    shell_has(heard, "strict-transport-security: max-age=");
    tls_ask(server.port, "POST", "/api/guest", NULL, heard);
    shell_has(heard, "HttpOnly; SameSite=Strict; Secure;");
    tls_guest(&client, server.port);
    assert_true(answers(&client, "one"));
    assert_true(answers(&client, "two"));
    tls_close(&client);
    server_stops(&server);
}

static void plain_http_and_old_versions_are_refused(void **state) {
    (void)state;
    server_child server;
    tls_client client;
    http_reply reply;
    char heard[16384];
    start(&server);
    assert_false(client_ask(server.port, "/health", NULL, NULL, &reply) && reply.status == 200);
    assert_int_not_equal(reply.status, 200);
    assert_false(tls_open(&client, server.port, TLS1_1_VERSION));
    /* Nor with a cipher that does not authenticate, or a key that is kept. */
    static const char *const weak[] = {"ECDHE-RSA-AES128-SHA256", "ECDHE-ECDSA-AES128-SHA",
                                       "AES128-GCM-SHA256", "DHE-RSA-AES128-GCM-SHA256"};
    for (unsigned i = 0; i < sizeof weak / sizeof *weak; i++) {
        tls_close(&client);
        only_cipher = weak[i];
        if (tls_open(&client, server.port, TLS1_2_VERSION)) fail_msg("%s is spoken", weak[i]);
    }
    only_cipher = NULL;
    tls_close(&client);
    /* Half a handshake is not waited for, and others are served meanwhile. */
    int half = client_connect(server.port);
    assert_true(client_send(half, "\x16\x03\x01", 3));
    tls_ask(server.port, "GET", "/health", NULL, heard);
    shell_has(heard, "HTTP/1.1 200");
    assert_true(client_sees_end(half, CLIENT_PATIENCE_MS));
    close(half);
    server_stops(&server);
}

static void another_origin_is_refused_over_tls_as_well(void **state) {
    (void)state;
    server_child server;
    tls_client client;
    char heard[16384], text[512];
    start(&server);
    int size = snprintf(text, sizeof text,
                        "GET /socket?ticket=x HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n"
                        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Version: 13\r\nOrigin: http://127.0.0.1:%u\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Protocol: trey.1\r\n\r\n",
                        server.port, server.port);
    assert_true(tls_open(&client, server.port, 0));
    assert_true(tls_talk(&client, text, (size_t)size, "another_origin", heard));
    shell_has(heard, " 403");
    tls_close(&client);
    server_stops(&server);
}

static void fingerprint(const server_child *server, unsigned char out[EVP_MAX_MD_SIZE]) {
    tls_client client;
    unsigned size = 0;
    memset(out, 0, EVP_MAX_MD_SIZE);
    assert_true(tls_open(&client, server->port, 0));
    X509 *shown = SSL_get1_peer_certificate(client.ssl);
    assert_non_null(shown);
    assert_int_equal(X509_digest(shown, EVP_sha256(), out, &size), 1);
    X509_free(shown);
    tls_close(&client);
}

static bool log_has(const server_child *server, const char *text) {
    char *log = server_child_file(server, "data/server.log");
    bool found = strstr(log, text) != NULL;
    free(log);
    return found;
}

static void a_renewed_certificate_is_taken_and_no_socket_dropped(void **state) {
    (void)state;
    server_child server;
    tls_client before, after;
    unsigned char old[EVP_MAX_MD_SIZE], renewed[EVP_MAX_MD_SIZE], kept[EVP_MAX_MD_SIZE];
    char said[4096];
    start(&server);
    tls_guest(&before, server.port);
    fingerprint(&server, old);
    make_papers(&server, "certificate.pem", "key.pem");
    kill(server.pid, SIGHUP);
    WAIT_UNTIL(log_has(&server, "event=certificate_read"));
    fingerprint(&server, renewed);
    assert_memory_not_equal(old, renewed, 32);
    assert_true(answers(&before, "still-here"));
    tls_guest(&after, server.port);
    assert_true(answers(&after, "new-here"));
    /* A bad one is told, and the good one kept: also one whose key does not fit. */
    make_papers(&server, "certificate.pem", "other.pem");
    assert_int_equal(shell_run(said, "rm %s/other.pem", server.folder), 0);
    kill(server.pid, SIGHUP);
    WAIT_UNTIL(log_has(&server, "event=certificate_kept"));
    fingerprint(&server, kept);
    assert_memory_equal(kept, renewed, 32);
    assert_true(answers(&before, "here"));
    assert_true(answers(&after, "here-too"));
    tls_close(&before);
    tls_close(&after);
    server_stops(&server);
}

/* What both the check and the start say, and end with status 2. */
static void cannot_start(const server_child *server, const char *told, const char *also) {
    static const char *const words[] = {"--check", ""};
    char said[4096];
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(
            shell_run(said,
                      "timeout 600 %s serve %s --as-root --config %s/settings.yaml --data %s/data",
                      TREY_PROGRAM, words[i], server->folder, server->folder),
            2);
        shell_has(said, told);
        shell_has(said, also);
    }
}

static void papers_that_cannot_be_used_are_told(void **state) {
    (void)state;
    server_child server;
    char said[4096];
    assert_true(server_child_folder(&server, TREY_PROGRAM, settings));
    cannot_start(&server, "certificate.pem: no certificate in PEM can be read there",
                 "No such file");
    make_papers(&server, "certificate.pem", "other.pem");
    cannot_start(&server, "key.pem: no private key", "No such file");
    make_papers(&server, "other-certificate.pem", "key.pem");
    cannot_start(&server, "key.pem: this is not the key of the certificate", "belong together");
    assert_int_equal(
        shell_run(said, "cd %s && cp other.pem key.pem && echo >certificate.pem", server.folder),
        0);
    cannot_start(&server, "certificate.pem: no certificate in PEM can be read there", "");
    assert_int_equal(
        shell_run(said, "cd %s && rm certificate.pem && mkdir certificate.pem", server.folder), 0);
    cannot_start(&server, "certificate.pem: no certificate in PEM can be read there", "");
    if (geteuid() != 0) {
        assert_int_equal(shell_run(said,
                                   "cd %s && rmdir certificate.pem && cp other-certificate.pem "
                                   "certificate.pem && chmod 0 certificate.pem",
                                   server.folder),
                         0);
        cannot_start(&server, "certificate.pem: no certificate", "Permission denied");
    }
    assert_int_equal(
        shell_run(said, "cd %s && rm -f other.pem other-certificate.pem", server.folder), 0);
    server_child_remove(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_and_sockets_are_served_over_tls),
        cmocka_unit_test(plain_http_and_old_versions_are_refused),
        cmocka_unit_test(another_origin_is_refused_over_tls_as_well),
        cmocka_unit_test(a_renewed_certificate_is_taken_and_no_socket_dropped),
        cmocka_unit_test(papers_that_cannot_be_used_are_told),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
