/* floor_thread.c -- the thread that owns store, house, people and floor. */
#include "floor_thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "checkpoints.h"
#include "floor_errands.h"
#include "floor_mail.h"
#include "report_errands.h"
#include "server_log.h"
#include "store_errands.h"
#include "witness_clients.h"

const double flush_bucket_ms[FLUSH_BUCKETS] = {0.1, 0.25, 0.5, 1,  2,   4,   6,
                                               10,  20,   30,  50, 100, 250, 1000};

enum { QUESTIONS_MOST = 64 };
enum { ONLOOKERS_MS = 500 }; /* whoever only watches hears twice a second */
enum { AWAY_MS = 250, HANDED_OVER_MS = 1000 };

struct floor_thread {
    pthread_t thread;
    bool started;
    premises *place;
    trey_floor *floor;
    floor_work work; /* what errands need */
    void (*wake)(void *context);
    void *wake_context;

    pthread_mutex_t lock;
    pthread_cond_t knocked, fetched;
    letters in; /* under the lock, as all that follow */
    outbox out;
    bool stop, quit, down, failed;
    bool replaced;      /* another process is this node now */
    uint64_t committed; /* by some node, up to this record */
    unsigned stop_ms;
    size_t in_most, out_most;
    char message[512];

    int64_t watch_ms; /* when the store is looked at next */
    letters hearing;  /* the floor's thread alone */
    outbox sending;
    floor_report report;
    errand *answered; /* since the last flush */
    errand *asking;   /* with a question that is answered in slices */
    unsigned questions;
    errand *copying; /* the store, a step at a time */
    int64_t copy_next_us;
    bool winding_down;
    uint64_t noticed; /* the last record that others are known to have stored */
    node_thread *node;
    checkpoints *checkpoints;
    witness_clients *witnesses;
    _Atomic int64_t turned_ms;
    atomic_bool away;
    atomic_uint leads;

    outbox taken; /* the network's thread alone */
    bool posted;  /* since the last knock */
};

/* ---- Clock --------------------------------------------------------------------------------- */
static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- The way in ------------------------------------------------------------------------------ */
static bool post_letter(floor_thread *thread, letter_kind kind, trey_visit visit, const void *bytes,
                        size_t size, bool always) {
    size_t more = letter_room(size);
    pthread_mutex_lock(&thread->lock);
    bool fits = (always || thread->in.used + more <= INBOX_BYTES_MAX) && !thread->failed &&
                letters_add(&thread->in, kind, visit, bytes, size);
    if (thread->in.used > thread->in_most) thread->in_most = thread->in.used;
    pthread_mutex_unlock(&thread->lock);
    return fits;
}

/* From the network's thread. */
static bool post(floor_thread *thread, letter_kind kind, trey_visit visit, const void *bytes,
                 size_t size, bool always) {
    bool fits = post_letter(thread, kind, visit, bytes, size, always);
    thread->posted = thread->posted || fits;
    return fits;
}

void floor_thread_knock(floor_thread *thread) {
    if (!thread->posted) return;
    thread->posted = false;
    pthread_cond_signal(&thread->knocked);
}

bool floor_thread_enter(floor_thread *thread, trey_visit visit, trey_person person) {
    return post(thread, LETTER_ENTER, visit, &person, sizeof person, false);
}

void floor_thread_leave(floor_thread *thread, trey_visit visit) {
    post(thread, LETTER_LEAVE, visit, NULL, 0, true);
}

bool floor_thread_hear(floor_thread *thread, trey_visit visit, const void *text, size_t size) {
    return post(thread, LETTER_HEAR, visit, text, size, false);
}

bool floor_thread_errand(floor_thread *thread, errand *asked) {
    return post(thread, LETTER_ERRAND, 0, &asked, sizeof(errand *), false);
}

void floor_thread_stop(floor_thread *thread, unsigned within_ms) {
    pthread_mutex_lock(&thread->lock);
    thread->stop = true;
    thread->stop_ms = within_ms;
    pthread_mutex_unlock(&thread->lock);
    pthread_cond_signal(&thread->knocked);
}

/* ---- The way back -----------------------------------------------------------------------------
 */
