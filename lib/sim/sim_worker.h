/* sim_worker.h -- one thread of a simulation: its table, what it has learned, its score.
 *
 * The fast engine sorts what a box meets into kinds: whether it plays, how it stands
 * against the dealer, what its three cards are, what the best five are where a wager asks,
 * and the sort of the deal where a wager's own judge tells sorts. What a kind comes to is learned
 * by playing the first such deal at the table. */
#ifndef TREY_SIM_WORKER_H
#define TREY_SIM_WORKER_H

#include <stdatomic.h>

#include "sim_tally.h"

enum { SHOWDOWN_UNQUALIFIED, SHOWDOWN_BETTER, SHOWDOWN_WORSE, SHOWDOWN_EQUAL, SHOWDOWNS };
enum { KINDS = 2 * SHOWDOWNS * THREES * FIVES * SORTS };

static inline unsigned kind_of(unsigned plays, unsigned showdown, unsigned three, unsigned five,
                               unsigned sort) {
    return (((plays * SHOWDOWNS + showdown) * THREES + three) * FIVES + five) * SORTS + sort;
}

struct trey_sim {
    const trey_rulebook *book;
    trey_rules *rules;
    trey_sim_query query;
    trey_sim_engine engine;
    bool fives;    /* a wager asks for the best five of six */
    bool turns_up; /* the banker's bottom card matters */
    /* Judges of the bets that sort deals. */
    trey_sorter *sorter[TREY_STAKES];
    unsigned sorts[TREY_STAKES], sorters;
    bool pairs; /* one box, and nothing of the three: vectors can do it */
    bool avx2;
    uint64_t block_rounds, blocks;
    trey_cents bets; /* of a round, Play included */
    trey_sim_fee fee;
    bool banked;
    sim_hands hands;
    uint32_t *pair_words; /* where `pairs`; see sim_pairs.c */
    sim_tally *tally;
    trey_sim_outcome *sorted, *sessions_sorted; /* made when first asked for */
    size_t sorted_count, sessions_count;
    atomic_bool stop;
    atomic_uint_fast64_t next;   /* block of this share to be played */
    atomic_uint_fast64_t played; /* rounds */
    /* Rounds of finished blocks that took from the meter. Blocks are begun in order, so
     * once there are enough of them a new block has none that the history needs. */
    atomic_uint_fast64_t takings;
};

typedef struct sim_worker {
    const struct trey_sim *sim;
    sim_tally *tally;
    bool no_memory;
    bool takes_down; /* rounds that take from the meter; once false it stays so */
    /* What has been learned: of a kind, where its result stands, from 1; 0 is not known. */
    uint16_t known[KINDS];
    unsigned results;
    sim_result result[KINDS + 1];
    uint64_t seen[KINDS + 1];
    /* The running session. */
    uint64_t session_dealt, session_played, ruined_after;
    trey_cents session_net;
    /* Rounds to be written down, or NULL. */
    trey_sim_round *trace;
    size_t trace_room, trace_count;
    struct pairs_run *pairs; /* where one box is played by vectors */
    sim_play play;
} sim_worker;

sim_worker *sim_worker_open(const struct trey_sim *sim);
void sim_worker_close(sim_worker *worker);

/* Plays the first `rounds` of a block, whose first round has the number `first`, unless
 * stopped. Returns how many were played. */
uint64_t sim_worker_block(sim_worker *worker, trey_sim_engine engine, uint64_t block,
                          uint64_t first, uint64_t rounds);
/* Puts what was counted by kinds into the tally. */
void sim_worker_finish(sim_worker *worker);

/* The place of the result of a kind; plays `deal`, in which `box` meets it, if need be. */
unsigned sim_worker_learn(sim_worker *worker, unsigned kind, const sim_deal *deal, unsigned box);
/* The first box's result, for its session. */
void sim_worker_session(sim_worker *worker, const sim_result *result);
/* For the history of the meter. */
void sim_worker_take(sim_worker *worker, uint64_t round, const sim_deal *deal);
void sim_worker_trace(sim_worker *worker, const sim_deal *deal, const sim_result *const *boxes);
static inline bool sim_stopped(const struct trey_sim *sim) {
    return atomic_load_explicit(&sim->stop, memory_order_relaxed);
}

/* The fast engine: any number of boxes, and one box by vectors. */
uint64_t sim_boxes_block(sim_worker *worker, uint64_t block, uint64_t first, uint64_t rounds);
uint64_t sim_pairs_block(sim_worker *worker, uint64_t block, uint64_t first, uint64_t rounds);
/* Fills sim->pair_words. */
trey_status sim_pairs_open(struct trey_sim *sim);
bool sim_pairs_run_open(sim_worker *worker);

#endif
