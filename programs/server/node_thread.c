/* node_thread.c -- the thread by which a node is one of several. */
#define _GNU_SOURCE
#include "node_thread.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server_log.h"

enum { WAITING_MOST = 4096, AGAIN_MS = 200, WARN_MS = 60000 };

typedef struct waiting_letter {
    struct waiting_letter *next;
    char to[TREY_NODE_NAME_MAX]; /* empty: all */
    size_t size;
    char text[];
} waiting_letter;

struct node_thread {
    pthread_t thread;
    trey_nodes *nodes;
    node_ways ways;
    unsigned lease_ms;
    int wake[2]; /* a pipe */
    pthread_mutex_t lock;
    waiting_letter *first, **last; /* under the lock, as all that follow */
    unsigned waiting;
    bool quit;
    node_report report;
    int64_t beaten_ms;
    /* The thread's own. */
    int64_t next_ms, warned_ms;
    bool stuck, replaced, met;
};

int64_t node_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void knock(const node_thread *thread) {
    ssize_t written = write(thread->wake[1], "", 1);
    (void)written; /* a full pipe wakes it as well */
}

/* ---- Letters ------------------------------------------------------------------------------ */
void node_thread_post(node_thread *thread, const char *to, const char *text, size_t size) {
    waiting_letter *made = malloc(sizeof *made + size);
    pthread_mutex_lock(&thread->lock);
    bool fits = made && thread->waiting < WAITING_MOST && !thread->report.cut_off;
    if (fits) {
        made->next = NULL;
        made->size = size;
        snprintf(made->to, sizeof made->to, "%s", to ? to : "");
        memcpy(made->text, text, size);
        *thread->last = made;
        thread->last = &made->next;
        thread->waiting++;
    } else {
        thread->report.letters_lost++;
    }
    bool first = fits && thread->waiting == 1;
    pthread_mutex_unlock(&thread->lock);
    if (!fits) free(made);
    if (first) knock(thread);
}

static waiting_letter *take_letters(node_thread *thread) {
    pthread_mutex_lock(&thread->lock);
    waiting_letter *list = thread->first;
    thread->first = NULL;
    thread->last = &thread->first;
    thread->waiting = 0;
    pthread_mutex_unlock(&thread->lock);
    return list;
}

static void send_letters(node_thread *thread) {
    enum { AT_ONCE = 64 };
    uint64_t sent = 0, gone = 0;
    bool good = true;
    waiting_letter *letter = take_letters(thread);
    while (letter) {
        trey_letter_out out[AT_ONCE];
        size_t count = 0;
        waiting_letter *first = letter;
        for (; letter && count < AT_ONCE; letter = letter->next)
            out[count++] = (trey_letter_out){.to = letter->to[0] ? letter->to : NULL,
                                             .text = letter->text,
                                             .size = letter->size};
        good = good && trey_nodes_post(thread->nodes, out, count) == TREY_STATUS_OK;
        *(good ? &sent : &gone) += count;
        while (first != letter) {
            waiting_letter *next = first->next;
            free(first);
            first = next;
        }
    }
    pthread_mutex_lock(&thread->lock);
    thread->report.letters_sent += sent;
    thread->report.letters_lost += gone;
    pthread_mutex_unlock(&thread->lock);
    if (!good) thread->next_ms = 0; /* the connection broke: the next beat makes another */
}

static void take_news(node_thread *thread, trey_nodes_news *news) {
    uint64_t committed = 0, taken = 0;
    while (trey_nodes_next(thread->nodes, news)) {
        if (news->committed) {
            if (news->committed > committed) committed = news->committed;
            continue;
        }
        /* What a letter speaks of was stored before it was written. */
        if (committed) thread->ways.committed(thread->ways.context, committed);
        committed = 0;
        thread->ways.told(thread->ways.context, news->from, news->text, news->size);
        taken++;
    }
    if (committed) thread->ways.committed(thread->ways.context, committed);
    const trey_nodes_dropped dropped = trey_nodes_refused(thread->nodes);
    pthread_mutex_lock(&thread->lock);
    bool more = dropped.forged > thread->report.letters_forged;
    thread->report.letters_taken += taken;
    thread->report.letters_forged = dropped.forged;
    thread->report.letters_stale = dropped.stale;
    pthread_mutex_unlock(&thread->lock);
    int64_t now = node_now_ms();
    if (!more || now < thread->warned_ms) return;
    thread->warned_ms = now + WARN_MS; /* a flood of them is one line a minute */
    log_say(LOG_WARNING, "letters_forged", LOG_COUNT("so_far", (int64_t)dropped.forged));
}

