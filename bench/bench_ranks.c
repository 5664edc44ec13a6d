/* bench_ranks.c -- the ranking of three cards, and of the best five of six.
 *
 * In random order both sides read the same hands, three cards in four bytes, from
 * arrays of 256 KiB, which stay in the second-level cache beside the baselines'
 * tables. In sequence both go through every hand once, each in the order that
 * suits it. Trey ranks into an array and adds that up; the baselines add as they
 * go, which is quicker for them. */
#include <trey/core.h>

#include "baseline_ranks.h"
#include "bench.h"

enum { RANDOM_HANDS = 1 << 16, RANDOM_PAIRS = 1 << 15, BLOCK = 4096 };

static trey_hand hands[RANDOM_HANDS];
static trey_hand players[RANDOM_PAIRS];
static trey_hand dealers[RANDOM_PAIRS];

/* Marsaglia's xorshift: the same cards in every run. */
static uint64_t random_bits = 0x9e3779b97f4a7c15u;
static uint64_t next_random(void) {
    random_bits ^= random_bits << 13;
    random_bits ^= random_bits >> 7;
    random_bits ^= random_bits << 17;
    return random_bits;
}

static trey_card draw(trey_cardset *left) {
    for (;;) {
        const trey_card card = (trey_card)((next_random() >> 33) % TREY_CARDS);
        if (!trey_cardset_has(*left, card)) continue;
        *left &= ~trey_cardset_of(card);
        return card;
    }
}

static trey_hand draw_hand(trey_cardset *left) {
    const trey_card a = draw(left);
    const trey_card b = draw(left);
    return trey_hand_of(a, b, draw(left));
}

static uint64_t trey_random_hands(void) {
    trey_rank ranks[BLOCK];
    uint64_t sum = 0;
    for (size_t i = 0; i < RANDOM_HANDS; i += BLOCK) {
        trey_hand_ranks(hands + i, ranks, BLOCK);
        sum += bench_sum(ranks, BLOCK);
    }
    return sum;
}
static uint64_t plain_random_hands(void) {
    return baseline_hands(hands, RANDOM_HANDS);
}
void bench_hand_random(const bench_setting *setting, bench_figure *figure) {
    baseline_prepare();
    for (size_t i = 0; i < RANDOM_HANDS; i++) {
        trey_cardset left = TREY_CARDSET_FULL;
        hands[i] = draw_hand(&left);
    }
    bench_race(setting, RANDOM_HANDS, trey_random_hands, plain_random_hands, figure);
}

static uint64_t trey_all_hands(void) {
    return bench_sum(trey_rank_list(), TREY_HANDS);
}
void bench_hand_sequence(const bench_setting *setting, bench_figure *figure) {
    baseline_prepare();
    bench_race(setting, TREY_HANDS, trey_all_hands, baseline_all_hands, figure);
}

static uint64_t trey_random_sixes(void) {
    trey_five ranks[BLOCK];
    uint64_t sum = 0;
    for (size_t i = 0; i < RANDOM_PAIRS; i += BLOCK) {
        trey_six_ranks(players + i, dealers + i, ranks, BLOCK);
        sum += bench_sum(ranks, BLOCK);
    }
    return sum;
}
static uint64_t additive_random_sixes(void) {
    return baseline_sixes(players, dealers, RANDOM_PAIRS);
}
void bench_six_random(const bench_setting *setting, bench_figure *figure) {
    baseline_prepare();
    for (size_t i = 0; i < RANDOM_PAIRS; i++) {
        trey_cardset left = TREY_CARDSET_FULL;
        players[i] = draw_hand(&left);
        dealers[i] = draw_hand(&left);
    }
    bench_race(setting, RANDOM_PAIRS, trey_random_sixes, additive_random_sixes, figure);
}

static uint64_t trey_all_sixes(void) {
    static trey_five row[TREY_HANDS];
    uint64_t sum = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const trey_hand high = trey_hand_at(i);
        const unsigned below = trey_hands_below(high.card[2]);
        trey_six_row(high, row, below);
        sum += bench_sum(row, below);
    }
    return sum;
}
void bench_six_sequence(const bench_setting *setting, bench_figure *figure) {
    baseline_prepare();
    bench_race(setting, 20358520, trey_all_sixes, baseline_all_sixes, figure);
}
