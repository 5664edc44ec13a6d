/* hand.c -- rank three-card hands and number them.
 *
 * A rank is one look-up. The index is the three rank nibbles, gathered by one
 * multiplication, and one bit more when the suits are the same: 16 KiB, half of
 * a first-level cache, and every order of the cards has its own entry, so that
 * nothing is sorted. Which suit the A-K-Q has is the only thing left to ask: the
 * jackpot in spades needs it. */
#include "ranks.h"

static inline trey_rank rank_word(uint32_t word) {
    const trey_rank rank =
        core_rank_by_pattern[rank_pattern(word) | (uint32_t)is_suited(word) * PATTERNS];
    /* One hand in 5,525 has the bit in the table, and one of four of those keeps it. */
    const bool royal = rank & RANK_SPADES_BIT;
    if (__builtin_expect(royal, 0) && (word & 3u) != TREY_SUIT_SPADES) {
        return (trey_rank)(rank & ~(unsigned)RANK_SPADES_BIT);
    }
    return rank;
}

trey_rank trey_hand_rank(trey_hand hand) {
    TREY_ASSERT(trey_hand_valid(hand));
    return rank_word(hand_word(hand));
}

void core_hand_ranks_portable(const trey_hand *hands, trey_rank *ranks, size_t count) {
    for (size_t i = 0; i < count; i++) ranks[i] = rank_word(hand_word(hands[i]));
}

void trey_hand_ranks(const trey_hand *hands, trey_rank *ranks, size_t count) {
    const size_t done = core_avx2_here() ? core_hand_ranks_avx2(hands, ranks, count) : 0;
    core_hand_ranks_portable(hands + done, ranks + done, count - done);
}

unsigned trey_hand_index(trey_hand hand) {
    TREY_ASSERT(trey_hand_valid(hand));
    const unsigned a = hand.card[0];
    const unsigned b = hand.card[1];
    const unsigned c = hand.card[2];
    const unsigned above = a > b ? a : b;
    const unsigned below = a > b ? b : a;
    const unsigned high = above > c ? above : c;
    const unsigned low = below < c ? below : c;
    const unsigned middle = a + b + c - high - low;
    return trey_hands_below(high) + middle * (middle - 1) / 2 + low;
}

trey_hand trey_hand_at(unsigned index) {
    TREY_ASSERT(index < TREY_HANDS);
    return core_hand_by_number[index];
}

trey_rank trey_hand_rank_at(unsigned index) {
    TREY_ASSERT(index < TREY_HANDS);
    return core_rank_by_number[index];
}

const trey_hand *trey_hand_list(void) {
    return core_hand_by_number;
}

const trey_rank *trey_rank_list(void) {
    return core_rank_by_number;
}

const char *trey_category_name(trey_category category) {
    static const char *const NAMES[TREY_CATEGORIES] = {
        "high card", "pair", "flush", "straight", "three of a kind", "straight flush", "royal"};
    TREY_ASSERT((unsigned)category < TREY_CATEGORIES);
    return NAMES[category];
}
