/* connections.c -- who is connected, what waits for him, limits and deadlines.
 *
 * Deadlines are looked at four times a second; ten thousand timers would cost more than
 * the walk. */
#include <stdlib.h>
#include <string.h>

#include "http_answers.h"
#include "network.h"
#include "server_clock.h"

enum { CLOSING_MS = 2000, KEEP_ALIVE_MS = 30000 };

static const struct {
    const char *word;
    uint16_t code;
    const char *text;
} cuts[CUT_REASONS] = {
#define CUT_ROW(constant, word, code, text) {word, code, text},
    CUTS(CUT_ROW)
#undef CUT_ROW
};

const char *cut_word(unsigned reason) {
    return cuts[reason].word;
}

int64_t network_now(network *net) {
    net->now_ms = server_loop_ms(&net->loop);
    return net->now_ms;
}

connection *network_find(network *net, uint64_t visit) {
    unsigned slot = visit & ((1u << SLOT_BITS) - 1);
    connection *found = slot < net->slots ? net->slot[slot] : NULL;
    return found && found->visit == visit ? found : NULL;
}

/* ---- Coming and going -------------------------------------------------------------------------
 */
static void peer_of(int socket, struct sockaddr_storage *out) {
    socklen_t size = sizeof *out;
    memset(out, 0, sizeof *out);
    if (getpeername(socket, (struct sockaddr *)out, &size) != 0) out->ss_family = AF_INET;
}

static bool refuse_peer(network *net, cut_reason why, const struct sockaddr *peer) {
    char from[ADDRESS_TEXT_MAX];
    net->count.cut[why]++;
    log_say(LOG_INFO, "refused", LOG_WORD("reason", cuts[why].word),
            LOG_WORD("from", address_print(peer, from)));
    return false;
}

bool network_admits(network *net, int socket) {
    struct sockaddr_storage peer;
    const struct sockaddr *any = (const struct sockaddr *)&peer;
    peer_of(socket, &peer);
    const address *from = address_find(net->addresses, any, network_now(net));
    if (net->stopping) return refuse_peer(net, CUT_STOPPING, any);
    if (net->free_slots == 0 || !from) return refuse_peer(net, CUT_CONNECTIONS_FULL, any);
    if (from->connections >= net->settings->limit.connections_per_address)
        return refuse_peer(net, CUT_ADDRESS_FULL, any);
    return true;
}

connection *connection_open(network *net, struct lws *wsi) {
    struct sockaddr_storage peer;
    connection *one = net->free_slots ? calloc(1, sizeof *one) : NULL;
    if (!one) return NULL;
    peer_of(lws_get_socket_fd(wsi), &peer);
    one->from = address_find(net->addresses, (struct sockaddr *)&peer, network_now(net));
    if (!one->from) {
        free(one);
        return NULL;
    }
    unsigned slot = net->free_slot[--net->free_slots];
    one->net = net;
    one->wsi = wsi;
    one->visit = ++net->serial << SLOT_BITS | slot;
    one->since_ms = one->heard_ms = net->now_ms;
    one->cut_later = CUT_REASONS;
    memcpy(&one->peer, &peer,
           peer.ss_family == AF_INET6 ? sizeof one->peer.six : sizeof one->peer.four);
    one->asker = one->from;
    one->client = one->peer;
    net->slot[slot] = one;
    one->from->connections++;
    net->open++;
    net->count.accepted++;
    return one;
}

void connection_leave_floor(connection *one) {
    network *net = one->net;
    if (one->entered) {
        floor_thread_leave(net->floor, one->visit);
        one->entered = false;
    }
    if (one->counted) {
        session *of = session_by_number(net->sessions, one->session);
        if (of && of->sockets > 0) of->sockets--;
        if (of) of->used_ms = network_now(net);
        net->sockets--;
        one->counted = false;
    }
}

static void unmark(connection *one) {
    connection **at = &one->net->dirty;
    while (*at != one) at = &(*at)->dirty;
    *at = one->dirty;
}

void connection_close(connection *one) {
    network *net = one->net;
    connection_leave_floor(one);
    socket_drop_frames(one);
    http_answer_drop(one);
    free(one->body);
    free(one->message);
    free(one->held);
    if (one->is_dirty) unmark(one);
    one->from->connections--;
    unsigned slot = one->visit & ((1u << SLOT_BITS) - 1);
    net->slot[slot] = NULL;
    net->free_slot[net->free_slots++] = slot;
    net->open--;
    net->count.closed++;
    free(one);
}

/* ---- Cutting ------------------------------------------------------------------------------------
 */
