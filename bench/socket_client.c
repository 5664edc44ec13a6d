/* socket_client.c -- a small client of trey serve. */
#include "socket_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int64_t client_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- Bytes -------------------------------------------------------------------------------------
 */
int client_connect(uint16_t port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
    int yes = 1;
    int opened = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (opened < 0) return -1;
    setsockopt(opened, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(opened, (struct sockaddr *)&at, sizeof at) == 0) return opened;
    close(opened);
    return -1;
}

bool client_send(int to, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t went = send(to, at, size, MSG_NOSIGNAL);
        if (went < 0 && errno == EINTR) continue;
        if (went <= 0) return false;
        at += went;
        size -= (size_t)went;
    }
    return true;
}

/* Bytes that came within the time; 0 at the end, -1 when none came. */
static ssize_t receive(int from, void *bytes, size_t room, int64_t until_us) {
    for (;;) {
        int64_t left = until_us - client_now_us();
        struct pollfd one = {.fd = from, .events = POLLIN};
        int found = poll(&one, 1, left > 0 ? (int)(left / 1000 + 1) : 0);
        if (found < 0 && errno == EINTR) continue;
        if (found <= 0) return -1;
        ssize_t came = recv(from, bytes, room, 0);
        return came < 0 ? 0 : came;
    }
}

bool client_sees_end(int from, unsigned timeout_ms) {
    char rest[4096];
    int64_t until = client_now_us() + (int64_t)timeout_ms * 1000;
    for (;;) {
        ssize_t came = receive(from, rest, sizeof rest, until);
        if (came <= 0) return came == 0;
    }
}

/* ---- HTTP
 * ---------------------------------------------------------------------------------------- */
static const char *field(const char *head, const char *name) {
    size_t length = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, length) == 0) return line + 2 + length;
    }
    return NULL;
}

/* Of "HTTP/1.1 200 OK", and of 1.0, which is what an upgrade is refused with; 0 for others. */
static int status_of(const char *head) {
    if (strncmp(head, "HTTP/1.", 7) != 0 || (head[7] != '0' && head[7] != '1')) return 0;
    return (int)strtol(head + 8, NULL, 10);
}

bool client_reply(int from, unsigned timeout_ms, http_reply *out) {
    int64_t until = client_now_us() + (int64_t)timeout_ms * 1000;
    size_t size = 0, head = 0, wanted = 0;
    static char bytes[sizeof out->head + sizeof out->body];
    memset(out, 0, sizeof *out);
    while (head == 0 || size < head + wanted) {
        ssize_t came = receive(from, bytes + size, sizeof bytes - 1 - size, until);
        if (came <= 0) break;
        size += (size_t)came;
        bytes[size] = '\0';
        const char *end = head ? NULL : strstr(bytes, "\r\n\r\n");
        if (!end) continue;
        head = (size_t)(end - bytes) + 4;
        if (head >= sizeof out->head) return false;
        memcpy(out->head, bytes, head);
        const char *length = field(out->head, "content-length:");
        wanted = length ? strtoul(length, NULL, 10) : 0;
    }
    if (head == 0 || (out->status = status_of(out->head)) == 0) return false;
    out->size = size - head < sizeof out->body - 1 ? size - head : sizeof out->body - 1;
    memcpy(out->body, bytes + head, out->size);
    return true;
}

bool client_ask(uint16_t port, const char *path, const char *cookie, const char *body,
                http_reply *out) {
    char text[16384];
    memset(out, 0, sizeof *out);
    int size = snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n",
                        body ? "POST" : "GET", path, port);
    if (cookie)
        size += snprintf(text + size, sizeof text - (size_t)size, "Cookie: trey_session=%s\r\n",
                         cookie);
    if (body)
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "X-Trey: 1\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n",
                         strlen(body));
    size += snprintf(text + size, sizeof text - (size_t)size, "Connection: close\r\n\r\n%s",
                     body ? body : "");
    int to = client_connect(port);
    if (to < 0) return false;
    bool good = client_send(to, text, (size_t)size) && client_reply(to, CLIENT_PATIENCE_MS, out);
    close(to);
    return good;
}