static void send_frame(void *context, trey_visit visit, trey_frame *frame) {
    floor_thread *thread = context;
    floor_item *item = outbox_add(&thread->sending);
    item->visit = visit;
    item->frame = trey_frame_hold(frame);
}

static void cut_visit(void *context, trey_visit visit, trey_cut why) {
    floor_thread *thread = context;
    floor_item *item = outbox_add(&thread->sending);
    item->visit = visit;
    item->cut = (uint32_t)why;
}

/* Hands everything over. Waits only while the network has more than a million items to
 * fetch, which means that it does not run. */
static void hand_over(floor_thread *thread, bool down, bool failed) {
    outbox *from = &thread->sending;
    if (from->count == 0 && !down && !failed) return;
    pthread_mutex_lock(&thread->lock);
    while (thread->out.count > OUTBOX_ITEMS_MAX && !thread->quit)
        pthread_cond_wait(&thread->fetched, &thread->lock);
    if (thread->out.count == 0) {
        outbox empty = thread->out;
        thread->out = *from;
        *from = empty;
    } else {
        for (size_t i = 0; i < from->count; i++) *outbox_add(&thread->out) = from->item[i];
    }
    from->count = 0;
    if (thread->out.count > thread->out_most) thread->out_most = thread->out.count;
    thread->down = thread->down || down;
    thread->failed = thread->failed || failed;
    pthread_mutex_unlock(&thread->lock);
    thread->wake(thread->wake_context);
}

void floor_thread_take(floor_thread *thread, floor_batch *batch) {
    pthread_mutex_lock(&thread->lock);
    outbox empty = thread->taken;
    empty.count = 0;
    thread->taken = thread->out;
    thread->out = empty;
    batch->down = thread->down;
    batch->failed = thread->failed;
    pthread_mutex_unlock(&thread->lock);
    pthread_cond_signal(&thread->fetched);
    batch->item = thread->taken.item;
    batch->count = thread->taken.count;
}

const char *floor_thread_message(const floor_thread *thread) {
    return thread->message;
}

/* ---- From other nodes -------------------------------------------------------------------------
 */
/* The view's own numbers first, then the leads. */
static void node_seen(void *context, const trey_nodes_view *view) {
    floor_thread *thread = context;
    premises_set_clock(thread->place, view);
    size_t leads = view->leads * sizeof *view->lead;
    char *bytes = malloc(sizeof *view + leads);
    if (!bytes) return;
    memcpy(bytes, view, sizeof *view);
    if (leads) memcpy(bytes + sizeof *view, view->lead, leads);
    post_letter(thread, LETTER_SEEN, 0, bytes, sizeof *view + leads, false);
    free(bytes);
    pthread_cond_signal(&thread->knocked);
}

/* The sender's name, a zero, the text and a zero. */
static void node_told(void *context, const char *from, const char *text, size_t size) {
    floor_thread *thread = context;
    char bytes[TREY_NODE_NAME_MAX + TREY_LETTER_MAX + 1];
    size_t name = strlen(from) + 1;
    memcpy(bytes, from, name);
    memcpy(bytes + name, text, size);
    bytes[name + size] = '\0';
    post_letter(thread, LETTER_TOLD, 0, bytes, name + size + 1, false);
    pthread_cond_signal(&thread->knocked);
}

static void node_committed(void *context, uint64_t seq) {
    floor_thread *thread = context;
    pthread_mutex_lock(&thread->lock);
    if (seq > thread->committed) thread->committed = seq;
    pthread_mutex_unlock(&thread->lock);
    pthread_cond_signal(&thread->knocked);
}

static void node_replaced(void *context, const char *why) {
    floor_thread *thread = context;
    pthread_mutex_lock(&thread->lock);
    thread->replaced = true;
    snprintf(thread->message, sizeof thread->message, "%s", why);
    pthread_mutex_unlock(&thread->lock);
    pthread_cond_signal(&thread->knocked);
}

static int64_t node_turned(void *context) {
    floor_thread *thread = context;
    return atomic_load(&thread->turned_ms);
}

static void node_post(void *context, const char *to, const char *text, size_t size) {
    const floor_thread *thread = context;
    if (thread->node) node_thread_post(thread->node, to, text, size);
}

