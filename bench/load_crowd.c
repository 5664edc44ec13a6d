/* load_crowd.c -- many people at one server, from one thread. */
#define _GNU_SOURCE
#include "load_crowd.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "socket_client.h"

enum { SAMPLES_MOST = 1 << 21, READY = 512, SEATS_A_TABLE = 7, SOCKETS_EACH = 100 };

typedef enum intent { INTENT_NONE, INTENT_BET, INTENT_PLAY } intent;

typedef struct member {
    socket_client client;
    unsigned table, seat; /* 0: he watches */
    unsigned when;        /* his command was sent */
    intent wants;
    bool gone;
    int64_t due_us, sent_us; /* 0: nothing is due; nothing waits */
    char id[33];
} member;

struct load_crowd {
    member *person;
    unsigned people, seats;
    int poll;
    uint64_t serial, random;
    unsigned when; /* it is now, as LOAD_ALONE */
    struct {
        double *sample; /* milliseconds */
        size_t samples;
        load_figures figures;
    } time[LOAD_TIMES];
};

/* People take their time, each his own, as far as the clocks of the tables let them. */
enum { BET_US = 10000000, DECIDE_US = 12000000 };

static uint32_t draw(load_crowd *crowd, uint32_t below) {
    crowd->random = crowd->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((crowd->random >> 33) % below);
}

/* ---- Coming in --------------------------------------------------------------------------------
 */
static bool say(load_crowd *crowd, member *one, const char *what, const char *rest) {
    char text[256];
    int64_t now = client_now_us();
    snprintf(one->id, sizeof one->id, "%016llx%016llx", (unsigned long long)now,
             (unsigned long long)++crowd->serial);
    snprintf(text, sizeof text, "{\"id\":\"%s\",\"do\":\"%s\",\"table\":\"mbs-%u\"%s}", one->id,
             what, one->table, rest);
    return socket_client_say(&one->client, text);
}

static bool done(member *one) {
    socket_frame frame;
    return socket_client_await(&one->client, 10000, one->id, &frame) &&
           memmem(frame.text, frame.size, "\"ok\":true", 9);
}

static bool come_in(load_crowd *crowd, member *one, uint16_t port, const char *cookie) {
    char ticket[CLIENT_TOKEN], origin[64], seat[32];
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", port);
    if (!client_ticket(port, cookie, ticket) ||
        socket_client_open(&one->client, port, ticket, origin, "trey.1") != 101)
        return false;
    snprintf(seat, sizeof seat, ",\"seat\":%u", one->seat);
    return say(crowd, one, "watch", "") && done(one) &&
           (!one->seat || (say(crowd, one, "sit", seat) && done(one)));
}

static bool watch(load_crowd *crowd, unsigned index) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    return epoll_ctl(crowd->poll, EPOLL_CTL_ADD, crowd->person[index].client.socket, &event) == 0;
}

load_crowd *load_crowd_open(uint16_t port, unsigned connections, unsigned seats, unsigned tables) {
    load_crowd *crowd = calloc(1, sizeof *crowd);
    char cookie[CLIENT_TOKEN] = "";
    bool good = crowd != NULL;
    if (!good) return NULL;
    crowd->random = 20261115;
    crowd->people = connections;
    crowd->seats = seats;
    crowd->person = calloc(connections, sizeof *crowd->person);
    crowd->poll = epoll_create1(EPOLL_CLOEXEC);
    good = crowd->person && crowd->poll >= 0;
    for (unsigned i = 0; i < LOAD_TIMES; i++) {
        crowd->time[i].sample = malloc(SAMPLES_MOST * sizeof(double));
        good = good && crowd->time[i].sample;
    }
    for (unsigned i = 0; good && i < connections; i++) crowd->person[i].client.socket = -1;
    for (unsigned i = 0; good && i < connections; i++) {
        member *one = &crowd->person[i];
        one->table = i % tables + 1;
        one->seat = i < seats ? i / tables + 1 : 0;
        /* Each seat is a person of his own; those who watch share an account by the hundred. */
        if (one->seat || (i - seats) % SOCKETS_EACH == 0) good = client_guest(port, cookie);
        good = good && one->seat <= SEATS_A_TABLE && come_in(crowd, one, port, cookie) &&
               watch(crowd, i);
        if (!good)
            fprintf(stderr, "trey bench: connection %u of %u did not come in\n", i + 1,
                    connections);
    }
    if (good) return crowd;
    load_crowd_close(crowd);
    return NULL;
}

