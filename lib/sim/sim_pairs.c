/* sim_pairs.c -- the fast engine for one box against a dealer: 200 million rounds a second.
 *
 * One word of the stream is one attempt at a deal. Attempts go through four short loops,
 * a batch at a time, all of it in the first-level cache but for one table:
 *   1. words to the numbers of two hands (vectors);
 *   2. numbers to words that describe the hands (look-ups in 88 KiB);
 *   3. descriptions to what the box meets (vectors): 13 bits, or "a card twice";
 *   4. what it meets to a bin, and one more in the bin (look-ups).
 * One attempt in six deals a card twice; it falls into a bin that nobody looks at, which
 * costs less than taking it out.
 *
 * Bin 0 is for what needs a look: a meeting not seen before, or one that takes something
 * off the meter. Batches in which it was hit are gone through again. */
#include <stdlib.h>
#include <string.h>

#include "sim_pairs.h"

/* ---- Setting up -------------------------------------------------------------------------- */
trey_status sim_pairs_open(struct trey_sim *sim) {
    const sim_hands *hands = &sim->hands;
    sim->pair_words = malloc((TREY_HANDS + 1) * sizeof *sim->pair_words);
    if (!sim->pair_words) return TREY_STATUS_NO_MEMORY;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        uint32_t word =
            (uint32_t)hand.card[0] | (uint32_t)hand.card[1] << 8 | (uint32_t)hand.card[2] << 16;
        TREY_ASSERT(hands->order[i] < 1u << 10);
        word |= (uint32_t)hands->order[i] << PAIR_ORDER;
        if (hands->plays[i]) word |= PAIR_PLAYS;
        if (hands->qualifies[i]) word |= PAIR_QUALIFIES;
        if (hands->three[i] == THREE_ROYAL_SPADES) word |= PAIR_SPADES;
        sim->pair_words[i] = word;
    }
    sim->pair_words[TREY_HANDS] = PAIR_NOBODY;
    return TREY_STATUS_OK;
}

/* ---- Portable loops ------------------------------------------------------------------------ */
static const uint32_t refused_below = (uint32_t)((UINT64_C(1) << 32) % TREY_HANDS);

void sim_pairs_numbers(const uint64_t *words, uint32_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool good = sim_below((uint32_t)words[i], TREY_HANDS, refused_below, &numbers[2 * i]);
        good &=
            sim_below((uint32_t)(words[i] >> 32), TREY_HANDS, refused_below, &numbers[2 * i + 1]);
        if (!good) numbers[2 * i] = numbers[2 * i + 1] = TREY_HANDS;
    }
}

static bool card_twice(uint32_t box, uint32_t dealer) {
    for (unsigned turn = 0; turn < 3; turn++) {
        uint32_t same = (box ^ dealer) & PAIR_CARDS;
        if ((same & 0xff) == 0 || (same & 0xff00) == 0 || (same & 0xff0000) == 0) return true;
        dealer = (dealer & PAIR_CARDS) << 8;
        dealer |= dealer >> 24;
    }
    return false;
}

void sim_pairs_meetings(const uint32_t *pairs, uint16_t *meetings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t box = pairs[2 * i], dealer = pairs[2 * i + 1];
        const uint32_t order = box >> PAIR_ORDER, dealers = dealer >> PAIR_ORDER;
        unsigned showdown = order > dealers   ? SHOWDOWN_BETTER
                            : order < dealers ? SHOWDOWN_WORSE
                                              : SHOWDOWN_EQUAL;
        if (!(dealer & PAIR_QUALIFIES)) showdown = SHOWDOWN_UNQUALIFIED;
        uint32_t meeting = showdown << MEETING_SHOWDOWN | order;
        if (box & PAIR_PLAYS) meeting |= MEETING_PLAYS;
        if (box & PAIR_SPADES) meeting |= MEETING_SPADES;
        meetings[i] = (uint16_t)(card_twice(box, dealer) ? MEETING_NONE : meeting);
    }
}

/* ---- Batches --------------------------------------------------------------------------------- */
enum {
    ATTEMPTS = 1024,
    BIN_LOOK = 0,
    BIN_NONE = 255,
    BINS = 256,
    SIDES = 4 /* histograms side by side: a bin is often hit twice in a row */
};

typedef struct pairs_run {
    sim_worker *worker;
    uint64_t word[ATTEMPTS];
    uint32_t number[2 * ATTEMPTS];
    uint32_t pair[2 * ATTEMPTS];
    uint16_t meeting[ATTEMPTS];
    uint8_t bin[ATTEMPTS];
    uint8_t bin_of[MEETINGS];
    uint32_t hits[SIDES][BINS];
    uint64_t number_now; /* of the round that comes next */
} pairs_run;

bool sim_pairs_run_open(sim_worker *worker) {
    pairs_run *run = calloc(1, sizeof *run);
    if (!run) return false;
    run->worker = worker;
    run->bin_of[MEETING_NONE] = BIN_NONE;
    worker->pairs = run;
    return true;
}

static void look_up(const uint32_t *table, const uint32_t *numbers, uint32_t *pairs, size_t count) {
    for (size_t i = 0; i < 2 * count; i += 4) {
        pairs[i] = table[numbers[i]];
        pairs[i + 1] = table[numbers[i + 1]];
        pairs[i + 2] = table[numbers[i + 2]];
        pairs[i + 3] = table[numbers[i + 3]];
    }
}