static void log_unserved(const char *table, const char *then) {
    log_say(LOG_WARNING, "table_unserved", LOG_WORD("table", table), LOG_WORD("then", then));
}

static void node_led(void *context, const char *table, bool leads) {
    const floor_thread *thread = context;
    log_say(LOG_INFO, leads ? "table_led" : "table_lost", LOG_WORD("table", table));
    if (leads && !trey_floor_serves(thread->floor, table))
        log_unserved(table, "nobody is there whose settings have it; it stands still");
}

size_t floor_thread_checkpoint(floor_thread *thread, char out[PUBLISHED_NOTE_MAX]) {
    return checkpoints_newest(thread->checkpoints, out);
}

size_t floor_thread_checkpoint_key(floor_thread *thread, char out[TREY_NOTE_KEY_TEXT_MAX]) {
    return checkpoints_key(thread->checkpoints, out);
}

void floor_thread_health(floor_thread *thread, floor_health *out) {
    *out = (floor_health){.away = atomic_load(&thread->away), .leads = atomic_load(&thread->leads)};
    if (!thread->node) return;
    out->shared = true;
    node_thread_tell(thread->node, &out->node);
}

/* A session that ended here ends at other nodes as well. */
static const char session_word[] = "session_over ";
enum { SESSION_WORD = sizeof session_word - 1 };

static void session_over(void *context, const trey_hash *token) {
    floor_thread *thread = context;
    char text[SESSION_WORD + TREY_HASH_TEXT_MAX];
    memcpy(text, session_word, SESSION_WORD);
    trey_hash_print(token, text + SESSION_WORD);
    node_post(thread, NULL, text, strlen(text));
}

static bool hear_session_over(floor_thread *thread, const char *text) {
    if (strncmp(text, session_word, SESSION_WORD) != 0) return false;
    errand *told = errand_open(ERRAND_SESSION_OVER);
    if (told && trey_hash_parse(text + SESSION_WORD, &told->hashed_token)) {
        told->next = ERRAND_DONE;
        outbox_add(&thread->sending)->errand = told;
    } else {
        errand_close(told);
    }
    return true;
}

static void hear_nodes(floor_thread *thread, letter_kind kind, const uint8_t *body, size_t size) {
    if (kind == LETTER_TOLD) {
        const char *from = (const char *)body, *text = from + strlen(from) + 1;
        if (!hear_session_over(thread, text))
            trey_floor_told(thread->floor, from, text, size - (size_t)(text - from) - 1);
        return;
    }
    trey_nodes_view view;
    memcpy(&view, body, sizeof view);
    trey_lead_seen *lead = view.leads ? malloc(view.leads * sizeof *lead) : NULL;
    if (view.leads && !lead) return;
    if (lead) memcpy(lead, body + sizeof view, view.leads * sizeof *lead);
    view.lead = lead;
    /* A notice may have been lost with a connection. */
    if (view.records > trey_house_seen(thread->place->house)) trey_floor_catch_up(thread->floor);
    trey_floor_see(thread->floor, &view);
    free(lead);
}

/* ---- The floor's own loop ------------------------------------------------------------------- */
static void drop_question(errand *asked) {
    if (asked->store) store_errand_drop(asked, TREY_STATUS_STORE_BUSY, "too much is asked at once");
    trey_question_close(asked->question);
    asked->question = NULL;
    report_question_free(asked->office);
    asked->office = NULL;
}

/* A backup has its own place, and there is one at a time. */
static void ask_store(floor_thread *thread, errand *asked) {
    if (thread->winding_down)
        store_errand_drop(asked, TREY_STATUS_STORE_BUSY, "the server is being stopped");
    else
        store_errand_begin(asked, thread->place->store, thread->copying);
    if (asked->kind != ERRAND_BACKUP || asked->next != ERRAND_ASKS) return;
    thread->copying = asked;
    thread->copy_next_us = 0;
}

