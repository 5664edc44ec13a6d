/* verify_seeds.c -- rounds whose seed was shown, done again by lib/check on a second thread.
 *
 * lib/check is plain rather than fast: 125 us a round, as much as everything else that is
 * done with the thirty records of a round. So the walk goes on while another thread does
 * the sums; what does not fit is reported by the record's number, and the lowest counts.
 *
 * The scout reads ahead of the walk. Without the house's key a deck can be had only from
 * its seed, which is shown when the round is over, thirty or three hundred records on. */
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

enum { JOBS = 64 };

typedef struct seed_job {
    uint64_t seq, place;
    char stream[96];
    bool has_seed;
    uint8_t seed[TREY_SEED_BYTES];
    fair_replay fair;
} seed_job;

struct seed_worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool running, closing;
    const char *house;
    seed_job job[JOBS];
    size_t first, count; /* a ring */
    /* The first that did not fit; seq 0: none. */
    trey_finding finding;
};

/* Seeds ahead of the walk, each stream's in the order of its rounds. */
typedef struct scouted {
    uint64_t round;
    uint8_t seed[TREY_SEED_BYTES];
} scouted;
typedef struct scouted_stream {
    scouted *seed;
    size_t first, count, room;
} scouted_stream;

struct seed_scout {
    trey_cursor *cursor;
    bool ended;
    scouted_stream *stream; /* by id less 1 */
    size_t streams;
};

/* ---- Checking ------------------------------------------------------------------------- */
static void job_failed(struct seed_worker *worker, const seed_job *job, trey_check_answer answer) {
    trey_finding *finding = &worker->finding;
    if (finding->seq != 0 && finding->seq < job->seq) return;
    memset(finding, 0, sizeof *finding);
    finding->seq = job->seq;
    finding->place = job->place;
    snprintf(finding->stream, sizeof finding->stream, "%s", job->stream);
    snprintf(finding->what, sizeof finding->what, "round %llu: %s",
             (unsigned long long)job->fair.round, trey_check_text(answer));
}

static void do_job(struct seed_worker *worker, seed_job *job) {
    const fair_replay *fair = &job->fair;
    fair_round told;
    fair_tell(fair, &told);
    told.round.seed = job->has_seed ? job->seed : NULL;
    if (fair->cut) {
        told.round.list = fair->cut_to.list.byte;
        told.round.joint = fair->cut_to.joint.byte;
        told.round.spare = fair->cut_to.spare.byte;
        told.round.deck = fair->deck_known ? fair->deck : NULL;
    }
    trey_check_answer answer = trey_check(&told.round);
    sodium_memzero(job->seed, sizeof job->seed);
    if (answer == TREY_CHECK_AGREES) return;
    pthread_mutex_lock(&worker->lock);
    job_failed(worker, job, answer);
    pthread_mutex_unlock(&worker->lock);
}

