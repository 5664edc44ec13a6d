/* sockets.c -- open WebSockets: who may open one, messages in, frames out.
 *
 * libwebsockets checks the handshake's form and the UTF-8 of text. Before it accepts, Origin
 * and subprotocol are looked at here; a spent ticket or another version of the protocol is
 * told by a close code, because a browser's script cannot see why a handshake failed. A
 * frame's claimed size is judged with its first bytes, not when all of them have come. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http_answers.h"
#include "network.h"

/* ---- Opening --------------------------------------------------------------------------------- */
static bool header(const connection *one, enum lws_token_indexes token, char *out, int room) {
    return lws_hdr_copy(one->wsi, out, room, token) > 0;
}

int socket_asked(connection *one, const char *upgrade) {
    char origin[SETTING_TEXT], offered[SETTING_TEXT], *path = NULL;
    int size = 0;
    one->net->count.requests++;
    http_find_asker(one);
    if (strcmp(upgrade, "websocket") != 0) return -1;
    int method = lws_http_get_uri_and_method(one->wsi, &path, &size);
    if (method != LWSHUMETH_GET || size != 7 || memcmp(path, "/socket", 7) != 0)
        return http_refuse_now(one, 404, "not_found", "sockets are opened at /socket");
    if (one->net->stopping) return http_refuse_now(one, 503, "stopping", "the house is closing");
    if (!header(one, WSI_TOKEN_ORIGIN, origin, sizeof origin) ||
        !http_origin_known(one->net, origin)) {
        connection_note_cut(one, CUT_ORIGIN);
        return http_refuse_now(one, 403, "another_origin",
                               "sockets are opened from the house's own pages");
    }
    if (!header(one, WSI_TOKEN_PROTOCOL, offered, sizeof offered) ||
        strncmp(offered, "trey.", 5) != 0) {
        connection_note_cut(one, CUT_PROTOCOL);
        return http_refuse_now(one, 400, "subprotocol", "the subprotocol is trey.1");
    }
    return 0;
}

/* The head is still there: the ticket is spent now, and judged when the socket is open. */
int socket_filter(connection *one) {
    char query[HTTP_TARGET_MAX];
    network *net = one->net;
    const struct lws_protocols *chosen = lws_get_protocol(one->wsi);
    if (!chosen || chosen->id == PROTOCOL_HTTP) {
        connection_note_cut(one, CUT_PROTOCOL);
        return -1;
    }
    if (chosen->id != PROTOCOL_VERSION) {
        one->cut_later = CUT_VERSION;
        return 0;
    }
    session *of = NULL;
    if (header(one, WSI_TOKEN_HTTP_URI_ARGS, query, sizeof query)) {
        http_text ticket = http_query(http_text_of(query), "ticket");
        network_now(net);
        if (net->settings->node[0] && ticket_held(one, ticket)) return 0;
        if (!net->settings->node[0]) of = ticket_spend(net->sessions, ticket, net->now_ms);
    }
    if (of)
        socket_belongs(one, of);
    else
        one->cut_later = CUT_TICKET;
    return 0;
}

void socket_belongs(connection *one, session *of) {
    one->person = of->person;
    one->session = of->number;
    one->counted = true;
    of->sockets++;
    one->net->sockets++;
}

int socket_opened(connection *one) {
    network *net = one->net;
    one->state = CONNECTION_SOCKET;
    one->heard_ms = network_now(net);
    net->count.answered[1]++;
    if (one->cut_later != CUT_REASONS) {
        connection_cut(one, (cut_reason)one->cut_later);
        return 0;
    }
    net->count.sockets_opened++;
    one->entered = one->has_ticket ? ticket_asked(one)
                                   : floor_thread_enter(net->floor, one->visit, one->person);
    if (!one->entered) connection_cut(one, CUT_FLOOR_BUSY);
    return 0;
}

/* ---- Messages
 * ------------------------------------------------------------------------------------ */
static void message_done(connection *one, const char *text, size_t size) {
    network *net = one->net;
    const limit_settings *limit = &net->settings->limit;
    session *of = session_by_number(net->sessions, one->session);
    net->count.messages++;
    /* What a person does is a sign of life; that a page asks whether the house is there is none. */
    if (of && !memmem(text, size, "\"do\":\"ping\"", 11)) of->used_ms = net->now_ms;
    if (!bucket_take(&one->messages, limit->messages_per_second, limit->message_burst, net->now_ms))
        connection_cut(one, CUT_TOO_MANY);
    else if (!floor_thread_hear(net->floor, one->visit, text, size))
        connection_cut(one, CUT_FLOOR_BUSY);
}

/* Pieces of a message are put together; all of it is as long as one may be. */
static void keep_piece(connection *one, const char *bytes, size_t size, bool last) {
    if (!one->message && !(one->message = malloc(MESSAGE_MAX))) {
        connection_cut(one, CUT_NO_MEMORY);
        return;
    }
    memcpy(one->message + one->message_size, bytes, size);
    one->message_size += (uint32_t)size;
    if (!last) return;
    char *message = one->message;
    size = one->message_size;
    one->message = NULL;
    one->message_size = 0;
    message_done(one, message, size);
    free(message);
}

