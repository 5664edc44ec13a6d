/* sim_worker.c -- what both engines share in one thread, and the full engine. */
#include "sim_worker.h"

#include <stdlib.h>

sim_worker *sim_worker_open(const struct trey_sim *sim) {
    sim_worker *worker = calloc(1, sizeof *worker);
    if (!worker) return NULL;
    worker->sim = sim;
    worker->tally = sim_tally_open();
    if (!worker->tally) {
        free(worker);
        return NULL;
    }
    worker->tally->played_to = UINT64_MAX;
    if (sim->pairs && !sim_pairs_run_open(worker)) {
        sim_worker_close(worker);
        return NULL;
    }
    trey_status status = sim_play_open(&worker->play, sim->rules, &sim->query, NULL);
    TREY_ASSERT(status == TREY_STATUS_OK); /* the same bets were taken before */
    return worker;
}

void sim_worker_close(sim_worker *worker) {
    if (!worker) return;
    sim_tally_close(worker->tally);
    free(worker->pairs);
    free(worker);
}

unsigned sim_worker_learn(sim_worker *worker, unsigned kind, const sim_deal *deal, unsigned box) {
    unsigned at = worker->known[kind];
    if (at > 0) return at;
    sim_result results[TREY_SEATS];
    sim_play_round(&worker->play, deal, results);
    at = ++worker->results;
    worker->known[kind] = (uint16_t)at;
    worker->result[at] = results[box];
    return at;
}

void sim_worker_session(sim_worker *worker, const sim_result *result) {
    const trey_sim_query *query = &worker->sim->query;
    if (query->session == 0) return;
    const trey_cents net = result->net[TREY_SIM_ROUND] + result->net[TREY_SIM_COLLECTION];
    if (worker->ruined_after == 0) {
        bool broke = query->bankroll > 0 && worker->session_played > 0 &&
                     query->bankroll + worker->session_net < worker->sim->bets;
        if (broke) {
            worker->ruined_after = worker->session_played;
        } else {
            worker->session_net += net;
            worker->session_played++;
        }
    }
    if (++worker->session_dealt < query->session) return;
    sim_tally_session(worker->tally, worker->session_net, worker->ruined_after);
    worker->session_dealt = worker->session_played = worker->ruined_after = 0;
    worker->session_net = 0;
}

void sim_worker_take(sim_worker *worker, uint64_t round, const sim_deal *deal) {
    if (worker->takes_down && !sim_tally_take(worker->tally, round, deal)) worker->no_memory = true;
}

void sim_worker_trace(sim_worker *worker, const sim_deal *deal, const sim_result *const *boxes) {
    const unsigned count = worker->sim->query.bets.boxes;
    if (worker->trace_count == worker->trace_room) return;
    trey_sim_round *round = &worker->trace[worker->trace_count++];
    *round = (trey_sim_round){.dealer = deal->hand[count], .up_card = TREY_NO_CARD};
    if (worker->sim->turns_up)
        round->up_card = sim_dealer_hand(deal->hand[count], deal->up).card[2];
    for (unsigned box = 0; box < count; box++) {
        round->hand[box] = deal->hand[box];
        for (unsigned row = 0; row < TREY_SIM_ROWS; row++)
            round->net[box][row] = boxes[box]->net[row];
    }
}

/* ---- The full engine ------------------------------------------------------------------- */
static void play_deal(sim_worker *worker, uint64_t number, const sim_deal *deal) {
    const unsigned boxes = worker->sim->query.bets.boxes;
    sim_result results[TREY_SEATS];
    const sim_result *each[TREY_SEATS];
    bool takes = false;
    sim_play_round(&worker->play, deal, results);
    for (unsigned box = 0; box < boxes; box++) {
        each[box] = &results[box];
        takes |= results[box].takes;
        sim_tally_boxes(worker->tally, &results[box], 1);
    }
    sim_tally_round(worker->tally, each, boxes);
    sim_worker_session(worker, &results[0]);
    if (takes) sim_worker_take(worker, number, deal);
    if (worker->trace) sim_worker_trace(worker, deal, each);
}

static uint64_t full_block(sim_worker *worker, uint64_t block, uint64_t first, uint64_t rounds) {
    const struct trey_sim *sim = worker->sim;
    enum { DEALS = 64 }; /* at once; less than a millisecond of play */
    sim_deal deals[DEALS];
    sim_source from;
    uint64_t played = 0;
    sim_source_open(&from, sim->query.seed, block, sim->query.portable);
    while (played < rounds && !sim_stopped(sim)) {
        const uint64_t left = rounds - played;
        const size_t some = left < DEALS ? (size_t)left : DEALS;
        sim_deals_next(&from, &sim->hands, sim->query.bets.boxes, sim->turns_up, deals, some);
        for (size_t i = 0; i < some; i++) play_deal(worker, first + played + i, &deals[i]);
        played += some;
    }
    return played;
}

uint64_t sim_worker_block(sim_worker *worker, trey_sim_engine engine, uint64_t block,
                          uint64_t first, uint64_t rounds) {
    worker->session_dealt = worker->session_played = worker->ruined_after = 0;
    worker->session_net = 0;
    if (engine == TREY_SIM_FULL) return full_block(worker, block, first, rounds);
    return worker->sim->pairs ? sim_pairs_block(worker, block, first, rounds)
                              : sim_boxes_block(worker, block, first, rounds);
}

void sim_worker_finish(sim_worker *worker) {
    const bool lone = worker->sim->query.bets.boxes == 1;
    for (unsigned at = 1; at <= worker->results; at++) {
        if (lone) {
            sim_tally_lone_boxes(worker->tally, &worker->result[at], worker->seen[at]);
        } else {
            sim_tally_boxes(worker->tally, &worker->result[at], worker->seen[at]);
        }
        worker->seen[at] = 0;
    }
}