static void run_errand(floor_thread *thread, errand *asked) {
    if (asked->store) {
        ask_store(thread, asked);
        if (thread->copying == asked) return;
    } else if (asked->kind == ERRAND_METRICS && asked->report) {
        pthread_mutex_lock(&thread->lock);
        thread->report.inbox_bytes = thread->in.used;
        thread->report.inbox_most = thread->in_most;
        thread->report.outbox_most = thread->out_most;
        pthread_mutex_unlock(&thread->lock);
        floor_work_report(&thread->work, &thread->report);
        thread->report.shared = thread->node != NULL;
        if (thread->node) node_thread_tell(thread->node, &thread->report.node);
        *asked->report = thread->report;
        asked->status = 200;
        asked->next = ERRAND_DONE;
    } else if (trey_floor_away(thread->floor)) {
        errand_refuse(asked, 503, "not_now", "the house cannot reach its records; try again");
    } else {
        floor_work_errand(&thread->work, asked);
    }
    if (asked->next == ERRAND_ASKS && thread->questions == QUESTIONS_MOST) {
        drop_question(asked);
        errand_refuse(asked, 503, "busy",
                      "too many people are looking at past rounds; try again in a moment");
    }
    errand **list = asked->next == ERRAND_ASKS ? &thread->asking : &thread->answered;
    if (asked->next == ERRAND_ASKS) thread->questions++;
    asked->link = *list;
    *list = asked;
}

/* A slice of one question a turn: whoever plays waits for none of them. */
static void ask_on(floor_thread *thread) {
    errand *asked = thread->asking;
    if (!asked) return;
    thread->asking = asked->link;
    if (asked->store)
        store_errand_step(asked, thread->place->store);
    else
        floor_work_slice(&thread->work, asked);
    errand **last = &thread->asking;
    if (asked->next == ERRAND_ASKS) {
        while (*last) last = &(*last)->link;
    } else {
        last = &thread->answered;
        thread->questions--;
    }
    asked->link = asked->next == ERRAND_ASKS ? NULL : *last;
    *last = asked;
}

static void copy_over(floor_thread *thread) {
    thread->copying->link = thread->answered;
    thread->answered = thread->copying;
    thread->copying = NULL;
}

/* A step of the backup, behind the flush and the frames that it made due; then as much time
 * for the players as it took. */
static void copy_on(floor_thread *thread, uint32_t *due_ms) {
    if (!thread->copying) return;
    int64_t begin = now_us();
    if (begin >= thread->copy_next_us) {
        store_errand_step(thread->copying, thread->place->store);
        int64_t end = now_us();
        thread->copy_next_us = end + (end - begin);
        thread->copying->store->steps++;
        if (end - begin > thread->copying->store->longest_us)
            thread->copying->store->longest_us = end - begin;
        if (thread->copying->next == ERRAND_DONE) {
            copy_over(thread);
            *due_ms = 0;
            return;
        }
        begin = end;
    }
    int64_t rest_ms = (thread->copy_next_us - begin + 999) / 1000;
    if (rest_ms < *due_ms) *due_ms = (uint32_t)rest_ms;
}

/* The ids of all that waits, in one question. */
static void expect_all(floor_thread *thread) {
    const letters *from = &thread->hearing;
    for (size_t at = 0; at < from->used;) {
        letter head;
        const char *body = (const char *)from->bytes + at + sizeof head;
        memcpy(&head, from->bytes + at, sizeof head);
        if (head.kind == LETTER_HEAR) {
            trey_floor_expect(thread->floor, head.visit, body, head.size);
        } else if (head.kind == LETTER_TOLD) {
            size_t name = strlen(body) + 1;
            trey_floor_expect_told(thread->floor, body + name, head.size - name);
        }
        at += letter_room(head.size);
    }
    trey_floor_expected(thread->floor);
}

static void hear_all(floor_thread *thread) {
    letters *from = &thread->hearing;
    expect_all(thread);
    for (size_t at = 0; at < from->used;) {
        letter head;
        const uint8_t *body = from->bytes + at + sizeof head;
        memcpy(&head, from->bytes + at, sizeof head);
        switch ((letter_kind)head.kind) {
        case LETTER_ENTER: {
            trey_person person;
            memcpy(&person, body, sizeof person);
            trey_floor_enter(thread->floor, head.visit, person);
            break;
        }
        case LETTER_LEAVE:
            trey_floor_leave(thread->floor, head.visit);
            break;
        case LETTER_HEAR:
            thread->report.heard++;
            trey_floor_hear(thread->floor, head.visit, (const char *)body, head.size);
            break;
        case LETTER_ERRAND: {
            errand *asked;
            memcpy(&asked, body, sizeof(errand *));
            run_errand(thread, asked);
            break;
        }
        case LETTER_SEEN:
        case LETTER_TOLD:
            hear_nodes(thread, (letter_kind)head.kind, body, head.size);
            break;
        }
        at += letter_room(head.size);
    }
    from->used = 0;
}