void load_crowd_close(load_crowd *crowd) {
    for (unsigned i = 0; crowd->person && i < crowd->people; i++)
        socket_client_close(&crowd->person[i].client);
    if (crowd->poll >= 0) close(crowd->poll);
    free(crowd->person);
    for (unsigned i = 0; i < LOAD_TIMES; i++) free(crowd->time[i].sample);
    free(crowd);
}

/* ---- Playing ------------------------------------------------------------------------------------
 */
static bool has(const socket_frame *frame, const char *text) {
    return memmem(frame->text, frame->size, text, strlen(text)) != NULL;
}

static void answered(load_crowd *crowd, member *one, const socket_frame *frame) {
    unsigned when = one->when;
    if (!one->sent_us || !has(frame, one->id)) return;
    if (crowd->time[when].samples < SAMPLES_MOST)
        crowd->time[when].sample[crowd->time[when].samples++] =
            (double)(client_now_us() - one->sent_us) / 1000;
    one->sent_us = 0;
    crowd->time[when].figures.commands++;
    if (!has(frame, "\"ok\":true")) crowd->time[when].figures.refused++;
}

static void heard(load_crowd *crowd, member *one, const socket_frame *frame) {
    crowd->time[crowd->when].figures.frames++;
    crowd->time[crowd->when].figures.bytes += frame->size;
    if (frame->opcode == 9) {
        socket_client_frame(&one->client, 10, true, frame->text, frame->size);
        return;
    }
    if (!one->seat || frame->opcode != 1) return;
    if (frame->size > 14 && memcmp(frame->text, "{\"is\":\"answer\"", 14) == 0) {
        answered(crowd, one, frame);
    } else if (has(frame, "\"phase\":\"betting\"")) {
        one->wants = INTENT_BET;
        one->due_us = client_now_us() + draw(crowd, BET_US);
    } else if (has(frame, "\"phase\":\"decision\"")) {
        one->wants = INTENT_PLAY;
        one->due_us = client_now_us() + draw(crowd, DECIDE_US);
    }
}

static void act(load_crowd *crowd, member *one) {
    char rest[96];
    one->due_us = 0;
    if (one->gone || one->sent_us) return;
    if (one->wants == INTENT_BET)
        snprintf(rest, sizeof rest, ",\"seat\":%u,\"wager\":\"ante\",\"amount\":500", one->seat);
    else
        snprintf(rest, sizeof rest, ",\"seat\":%u", one->seat);
    one->sent_us = client_now_us();
    one->when = crowd->when;
    if (!say(crowd, one, one->wants == INTENT_BET ? "bet" : draw(crowd, 3) ? "play" : "fold", rest))
        one->sent_us = 0;
}

static void read_from(load_crowd *crowd, member *one) {
    socket_frame frame;
    if (!socket_client_fill(&one->client, 0)) {
        one->gone = true;
        crowd->time[crowd->when].figures.drops++;
        epoll_ctl(crowd->poll, EPOLL_CTL_DEL, one->client.socket, NULL);
        return;
    }
    while (socket_client_next(&one->client, &frame)) heard(crowd, one, &frame);
}