void connection_kill(connection *one) {
    if (one->state == CONNECTION_DYING) return;
    one->state = CONNECTION_DYING;
    connection_leave_floor(one);
    lws_set_timeout(one->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    /* It is carried out when the library is served next. Where nothing else happens nobody would
     * serve it, and whoever was cut would stay connected. */
    lws_cancel_service(lws_get_context(one->wsi));
}

void connection_note_cut(connection *one, cut_reason why) {
    char from[ADDRESS_TEXT_MAX];
    one->net->count.cut[why]++;
    log_say(why == CUT_STOPPING || why == CUT_KEEP_ALIVE_OVER ? LOG_DEBUG : LOG_INFO, "cut",
            LOG_WORD("reason", cuts[why].word),
            LOG_WORD("from", address_print(&one->peer.any, from)), LOG_COUNT("visit", one->visit),
            LOG_COUNT("person", one->person));
}

static void cut(connection *one, cut_reason why, bool tell) {
    if (one->state == CONNECTION_CLOSING || one->state == CONNECTION_DYING) return;
    connection_note_cut(one, why);
    if (one->state != CONNECTION_SOCKET) {
        connection_kill(one);
        return;
    }
    connection_leave_floor(one);
    /* What he did not read in time he need not read any more. */
    if (why == CUT_SLOW_READER) socket_drop_frames(one);
    if (tell && cuts[why].text) socket_say_bye(one, cuts[why].word, cuts[why].text);
    one->state = CONNECTION_CLOSING;
    one->close_code = cuts[why].code;
    one->since_ms = one->net->now_ms;
    lws_callback_on_writable(one->wsi);
}

void connection_cut(connection *one, cut_reason why) {
    cut(one, why, true);
}

void connection_cut_told(connection *one, cut_reason why) {
    cut(one, why, false);
}

void network_cut_session(network *net, uint64_t ended, cut_reason why) {
    for (unsigned i = 0; i < net->slots; i++) {
        connection *one = net->slot[i];
        if (one && one->state == CONNECTION_SOCKET && one->session == ended)
            connection_cut(one, why);
    }
}

void network_move_session(network *net, uint64_t before, session *now) {
    for (unsigned i = 0; i < net->slots; i++) {
        connection *one = net->slot[i];
        if (!one || one->state != CONNECTION_SOCKET || one->session != before) continue;
        one->session = now->number;
        if (one->counted) now->sockets++;
    }
}

/* Where there is room the frames go out at once: to wait until libwebsockets says so would
 * cost two more calls of the system and a turn of the loop for each of them. */
static void send_now(connection *one) {
    bool room = one->state == CONNECTION_SOCKET && !lws_partial_buffered(one->wsi) &&
                !lws_send_pipe_choked(one->wsi);
    if (!room)
        lws_callback_on_writable(one->wsi);
    else if (socket_writable(one) != 0)
        connection_kill(one);
}

void network_send_dirty(network *net) {
    while (net->dirty) {
        connection *one = net->dirty;
        net->dirty = one->dirty;
        one->is_dirty = false;
        send_now(one);
    }
}

/* ---- Deadlines
 * ------------------------------------------------------------------------------------ */
static void socket_deadline(connection *one, int64_t now) {
    int64_t silent = one->net->settings->limit.silent_ms;
    if (now - one->heard_ms > silent) {
        connection_cut(one, CUT_SILENT);
    } else if (!one->pinged && now - one->heard_ms > silent / 2) {
        one->pinged = one->ping_due = true;
        lws_callback_on_writable(one->wsi);
    }
}

static void deadline(connection *one, int64_t now) {
    const limit_settings *limit = &one->net->settings->limit;
    int64_t since = now - one->since_ms;
    if (one->blocked_ms && now - one->blocked_ms > limit->waiting_ms &&
        one->state != CONNECTION_CLOSING && one->state != CONNECTION_DYING) {
        connection_cut(one, CUT_SLOW_READER);
        return;
    }
    switch ((connection_state)one->state) {
    case CONNECTION_HEAD:
        if (since > limit->handshake_ms) connection_cut(one, CUT_HANDSHAKE_TIMEOUT);
        return;
    case CONNECTION_REST:
        if (since > KEEP_ALIVE_MS) connection_cut(one, CUT_KEEP_ALIVE_OVER);
        return;
    case CONNECTION_BODY:
        if (since > limit->body_ms) connection_cut(one, CUT_BODY_TIMEOUT);
        return;
    case CONNECTION_SOCKET:
        socket_deadline(one, now);
        return;
    case CONNECTION_CLOSING:
        if (since > CLOSING_MS) connection_kill(one);
        return;
    case CONNECTION_WAITING:
    case CONNECTION_ANSWER:
    case CONNECTION_DYING:
        return;
    }
}

void network_deadlines(network *net) {
    int64_t now = network_now(net);
    for (unsigned i = 0; i < net->slots; i++) {
        if (net->slot[i]) deadline(net->slot[i], now);
    }
    network_send_dirty(net);
}
