/* node_guest.c -- see the header. */
#define _GNU_SOURCE
#include "node_guest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "patience.h"

enum { SOON = CLIENT_PATIENCE_MS };

/* ---- Frames ------------------------------------------------------------------------------ */
static void overlay(node_guest *guest, json_t *changed) {
    const char *name;
    json_t *value;
    json_object_foreach(changed, name, value) {
        json_t *boxes = strcmp(name, "boxes") == 0 ? json_object_get(guest->view, name) : NULL;
        if (boxes)
            json_object_update(boxes, value);
        else
            json_object_set(guest->view, name, value);
    }
}

static void take_table(node_guest *guest, json_t *frame) {
    const char *table = json_string_value(json_object_get(frame, "table"));
    json_t *event;
    size_t i;
    if (strcmp(table, guest->table) != 0) return;
    guest->last_frame = client_now_us();
    json_array_foreach(json_object_get(frame, "events"), i, event) {
        const char *kind = json_string_value(json_object_get(event, "kind"));
        if (!kind || strcmp(kind, "voided") != 0) continue;
        if (guest->voids++ == 0) guest->first_voided = guest->last_frame;
    }
    if (json_is_true(json_object_get(frame, "full"))) json_object_clear(guest->view);
    overlay(guest, json_object_get(frame, "view"));
}

static void take_frame(node_guest *guest, const socket_frame *frame) {
    json_t *object = json_loadb(frame->text, frame->size, 0, NULL);
    assert_non_null(object);
    const char *is = json_string_value(json_object_get(object, "is"));
    if (strcmp(is, "table") == 0) take_table(guest, object);
    if (strcmp(is, "answer") == 0 && json_is_string(json_object_get(object, "id")))
        json_object_set(guest->answers, json_string_value(json_object_get(object, "id")), object);
    if (strcmp(is, "notice") == 0)
        snprintf(guest->notice, sizeof guest->notice, "%s",
                 json_string_value(json_object_get(object, "text")));
    if (strcmp(is, "you") == 0) guest->chips = json_integer_value(json_object_get(object, "chips"));
    if (strcmp(is, "welcome") == 0) {
        const json_t *you = json_object_get(object, "you");
        guest->person = json_integer_value(json_object_get(you, "id"));
        guest->chips = json_integer_value(json_object_get(you, "chips"));
    }
    if (strcmp(is, "lobby") == 0) {
        json_decref(guest->lobby);
        guest->lobby = json_incref(object);
    }
    json_decref(object);
}

bool guest_look(node_guest *guest, unsigned ms) {
    socket_frame frame;
    bool any = socket_client_read(&guest->socket, ms, &frame);
    while (any && frame.opcode == 1) {
        take_frame(guest, &frame);
        any = socket_client_next(&guest->socket, &frame);
    }
    return !any || frame.opcode != 8;
}

/* ---- Coming and going ---------------------------------------------------------------------- */
static void open_socket(node_guest *guest, uint16_t port) {
    char ticket[CLIENT_TOKEN], origin[64];
    guest->port = port;
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", port);
    assert_true(client_ticket(port, guest->cookie, ticket));
    assert_int_equal(socket_client_open(&guest->socket, port, ticket, origin, "trey.1"), 101);
    guest->open = true;
    if (!guest->view) guest->view = json_object();
    if (!guest->answers) guest->answers = json_object();
    guest->person = 0;
    WAIT_DOING(guest->person != 0, guest_look(guest, 100));
}

void guest_come(node_guest *guest, uint16_t port) {
    memset(guest, 0, sizeof *guest);
    assert_true(client_guest(port, guest->cookie));
    open_socket(guest, port);
}

