/* http_client.c -- one HTTP request to another machine, and its answer. */
#include "http_client.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEAD_MAX = 16384, HOST_MAX = 256 };

typedef struct address_parts {
    bool tls;
    char host[HOST_MAX], port[8];
    const char *path; /* in the address; may be empty */
} address_parts;

typedef struct line {
    int socket;
    SSL_CTX *context;
    SSL *tls; /* NULL: plain */
    int64_t until_ms;
} line;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Addresses ---------------------------------------------------------------------------- */
static bool split_url(const char *url, address_parts *out) {
    memset(out, 0, sizeof *out);
    out->tls = strncmp(url, "https://", 8) == 0;
    if (!out->tls && strncmp(url, "http://", 7) != 0) return false;
    const char *host = url + (out->tls ? 8 : 7);
    size_t size = strcspn(host, "/?#");
    out->path = host + size;
    bool brackets = host[0] == '[';
    const char *close = brackets ? memchr(host, ']', size) : NULL;
    if (brackets && !close) return false;
    const char *name = brackets ? host + 1 : host;
    const char *after = brackets ? close + 1 : host;
    const char *colon = memchr(after, ':', size - (size_t)(after - host));
    const char *end = brackets ? close : colon ? colon : host + size;
    if (brackets && after != host + size && colon != after) return false;
    if (end == name || (size_t)(end - name) >= sizeof out->host) return false;
    memcpy(out->host, name, (size_t)(end - name));
    snprintf(out->port, sizeof out->port, "%s", out->tls ? "443" : "80");
    if (colon) {
        size_t digits = size - (size_t)(colon + 1 - host);
        if (digits == 0 || digits > 5 || strspn(colon + 1, "0123456789") < digits) return false;
        memcpy(out->port, colon + 1, digits);
        out->port[digits] = '\0';
    }
    for (const char *c = url; *c; c++) {
        if (*c <= ' ' || *c == 0x7f || *c == '@') return false;
    }
    return out->path[0] != '#';
}

bool http_url_valid(const char *url) {
    address_parts parts;
    return split_url(url, &parts);
}

/* ---- The line ---------------------------------------------------------------------------------
 */
static bool wait_for(const line *on, short events, http_reply *reply) {
    struct pollfd one = {.fd = on->socket, .events = events};
    int64_t left = on->until_ms - now_ms();
    int ready = left > 0 ? poll(&one, 1, (int)left) : 0;
    if (ready > 0) return true;
    if (ready < 0 && errno == EINTR) return true;
    snprintf(reply->error, sizeof reply->error, "no answer in time");
    return false;
}

static bool connect_one(line *on, const struct addrinfo *to, http_reply *reply) {
    on->socket = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (on->socket < 0) return false;
    int error = 0;
    socklen_t size = sizeof error;
    if (connect(on->socket, to->ai_addr, to->ai_addrlen) == 0) return true;
    if (errno == EINPROGRESS && wait_for(on, POLLOUT, reply) &&
        getsockopt(on->socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0)
        return true;
    if (error) snprintf(reply->error, sizeof reply->error, "%s", strerror(error));
    close(on->socket);
    on->socket = -1;
    return false;
}

static bool connect_line(line *on, const address_parts *to, http_reply *reply) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
    struct addrinfo *found = NULL;
    int fault = getaddrinfo(to->host, to->port, &hints, &found);
    if (fault) {
        snprintf(reply->error, sizeof reply->error, "%.100s: %s", to->host, gai_strerror(fault));
        return false;
    }
    snprintf(reply->error, sizeof reply->error, "%.100s cannot be reached", to->host);
    bool there = false;
    for (const struct addrinfo *one = found; one && !there; one = one->ai_next)
        there = connect_one(on, one, reply);
    freeaddrinfo(found);
    return there;
}

/* What TLS waits for now; false where it has failed. */
static bool tls_waits(const line *on, int result, http_reply *reply) {
    int why = SSL_get_error(on->tls, result);
    if (why == SSL_ERROR_WANT_READ) return wait_for(on, POLLIN, reply);
    if (why == SSL_ERROR_WANT_WRITE) return wait_for(on, POLLOUT, reply);
    long verified = SSL_get_verify_result(on->tls);
    const char *text = verified != X509_V_OK ? X509_verify_cert_error_string(verified)
                                             : ERR_reason_error_string(ERR_peek_last_error());
    snprintf(reply->error, sizeof reply->error, "TLS: %.150s", text ? text : "the line broke");
    return false;
}