static void count_bins(pairs_run *run, size_t count) {
    for (size_t i = 0; i < count; i += SIDES) {
        for (unsigned side = 0; side < SIDES; side++) {
            const uint8_t bin = run->bin_of[run->meeting[i + side]];
            run->bin[i + side] = bin;
            run->hits[side][bin]++;
        }
    }
}

static uint64_t bin_hits(const pairs_run *run, unsigned bin) {
    uint64_t hits = 0;
    for (unsigned side = 0; side < SIDES; side++) hits += run->hits[side][bin];
    return hits;
}

static sim_deal deal_at(const pairs_run *run, size_t i) {
    sim_deal deal = {.up = 2};
    deal.hand[0] = (uint16_t)run->number[2 * i];
    deal.hand[1] = (uint16_t)run->number[2 * i + 1];
    return deal;
}

/* An attempt in bin 0: learns what it comes to, and which bin such ones go to. */
static void look_at(pairs_run *run, size_t i, uint64_t number) {
    sim_worker *worker = run->worker;
    const sim_deal deal = deal_at(run, i);
    const unsigned meeting = run->meeting[i];
    const unsigned kind = kind_of((meeting & MEETING_PLAYS) != 0, meeting >> MEETING_SHOWDOWN,
                                  worker->sim->hands.three[deal.hand[0]], 0, 0);
    const unsigned at = sim_worker_learn(worker, kind, &deal, 0);
    TREY_ASSERT(at < BIN_NONE);
    worker->seen[at]++;
    run->bin[i] = (uint8_t)at;
    if (worker->result[at].takes && worker->takes_down) {
        sim_worker_take(worker, number, &deal);
    } else {
        run->bin_of[meeting] = (uint8_t)at;
    }
}

static void look_through(pairs_run *run, size_t count) {
    uint64_t number = run->number_now;
    for (size_t i = 0; i < count; i++) {
        if (run->bin[i] == BIN_LOOK) look_at(run, i, number);
        number += run->bin[i] != BIN_NONE;
    }
}

/* Sessions and written-down rounds want the rounds in their order. */
static void tell_rounds(pairs_run *run, size_t count) {
    sim_worker *worker = run->worker;
    for (size_t i = 0; i < count; i++) {
        if (run->bin[i] == BIN_NONE) continue;
        const sim_result *result = &worker->result[run->bin[i]];
        sim_worker_session(worker, result);
        if (!worker->trace) continue;
        const sim_deal deal = deal_at(run, i);
        sim_worker_trace(worker, &deal, &result);
    }
}

/* `count` attempts, a multiple of eight, of the words at hand; returns the rounds. */
static uint64_t attempt(pairs_run *run, size_t count) {
    const struct trey_sim *sim = run->worker->sim;
    const uint64_t looks = bin_hits(run, BIN_LOOK), nones = bin_hits(run, BIN_NONE);
    if (sim->avx2) {
        sim_pairs_numbers_avx2(run->word, run->number, count);
    } else {
        sim_pairs_numbers(run->word, run->number, count);
    }
    look_up(sim->pair_words, run->number, run->pair, count);
    if (sim->avx2) {
        sim_pairs_meetings_avx2(run->pair, run->meeting, count);
    } else {
        sim_pairs_meetings(run->pair, run->meeting, count);
    }
    count_bins(run, count);
    if (bin_hits(run, BIN_LOOK) != looks) look_through(run, count);
    if (sim->query.session > 0 || run->worker->trace) tell_rounds(run, count);
    const uint64_t rounds = count - (bin_hits(run, BIN_NONE) - nones);
    run->number_now += rounds;
    return rounds;
}

/* Fewer rounds are wanted than eight attempts may give: the words that are too many
 * become attempts that fail. */
static void cut_words(pairs_run *run, uint64_t wanted, size_t count) {
    const struct trey_sim *sim = run->worker->sim;
    size_t i = 0;
    for (; wanted > 0 && i < count; i++) {
        uint32_t numbers[2];
        uint16_t meeting;
        sim_pairs_numbers(&run->word[i], numbers, 1);
        const uint32_t pair[2] = {sim->pair_words[numbers[0]], sim->pair_words[numbers[1]]};
        sim_pairs_meetings(pair, &meeting, 1);
        wanted -= meeting != MEETING_NONE;
    }
    for (; i < count; i++) run->word[i] = 0; /* the same hand twice */
}

uint64_t sim_pairs_block(sim_worker *worker, uint64_t block, uint64_t first, uint64_t rounds) {
    const struct trey_sim *sim = worker->sim;
    pairs_run *run = worker->pairs;
    trey_sim_stream stream;
    uint64_t played = 0;
    enum { LEAST = 8 };
    trey_sim_stream_open(&stream, sim->query.seed, block);
    run->number_now = first;
    memset(run->hits, 0, sizeof run->hits);
    while (played < rounds && !sim_stopped(sim)) {
        const uint64_t left = rounds - played;
        size_t count = left < ATTEMPTS ? (size_t)(left / LEAST * LEAST) : ATTEMPTS;
        if (count == 0) count = LEAST;
        trey_sim_stream_fill(&stream, run->word, count, sim->query.portable);
        if (left < LEAST) cut_words(run, left, count);
        played += attempt(run, count);
    }
    for (unsigned at = 1; at <= worker->results; at++) worker->seen[at] += bin_hits(run, at);
    return played;
}
