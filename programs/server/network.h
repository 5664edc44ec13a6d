/* network.h -- the network's thread: connections, and what each of them is allowed.
 *
 *   connections.c    who is connected, what waits for him, limits and deadlines
 *   http_requests.c  a whole request: pages, the JSON interface
 *   http_answers.c   answers as bytes
 *   tickets.c        tickets of a node, which are good at the others
 *   sockets.c        open WebSockets: messages in, frames out
 *   callbacks.c      what libwebsockets calls, sorted to the ones above
 *
 * libwebsockets speaks HTTP, WebSocket and TLS on libuv's loop; what it lets through
 * (any Origin, any size, readers that never read) is judged here. All of it runs on one
 * thread, and nothing here waits. */
#ifndef TREY_NETWORK_H
#define TREY_NETWORK_H

#include <libwebsockets.h>
#include <netinet/in.h>
#include <uv.h>

#include "addresses.h"
#include "control.h"
#include "floor_thread.h"
#include "odds_cache.h"
#include "pages.h"
#include "password_pool.h"
#include "sessions.h"
#include "settings.h"

enum { MESSAGE_MAX = 4096 }; /* bytes from a client */

/* Why a connection is cut. CUT(constant, "word", close code of a socket, what a person is
 * told, or NULL). The word stands in the log and in /metrics. */
#define CUTS(CUT)                                                                                  \
    CUT(CONNECTIONS_FULL, "connections_full", 1013, NULL)                                          \
    CUT(ADDRESS_FULL, "address_full", 1013, NULL)                                                  \
    CUT(HANDSHAKE_TIMEOUT, "handshake_timeout", 1008, NULL)                                        \
    CUT(BODY_TIMEOUT, "body_timeout", 1008, NULL)                                                  \
    CUT(KEEP_ALIVE_OVER, "keep_alive_over", 1000, NULL)                                            \
    CUT(BAD_REQUEST, "bad_request", 1002, NULL)                                                    \
    CUT(PROTOCOL, "protocol", 1002, NULL)                                                          \
    CUT(BINARY, "binary", 1002, NULL)                                                              \
    CUT(TOO_LARGE, "too_large", 1009, NULL)                                                        \
    CUT(ORIGIN, "another_origin", 1008, NULL)                                                      \
    CUT(NOT_ALLOWED, "not_allowed", 1008, "that is not allowed here")                              \
    CUT(TOO_MANY, "too_many_messages", 1013, "too many messages; wait a little")                   \
    CUT(SLOW_READER, "slow_reader", 1013, "the connection is too slow")                            \
    CUT(FLOOR_BUSY, "floor_busy", 1013, "the house is too busy; try again in a moment")            \
    CUT(SILENT, "silent", 1001, NULL)                                                              \
    CUT(TICKET, "ticket_spent", 4001, "the ticket is spent or too old")                            \
    CUT(VERSION, "another_version", 4002, "the page is of another version; load it again")         \
    CUT(SESSION_ENDED, "session_ended", 4003, "you have signed out")                               \
    CUT(PASSWORD_CHANGED, "password_changed", 4003,                                                \
        "your password has been changed; sign in with the new one")                                \
    CUT(ROLE_CHANGED, "role_changed", 4003, "your account has been changed; sign in again")        \
    CUT(FACTOR_CHANGED, "second_factor_changed", 4003,                                             \
        "your second factor has been changed; sign in again")                                      \
    CUT(OTHER_SESSION, "other_session", 4003,                                                      \
        "you have signed in somewhere else, so this session has ended")                            \
    CUT(SIGNED_OUT, "signed_out_everywhere", 4003, "you have signed out everywhere")               \
    CUT(TIME_OVER, "time_over", 4003, "your session has run out; sign in again")                   \
    CUT(ELSEWHERE, "elsewhere", 4004, "the game is open in too many windows")                      \
    CUT(STOPPING, "stopping", 1001, "the house is closing")                                        \
    CUT(NO_MEMORY, "no_memory", 1013, NULL)