static bool copy_token(const char *from, char out[CLIENT_TOKEN]) {
    if (!from || strspn(from, "0123456789abcdef") < CLIENT_TOKEN - 1) return false;
    memcpy(out, from, CLIENT_TOKEN - 1);
    out[CLIENT_TOKEN - 1] = '\0';
    return true;
}

bool client_guest(uint16_t port, char cookie[CLIENT_TOKEN]) {
    http_reply reply;
    if (!client_ask(port, "/api/guest", NULL, "{}", &reply) || reply.status != 200) return false;
    const char *set = field(reply.head, "set-cookie: trey_session=");
    return copy_token(set, cookie);
}

bool client_ticket(uint16_t port, const char *cookie, char ticket[CLIENT_TOKEN]) {
    http_reply reply;
    if (!client_ask(port, "/api/ticket", cookie, "{}", &reply) || reply.status != 200) return false;
    const char *text = strstr(reply.body, "\"ticket\":\"");
    return copy_token(text ? text + 10 : NULL, ticket);
}

/* ---- WebSocket
 * ------------------------------------------------------------------------------------ */
int socket_client_open(socket_client *out, uint16_t port, const char *ticket, const char *origin,
                       const char *protocol) {
    char text[2048];
    int status = 0;
    memset(out, 0, sizeof *out);
    out->socket = client_connect(port);
    if (out->socket < 0) return 0;
    int size =
        snprintf(text, sizeof text,
                 "GET /socket?ticket=%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                 ticket ? ticket : "", port);
    if (origin) size += snprintf(text + size, sizeof text - (size_t)size, "Origin: %s\r\n", origin);
    if (protocol)
        size += snprintf(text + size, sizeof text - (size_t)size, "Sec-WebSocket-Protocol: %s\r\n",
                         protocol);
    size += snprintf(text + size, sizeof text - (size_t)size, "\r\n");
    if (!client_send(out->socket, text, (size_t)size)) return 0;
    for (;;) {
        if (!socket_client_fill(out, CLIENT_PATIENCE_MS)) return 0;
        out->in[out->in_size] = '\0';
        const char *end = strstr((char *)out->in, "\r\n\r\n");
        if (!end) continue;
        status = status_of((char *)out->in);
        out->in_used = (size_t)(end - (char *)out->in) + 4;
        return status;
    }
}

bool socket_client_guest(socket_client *out, uint16_t port) {
    char cookie[CLIENT_TOKEN], ticket[CLIENT_TOKEN], origin[64];
    out->socket = -1;
    out->in = NULL;
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", port);
    return client_guest(port, cookie) && client_ticket(port, cookie, ticket) &&
           socket_client_open(out, port, ticket, origin, "trey.1") == 101;
}

void socket_client_close(socket_client *client) {
    if (client->socket >= 0) close(client->socket);
    free(client->in);
    memset(client, 0, sizeof *client);
    client->socket = -1;
}

size_t socket_header(uint8_t opcode, bool final, uint64_t size, uint8_t out[SOCKET_HEADER_MAX]) {
    size_t at = 2;
    out[0] = (uint8_t)((final ? 0x80u : 0u) | opcode);
    if (size < 126) {
        out[1] = (uint8_t)(0x80u | size);
    } else if (size < 65536) {
        out[1] = 0x80u | 126u;
        out[at++] = (uint8_t)(size >> 8);
        out[at++] = (uint8_t)size;
    } else {
        out[1] = 0x80u | 127u;
        for (unsigned i = 0; i < 8; i++) out[at++] = (uint8_t)(size >> (56 - 8 * i));
    }
    for (unsigned i = 0; i < 4; i++) out[at++] = (uint8_t)(0x5a + i);
    return at;
}

bool socket_client_frame(socket_client *client, uint8_t opcode, bool final, const void *payload,
                         size_t size) {
    uint8_t small[4096 + SOCKET_HEADER_MAX];
    uint8_t *frame = size > 4096 ? malloc(size + SOCKET_HEADER_MAX) : small;
    if (!frame) return false;
    size_t at = socket_header(opcode, final, size, frame);
    for (size_t i = 0; i < size; i++)
        frame[at + i] = ((const uint8_t *)payload)[i] ^ (uint8_t)(0x5a + (i & 3u));
    bool good = client_send(client->socket, frame, at + size);
    if (frame != small) free(frame);
    return good;
}

bool socket_client_say(socket_client *client, const char *text) {
    return socket_client_frame(client, 1, true, text, strlen(text));
}

/* ---- What comes
 * -------------------------------------------------------------------------------------
 */
bool socket_client_fill(socket_client *client, unsigned timeout_ms) {
    enum { STEP = 4096 };
    if (client->in_used > 0) {
        memmove(client->in, client->in + client->in_used, client->in_size - client->in_used);
        client->in_size -= client->in_used;
        client->in_used = 0;
    }
    if (client->in_room < client->in_size + STEP + 1) {
        size_t room = client->in_room ? client->in_room * 2 : STEP + 1;
        while (room < client->in_size + STEP + 1) room *= 2;
        uint8_t *grown = realloc(client->in, room);
        if (!grown) return false;
        client->in = grown;
        client->in_room = room;
    }
    ssize_t came =
        receive(client->socket, client->in + client->in_size, client->in_room - client->in_size - 1,
                client_now_us() + (int64_t)timeout_ms * 1000);
    if (came <= 0) {
        if (came == 0) shutdown(client->socket, SHUT_RDWR);
        return false;
    }
    client->in_size += (size_t)came;
    return true;
}

bool socket_client_next(socket_client *client, socket_frame *out) {
    const uint8_t *at = client->in + client->in_used;
    size_t left = client->in_size - client->in_used, header = 2, size;
    if (left < 2) return false;
    size = at[1] & 0x7fu;
    if (size == 126) {
        if (left < 4) return false;
        size = (size_t)at[2] << 8 | at[3];
        header = 4;
    } else if (size == 127) {
        if (left < 10) return false;
        size = 0;
        for (unsigned i = 0; i < 8; i++) size = size << 8 | at[2 + i];
        header = 10;
    }
    if (left < header + size) return false;
    out->opcode = at[0] & 0x0fu;
    out->text = (const char *)at + header;
    out->size = size;
    out->code = out->opcode == 8 && size >= 2 ? (unsigned)at[header] << 8 | at[header + 1] : 0;
    client->in_used += header + size;
    return true;
}

bool socket_client_read(socket_client *client, unsigned timeout_ms, socket_frame *out) {
    int64_t until = client_now_us() + (int64_t)timeout_ms * 1000;
    for (;;) {
        while (socket_client_next(client, out)) {
            if (out->opcode != 9) return true;
            if (!socket_client_frame(client, 10, true, out->text, out->size)) return false;
        }
        int64_t left = until - client_now_us();
        if (left <= 0 || !socket_client_fill(client, (unsigned)(left / 1000 + 1))) return false;
    }
}

static bool holds(const socket_frame *frame, const char *text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= frame->size; i++) {
        if (memcmp(frame->text + i, text, length) == 0) return true;
    }
    return false;
}

bool socket_client_await(socket_client *client, unsigned timeout_ms, const char *text,
                         socket_frame *out) {
    int64_t until = client_now_us() + (int64_t)timeout_ms * 1000;
    for (;;) {
        int64_t left = (until - client_now_us()) / 1000;
        if (left <= 0 || !socket_client_read(client, (unsigned)left, out)) return false;
        if (out->opcode == 1 && holds(out, text)) return true;
    }
}

int socket_client_code(socket_client *client, unsigned timeout_ms) {
    int64_t until = client_now_us() + (int64_t)timeout_ms * 1000;
    socket_frame frame;
    for (;;) {
        int64_t left = (until - client_now_us()) / 1000;
        if (left <= 0) return -1;
        if (!socket_client_read(client, (unsigned)left, &frame))
            return client_now_us() < until ? 0 : -1;
        if (frame.opcode == 8) return (int)frame.code;
    }
}
