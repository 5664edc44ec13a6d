/* sim.c -- opening a simulation and sharing its blocks out to threads. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim_pairs.h"

static const struct {
    const char *word, *name;
} sums[TREY_SIM_ROWS - TREY_WAGER_COUNT] = {
#define ROW_NAMES(constant, word, name) {word, name},
    TREY_SIM_ROW_LIST(ROW_NAMES)
#undef ROW_NAMES
};

const char *trey_sim_row_word(unsigned row) {
    TREY_ASSERT(row < TREY_SIM_ROWS);
    return row < TREY_WAGER_COUNT ? trey_wager_word(row) : sums[row - TREY_WAGER_COUNT].word;
}

const char *trey_sim_row_name(unsigned row) {
    TREY_ASSERT(row < TREY_SIM_ROWS);
    return row < TREY_WAGER_COUNT ? trey_wager(row)->title : sums[row - TREY_WAGER_COUNT].name;
}

/* ---- Opening ----------------------------------------------------------------------------- */
/* The size hangs on the rounds alone (and on sessions, which a block does not cut), so
 * that a seed means the same everywhere: some hundreds of blocks, each large enough to be
 * worth a start and small enough for a look at the clock. */
static uint64_t block_size(const trey_sim_query *query) {
    uint64_t size = UINT64_C(1) << 12;
    while (size < UINT64_C(1) << 18 && size * 256 < query->rounds) size *= 2;
    if (query->session > 0) size = (size + query->session - 1) / query->session * query->session;
    return size;
}

/* What the wagers look at that are bet. */
static void note_looks(trey_sim *sim) {
    unsigned sorts = 1;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (sim->query.bets.stake[wager] == 0) continue;
        sim->fives |= trey_wager_looks(sim->book, wager) == TREY_LOOKS_AT_FIVE;
        if (trey_wager_sorts(wager) == 1) continue;
        sim->sorter[sim->sorters] = trey_wager_sorter(wager);
        sim->sorts[sim->sorters++] = trey_wager_sorts(wager);
        sorts *= trey_wager_sorts(wager);
    }
    TREY_ASSERT(sorts <= SORTS);
}

static void check_query(const trey_sim_query *query) {
    TREY_ASSERT(query->bets.strategy != NULL);
    TREY_ASSERT(query->rounds > 0 && query->rounds <= TREY_SIM_ROUNDS_MAX);
    TREY_ASSERT(query->bets.boxes > 0 && query->bets.boxes <= TREY_SEATS);
    TREY_ASSERT(query->threads <= TREY_SIM_THREADS_MAX);
    TREY_ASSERT(query->session <= TREY_SIM_SESSION_MAX);
    TREY_ASSERT(query->shares <= TREY_SIM_SHARES_MAX);
    TREY_ASSERT(query->share < query->shares || (query->share == 0 && query->shares == 0));
}