/* ---- Beating -------------------------------------------------------------------------------- */
static void note_beat(node_thread *thread, const trey_nodes_view *view) {
    unsigned others = 0;
    for (unsigned i = 0; i < view->nodes; i++) others += view->node[i].alive;
    others -= others > 0;
    pthread_mutex_lock(&thread->lock);
    bool back = thread->report.cut_off, changed = others != thread->report.others || !thread->met;
    thread->report.cut_off = false;
    thread->report.others = others;
    thread->report.beats++;
    thread->beaten_ms = node_now_ms();
    pthread_mutex_unlock(&thread->lock);
    if (!thread->met)
        log_say(LOG_INFO, "node_joined", LOG_WORD("node", thread->report.name),
                LOG_COUNT("others", others));
    else if (changed)
        log_say(LOG_INFO, "nodes_changed", LOG_COUNT("others", others));
    if (back) log_say(LOG_WARNING, "back", LOG_WORD("node", thread->report.name));
    thread->met = true;
}

static void note_cut(node_thread *thread) {
    pthread_mutex_lock(&thread->lock);
    bool first = !thread->report.cut_off;
    thread->report.cut_off = true;
    thread->report.cuts += first;
    pthread_mutex_unlock(&thread->lock);
    if (first)
        log_say(LOG_WARNING, "cut_off", LOG_WORD("node", thread->report.name),
                LOG_WORD("why", trey_nodes_message(thread->nodes)));
}

static void beat(node_thread *thread) {
    trey_nodes_view view;
    int64_t now = node_now_ms();
    bool stuck = now - thread->ways.turned_ms(thread->ways.context) > FLOOR_STUCK_MS;
    if (stuck && !thread->stuck) log_say(LOG_ERROR, "floor_stuck", LOG_COUNT("ms", FLOOR_STUCK_MS));
    thread->stuck = stuck;
    thread->next_ms = now + thread->lease_ms / 4;
    if (stuck || thread->replaced) return;
    trey_status status = trey_nodes_beat(thread->nodes, &view);
    if (status == TREY_STATUS_OK) {
        note_beat(thread, &view);
        thread->ways.seen(thread->ways.context, &view);
        return;
    }
    if (status == TREY_STATUS_CONFLICT) {
        thread->replaced = true;
        thread->ways.replaced(thread->ways.context, trey_nodes_message(thread->nodes));
    }
    note_cut(thread);
    thread->next_ms = node_now_ms() + AGAIN_MS;
}

static bool ended(node_thread *thread) {
    pthread_mutex_lock(&thread->lock);
    bool quit = thread->quit;
    pthread_mutex_unlock(&thread->lock);
    return quit;
}

static void *run(void *context) {
    node_thread *thread = context;
    trey_nodes_news *news = malloc(sizeof *news);
    char drained[256];
    while (news && !ended(thread)) {
        if (node_now_ms() >= thread->next_ms) beat(thread);
        take_news(thread, news); /* a beat may have read some */
        int64_t left = thread->next_ms - node_now_ms();
        struct pollfd wait[2] = {{.fd = trey_nodes_descriptor(thread->nodes), .events = POLLIN},
                                 {.fd = thread->wake[0], .events = POLLIN}};
        poll(wait, 2, left < 0 ? 0 : (int)left);
        while (read(thread->wake[0], drained, sizeof drained) > 0) continue;
        take_news(thread, news);
        send_letters(thread);
    }
    send_letters(thread); /* the last words */
    free(news);
    return NULL;
}

/* ---- Opening ------------------------------------------------------------------------------------
 */
node_thread *node_thread_open(trey_nodes *nodes, const char *name, unsigned lease_ms,
                              const node_ways *ways) {
    node_thread *thread = calloc(1, sizeof *thread);
    if (!thread) return NULL;
    thread->nodes = nodes;
    thread->ways = *ways;
    thread->lease_ms = lease_ms;
    thread->last = &thread->first;
    thread->beaten_ms = node_now_ms();
    snprintf(thread->report.name, sizeof thread->report.name, "%s", name);
    pthread_mutex_init(&thread->lock, NULL);
    if (pipe2(thread->wake, O_CLOEXEC | O_NONBLOCK) != 0 ||
        pthread_create(&thread->thread, NULL, run, thread) != 0) {
        free(thread);
        return NULL;
    }
    return thread;
}

void node_thread_close(node_thread *thread, bool leaves) {
    if (!thread) return;
    pthread_mutex_lock(&thread->lock);
    thread->quit = true;
    pthread_mutex_unlock(&thread->lock);
    knock(thread);
    pthread_join(thread->thread, NULL);
    for (waiting_letter *letter = take_letters(thread), *next; letter; letter = next) {
        next = letter->next;
        free(letter);
    }
    if (leaves)
        trey_nodes_close(thread->nodes);
    else
        trey_nodes_drop(thread->nodes);
    close(thread->wake[0]);
    close(thread->wake[1]);
    pthread_mutex_destroy(&thread->lock);
    free(thread);
}

void node_thread_tell(node_thread *thread, node_report *out) {
    pthread_mutex_lock(&thread->lock);
    *out = thread->report;
    out->beat_age_ms = node_now_ms() - thread->beaten_ms;
    pthread_mutex_unlock(&thread->lock);
}
