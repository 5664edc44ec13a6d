/* six.c -- the best five of the player's three cards and the dealer's three.
 *
 * Ninety-nine hands in a hundred hold no flush, and then only the ranks matter:
 * each half is one of 455 triples of ranks, and a square table gives the answer.
 * A flush needs five of one suit, so one half has three of it and the other at
 * least two, which two bits a suit for each half can tell without counting six
 * cards. Five suited cards are five different ranks, and a sixth card makes no
 * more than a pair of them: a flush never has to be weighed against four of a
 * kind or a full house. */
#include <string.h>

#include "ranks.h"

static uint32_t mask_in_suit(uint32_t word, uint32_t suit) {
    uint32_t mask = 0;
    for (int i = 0; i < 3; i++, word >>= 8) {
        mask |= (uint32_t)((word & 3u) == suit) << (word >> 2 & 15u);
    }
    return mask;
}

static trey_five five_in_suit(uint32_t mask, uint32_t suit) {
    const trey_five five = core_five_by_flush[mask & (RANK_MASKS - 1)];
    return five == FIVE_ROYAL ? (trey_five)(five | suit << FIVE_SUIT_SHIFT) : five;
}

static inline trey_five rank_words(uint32_t player, uint32_t dealer) {
    const uint32_t flush = flush_bit(core_counts_by_suits[suit_pattern(player)],
                                     core_counts_by_suits[suit_pattern(dealer)]);
    if (__builtin_expect(flush != 0, 0)) {
        const uint32_t suit = (uint32_t)__builtin_ctz(flush) >> 1;
        return five_in_suit(mask_in_suit(player, suit) | mask_in_suit(dealer, suit), suit);
    }
    return core_five_by_triples[core_triple_by_pattern[rank_pattern(player)] * TRIPLES +
                                core_triple_by_pattern[rank_pattern(dealer)]];
}

trey_five trey_six_rank(trey_hand player, trey_hand dealer) {
    TREY_ASSERT(trey_hand_valid(player) && trey_hand_valid(dealer));
    TREY_ASSERT((trey_hand_set(player) & trey_hand_set(dealer)) == 0);
    return rank_words(hand_word(player), hand_word(dealer));
}

void core_six_ranks_portable(const trey_hand *players, const trey_hand *dealers, trey_five *ranks,
                             size_t count) {
    for (size_t i = 0; i < count; i++) {
        ranks[i] = rank_words(hand_word(players[i]), hand_word(dealers[i]));
    }
}

void trey_six_ranks(const trey_hand *players, const trey_hand *dealers, trey_five *ranks,
                    size_t count) {
    const size_t done = core_avx2_here() ? core_six_ranks_avx2(players, dealers, ranks, count) : 0;
    core_six_ranks_portable(players + done, dealers + done, ranks + done, count - done);
}

/* Four hands a look-up. A store may run past the end of its run into the next one,
 * which then sets it right. */
void core_row_portable(const trey_five *row, size_t first_run, trey_five *ranks, size_t count) {
    for (size_t run = first_run; run < ROW_RUNS; run++) {
        const trey_five *five = row + core_row_runs[run].triple;
        const size_t run_end = core_row_runs[run + 1].number;
        const size_t end = run_end < count ? run_end : count;
        for (size_t i = core_row_runs[run].number; i < end; i += 4, five++) {
            if (i + 4 <= count) {
                const uint64_t four = *five * UINT64_C(0x0001000100010001);
                memcpy(ranks + i, &four, sizeof four);
            } else {
                for (size_t last = i; last < end; last++) ranks[last] = *five;
            }
        }
        if (run_end >= count) return;
    }
}

/* First as if suits did not exist; then the few numbers where they make a flush are
 * written over. */
void trey_six_row(trey_hand hand, trey_five *ranks, size_t count) {
    TREY_ASSERT(trey_hand_valid(hand));
    TREY_ASSERT(count <= TREY_HANDS);
    const uint32_t word = hand_word(hand);
    const trey_five *row =
        core_five_by_triples + (size_t)core_triple_by_pattern[rank_pattern(word)] * TRIPLES;
    const size_t runs = core_avx2_here() ? core_row_avx2(row, ranks, count) : 0;
    core_row_portable(row, runs, ranks, count);

    const unsigned counts = core_counts_by_suits[suit_pattern(word)];
    if ((counts & TWO_OR_THREE) == 0) return;
    const unsigned suit = (unsigned)__builtin_ctz(counts & TWO_OR_THREE) / 2;
    const bool three = (counts >> 2 * suit & 3) == 3;
    const uint32_t mask = mask_in_suit(word, suit);
    const row_flush *flush = three ? core_suited_pairs_up[suit] : core_suited_triples[suit];
    const row_flush *end = flush + (three ? SUITED_PAIRS_UP : SUITED_TRIPLES);
    for (; flush < end && flush->number < count; flush++) {
        ranks[flush->number] = five_in_suit(mask | flush->mask, suit);
    }
}

trey_five_category trey_five_category_of(trey_five five) {
    TREY_ASSERT(trey_five_strength(five) < TREY_FIVE_STRENGTHS);
    return (trey_five_category)core_category_by_five[trey_five_strength(five)];
}

bool trey_five_ace_low(trey_five five) {
    const unsigned strength = trey_five_strength(five);
    return strength == FIRST_FIVE_STRAIGHT || strength == FIRST_FIVE_STRAIGHT_FLUSH;
}

const char *trey_five_category_name(trey_five_category category) {
    static const char *const NAMES[TREY_FIVE_CATEGORIES] = {
        "high card", "pair",       "two pair",       "three of a kind", "straight",
        "flush",     "full house", "four of a kind", "straight flush",  "royal flush"};
    TREY_ASSERT((unsigned)category < TREY_FIVE_CATEGORIES);
    return NAMES[category];
}

const char *trey_core_path(void) {
    return core_avx2_here() ? "avx2" : "portable";
}