int socket_received(connection *one, const char *bytes, size_t size) {
    network *net = one->net;
    one->heard_ms = network_now(net);
    one->pinged = false;
    net->count.bytes_in += size;
    if (one->state == CONNECTION_DYING) return -1;
    if (one->state != CONNECTION_SOCKET) return 0; /* on its way out: thrown away */
    size_t to_come = lws_remaining_packet_payload(one->wsi);
    if (lws_frame_is_binary(one->wsi)) {
        connection_cut(one, CUT_BINARY);
    } else if (to_come > MESSAGE_MAX || one->message_size + size + to_come > MESSAGE_MAX) {
        connection_cut(one, CUT_TOO_LARGE);
    } else {
        bool last = lws_is_final_fragment(one->wsi) && to_come == 0;
        if (last && !one->message)
            message_done(one, bytes, size);
        else
            keep_piece(one, bytes, size, last);
    }
    network_send_dirty(net);
    return 0;
}

/* ---- Frames
 * --------------------------------------------------------------------------------------
 */
static void queue_parcel(connection *one, parcel *added, size_t size) {
    if (one->last)
        one->last->next = added;
    else
        one->first = added;
    one->last = added;
    one->waiting += size;
    if (!one->blocked_ms) one->blocked_ms = one->net->now_ms ? one->net->now_ms : 1;
    if (one->is_dirty) return;
    one->is_dirty = true;
    one->dirty = one->net->dirty;
    one->net->dirty = one;
}

/* A reader for whom too much waits is cut; nobody else waits for him. */
void socket_send_frame(connection *one, trey_frame *frame) {
    size_t size = trey_frame_size(frame);
    if (one->state != CONNECTION_SOCKET) return;
    if (one->waiting + size > (size_t)one->net->settings->limit.waiting_kilobytes * 1024) {
        connection_cut(one, CUT_SLOW_READER);
        return;
    }
    parcel *made = calloc(1, sizeof *made);
    if (!made) {
        connection_cut(one, CUT_NO_MEMORY);
        return;
    }
    made->frame = trey_frame_hold(frame);
    one->net->count.frames++;
    queue_parcel(one, made, size);
}

void socket_say_bye(connection *one, const char *reason, const char *text) {
    char frame[512];
    int size = snprintf(frame, sizeof frame, "{\"is\":\"bye\",\"reason\":\"%s\",\"text\":\"%s\"}",
                        reason, text);
    parcel *made = calloc(1, sizeof *made + (size_t)size);
    if (!made) return;
    made->size = (size_t)size;
    memcpy(made + 1, frame, (size_t)size);
    queue_parcel(one, made, made->size);
}

static void drop_first(connection *one) {
    parcel *done = one->first;
    one->waiting -= done->frame ? trey_frame_size(done->frame) : done->size;
    one->first = done->next;
    if (!one->first) one->last = NULL;
    trey_frame_release(done->frame);
    free(done);
}

void socket_drop_frames(connection *one) {
    while (one->first) drop_first(one);
}

/* A frame above WRITE_MAX goes out in pieces of one message. */
static int write_first(connection *one) {
    network *net = one->net;
    const parcel *next = one->first;
    const char *text = next->frame ? trey_frame_text(next->frame) : (const char *)(next + 1);
    size_t size = next->frame ? trey_frame_size(next->frame) : next->size;
    for (size_t at = 0;;) {
        size_t some = size - at < WRITE_MAX ? size - at : WRITE_MAX;
        int flags = at == 0 ? LWS_WRITE_TEXT : LWS_WRITE_CONTINUATION;
        if (at + some < size) flags |= LWS_WRITE_NO_FIN;
        memcpy(net->room + LWS_PRE, text + at, some);
        if (lws_write(one->wsi, net->room + LWS_PRE, some, (enum lws_write_protocol)flags) <
            (int)some)
            return -1;
        at += some;
        if (at == size) break;
    }
    net->count.bytes_out += size;
    drop_first(one);
    return 0;
}

/* The library sends the frame, waits a little for the client's own, and closes. It is told
 * to in a timer's callback: Debian's 4.1.6 closes a second time, without the frame, when
 * the callback that may write says so. */
static int send_close(connection *one) {
    lws_close_reason(one->wsi, (enum lws_close_status)one->close_code, NULL, 0);
    one->close_sent = true;
    lws_set_timer_usecs(one->wsi, 1);
    return 0;
}

int socket_writable(connection *one) {
    network_now(one->net);
    one->blocked_ms = 0;
    if (one->ping_due) {
        one->ping_due = false;
        memcpy(one->net->room + LWS_PRE, "trey", 4); /* an empty one would not be sent */
        if (lws_write(one->wsi, one->net->room + LWS_PRE, 4, LWS_WRITE_PING) < 0) return -1;
        if (one->first || one->state == CONNECTION_CLOSING) lws_callback_on_writable(one->wsi);
        return 0;
    }
    while (one->first) {
        if (write_first(one) != 0) return -1;
        if (!one->first || !lws_send_pipe_choked(one->wsi)) continue;
        one->blocked_ms = one->net->now_ms ? one->net->now_ms : 1;
        lws_callback_on_writable(one->wsi);
        return 0;
    }
    return one->state == CONNECTION_CLOSING && !one->close_sent ? send_close(one) : 0;
}