static void note_flush(floor_report *report, int64_t took_us) {
    unsigned bucket = 0;
    while (bucket < FLUSH_BUCKETS && (double)took_us > flush_bucket_ms[bucket] * 1000) bucket++;
    report->flush_bucket[bucket]++;
    report->flushes++;
    report->flush_seconds += (double)took_us / 1e6;
}

/* Whose sessions are over, by what was done here or at another node. The network has heard by then
 * of sessions that have gone on. */
static void tell_moved(floor_thread *thread) {
    enum { AT_ONCE = 64 };
    trey_person_moved moved[AT_ONCE];
    size_t count;
    while ((count = trey_people_moved(thread->place->people, moved, AT_ONCE)) > 0) {
        for (size_t i = 0; i < count; i++) {
            errand *told = errand_open(ERRAND_STALE);
            TREY_ASSERT(told != NULL); /* or somebody would stay in who is to be out */
            told->person = moved[i].person;
            told->generation = moved[i].generation;
            told->why = moved[i].why;
            told->next = ERRAND_DONE;
            outbox_add(&thread->sending)->errand = told;
        }
    }
}

/* Sends what is durable now. False when it is not: then nobody gets anything but the
 * floor's goodbye. */
static bool flush(floor_thread *thread) {
    int64_t start = now_us();
    bool stored = trey_house_staged(thread->place->house) > 0;
    uint64_t again = trey_floor_tell(thread->floor).heard_again;
    trey_status status = trey_floor_flush(thread->floor);
    if (stored) note_flush(&thread->report, now_us() - start);
    bool away = trey_floor_away(thread->floor), good = status == TREY_STATUS_OK || away;
    const trey_floor_figures figures = trey_floor_tell(thread->floor);
    bool undone = away || figures.heard_again != again;
    atomic_store(&thread->away, away);
    atomic_store(&thread->leads, (unsigned)figures.leads);
    if (!good) {
        const char *text = trey_floor_message(thread->floor);
        pthread_mutex_lock(&thread->lock); /* the node's thread may have another reason */
        strncpy(thread->message, text && *text ? text : trey_status_text(status),
                sizeof thread->message - 1);
        pthread_mutex_unlock(&thread->lock);
    }
    while (thread->answered) {
        errand *asked = thread->answered;
        thread->answered = asked->link;
        asked->link = NULL;
        if (!good && asked->store)
            store_errand_drop(asked, TREY_STATUS_STORE_FAILED, "the store has failed");
        else if (!good)
            errand_refuse(asked, 503, "stopping", "the house has stopped");
        else if (undone && !asked->store && asked->next == ERRAND_DONE && asked->status == 200)
            errand_refuse(asked, 503, "not_now", "it could not be saved; try again");
        outbox_add(&thread->sending)->errand = asked;
    }
    if (good && !undone) tell_moved(thread);
    return good;
}

/* Waits until somebody knocks or something is due; true while the floor is to go on. */
static bool wait_for_letters(floor_thread *thread, uint32_t due_ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += due_ms / 1000;
    until.tv_nsec += (long)(due_ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&thread->lock);
    while (thread->in.used == 0 && !thread->stop && !thread->quit && !thread->replaced &&
           thread->committed <= thread->noticed) {
        if (pthread_cond_timedwait(&thread->knocked, &thread->lock, &until) != 0) break;
    }
    letters empty = thread->hearing;
    thread->hearing = thread->in;
    thread->in = empty;
    thread->noticed = thread->committed;
    bool go_on = !thread->stop && !thread->quit;
    pthread_mutex_unlock(&thread->lock);
    return go_on;
}

