/* slow_line.c -- see the header. */
#define _GNU_SOURCE
#include "slow_line.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { PAIRS = 64 };

struct slow_line {
    pthread_t thread;
    struct sockaddr_un own, server;
    char folder[96];
    int listens;
    int pair[PAIRS][2];
    unsigned pairs;
    atomic_bool hold, tear, quit;
};

static struct sockaddr_un address_in(const char *folder) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%.90s/.s.PGSQL.5432", folder);
    return address;
}

static void close_pair(slow_line *line, unsigned number) {
    close(line->pair[number][0]);
    close(line->pair[number][1]);
    memcpy(line->pair[number], line->pair[--line->pairs], sizeof line->pair[0]);
}

static void accept_one(slow_line *line) {
    int client = accept(line->listens, NULL, NULL);
    int server = client < 0 ? -1 : socket(AF_UNIX, SOCK_STREAM, 0);
    bool good = server >= 0 && !line->tear && line->pairs < PAIRS &&
                connect(server, (struct sockaddr *)&line->server, sizeof line->server) == 0;
    if (good) {
        line->pair[line->pairs][0] = client;
        line->pair[line->pairs++][1] = server;
        return;
    }
    if (client >= 0) close(client);
    if (server >= 0) close(server);
}

/* False at the end of either side. */
static bool pass_on(int from, int to) {
    char bytes[65536];
    ssize_t came = read(from, bytes, sizeof bytes);
    for (ssize_t sent = 0, some; came > 0 && sent < came; sent += some) {
        some = send(to, bytes + sent, (size_t)(came - sent), MSG_NOSIGNAL);
        if (some <= 0) return false;
    }
    return came > 0;
}

static void *run(void *context) {
    slow_line *line = context;
    while (!line->quit) {
        struct pollfd wait[1 + 2 * PAIRS] = {{.fd = line->listens, .events = POLLIN}};
        unsigned pairs = line->pairs;
        if (line->hold) { /* not even a connection is taken */
            usleep(5000);
            continue;
        }
        while (line->tear && line->pairs) close_pair(line, 0);
        pairs = line->pairs;
        for (unsigned i = 0; i < 2 * pairs; i++)
            wait[1 + i] = (struct pollfd){.fd = line->pair[i / 2][i % 2], .events = POLLIN};
        if (poll(wait, 1 + 2 * pairs, 20) <= 0) continue;
        for (unsigned i = pairs; i-- > 0;) {
            bool good = true;
            for (unsigned side = 0; good && side < 2; side++) {
                if (wait[1 + 2 * i + side].revents)
                    good = pass_on(line->pair[i][side], line->pair[i][!side]);
            }
            if (!good) close_pair(line, i);
        }
        if (wait[0].revents) accept_one(line);
    }
    return NULL;
}

slow_line *slow_line_open(const char *folder, const char *server) {
    slow_line *line = calloc(1, sizeof *line);
    if (!line) return NULL;
    line->own = address_in(folder);
    line->server = address_in(server);
    snprintf(line->folder, sizeof line->folder, "%s", folder);
    mkdir(folder, 0700);
    line->listens = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(line->listens, (struct sockaddr *)&line->own, sizeof line->own) != 0 ||
        listen(line->listens, 64) != 0 || pthread_create(&line->thread, NULL, run, line) != 0) {
        free(line);
        return NULL;
    }
    return line;
}

void slow_line_close(slow_line *line) {
    if (!line) return;
    line->quit = true;
    pthread_join(line->thread, NULL);
    while (line->pairs) close_pair(line, 0);
    close(line->listens);
    unlink(line->own.sun_path);
    rmdir(line->folder);
    free(line);
}

void slow_line_hold(slow_line *line, bool hold) {
    line->hold = hold;
}

void slow_line_tear(slow_line *line, bool tear) {
    line->tear = tear;
}