/* What follows from the book and the bets. */
static void settle_ways(trey_sim *sim) {
    const trey_sim_query *query = &sim->query;
    sim->banked =
        trey_rulebook_rule(sim->book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    /* A bank that may run dry makes every box hang on the others. */
    bool limited = sim->banked && query->bets.bank > 0 && query->bets.boxes > 1;
    sim->engine = limited ? TREY_SIM_FULL : (trey_sim_engine)query->engine;
    note_looks(sim);
    sim->turns_up =
        trey_rule_word(trey_rulebook_rule(sim->book, TREY_KEY_UP_CARD)) != TREY_UP_CARD_NONE;
    sim->pairs = query->bets.boxes == 1 && !sim->fives && !sim->turns_up && sim->sorters == 0;
    sim->avx2 = !query->portable && sim_avx2_here();
    sim->block_rounds = block_size(query);
    sim->blocks = (query->rounds + sim->block_rounds - 1) / sim->block_rounds;
    for (unsigned i = 0; i < TREY_STAKES; i++) sim->bets += query->bets.stake[i];
    sim->bets += query->bets.stake[TREY_WAGER_ANTE]; /* Play is as large as the Ante */
}

static trey_status try_table(trey_sim *sim, trey_odds_fault *fault) {
    sim_play *play = malloc(sizeof *play);
    if (!play) return TREY_STATUS_NO_MEMORY;
    trey_status status = sim_play_open(play, sim->rules, &sim->query, fault);
    sim->fee = (trey_sim_fee){play->bank_fee, play->fee_unreadable};
    free(play);
    return status;
}

trey_status trey_sim_open(trey_sim **out, const trey_rulebook *book, const trey_sim_query *query,
                          trey_odds_fault *fault) {
    *out = NULL;
    check_query(query);
    trey_sim *sim = calloc(1, sizeof *sim);
    if (!sim) return TREY_STATUS_NO_MEMORY;
    sim->book = book;
    sim->query = *query;
    if (sim->query.threads == 0) sim->query.threads = 1;
    if (sim->query.shares == 0) sim->query.shares = 1;
    atomic_init(&sim->stop, false);
    settle_ways(sim);
    trey_status status = trey_rules_open(&sim->rules, book);
    if (status == TREY_STATUS_OK) status = try_table(sim, fault);
    if (status == TREY_STATUS_OK) {
        sim_hands_fill(&sim->hands, book, query->bets.strategy);
        sim->tally = sim_tally_open();
        if (!sim->tally) status = TREY_STATUS_NO_MEMORY;
    }
    if (status == TREY_STATUS_OK && sim->pairs) status = sim_pairs_open(sim);
    if (status != TREY_STATUS_OK) {
        trey_sim_close(sim);
        return status;
    }
    *out = sim;
    return TREY_STATUS_OK;
}

void trey_sim_close(trey_sim *sim) {
    if (!sim) return;
    sim_tally_close(sim->tally);
    trey_rules_close(sim->rules);
    free(sim->pair_words);
    free(sim->sorted);
    free(sim->sessions_sorted);
    free(sim);
}

trey_sim_engine trey_sim_engine_of(const trey_sim *sim) {
    return sim->engine;
}

const char *trey_sim_path(const trey_sim *sim) {
    if (sim->engine == TREY_SIM_FULL) return "table";
    return sim->avx2 ? "avx2" : "portable";
}

const trey_sim_query *trey_sim_asked(const trey_sim *sim) {
    return &sim->query;
}

uint64_t trey_sim_block_rounds(const trey_sim *sim) {
    return sim->block_rounds;
}

/* ---- Threads -------------------------------------------------------------------------------- */
void trey_sim_stop(trey_sim *sim) {
    atomic_store_explicit(&sim->stop, true, memory_order_relaxed);
}

bool trey_sim_stopped(const trey_sim *sim) {
    return sim_stopped(sim) && sim->tally->rounds < sim->query.rounds;
}

/* The next block of this share that nobody plays yet. */
static uint64_t block_number(const trey_sim *sim, uint64_t turn) {
    return sim->query.share + turn * sim->query.shares;
}

static uint64_t rounds_in(const trey_sim *sim, uint64_t block) {
    const uint64_t first = block * sim->block_rounds, left = sim->query.rounds - first;
    return left < sim->block_rounds ? left : sim->block_rounds;
}

static void play_blocks(trey_sim *sim, sim_worker *worker) {
    while (!sim_stopped(sim) && !worker->no_memory) {
        const uint64_t block = block_number(sim, atomic_fetch_add(&sim->next, 1));
        if (block >= sim->blocks) break;
        const uint64_t first = block * sim->block_rounds, rounds = rounds_in(sim, block);
        const size_t takings = worker->tally->takings;
        worker->takes_down = atomic_load(&sim->takings) < TREY_SIM_TAKINGS;
        const uint64_t played = sim_worker_block(worker, sim->engine, block, first, rounds);
        atomic_fetch_add(&sim->takings, worker->tally->takings - takings);
        atomic_fetch_add(&sim->played, played);
        if (played < rounds) worker->tally->played_to = first + played;
    }
    sim_worker_finish(worker);
}

typedef struct crew {
    trey_sim *sim;
    pthread_mutex_t lock;
    pthread_cond_t done;
    unsigned working;
} crew;

typedef struct crew_member {
    crew *of;
    sim_worker *worker;
    pthread_t thread;
} crew_member;

static void *work(void *with) {
    crew_member *member = with;
    play_blocks(member->of->sim, member->worker);
    pthread_mutex_lock(&member->of->lock);
    member->of->working--;
    pthread_cond_signal(&member->of->done);
    pthread_mutex_unlock(&member->of->lock);
    return NULL;
}

static struct timespec soon(void) {
    enum { TENTH = 100000000, WHOLE = 1000000000 };
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_nsec += TENTH;
    if (at.tv_nsec >= WHOLE) {
        at.tv_nsec -= WHOLE;
        at.tv_sec++;
    }
    return at;
}

/* Waits for all, and tells ten times a second how far they are. */
static void watch(crew *all, trey_sim_progress *progress, void *with) {
    pthread_mutex_lock(&all->lock);
    while (all->working > 0) {
        struct timespec until = soon();
        pthread_cond_timedwait(&all->done, &all->lock, &until);
        if (!progress || all->working == 0) continue;
        pthread_mutex_unlock(&all->lock);
        progress(with, atomic_load(&all->sim->played));
        pthread_mutex_lock(&all->lock);
    }
    pthread_mutex_unlock(&all->lock);
}

static void work_together(trey_sim *sim, sim_worker **workers, unsigned count,
                          trey_sim_progress *progress, void *with) {
    crew all = {.sim = sim, .working = count};
    crew_member members[TREY_SIM_THREADS_MAX];
    bool started[TREY_SIM_THREADS_MAX];
    pthread_mutex_init(&all.lock, NULL);
    pthread_cond_init(&all.done, NULL);
    for (unsigned i = 0; i < count; i++) {
        members[i] = (crew_member){.of = &all, .worker = workers[i]};
        started[i] = pthread_create(&members[i].thread, NULL, work, &members[i]) == 0;
    }
    /* What no thread could be had for is played here. */
    for (unsigned i = 0; i < count; i++) {
        if (!started[i]) work(&members[i]);
    }
    watch(&all, progress, with);
    for (unsigned i = 0; i < count; i++) {
        if (started[i]) pthread_join(members[i].thread, NULL);
    }
    pthread_cond_destroy(&all.done);
    pthread_mutex_destroy(&all.lock);
}

/* Every round before it was played by this share. */
static uint64_t played_to(const trey_sim *sim) {
    const uint64_t block = block_number(sim, atomic_load(&sim->next));
    return block < sim->blocks ? block * sim->block_rounds : sim->query.rounds;
}

trey_status trey_sim_run(trey_sim *sim, trey_sim_progress *progress, void *with) {
    sim_worker *workers[TREY_SIM_THREADS_MAX] = {NULL};
    const unsigned count = sim->query.threads;
    trey_status status = TREY_STATUS_OK;
    for (unsigned i = 0; i < count; i++) {
        workers[i] = sim_worker_open(sim);
        if (!workers[i]) status = TREY_STATUS_NO_MEMORY;
    }
    if (status == TREY_STATUS_OK && count == 1 && !progress) {
        play_blocks(sim, workers[0]);
    } else if (status == TREY_STATUS_OK) {
        work_together(sim, workers, count, progress, with);
    }
    sim->tally->played_to = played_to(sim);
    for (unsigned i = 0; i < count; i++) {
        if (status == TREY_STATUS_OK &&
            (workers[i]->no_memory || !sim_tally_merge(sim->tally, workers[i]->tally)))
            status = TREY_STATUS_NO_MEMORY;
        sim_worker_close(workers[i]);
    }
    sim_tally_sort(sim->tally);
    return status;
}

/* ---- Round by round ----------------------------------------------------------------------------
 */
trey_status trey_sim_rounds(const trey_sim *sim, trey_sim_engine engine, uint64_t block,
                            trey_sim_round *rounds, size_t room, size_t *count) {
    TREY_ASSERT(block < sim->blocks);
    TREY_ASSERT(engine == TREY_SIM_FULL || sim->engine == TREY_SIM_FAST ||
                sim->query.engine == TREY_SIM_FULL);
    sim_worker *worker = sim_worker_open(sim);
    if (!worker) return TREY_STATUS_NO_MEMORY;
    const uint64_t all = rounds_in(sim, block);
    worker->trace = rounds;
    worker->trace_room = room;
    sim_worker_block(worker, engine, block, block * sim->block_rounds, room < all ? room : all);
    *count = worker->trace_count;
    trey_status status = worker->no_memory ? TREY_STATUS_NO_MEMORY : TREY_STATUS_OK;
    sim_worker_close(worker);
    return status;
}