/* Is the store still where it was opened? */
enum { WATCH_MS = 2000 };
static void watch_store(floor_thread *thread) {
    int64_t now = node_now_ms();
    if (now < thread->watch_ms || trey_floor_away(thread->floor)) return;
    thread->watch_ms = now + WATCH_MS;
    trey_status status = trey_store_watch(thread->place->store);
    if (status == TREY_STATUS_OK) return;
    log_say(status == TREY_STATUS_STORE_FAILED ? LOG_ERROR : LOG_WARNING, "store_watched",
            LOG_WORD("why", trey_store_message_text(thread->place->store)));
    /* A line that cannot be written beside the keys stops nobody. */
    if (status != TREY_STATUS_NO_FILE)
        trey_floor_stop(thread->floor, status, trey_store_message_text(thread->place->store));
}

/* One more turn of the loop; false after a failed flush. */
static bool turn(floor_thread *thread, uint32_t *due_ms) {
    atomic_store(&thread->turned_ms, node_now_ms());
    watch_store(thread);
    if (thread->noticed > trey_house_seen(thread->place->house)) trey_floor_catch_up(thread->floor);
    hear_all(thread);
    ask_on(thread);
    *due_ms = trey_floor_tick(thread->floor);
    if (*due_ms > WATCH_MS) *due_ms = WATCH_MS;
    if (thread->asking) *due_ms = 0;
    if (!flush(thread)) {
        hand_over(thread, true, true);
        return false;
    }
    hand_over(thread, false, false);
    if (trey_floor_away(thread->floor)) *due_ms = AWAY_MS;
    copy_on(thread, due_ms);
    checkpoints_turn(thread->checkpoints, due_ms);
    return true;
}

/* Running rounds come to their end, or the time is over. */
static void wind_down(floor_thread *thread) {
    int64_t until = now_us() + (int64_t)thread->stop_ms * 1000;
    bool still = false;
    uint32_t due_ms = 0;
    thread->winding_down = true;
    if (thread->copying) {
        store_errand_drop(thread->copying, TREY_STATUS_STORE_BUSY,
                          "the server was stopped before the backup was whole");
        copy_over(thread);
    }
    while (!still && now_us() < until && !trey_floor_away(thread->floor)) {
        still = trey_floor_wind_down(thread->floor);
        trey_floor_hand_over(thread->floor); /* what is at rest, at once */
        if (!turn(thread, &due_ms)) return;
        if (still) break;
        struct timespec nap = {0, (due_ms < 20 ? (long)due_ms + 1 : 20) * 1000000L};
        nanosleep(&nap, NULL);
        pthread_mutex_lock(&thread->lock);
        letters empty = thread->hearing;
        thread->hearing = thread->in;
        thread->in = empty;
        still = thread->quit;
        pthread_mutex_unlock(&thread->lock);
    }
    if (!still)
        log_say(LOG_WARNING, "rounds_left",
                LOG_WORD("then", "they are interrupted at the next start"));
    if (trey_floor_away(thread->floor)) { /* nothing can be stored: others conclude the rounds */
        hand_over(thread, true, false);
        return;
    }
    trey_floor_hand_over(thread->floor);
    if (turn(thread, &due_ms)) hand_over(thread, true, false);
}

static bool is_replaced(floor_thread *thread) {
    pthread_mutex_lock(&thread->lock);
    bool replaced = thread->replaced;
    pthread_mutex_unlock(&thread->lock);
    return replaced;
}

static void *run(void *context) {
    floor_thread *thread = context;
    uint32_t due_ms = 0;
    bool good = true;
    while (good && wait_for_letters(thread, due_ms)) {
        if (is_replaced(thread)) {
            hand_over(thread, true, true);
            return NULL;
        }
        good = turn(thread, &due_ms);
    }
    if (good) wind_down(thread);
    return NULL;
}

/* ---- Opening and closing ------------------------------------------------------------------------
 */
static trey_status serve_tables(floor_thread *thread, const server_settings *settings) {
    for (unsigned i = 0; i < settings->tables; i++) {
        const table_settings *table = &settings->table[i];
        unsigned index = trey_house_table_find(thread->place->house, table->name);
        if (index == trey_house_tables(thread->place->house)) continue;
        trey_status status = trey_floor_serve(thread->floor, index, &table->service);
        if (status != TREY_STATUS_OK) return status;
    }
    for (unsigned i = 0; thread->place->nodes && i < trey_house_tables(thread->place->house); i++) {
        const char *name = trey_house_terms(thread->place->house, i)->name;
        if (!trey_floor_serves(thread->floor, name))
            log_unserved(name, "it is left to nodes whose settings have it; add it to these");
    }
    return TREY_STATUS_OK;
}