typedef enum cut_reason {
#define CUT_ENUM(constant, word, code, text) CUT_##constant,
    CUTS(CUT_ENUM)
#undef CUT_ENUM
        CUT_REASONS
} cut_reason;
const char *cut_word(unsigned reason);

/* Counted since the start. */
typedef struct network_counts {
    uint64_t accepted, closed, requests, sockets_opened, messages, frames, bytes_in, bytes_out;
    uint64_t cut[CUT_REASONS];
    uint64_t answered[6]; /* by the first digit of the status */
} network_counts;

/* ---- Connections ------------------------------------------------------------------------------
 */
typedef enum connection_state {
    CONNECTION_HEAD,    /* a request's head is awaited */
    CONNECTION_BODY,    /* and its body */
    CONNECTION_WAITING, /* for an errand */
    CONNECTION_ANSWER,  /* goes out */
    CONNECTION_REST,    /* between two requests */
    CONNECTION_SOCKET,
    CONNECTION_CLOSING, /* what waits still goes out, then a socket is closed */
    CONNECTION_DYING    /* libwebsockets was told to close it */
} connection_state;

/* A frame that waits: the floor's, shared; or a small one of our own behind the parcel. */
typedef struct parcel {
    struct parcel *next;
    trey_frame *frame;
    size_t size; /* of our own */
} parcel;

/* An answer on its way; see http_answers.c. */
typedef struct http_answer http_answer;

typedef enum post_kind {
    POST_NONE,
    POST_GUEST,
    POST_JOIN,
    POST_SIGN_IN,
    POST_SIGN_OUT,
    POST_PASSWORD,
    POST_FACTOR_OFFER,
    POST_FACTOR_SET,
    POST_FACTOR_REMOVE,
    POST_EVERYWHERE,
    POST_TICKET,
    POST_COSIGNED
} post_kind;

/* A request that is refused before its body has come is answered when it is there. */
typedef struct refusal {
    int status;
    const char *reason, *text;
} refusal;

typedef struct network network;
typedef struct connection {
    network *net;
    struct lws *wsi;
    address *from;
    address *asker; /* of a request: the same, or whom a proxy asks for */
    uint64_t visit; /* its slot in the lowest 20 bits */
    http_answer *answer;
    char *body;           /* of a request */
    char *message;        /* fragments of one */
    struct request *held; /* until it is known whose session it is */
    parcel *first, *last;
    struct connection *dirty; /* next one with something to send */
    size_t waiting;           /* bytes */
    int64_t since_ms, heard_ms, blocked_ms;
    bucket messages;
    uint64_t session;
    trey_hash ticket; /* that the store is asked for */
    trey_person person, device_of;
    uint32_t device; /* of a request: proven for `device_of` */
    uint32_t body_size, body_wanted, message_size;
    refusal refused;
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } peer, client; /* who is connected; and whom a proxy asks for, or the same */
    uint16_t close_code;
    uint8_t state, post, cut_later;
    bool seeking, post_waits; /* ... and a body that is there */
    bool has_ticket;          /* ... when the socket is open */
    bool entered, counted, pinged, ping_due, is_dirty, no_body, close_after, close_sent;
} connection;

enum { SLOT_BITS = 20, WRITE_MAX = 1 << 16 };

struct network {
    uv_loop_t loop;
    uv_timer_t timer;
    uv_async_t floor_woke;
    uv_signal_t signal[3];
    uv_prepare_t before_wait; /* knock at the floor */
    uv_check_t after_wait;
    struct lws_context *context;
    struct lws_vhost *vhost;
    void *ssl_context;
    uint16_t port;
    const server_settings *settings;
    pages *pages;
    sessions *sessions;
    addresses *addresses;
    floor_thread *floor;
    control *control; /* NULL where the store needs none */
    connection **slot;
    uint32_t *free_slot;
    unsigned slots, free_slots, open;
    uint64_t serial;
    connection *dirty;
    char origin[ORIGINS_MAX + 4][SETTING_TEXT];
    unsigned origins, sockets, counting, reports, proofs; /* the last three on their way */
    password_pool *passwords;
    odds_cache *odds;
    trey_seal_key *device_key; /* in locked memory */
    bool tls, secure, stopping, down, failed;
    int64_t stop_ms, now_ms, forget_ms;
    network_counts count;
    uint8_t room[LWS_PRE + WRITE_MAX]; /* libwebsockets writes in front of what it sends */
};