static bool begin_tls(line *on, const address_parts *to, http_reply *reply) {
    on->context = SSL_CTX_new(TLS_client_method());
    if (!on->context || SSL_CTX_set_default_verify_paths(on->context) != 1) return false;
    SSL_CTX_set_verify(on->context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_min_proto_version(on->context, TLS1_2_VERSION);
    on->tls = SSL_new(on->context);
    if (!on->tls || SSL_set1_host(on->tls, to->host) != 1 ||
        SSL_set_tlsext_host_name(on->tls, to->host) != 1 || SSL_set_fd(on->tls, on->socket) != 1)
        return false;
    for (;;) {
        int result = SSL_connect(on->tls);
        if (result == 1) return true;
        if (!tls_waits(on, result, reply)) return false;
    }
}

static bool send_all(const line *on, const char *bytes, size_t size, http_reply *reply) {
    while (size > 0) {
        ssize_t sent;
        if (on->tls) {
            int result = SSL_write(on->tls, bytes, (int)size);
            if (result <= 0 && !tls_waits(on, result, reply)) return false;
            sent = result;
        } else {
            sent = send(on->socket, bytes, size, MSG_NOSIGNAL);
            if (sent < 0 && errno != EAGAIN && errno != EINTR) {
                snprintf(reply->error, sizeof reply->error, "%s", strerror(errno));
                return false;
            }
            if (sent < 0 && !wait_for(on, POLLOUT, reply)) return false;
        }
        if (sent <= 0) continue;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Bytes that came; 0 at the end; -1 where the line failed or the time is over. */
static ssize_t receive(const line *on, char *out, size_t room, http_reply *reply) {
    for (;;) {
        if (on->tls) {
            int count = SSL_read(on->tls, out, (int)room);
            if (count > 0) return count;
            if (SSL_get_error(on->tls, count) == SSL_ERROR_ZERO_RETURN) return 0;
            if (!tls_waits(on, count, reply)) return -1;
        } else {
            ssize_t count = recv(on->socket, out, room, 0);
            if (count >= 0) return count;
            if (errno != EAGAIN && errno != EINTR) {
                snprintf(reply->error, sizeof reply->error, "%s", strerror(errno));
                return -1;
            }
            if (!wait_for(on, POLLIN, reply)) return -1;
        }
    }
}

static void hang_up(line *on) {
    if (on->tls) SSL_shutdown(on->tls);
    SSL_free(on->tls);
    SSL_CTX_free(on->context);
    if (on->socket >= 0) close(on->socket);
}

/* ---- Requests and answers ----------------------------------------------------------------------
 */
static bool send_request(const line *on, const http_call *call, const address_parts *to,
                         http_reply *reply) {
    char head[4096], port[16] = "", about[160] = "";
    bool usual = strcmp(to->port, to->tls ? "443" : "80") == 0;
    bool six = strchr(to->host, ':') != NULL;
    if (!usual) snprintf(port, sizeof port, ":%s", to->port);
    if (call->post_type)
        snprintf(about, sizeof about, "Content-Type: %s\r\nContent-Length: %zu\r\n",
                 call->post_type, call->body_size);
    int size = snprintf(head, sizeof head,
                        "%s %s%s HTTP/1.1\r\nHost: %s%s%s%s\r\nUser-Agent: trey\r\n"
                        "Connection: close\r\n%s%s\r\n",
                        call->post_type ? "POST" : "GET", to->path[0] == '/' ? "" : "/", to->path,
                        six ? "[" : "", to->host, six ? "]" : "", port,
                        call->trey_header ? "X-Trey: 1\r\n" : "", about);
    if (size <= 0 || (size_t)size >= sizeof head) {
        snprintf(reply->error, sizeof reply->error, "the address is too long");
        return false;
    }
    return send_all(on, head, (size_t)size, reply) &&
           (!call->post_type || send_all(on, call->body, call->body_size, reply));
}

/* The value of a header, without spaces around it; NULL where there is none. */
static const char *find_header(const char *head, const char *name, size_t *size) {
    for (const char *at = strstr(head, "\r\n"); at && at[2]; at = strstr(at + 2, "\r\n")) {
        const char *start = at + 2, *colon = strchr(start, ':');
        const char *end = strstr(start, "\r\n");
        if (!colon || !end || colon > end) continue;
        if ((size_t)(colon - start) != strlen(name) || strncasecmp(start, name, strlen(name)) != 0)
            continue;
        const char *value = colon + 1 + strspn(colon + 1, " \t");
        while (end > value && (end[-1] == ' ' || end[-1] == '\t')) end--;
        *size = (size_t)(end - value);
        return value;
    }
    return NULL;
}

/* Pieces of a body, each behind its length in hexadecimal digits, put together in place. */
static bool join_chunks(char *body, size_t size, size_t *joined) {
    size_t at = 0, to = 0;
    for (;;) {
        char *end = NULL;
        if (at >= size) return false;
        unsigned long chunk = strtoul(body + at, &end, 16);
        const char *line_end = strstr(end, "\r\n");
        if (end == body + at || !line_end || chunk > size) return false;
        at = (size_t)(line_end + 2 - body);
        if (chunk == 0) break;
        if (chunk > size - at || size - at - chunk < 2) return false;
        memmove(body + to, body + at, chunk);
        to += chunk;
        at += chunk + 2;
    }
    body[to] = '\0';
    *joined = to;
    return true;
}

static bool read_head(char *bytes, size_t size, size_t head_size, http_reply *reply) {
    size_t value_size = 0;
    if (size < 12 || strncmp(bytes, "HTTP/1.", 7) != 0 || bytes[8] != ' ') return false;
    reply->status = (int)strtol(bytes + 9, NULL, 10);
    char *body = bytes + head_size;
    size_t body_size = size - head_size;
    bytes[head_size - 2] = '\0'; /* the head ends with its last line's end */
    const char *value = find_header(bytes, "content-type", &value_size);
    if (value) snprintf(reply->type, sizeof reply->type, "%.*s", (int)value_size, value);
    value = find_header(bytes, "transfer-encoding", &value_size);
    if (value) {
        if (!join_chunks(body, body_size, &body_size)) return false;
    } else if ((value = find_header(bytes, "content-length", &value_size))) {
        unsigned long long told = strtoull(value, NULL, 10);
        if (told > body_size) return false; /* the line broke */
        body_size = (size_t)told;
    }
    memmove(bytes, body, body_size);
    bytes[body_size] = '\0';
    reply->body = bytes;
    reply->size = body_size;
    return reply->status >= 100 && reply->status <= 599;
}

static bool read_reply(const line *on, size_t most, http_reply *reply) {
    size_t room = HEAD_MAX + most + 2, size = 0;
    char *bytes = malloc(room);
    if (!bytes) return false;
    for (;;) {
        ssize_t count = receive(on, bytes + size, room - 1 - size, reply);
        if (count < 0) break;
        size += (size_t)count;
        bytes[size] = '\0';
        if (count > 0 && size + 1 < room) continue;
        const char *end = strstr(bytes, "\r\n\r\n");
        reply->error[0] = '\0';
        if (count == 0 && end && read_head(bytes, size, (size_t)(end + 4 - bytes), reply))
            return true;
        snprintf(reply->error, sizeof reply->error, "the answer is %s",
                 count > 0 ? "too long" : "no whole answer of HTTP");
        break;
    }
    reply->status = 0;
    reply->body = NULL;
    free(bytes);
    return false;
}

bool http_ask(const http_call *call, http_reply *reply) {
    address_parts to;
    line on = {.socket = -1, .until_ms = now_ms() + call->timeout_ms};
    memset(reply, 0, sizeof *reply);
    if (!split_url(call->url, &to)) {
        snprintf(reply->error, sizeof reply->error, "not an address of HTTP");
        return false;
    }
    bool answered = connect_line(&on, &to, reply) && (!to.tls || begin_tls(&on, &to, reply)) &&
                    send_request(&on, call, &to, reply) && read_reply(&on, call->most, reply);
    hang_up(&on);
    ERR_clear_error();
    if (!answered && !reply->error[0])
        snprintf(reply->error, sizeof reply->error, "the request failed");
    return answered;
}

void http_reply_close(http_reply *reply) {
    free(reply->body);
    memset(reply, 0, sizeof *reply);
}
