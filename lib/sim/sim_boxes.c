/* sim_boxes.c -- the fast engine for several boxes, an up card, best fives and sorts of deals.
 *
 * Deals come in batches, so that all best fives are ranked at once. A round goes to the
 * table whole when a box of it holds a royal or takes a share of the meter while others
 * bet beside it: envy and what is left on the meter hang on all boxes together. That is
 * one round in eight hundred at most. */
#include "sim_worker.h"

enum { DEALS = 128 };

typedef struct batch {
    size_t count;
    sim_deal deal[DEALS];
    uint8_t five[TREY_SEATS][DEALS];
} batch;

static void rank_fives(const struct trey_sim *sim, batch *b) {
    const unsigned boxes = sim->query.bets.boxes;
    const trey_hand *list = trey_hand_list();
    trey_hand box_hand[DEALS], dealer_hand[DEALS];
    trey_five ranks[DEALS];
    for (size_t i = 0; i < b->count; i++) dealer_hand[i] = list[b->deal[i].hand[boxes]];
    for (unsigned box = 0; box < boxes; box++) {
        for (size_t i = 0; i < b->count; i++) box_hand[i] = list[b->deal[i].hand[box]];
        trey_six_ranks(box_hand, dealer_hand, ranks, b->count);
        for (size_t i = 0; i < b->count; i++) {
            unsigned five = sim->hands.five[trey_five_strength(ranks[i])];
            bool spades = trey_five_royal_suit(ranks[i]) == TREY_SUIT_SPADES;
            if (five == TREY_FIVE_ROYAL && spades) five = FIVE_ROYAL_SPADES;
            b->five[box][i] = (uint8_t)five;
        }
    }
}

static unsigned plays(const struct trey_sim *sim, const sim_deal *deal, unsigned hand) {
    const trey_strategy *strategy = sim->query.bets.strategy;
    if (!strategy->sees_up_card) return sim->hands.plays[hand];
    trey_card up = trey_hand_list()[deal->hand[sim->query.bets.boxes]].card[deal->up];
    return trey_cardset_has(strategy->play[hand], up);
}

static unsigned showdown_of(const sim_hands *hands, unsigned hand, unsigned dealer) {
    if (!hands->qualifies[dealer]) return SHOWDOWN_UNQUALIFIED;
    const unsigned order = hands->order[hand], dealers = hands->order[dealer];
    return order > dealers ? SHOWDOWN_BETTER : order < dealers ? SHOWDOWN_WORSE : SHOWDOWN_EQUAL;
}

/* What the judges say that sort deals. */
static unsigned sort_of(const struct trey_sim *sim, unsigned hand, unsigned dealer) {
    const trey_hand *list = trey_hand_list();
    unsigned sort = 0;
    for (unsigned i = 0; i < sim->sorters; i++)
        sort = sort * sim->sorts[i] + sim->sorter[i](list[hand].card, list[dealer].card);
    return sort;
}

/* The kinds that the boxes meet; true where one of them holds a royal. */
static bool kinds_met(const struct trey_sim *sim, const batch *b, size_t i,
                      unsigned kind[TREY_SEATS]) {
    const unsigned boxes = sim->query.bets.boxes;
    const sim_deal *deal = &b->deal[i];
    bool royal = false;
    for (unsigned box = 0; box < boxes; box++) {
        const unsigned hand = deal->hand[box];
        const unsigned three = sim->hands.three[hand], five = sim->fives ? b->five[box][i] : 0;
        royal |= three >= THREE_ROYAL || five >= TREY_FIVE_ROYAL;
        kind[box] =
            kind_of(plays(sim, deal, hand), showdown_of(&sim->hands, hand, deal->hand[boxes]),
                    three, five, sort_of(sim, hand, deal->hand[boxes]));
    }
    return royal;
}

/* Results from what has been learned; false where boxes hang together after all. */
static bool recall(sim_worker *worker, const sim_deal *deal, const unsigned kind[TREY_SEATS],
                   const sim_result *each[TREY_SEATS]) {
    const unsigned boxes = worker->sim->query.bets.boxes;
    unsigned at[TREY_SEATS];
    for (unsigned box = 0; box < boxes; box++) {
        at[box] = worker->known[kind[box]];
        if (at[box] == 0) at[box] = sim_worker_learn(worker, kind[box], deal, box);
        if (worker->result[at[box]].shares && boxes > 1) return false;
        each[box] = &worker->result[at[box]];
    }
    for (unsigned box = 0; box < boxes; box++) worker->seen[at[box]]++;
    return true;
}

static void count_round(sim_worker *worker, const batch *b, size_t i, uint64_t number) {
    const unsigned boxes = worker->sim->query.bets.boxes;
    const sim_deal *deal = &b->deal[i];
    const sim_result *each[TREY_SEATS];
    sim_result results[TREY_SEATS];
    unsigned kind[TREY_SEATS];
    TREY_ASSERT(boxes > 0);
    const bool royal = kinds_met(worker->sim, b, i, kind);
    if ((royal && boxes > 1) || !recall(worker, deal, kind, each)) {
        sim_play_round(&worker->play, deal, results);
        for (unsigned box = 0; box < boxes; box++) {
            each[box] = &results[box];
            sim_tally_boxes(worker->tally, &results[box], 1);
        }
    }
    bool takes = false;
    for (unsigned box = 0; box < boxes; box++) takes |= each[box]->takes;
    if (boxes > 1) sim_tally_round(worker->tally, each, boxes);
    sim_worker_session(worker, each[0]);
    if (takes) sim_worker_take(worker, number, deal);
    if (worker->trace) sim_worker_trace(worker, deal, each);
}

uint64_t sim_boxes_block(sim_worker *worker, uint64_t block, uint64_t first, uint64_t rounds) {
    const struct trey_sim *sim = worker->sim;
    sim_source from;
    batch b;
    uint64_t played = 0;
    sim_source_open(&from, sim->query.seed, block, sim->query.portable);
    while (played < rounds && !sim_stopped(sim)) {
        const uint64_t left = rounds - played;
        b.count = left < DEALS ? (size_t)left : DEALS;
        sim_deals_next(&from, &sim->hands, sim->query.bets.boxes, sim->turns_up, b.deal, b.count);
        if (sim->fives) rank_fives(sim, &b);
        for (size_t i = 0; i < b.count; i++) count_round(worker, &b, i, first + played + i);
        played += b.count;
    }
    return played;
}
