/* socket_client.h -- a small client of trey serve: HTTP questions and one WebSocket.
 *
 * Written by hand, without a library, so that tests can also send what no library would:
 * unmasked frames, sizes that are lies, half a handshake. The load client uses the same. */
#ifndef TREY_SOCKET_CLIENT_H
#define TREY_SOCKET_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How long to wait for what has to come. It ends what hangs, and says nothing of speed. */
enum { CLIENT_PATIENCE_MS = 600000 };

/* ---- HTTP ---------------------------------------------------------------------------------- */
typedef struct http_reply {
    int status; /* 0: none came */
    char head[8192];
    char body[1 << 18]; /* a whole rulebook */
    size_t size;
} http_reply;

/* A blocking connection to 127.0.0.1; -1. */
int client_connect(uint16_t port);
bool client_send(int socket, const void *bytes, size_t size);
/* Reads one answer; false after so long, or at the end. */
bool client_reply(int socket, unsigned timeout_ms, http_reply *out);
/* True when the other side closes within the time; what comes before is thrown away. */
bool client_sees_end(int socket, unsigned timeout_ms);
/* One question on a connection of its own. `cookie` may be NULL; `body` NULL: a GET. */
bool client_ask(uint16_t port, const char *path, const char *cookie, const char *body,
                http_reply *out);

enum { CLIENT_TOKEN = 65 };
/* A guest, and his cookie. */
bool client_guest(uint16_t port, char cookie[CLIENT_TOKEN]);
bool client_ticket(uint16_t port, const char *cookie, char ticket[CLIENT_TOKEN]);

/* ---- WebSocket ------------------------------------------------------------------------------ */
typedef struct socket_client {
    int socket;
    uint8_t *in; /* what came and was not looked at */
    size_t in_size, in_room, in_used;
} socket_client;

typedef struct socket_frame {
    uint8_t opcode; /* 1 text, 8 close, 9 ping, 10 pong */
    const char *text;
    size_t size;
    unsigned code; /* of a close; 0 where it has none */
} socket_frame;

/* The status of the handshake's answer: 101, another, or 0. Each of `origin` and `protocol`
 * may be NULL and is then left out. */
int socket_client_open(socket_client *out, uint16_t port, const char *ticket, const char *origin,
                       const char *protocol);
/* As a guest of his own, as a browser would. */
bool socket_client_guest(socket_client *out, uint16_t port);
void socket_client_close(socket_client *client);

/* A whole masked text. */
bool socket_client_say(socket_client *client, const char *text);
enum { SOCKET_HEADER_MAX = 14 };
/* A masked header; returns its size. */
size_t socket_header(uint8_t opcode, bool final, uint64_t size, uint8_t out[SOCKET_HEADER_MAX]);
bool socket_client_frame(socket_client *client, uint8_t opcode, bool final, const void *payload,
                         size_t size);

/* A frame that is there already; false: more must be read. Its text is good until the
 * next call. */
bool socket_client_next(socket_client *client, socket_frame *out);
/* Reads what is there without waiting, or up to so long; false at the end or when nothing
 * came. */
bool socket_client_fill(socket_client *client, unsigned timeout_ms);
/* The next frame, answering pings; false after so long, or at the end. */
bool socket_client_read(socket_client *client, unsigned timeout_ms, socket_frame *out);
/* Reads until a frame holds the text. */
bool socket_client_await(socket_client *client, unsigned timeout_ms, const char *text,
                         socket_frame *out);
/* The code that it is closed with; 0: the end came without one; -1: neither in time. */
int socket_client_code(socket_client *client, unsigned timeout_ms);

int64_t client_now_us(void);

#endif
