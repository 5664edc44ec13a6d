/* http_answers.c -- answers as bytes, with the headers that every answer has.
 *
 * An answer is made when it is known and goes out when libwebsockets says that there is
 * room. Pages and frames are not copied; a piece of WRITE_MAX at a time is. */
#include "http_answers.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_ROOM = 2048, DEVICE_SECONDS = 400 * 24 * 3600 };

struct http_answer {
    int status;
    const char *type;
    const page *page;  /* with its tag and how long it may be kept */
    trey_frame *frame; /* held */
    char *text;        /* owned */
    const void *bytes; /* of one of them */
    size_t size, sent;
    bool head_sent, sets_cookie;
    const char *encoding; /* NULL: as it is */
    char token[TOKEN_TEXT_MAX], device[DEVICE_TEXT_MAX];
    uint32_t cookie_seconds;
    const char *cache; /* NULL: it is not kept */
    char file[80];     /* to be kept under this name, or empty */
};

/* Scripts and styles come from our own files only (the odds lab compiles WebAssembly, from
 * one of them), nobody may frame a page of ours, and no address leaves the house in a
 * Referer. */
static const struct {
    const char *name, *value;
} strict[] = {
    {"content-security-policy:", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                                 "img-src 'self' data:; object-src 'none'; base-uri 'none'; "
                                 "form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"x-frame-options:", "DENY"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
};

/* ---- The head ---------------------------------------------------------------------------------
 */
typedef struct head_room {
    struct lws *wsi;
    unsigned char *at, *end;
    bool full;
} head_room;

static void add(head_room *to, const char *name, const char *value) {
    to->full = to->full || lws_add_http_header_by_name(to->wsi, (const unsigned char *)name,
                                                       (const unsigned char *)value,
                                                       (int)strlen(value), &to->at, to->end) != 0;
}

static void add_cookie(head_room *to, const network *net, const char *name, const char *value,
                       uint32_t seconds) {
    char text[256];
    snprintf(text, sizeof text, "%s=%s; Path=/; HttpOnly; SameSite=Strict%s; Max-Age=%u", name,
             value, net->secure ? "; Secure" : "", value[0] ? seconds : 0);
    add(to, "set-cookie:", text);
}

static int write_head(connection *one, const http_answer *answer) {
    network *net = one->net;
    unsigned char *start = net->room + LWS_PRE;
    head_room to = {one->wsi, start, start + HEAD_ROOM, false};
    to.full = lws_add_http_header_status(one->wsi, (unsigned)answer->status, &to.at, to.end) != 0;
    if (answer->type) add(&to, "content-type:", answer->type);
    to.full = to.full || (answer->status != 304 && lws_add_http_header_content_length(
                                                       one->wsi, answer->size, &to.at, to.end));
    for (size_t i = 0; i < sizeof strict / sizeof *strict; i++)
        add(&to, strict[i].name, strict[i].value);
    if (net->tls) add(&to, "strict-transport-security:", "max-age=31536000");
    if (answer->page) {
        add(&to, "etag:", answer->page->tag);
        add(&to, "vary:", "Accept-Encoding");
        add(&to, "cache-control:",
            answer->page->lasting ? "public, max-age=31536000, immutable" : "no-cache");
        if (answer->encoding) add(&to, "content-encoding:", answer->encoding);
    } else {
        add(&to, "cache-control:", answer->cache ? answer->cache : "no-store");
    }
    if (answer->file[0]) {
        char text[128];
        snprintf(text, sizeof text, "attachment; filename=\"%s\"", answer->file);
        add(&to, "content-disposition:", text);
    }
    if (answer->status == 405) add(&to, "allow:", "GET, HEAD, POST");
    if (answer->sets_cookie)
        add_cookie(&to, net, "trey_session", answer->token, answer->cookie_seconds);
    if (answer->device[0]) add_cookie(&to, net, "trey_device", answer->device, DEVICE_SECONDS);
    if (one->close_after) add(&to, "connection:", "close");
    if (to.full || lws_finalize_http_header(one->wsi, &to.at, to.end) != 0) return -1;
    size_t size = (size_t)(to.at - start);
    net->count.bytes_out += size;
    return lws_write(one->wsi, start, size, LWS_WRITE_HTTP_HEADERS) < (int)size ? -1 : 0;
}

/* ---- Making ------------------------------------------------------------------------------------
 */
void http_answer_drop(connection *one) {
    http_answer *answer = one->answer;
    one->answer = NULL;
    if (!answer) return;
    trey_frame_release(answer->frame);
    free(answer->text);
    lws_explicit_bzero(answer->token, sizeof answer->token);
    free(answer);
}

static http_answer *make(connection *one, int status, const char *type) {
    http_answer *answer = calloc(1, sizeof *answer);
    http_answer_drop(one);
    if (!answer) {
        connection_kill(one);
        return NULL;
    }
    answer->status = status;
    answer->type = type;
    one->answer = answer;
    one->state = CONNECTION_ANSWER;
    one->net->count.answered[status / 100 % 6]++;
    one->blocked_ms = one->net->now_ms ? one->net->now_ms : 1;
    lws_callback_on_writable(one->wsi);
    return answer;
}

static void own_text(connection *one, http_answer *answer, const char *text, size_t size) {
    answer->text = malloc(size + 1);
    if (!answer->text) {
        connection_kill(one);
        return;
    }
    memcpy(answer->text, text, size);
    answer->bytes = answer->text;
    answer->size = size;
}

void http_answer_cached(connection *one, const char *type, const char *text, size_t size,
                        const char *cache) {
    http_answer *answer = make(one, 200, type);
    if (!answer) return;
    answer->cache = cache;
    own_text(one, answer, text, size);
}

void http_answer_text(connection *one, const char *type, const char *text, size_t size) {
    http_answer *answer = make(one, 200, type);
    if (answer) own_text(one, answer, text, size);
}

void http_answer_file(connection *one, const char *type, const char *text, size_t size,
                      const char *file) {
    http_answer *answer = make(one, 200, type);
    if (!answer) return;
    own_text(one, answer, text, size);
    snprintf(answer->file, sizeof answer->file, "%s", file);
}

void http_answer_json(connection *one, int status, const char *json, const char *token) {
    http_answer *answer = make(one, status, "application/json");
    if (!answer) return;
    own_text(one, answer, json, strlen(json));
    answer->sets_cookie = token != NULL;
    if (token) snprintf(answer->token, sizeof answer->token, "%s", token);
}

void http_answer_frame(connection *one, int status, trey_frame *frame, const char *token) {
    http_answer *answer = make(one, status, "application/json");
    if (!answer) return;
    answer->frame = trey_frame_hold(frame);
    answer->bytes = trey_frame_text(frame);
    answer->size = trey_frame_size(frame);
    answer->sets_cookie = token != NULL;
    if (token) snprintf(answer->token, sizeof answer->token, "%s", token);
}

void http_answer_session(connection *one, const session *of, const char *device) {
    if (!one->answer) return;
    one->answer->cookie_seconds =
        (uint32_t)(session_rule_of(one->net->sessions, of)->most_ms / 1000);
    snprintf(one->answer->device, sizeof one->answer->device, "%s", device);
}

static bool tag_matches(const char *tags, const char *tag) {
    char weak[32];
    http_text list = http_text_of(tags);
    snprintf(weak, sizeof weak, "W/%s", tag);
    return http_text_lists(list, tag) || http_text_lists(list, weak) || http_text_like(list, "*");
}

void http_answer_page(connection *one, const page *found, const char *tags, const char *encodings) {
    if (!found) {
        http_refuse(one, 404, "not_found",
                    one->net->pages ? "there is no such page" : "this server has no pages");
        return;
    }
    bool fresh = tag_matches(tags, found->tag);
    http_answer *answer = make(one, fresh ? 304 : 200, found->type);
    if (!answer) return;
    answer->page = found;
    if (fresh) return;
    answer->bytes = found->bytes;
    answer->size = found->size;
    for (unsigned i = 0; i < PAGE_ENCODINGS; i++) {
        if (!found->packed[i].bytes) continue;
        if (!http_text_lists(http_text_of(encodings), page_encoding_names[i])) continue;
        answer->encoding = page_encoding_names[i];
        answer->bytes = found->packed[i].bytes;
        answer->size = found->packed[i].size;
        return;
    }
}

/* ---- Errors
 * -------------------------------------------------------------------------------------- */
static char *error_text(const char *reason, const char *text, uint32_t retry_after) {
    json_t *error = json_pack("{s:{s:s,s:s}}", "error", "reason", reason ? reason : "failed",
                              "text", text ? text : "");
    if (error && retry_after)
        json_object_set_new(json_object_get(error, "error"), "retry_after",
                            json_integer(retry_after));
    char *body = error ? json_dumps(error, JSON_COMPACT) : NULL;
    json_decref(error);
    return body;
}

void http_error(connection *one, int status, const char *reason, const char *text,
                uint32_t retry_after) {
    char *body = error_text(reason, text, retry_after);
    http_answer_json(one, status, body ? body : "{}", NULL);
    free(body);
}

void http_refuse(connection *one, int status, const char *reason, const char *text) {
    http_error(one, status, reason, text, 0);
}

int http_refuse_now(connection *one, int status, const char *reason, const char *text) {
    char *body = error_text(reason, text, 0);
    size_t size = body ? strlen(body) : 0;
    const http_answer answer = {.status = status, .type = "application/json", .size = size};
    network *net = one->net;
    int result = -1;
    net->count.answered[status / 100 % 6]++;
    one->close_after = true;
    if (body && size < WRITE_MAX && write_head(one, &answer) == 0) {
        memcpy(net->room + LWS_PRE, body, size);
        if (lws_write(one->wsi, net->room + LWS_PRE, size, LWS_WRITE_HTTP_FINAL) >= (int)size)
            result = 1;
    }
    free(body);
    return result;
}

/* ---- Sending
 * ------------------------------------------------------------------------------------- */
static int write_piece(connection *one, http_answer *answer) {
    network *net = one->net;
    size_t some = answer->size - answer->sent;
    if (some > WRITE_MAX) some = WRITE_MAX;
    bool last = answer->sent + some == answer->size;
    memcpy(net->room + LWS_PRE, (const char *)answer->bytes + answer->sent, some);
    if (lws_write(one->wsi, net->room + LWS_PRE, some,
                  last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)some)
        return -1;
    answer->sent += some;
    net->count.bytes_out += some;
    return 0;
}

int http_writable(connection *one) {
    http_answer *answer = one->answer;
    if (!answer || one->state != CONNECTION_ANSWER) return 0;
    one->blocked_ms = one->net->now_ms ? one->net->now_ms : 1;
    if (!answer->head_sent) {
        if (write_head(one, answer) != 0) return -1;
        answer->head_sent = true;
    }
    if (one->no_body) answer->sent = answer->size;
    while (answer->sent < answer->size) {
        if (lws_send_pipe_choked(one->wsi)) {
            lws_callback_on_writable(one->wsi);
            return 0;
        }
        if (write_piece(one, answer) != 0) return -1;
    }
    http_answer_drop(one);
    one->blocked_ms = 0;
    one->state = CONNECTION_REST;
    one->since_ms = one->net->now_ms;
    if (one->close_after) return -1;
    return lws_http_transaction_completed(one->wsi) ? -1 : 0;
}