void guest_sign_in(node_guest *guest, uint16_t port, const char *name, const char *password) {
    static http_reply reply;
    char body[256];
    memset(guest, 0, sizeof *guest);
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    assert_true(client_ask(port, "/api/sign-in", NULL, body, &reply));
    assert_int_equal(reply.status, 200);
    const char *cookie = strstr(reply.head, "trey_session=");
    assert_non_null(cookie);
    snprintf(guest->cookie, sizeof guest->cookie, "%.64s", cookie + strlen("trey_session="));
    open_socket(guest, port);
}

void guest_again(node_guest *guest, uint16_t port) {
    if (guest->open) socket_client_close(&guest->socket);
    json_object_clear(guest->view);
    open_socket(guest, port);
}

void guest_leave(node_guest *guest) {
    if (guest->open) socket_client_close(&guest->socket);
    json_decref(guest->view);
    json_decref(guest->answers);
    json_decref(guest->lobby);
    memset(guest, 0, sizeof *guest);
}

/* ---- Talking --------------------------------------------------------------------------------- */
void guest_say(node_guest *guest, char id[33], const char *format, ...) {
    static unsigned said;
    char rest[1024], text[1200];
    va_list list;
    va_start(list, format);
    vsnprintf(rest, sizeof rest, format, list);
    va_end(list);
    snprintf(id, 33, "%016llx%08x%08x", (unsigned long long)client_now_us(), (unsigned)getpid(),
             ++said);
    snprintf(text, sizeof text, "{\"id\":\"%s\",%s}", id, rest);
    assert_true(socket_client_say(&guest->socket, text));
}

json_t *guest_answer(node_guest *guest, const char *id, unsigned ms) {
    int64_t until = client_now_us() + (int64_t)ms * 1000;
    for (;;) {
        json_t *answer = json_object_get(guest->answers, id);
        if (answer || client_now_us() > until) return answer;
        if (!guest_look(guest, 50)) return json_object_get(guest->answers, id);
    }
}

void guest_does(node_guest *guest, const char *rest) {
    const int64_t until = patience_now_ms() + PATIENCE_MS;
    for (;;) {
        char id[33];
        guest_say(guest, id, "%s", rest);
        json_t *answer = guest_answer(guest, id, SOON);
        if (!answer) fail_msg("no answer to %s", rest);
        if (json_is_true(json_object_get(answer, "ok"))) return;
        if (patience_now_ms() > until) fail_msg("%s: %s", rest, json_dumps(answer, JSON_COMPACT));
        guest_look(guest, 100);
    }
}

void guest_watches(node_guest *guest, const char *table) {
    char rest[128];
    snprintf(guest->table, sizeof guest->table, "%s", table);
    snprintf(rest, sizeof rest, "\"do\":\"watch\",\"table\":\"%s\"", table);
    json_object_clear(guest->view);
    guest_does(guest, rest);
    WAIT_DOING(json_object_size(guest->view) > 0, guest_look(guest, 50));
}

bool guest_sees(node_guest *guest, const char *member, const char *text, unsigned ms) {
    int64_t until = client_now_us() + (int64_t)ms * 1000;
    for (;;) {
        char *now =
            json_dumps(json_object_get(guest->view, member), JSON_COMPACT | JSON_ENCODE_ANY);
        bool same = now && strncmp(now, text, strlen(text)) == 0;
        free(now);
        if (!same && client_now_us() > until && getenv("TREY_SHOW_VIEW")) {
            char *all = json_dumps(guest->view, JSON_COMPACT);
            printf("%s: %s\n", member, all);
            free(all);
        }
        if (same || client_now_us() > until) return same;
        guest_look(guest, 50);
    }
}

json_int_t guest_chips(node_guest *guest, uint16_t port) {
    static http_reply reply;
    assert_true(client_ask(port, "/api/me", guest->cookie, NULL, &reply));
    json_t *body = json_loads(reply.body, 0, NULL);
    json_t *you = json_object_get(body, "you");
    if (!you) fail_msg("%d %s", reply.status, reply.body);
    json_int_t chips = json_integer_value(json_object_get(you, "chips"));
    json_decref(body);
    return chips;
}