/* Milliseconds of the loop; brought up to date by network_now. */
int64_t network_now(network *net);
connection *network_find(network *net, uint64_t visit);
void network_deadlines(network *net);
/* Asks to write to the marked connections. */
void network_send_dirty(network *net);
void network_cut_session(network *net, uint64_t session, cut_reason why);
/* Its open sockets are those of another session from now on. */
void network_move_session(network *net, uint64_t before, session *now);
/* May a connection from there come in at all? Counts and logs where it may not. */
bool network_admits(network *net, int socket);

/* NULL where there is no memory. */
connection *connection_open(network *net, struct lws *wsi);
void connection_close(connection *one);
void connection_note_cut(connection *one, cut_reason why);
void connection_cut(connection *one, cut_reason why);
/* The person has been told already. */
void connection_cut_told(connection *one, cut_reason why);
/* Without a word. */
void connection_kill(connection *one);
void connection_leave_floor(connection *one);

/* ---- HTTP
 * ---------------------------------------------------------------------------------------- */
/* What a callback of libwebsockets returns: 0, or -1 to close. */
int http_request_came(connection *one);
int http_body_came(connection *one, char *bytes, size_t size);
int http_body_done(connection *one);
int http_writable(connection *one);
void http_refuse(connection *one, int status, const char *reason, const char *text);
/* Takes the errand to the floor; NULL: there was no memory for it, and that is answered. */
void http_send_errand(connection *one, errand *asked);
void http_errand_done(network *net, errand *done);
bool http_session_over(void *context, const session *one);
/* A password was hashed. */
void http_hashed(void *context, errand *worked);
/* Goes on with what was held. */
void http_go_on(connection *one, uint64_t session);

/* http_sessions.c: sessions that this process does not know may be in the store. */
/* May this address have the store asked once more? */
bool address_may_seek(connection *one);
/* True while one is looked for; http_go_on is called afterwards. */
bool session_sought(connection *one, http_text token);
void session_found(network *net, errand *done);
/* The store is told now and then that it is used. */
void session_touch(network *net, session *of);
void session_ended_elsewhere(network *net, const errand *told);
/* Those of a generation that is over. */
void sessions_gone_stale(network *net, const errand *told);
session_of session_of_errand(const errand *done, const trey_hash *token);
bool http_origin_known(const network *net, const char *origin);
/* Who asks: whoever is connected, or whom a proxy of ours names. */
void http_find_asker(connection *one);

/* ---- Tickets
 * -------------------------------------------------------------------------------------
 */
/* Of a node: makes a ticket on its way to the store; NULL: no memory. */
errand *ticket_stored(const session *of, const char *ticket);
/* Keeps the ticket of a handshake until the socket is open; false where it cannot be one, or
 * too many came from there that nobody made. */
bool ticket_held(connection *one, http_text ticket);
/* Asks for it; false where the floor has no room. */
bool ticket_asked(connection *one);
void ticket_answered(network *net, errand *done);

/* ---- Sockets
 * -------------------------------------------------------------------------------------
 */
/* 0: may be opened; 1: refused, and an answer was written; -1: just hang up. */
int socket_asked(connection *one, const char *protocol);
int socket_filter(connection *one);
/* It is one of this session's. */
void socket_belongs(connection *one, session *of);
int socket_opened(connection *one);
int socket_received(connection *one, const char *bytes, size_t size);
int socket_writable(connection *one);
void socket_send_frame(connection *one, trey_frame *frame);
void socket_say_bye(connection *one, const char *reason, const char *text);
void socket_drop_frames(connection *one);

/* ---- libwebsockets
 * -------------------------------------------------------------------------------- */
extern const struct lws_protocols network_protocols[];
enum { PROTOCOL_HTTP = 0, PROTOCOL_VERSION = 1 }; /* ids; others are versions of the wire */

#endif