static int by_size(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

void load_crowd_play(load_crowd *crowd, double seconds, unsigned when) {
    struct epoll_event ready[READY];
    int64_t until = client_now_us() + (int64_t)(seconds * 1e6), next_look = 0;
    crowd->when = when;
    while (client_now_us() < until) {
        int found = epoll_wait(crowd->poll, ready, READY, 2);
        for (int i = 0; i < found; i++) {
            member *one = &crowd->person[ready[i].data.u32];
            if (!one->gone) read_from(crowd, one);
        }
        int64_t now = client_now_us();
        if (now < next_look) continue;
        next_look = now + 2000;
        for (unsigned i = 0; i < crowd->seats; i++) {
            member *one = &crowd->person[i];
            if (one->due_us && one->due_us <= now) act(crowd, one);
        }
    }
}

load_figures load_crowd_figures(load_crowd *crowd, unsigned when) {
    load_figures figures = crowd->time[when].figures;
    const double *sample = crowd->time[when].sample;
    size_t samples = crowd->time[when].samples;
    qsort(crowd->time[when].sample, samples, sizeof *sample, by_size);
    figures.connections = crowd->people;
    figures.seats = crowd->seats;
    for (unsigned i = 0; i < crowd->seats; i++) {
        const member *one = &crowd->person[i];
        if (one->sent_us && !one->gone && one->when == when) figures.unanswered++;
    }
    if (samples) {
        figures.p50_ms = sample[samples / 2];
        figures.p99_ms = sample[samples * 99 / 100];
        figures.most_ms = sample[samples - 1];
    }
    return figures;
}

/* ---- Echoes
 * ------------------------------------------------------------------------------------------ */
static bool echo_open(const load_echo *run, socket_client *client, uint16_t port, bool guests) {
    socket_frame frame;
    (void)run;
    if (!guests) return socket_client_open(client, port, "", "http://bench", "echo") == 101;
    return socket_client_guest(client, port) &&
           socket_client_await(client, 5000, "\"is\":\"welcome\"", &frame);
}

double load_echo_rate(const load_echo *run, uint16_t port, bool guests) {
    /* Both servers get and give messages of the same size. */
    static const char text[] = "{\"id\":\"0123456789abcdef0123456789abcdef\",\"do\":\"ping\"}";
    socket_client *client = calloc(run->clients, sizeof *client);
    unsigned *sent = calloc(run->clients, sizeof *sent);
    int poll = epoll_create1(EPOLL_CLOEXEC);
    uint64_t came = 0, wanted = (uint64_t)run->clients * run->each;
    bool good = client && sent && poll >= 0;
    unsigned opened = 0;
    for (; good && opened < run->clients; opened++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = opened};
        good = echo_open(run, &client[opened], port, guests) &&
               epoll_ctl(poll, EPOLL_CTL_ADD, client[opened].socket, &event) == 0;
    }
    int64_t begin = client_now_us();
    for (unsigned i = 0; good && i < run->clients; i++) {
        for (; good && sent[i] < run->ahead; sent[i]++) good = socket_client_say(&client[i], text);
    }
    while (good && came < wanted) {
        struct epoll_event ready[READY];
        int found = epoll_wait(poll, ready, READY, 5000);
        good = found > 0;
        for (int n = 0; good && n < found; n++) {
            unsigned i = ready[n].data.u32;
            socket_frame frame;
            good = socket_client_fill(&client[i], 0);
            while (good && socket_client_next(&client[i], &frame)) {
                if (frame.size < strlen(run->answer) ||
                    memcmp(frame.text, run->answer, strlen(run->answer)) != 0)
                    continue;
                came++;
                if (sent[i] < run->each) good = socket_client_say(&client[i], text), sent[i]++;
            }
        }
    }
    double seconds = (double)(client_now_us() - begin) / 1e6;
    for (unsigned i = 0; client && i < opened; i++) socket_client_close(&client[i]);
    if (poll >= 0) close(poll);
    free(client);
    free(sent);
    return good ? (double)came / seconds : 0;
}