static void *work(void *context) {
    struct seed_worker *worker = context;
    pthread_mutex_lock(&worker->lock);
    for (;;) {
        while (worker->count == 0 && !worker->closing)
            pthread_cond_wait(&worker->changed, &worker->lock);
        if (worker->count == 0) break;
        seed_job job = worker->job[worker->first];
        worker->first = (worker->first + 1) % JOBS;
        worker->count--;
        pthread_cond_signal(&worker->changed);
        pthread_mutex_unlock(&worker->lock);
        do_job(worker, &job);
        pthread_mutex_lock(&worker->lock);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

/* ---- Handing over ------------------------------------------------------------------------ */
bool seeds_open(verifying *v) {
    const char *house = v->options->house;
    for (size_t i = 0; i < v->streams && !house; i++) {
        if (v->stream[i].item.kind == TREY_STREAM_HOUSE) house = v->stream[i].item.name;
    }
    v->house_known = house != NULL;
    snprintf(v->house, sizeof v->house, "%s", house ? house : "");
    if (sodium_init() < 0) return verify_fails(v, TREY_STATUS_NO_MEMORY, "libsodium cannot start");
    struct seed_worker *worker = v->worker = calloc(1, sizeof *worker);
    v->scout = calloc(1, sizeof *v->scout);
    if (v->scout) v->scout->stream = calloc(v->streams + 1, sizeof *v->scout->stream);
    if (!worker || !v->scout || !v->scout->stream)
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory to check seeds");
    v->scout->streams = v->streams;
    worker->house = v->house;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    /* Without a second thread everything is done on this one. */
    worker->running = pthread_create(&worker->thread, NULL, work, worker) == 0;
    return true;
}

static void hand_over(struct seed_worker *worker, seed_job *job) {
    if (!worker->running) {
        do_job(worker, job);
        return;
    }
    pthread_mutex_lock(&worker->lock);
    while (worker->count == JOBS) pthread_cond_wait(&worker->changed, &worker->lock);
    worker->job[(worker->first + worker->count++) % JOBS] = *job;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

bool seeds_check(verifying *v, verify_stream *stream, const uint8_t *seed) {
    const fair_replay *fair = &stream->table->fair;
    char name[SAID_MAX];
    if (!seed && !fair->cut) return true; /* nothing was shown that could be compared */
    seed_job job = {
        .seq = v->record->seq, .place = v->record->place, .has_seed = seed != NULL, .fair = *fair};
    snprintf(job.stream, sizeof job.stream, "%s", verify_stream_name(stream, name));
    if (seed) memcpy(job.seed, seed, sizeof job.seed);
    v->report->seeds_checked += seed != NULL;
    hand_over(v->worker, &job);
    sodium_memzero(job.seed, sizeof job.seed);
    return true;
}

static void scout_close(struct seed_scout *scout) {
    if (!scout) return;
    trey_cursor_close(scout->cursor);
    for (size_t i = 0; i < scout->streams; i++) free(scout->stream[i].seed);
    free(scout->stream);
    free(scout);
}

void seeds_close(verifying *v) {
    struct seed_worker *worker = v->worker;
    scout_close(v->scout);
    v->scout = NULL;
    if (!worker) return;
    if (worker->running) {
        pthread_mutex_lock(&worker->lock);
        worker->closing = true;
        pthread_cond_broadcast(&worker->changed);
        pthread_mutex_unlock(&worker->lock);
        pthread_join(worker->thread, NULL);
    }
    pthread_mutex_destroy(&worker->lock);
    pthread_cond_destroy(&worker->changed);
    trey_verify_report *report = v->report;
    bool earlier = worker->finding.seq != 0 &&
                   (report->verdict == TREY_VERDICT_GOOD || report->finding.seq == 0 ||
                    worker->finding.seq < report->finding.seq);
    if (v->status == TREY_STATUS_OK && earlier) {
        report->verdict = TREY_VERDICT_CHANGED;
        report->finding = worker->finding;
    }
    free(worker);
    v->worker = NULL;
}

/* ---- Scouting ------------------------------------------------------------------------------ */
static bool keep_seed(struct seed_scout *scout, const trey_record *record) {
    trey_fate_record fate;
    if (record->type != TREY_RECORD_FATE || record->stream == 0 ||
        record->stream > scout->streams || !trey_fate_decode(record, &fate) ||
        fate.reveal != TREY_REVEAL_ALL)
        return true;
    scouted_stream *stream = &scout->stream[record->stream - 1];
    if (stream->first + stream->count == stream->room) {
        if (stream->count) /* what was asked for makes room */
            memmove(stream->seed, stream->seed + stream->first,
                    stream->count * sizeof *stream->seed);
        stream->first = 0;
    }
    if (stream->count * 2 >= stream->room) {
        size_t room = stream->room ? stream->room * 2 : 4;
        scouted *grown = realloc(stream->seed, room * sizeof *grown);
        if (!grown) return false;
        stream->seed = grown;
        stream->room = room;
    }
    scouted *kept = &stream->seed[stream->first + stream->count++];
    kept->round = fate.round;
    memcpy(kept->seed, fate.seed.byte, sizeof kept->seed);
    return true;
}

static bool take_scouted(scouted_stream *stream, uint64_t round, uint8_t seed[TREY_SEED_BYTES]) {
    while (stream->count > 0) {
        scouted *kept = &stream->seed[stream->first];
        if (kept->round > round) return false;
        stream->first++;
        stream->count--;
        if (kept->round < round) continue; /* never dealt */
        memcpy(seed, kept->seed, sizeof kept->seed);
        return true;
    }
    return false;
}

bool scout_seed(verifying *v, trey_stream stream, uint64_t round, uint8_t seed[TREY_SEED_BYTES]) {
    struct seed_scout *scout = v->scout;
    scouted_stream *ahead = &scout->stream[stream - 1];
    trey_status status = TREY_STATUS_OK;
    if (!scout->cursor)
        status = trey_cursor_open(&scout->cursor, v->store, TREY_PART_RECORDS, v->record->seq);
    while (status == TREY_STATUS_OK) {
        const trey_store_item *item;
        if (take_scouted(ahead, round, seed)) return true;
        if (ahead->count > 0 || scout->ended) return false;
        status = trey_cursor_next(scout->cursor, &item);
        if (status != TREY_STATUS_OK) break;
        scout->ended = !item;
        if (item && !keep_seed(scout, &item->record)) status = TREY_STATUS_NO_MEMORY;
    }
    if (status == TREY_STATUS_NO_MEMORY) return verify_fails(v, status, "no memory for seeds");
    return verify_store_fails(v, status);
}