floor_thread *floor_thread_open(premises *place, const server_settings *settings,
                                void (*wake)(void *context), void *context,
                                trey_store_message *message) {
    floor_thread *thread = calloc(1, sizeof *thread);
    pthread_condattr_t monotonic;
    if (!thread) return NULL;
    thread->place = place;
    thread->wake = wake;
    thread->wake_context = context;
    pthread_mutex_init(&thread->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&thread->knocked, &monotonic);
    pthread_cond_init(&thread->fetched, NULL);
    pthread_condattr_destroy(&monotonic);
    const trey_floor_options options = {
        .network = {send_frame, cut_visit, thread},
        .house = settings->house,
        .clock = premises_timer,
        .clock_context = place,
        .award_ms = settings->award_ms,
        .two_people = settings->two_people,
        .consent = settings->consent,
        .second_from = settings->second_from,
        .identify_from = settings->identify_from,
        .play_money = settings->play_money,
        .play_chips = settings->chips,
        .gather_ms = ONLOOKERS_MS,
        .visits_each = settings->limit.sockets_per_person,
        .nodes = {place->nodes ? settings->node : NULL, node_post, node_led, thread},
    };
    trey_status status =
        trey_floor_open(&thread->floor, place->house, place->people, &options, message);
    if (status == TREY_STATUS_OK) status = serve_tables(thread, settings);
    if (status == TREY_STATUS_OK &&
        !(thread->checkpoints = checkpoints_open(place, thread->floor, settings)))
        status = TREY_STATUS_NO_MEMORY;
    thread->work = (floor_work){.floor = thread->floor,
                                .house = place->house,
                                .people = place->people,
                                .checkpoints = thread->checkpoints,
                                .settings = settings};
    if (place->nodes) {
        thread->work.session_over = session_over;
        thread->work.context = thread;
    }
    atomic_store(&thread->turned_ms, node_now_ms());
    if (status == TREY_STATUS_OK && place->nodes) {
        const node_ways ways = {node_seen,     node_told,   node_committed,
                                node_replaced, node_turned, thread};
        status = trey_house_flush(place->house, NULL); /* nobody waits for the lock meanwhile */
        if (status == TREY_STATUS_OK)
            thread->node =
                node_thread_open(place->nodes, settings->node, settings->lease_ms, &ways);
        if (thread->node) place->nodes = NULL;
    }
    if (status == TREY_STATUS_OK && pthread_create(&thread->thread, NULL, run, thread) == 0) {
        thread->started = true;
        thread->witnesses = witness_clients_open(thread->checkpoints, settings);
        return thread;
    }
    floor_thread_close(thread);
    return NULL;
}

void floor_thread_close(floor_thread *thread) {
    if (!thread) return;
    if (thread->started) {
        pthread_mutex_lock(&thread->lock);
        thread->quit = true;
        pthread_mutex_unlock(&thread->lock);
        pthread_cond_signal(&thread->knocked);
        pthread_cond_signal(&thread->fetched);
        pthread_join(thread->thread, NULL);
    }
    witness_clients_close(thread->witnesses);
    node_thread_close(thread->node, !thread->failed);
    thread->node = NULL;
    while (thread->asking) {
        errand *asked = thread->asking;
        thread->asking = asked->link;
        drop_question(asked);
        errand_close(asked);
    }
    if (thread->copying) {
        drop_question(thread->copying);
        errand_close(thread->copying);
    }
    checkpoints_close(thread->checkpoints);
    trey_floor_close(thread->floor);
    thread->taken.count = 0; /* the network has had them */
    outbox_drop(&thread->out);
    outbox_drop(&thread->sending);
    outbox_drop(&thread->taken);
    letters_drop(&thread->in);
    letters_drop(&thread->hearing);
    pthread_mutex_destroy(&thread->lock);
    pthread_cond_destroy(&thread->knocked);
    pthread_cond_destroy(&thread->fetched);
    free(thread);
}
