/* witness_server.c -- the HTTP interface of a witness, on libwebsockets. */
#define _GNU_SOURCE /* NOLINT: memmem */
#include "witness_server.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REQUEST_MAX = TREY_NOTE_BYTES_MAX + 64 * TREY_HASH_BASE64_MAX + 64, HEAD_ROOM = 1024 };

struct witness_server {
    struct lws_context *context;
    struct lws_vhost *vhost;
    trey_witness *witness;
    pthread_mutex_t *lock;
};

/* One request. */
typedef struct exchange {
    char *body; /* of a POST */
    size_t size;
    bool posts, too_large;
    char *answer; /* behind LWS_PRE bytes */
    size_t answer_size;
} exchange;

static void forget(exchange *one) {
    free(one->body);
    free(one->answer);
    memset(one, 0, sizeof *one);
}

/* ---- Answers -------------------------------------------------------------------------------- */
static int answer(struct lws *wsi, exchange *one, int status, const char *type, const char *text,
                  size_t size) {
    unsigned char head[LWS_PRE + HEAD_ROOM], *start = head + LWS_PRE, *at = start;
    unsigned char *end = head + sizeof head - 1;
    static const unsigned char cache[] = "cache-control:", none[] = "no-store";
    free(one->answer);
    one->answer = malloc(LWS_PRE + size + 1);
    if (!one->answer) return -1;
    memcpy(one->answer + LWS_PRE, text, size);
    one->answer_size = size;
    if (lws_add_http_common_headers(wsi, (unsigned)status, type, size, &at, end) != 0 ||
        lws_add_http_header_by_name(wsi, cache, none, sizeof none - 1, &at, end) != 0 ||
        lws_finalize_write_http_header(wsi, start, &at, end) != 0)
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

static int refuse(struct lws *wsi, exchange *one, int status, const char *text) {
    return answer(wsi, one, status, "text/plain; charset=utf-8", text, strlen(text));
}

static int write_answer(struct lws *wsi, exchange *one) {
    if (!one->answer) return 0;
    int written = lws_write(wsi, (unsigned char *)one->answer + LWS_PRE, one->answer_size,
                            LWS_WRITE_HTTP_FINAL);
    bool whole = written >= (int)one->answer_size;
    forget(one);
    if (!whole) return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- Requests ----------------------------------------------------------------------------------
 */
static int get_newest(witness_server *server, struct lws *wsi, exchange *one, const char *path) {
    char hash[TREY_HASH_TEXT_MAX];
    const char *rest = path + 1 + 2 * TREY_HASH_BYTES;
    trey_witness_seen seen;
    if (strlen(path) <= 1 + 2 * TREY_HASH_BYTES || strcmp(rest, "/checkpoint") != 0)
        return refuse(wsi, one, 404, "there is nothing with that name\n");
    memcpy(hash, path + 1, sizeof hash - 1);
    hash[sizeof hash - 1] = '\0';
    pthread_mutex_lock(server->lock);
    int result = trey_witness_newest_by_hash(server->witness, hash, &seen)
                     ? answer(wsi, one, 200, "text/plain; charset=utf-8", seen.note, seen.note_size)
                     : refuse(wsi, one, 404, "nothing of this log was cosigned\n");
    pthread_mutex_unlock(server->lock);
    return result;
}

static int request_came(witness_server *server, struct lws *wsi, exchange *one) {
    char *uri = NULL, path[256] = "";
    int size = 0, method = lws_http_get_uri_and_method(wsi, &uri, &size);
    forget(one);
    if (uri && size > 0 && (size_t)size < sizeof path) memcpy(path, uri, (size_t)size);
    if (method == LWSHUMETH_POST && strcmp(path, "/add-checkpoint") == 0) {
        one->posts = true;
        return 0; /* its body follows */
    }
    if (method == LWSHUMETH_POST) return refuse(wsi, one, 404, "POST /add-checkpoint\n");
    if (method != LWSHUMETH_GET) return refuse(wsi, one, 405, "use GET or POST\n");
    return get_newest(server, wsi, one, path);
}

static int body_came(exchange *one, const void *bytes, size_t size) {
    if (one->size + size > REQUEST_MAX) one->too_large = true;
    if (one->too_large) return 0;
    if (!one->body && !(one->body = malloc(REQUEST_MAX))) return -1;
    memcpy(one->body + one->size, bytes, size);
    one->size += size;
    return 0;
}

static int body_done(witness_server *server, struct lws *wsi, exchange *one) {
    trey_witness_answer said;
    if (!one->posts) return 0;
    if (one->too_large) return refuse(wsi, one, 413, "a request is too long\n");
    pthread_mutex_lock(server->lock);
    trey_witness_add(server->witness, one->body ? one->body : "", one->size, (uint64_t)time(NULL),
                     &said);
    /* The checkpoint begins behind the first empty line. */
    const char *blank = said.forked && one->body ? memmem(one->body, one->size, "\n\n", 2) : NULL;
    if (blank)
        trey_witness_alarm(server->witness, "a log has signed two roots of the same size",
                           blank + 2, one->size - (size_t)(blank + 2 - one->body));
    pthread_mutex_unlock(server->lock);
    return answer(wsi, one, said.status, said.type, said.body, said.size);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    exchange *one = user;
    witness_server *server = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return request_came(server, wsi, one);
    case LWS_CALLBACK_HTTP_BODY:
        return body_came(one, in, size);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return body_done(server, wsi, one);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_answer(wsi, one);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (one) forget(one);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, size);
    }
}

/* ---- Opening ------------------------------------------------------------------------------------
 */
static const struct lws_protocols protocols[] = {
    {"http", callback, sizeof(exchange), 0, 0, NULL, 0}, {NULL, NULL, 0, 0, 0, NULL, 0}};

witness_server *witness_server_open(const char *host, uint16_t port, trey_witness *witness,
                                    pthread_mutex_t *lock, char *why, size_t room) {
    witness_server *server = calloc(1, sizeof *server);
    const struct lws_context_creation_info info = {.port = port ? port : 0,
                                                   .iface = host,
                                                   .protocols = protocols,
                                                   .user = server,
                                                   .gid = -1,
                                                   .uid = -1,
                                                   .timeout_secs = 10,
                                                   .keepalive_timeout = 60,
                                                   .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                                                   .vhost_name = "witness"};
    if (!server) return NULL;
    server->witness = witness;
    server->lock = lock;
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    if (server->context) server->vhost = lws_create_vhost(server->context, &info);
    if (server->vhost) return server;
    snprintf(why, room, "cannot listen on %s, port %u", host, port);
    witness_server_close(server);
    return NULL;
}

uint16_t witness_server_port(const witness_server *server) {
    return (uint16_t)lws_get_vhost_listen_port(server->vhost);
}

void witness_server_turn(witness_server *server) {
    lws_service(server->context, 0);
}

void witness_server_wake(witness_server *server) {
    lws_cancel_service(server->context);
}

void witness_server_close(witness_server *server) {
    if (!server) return;
    if (server->context) lws_context_destroy(server->context);
    free(server);
}
