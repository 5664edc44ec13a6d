/* baseline_ranks.c -- a plain table for three cards; additive keys for six.
 *
 * Six cards: each card has a 64-bit key. The lower half holds a number for its
 * rank, chosen so that the sums of six are different for different ranks; the
 * upper half holds a counter of four bits for each suit, which starts at three so
 * that five cards of a suit reach its highest bit. One addition a card, one test
 * for a flush, and one look-up: the sums, of 21 bits, are packed into a table by
 * giving each row of them a displacement (Tarjan and Yao, 1979). */
#include <string.h>

#include "baseline_ranks.h"

#if defined(__x86_64__)
/* The same source for any processor and for one with wider vectors. */
#define WIDER        __attribute__((target("avx2")))
#define WIDER_HERE() __builtin_cpu_supports("avx2")
#else
#define WIDER
#define WIDER_HERE() 0
#endif
#define INLINED static inline __attribute__((always_inline))

static bool prepared;

/* ---- Three cards ------------------------------------------------------------- */

static uint16_t plain[TREY_CARDS][TREY_CARDS][TREY_CARDS];

static void prepare_plain(void) {
    for (unsigned a = 0; a < TREY_CARDS; a++) {
        for (unsigned b = 0; b < TREY_CARDS; b++) {
            for (unsigned c = 0; c < TREY_CARDS; c++) {
                const trey_hand hand = trey_hand_of((trey_card)a, (trey_card)b, (trey_card)c);
                if (trey_hand_valid(hand)) plain[a][b][c] = trey_hand_rank(hand);
            }
        }
    }
}

uint64_t baseline_hands(const trey_hand *hands, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += plain[hands[i].card[0]][hands[i].card[1]][hands[i].card[2]];
    }
    return sum;
}

INLINED uint64_t all_hands(void) {
    uint64_t sum = 0;
    for (unsigned high = 2; high < TREY_CARDS; high++) {
        for (unsigned middle = 1; middle < high; middle++) {
            const uint16_t *row = plain[high][middle];
            uint32_t part = 0;
            for (unsigned low = 0; low < middle; low++) part += row[low];
            sum += part;
        }
    }
    return sum;
}
static uint64_t all_hands_here(void) {
    return all_hands();
}
WIDER static uint64_t all_hands_wider(void) {
    return all_hands();
}
uint64_t baseline_all_hands(void) {
    return WIDER_HERE() ? all_hands_wider() : all_hands_here();
}

/* ---- Six cards --------------------------------------------------------------- */

/* The smallest numbers, found one after another, for which no two different sets of
 * six ranks have the same sum; prepare_sums would notice if two had. */
static const uint32_t RANK_KEYS[TREY_RANKS] = {0,    1,     5,     22,    98,     422,   1734,
                                               5760, 14270, 37951, 90838, 206930, 436437};
enum {
    ROW_BITS = 10,
    SUMS = 1 << 22,
    ROWS = SUMS >> ROW_BITS,
    PACKED = 1 << 17,
    COUNTER_BITS = 4,
    FIRST_COUNTER = 32
};
#define COUNTERS_AT_THREE (UINT64_C(0x3333) << FIRST_COUNTER)
#define FLUSH_BITS        (UINT64_C(0x8888) << FIRST_COUNTER)

static uint64_t card_key[TREY_CARDS];
static uint32_t displacement[ROWS];
static uint16_t packed[PACKED];
static uint16_t flush_five[1 << TREY_RANKS];
static uint16_t five_by_sum[SUMS]; /* only while preparing; zero is no hand of six */

static inline uint16_t look_up(uint64_t key) {
    const uint32_t sum = (uint32_t)key;
    return packed[displacement[sum >> ROW_BITS] + sum];
}

static uint16_t flush_of(uint64_t key, const trey_card cards[6]) {
    const unsigned suit =
        ((unsigned)__builtin_ctzll(key & FLUSH_BITS) - FIRST_COUNTER) / COUNTER_BITS;
    unsigned mask = 0;
    for (int i = 0; i < 6; i++) mask |= (unsigned)((cards[i] & 3u) == suit) << (cards[i] >> 2);
    const uint16_t five = flush_five[mask];
    return five == TREY_FIVE_STRENGTHS - 1 ? (uint16_t)(five | suit << 13) : five;
}

/* Goes through the ways to take six ranks, never five of one, and ranks each with
 * cards of which no five share a suit. */
static void prepare_sums(unsigned rank, unsigned taken, trey_card cards[6]) {
    if (taken == 6) {
        uint32_t sum = 0;
        for (int i = 0; i < 6; i++) sum += RANK_KEYS[cards[i] / 4];
        TREY_ASSERT(five_by_sum[sum] == 0);
        five_by_sum[sum] = trey_six_rank(trey_hand_of(cards[0], cards[1], cards[2]),
                                         trey_hand_of(cards[3], cards[4], cards[5]));
        return;
    }
    if (rank == TREY_RANKS) return;
    prepare_sums(rank + 1, taken, cards);
    for (unsigned times = 1; times <= 4 && taken + times <= 6; times++) {
        /* Suits go round from card to card, so no suit has more than two. */
        cards[taken + times - 1] = trey_card_of(rank, (taken + times - 1) % TREY_SUITS);
        prepare_sums(rank + 1, taken + times, cards);
    }
}

/* Puts each row at the first displacement where its sums fall on free places. */
static void pack_rows(void) {
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint16_t *sums = five_by_sum + ((size_t)row << ROW_BITS);
        uint32_t first = 0;
        while (first < 1 << ROW_BITS && sums[first] == 0) first++;
        if (first == 1 << ROW_BITS) continue;
        uint32_t place = 0;
        for (bool fits = false; !fits; place += !fits) {
            TREY_ASSERT(place + (1 << ROW_BITS) <= PACKED);
            fits = true;
            for (uint32_t i = first; i < 1 << ROW_BITS && fits; i++) {
                fits = sums[i] == 0 || packed[place + i] == 0;
            }
        }
        for (uint32_t i = first; i < 1 << ROW_BITS; i++) {
            if (sums[i] != 0) packed[place + i] = sums[i];
        }
        /* Less the row's first sum, modulo 2^32, so that the whole sum is added. */
        displacement[row] = place - (row << ROW_BITS);
    }
}

static void prepare_flushes(void) {
    for (unsigned mask = 0; mask < 1 << TREY_RANKS; mask++) {
        const int held = __builtin_popcount(mask);
        if (held != 5 && held != 6) continue;
        trey_card cards[6];
        unsigned count = 0;
        for (unsigned rank = 0; rank < TREY_RANKS; rank++) {
            if (mask >> rank & 1) cards[count++] = trey_card_of(rank, TREY_SUIT_CLUBS);
        }
        if (count == 5) { /* a sixth card that changes nothing */
            cards[5] = trey_card_of(trey_card_rank(cards[0]), TREY_SUIT_SPADES);
        }
        flush_five[mask] = trey_six_rank(trey_hand_of(cards[0], cards[1], cards[2]),
                                         trey_hand_of(cards[3], cards[4], cards[5]));
    }
}

uint64_t baseline_sixes(const trey_hand *players, const trey_hand *dealers, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        const trey_card *p = players[i].card;
        const trey_card *d = dealers[i].card;
        const uint64_t key = COUNTERS_AT_THREE + card_key[p[0]] + card_key[p[1]] + card_key[p[2]] +
                             card_key[d[0]] + card_key[d[1]] + card_key[d[2]];
        if (__builtin_expect((key & FLUSH_BITS) != 0, 0)) {
            const trey_card cards[6] = {p[0], p[1], p[2], d[0], d[1], d[2]};
            sum += flush_of(key, cards);
        } else {
            sum += look_up(key);
        }
    }
    return sum;
}

/* The keys of the first five cards are added up outside the innermost loop. */
uint64_t baseline_all_sixes(void) {
    uint64_t sum = 0;
    trey_card c[6];
    for (c[0] = 5; c[0] < TREY_CARDS; c[0]++) {
        const uint64_t key0 = COUNTERS_AT_THREE + card_key[c[0]];
        for (c[1] = 4; c[1] < c[0]; c[1]++) {
            const uint64_t key1 = key0 + card_key[c[1]];
            for (c[2] = 3; c[2] < c[1]; c[2]++) {
                const uint64_t key2 = key1 + card_key[c[2]];
                for (c[3] = 2; c[3] < c[2]; c[3]++) {
                    const uint64_t key3 = key2 + card_key[c[3]];
                    for (c[4] = 1; c[4] < c[3]; c[4]++) {
                        const uint64_t key4 = key3 + card_key[c[4]];
                        for (unsigned last = 0; last < c[4]; last++) {
                            const uint64_t key = key4 + card_key[last];
                            if (__builtin_expect((key & FLUSH_BITS) != 0, 0)) {
                                c[5] = (trey_card)last;
                                sum += flush_of(key, c);
                            } else {
                                sum += look_up(key);
                            }
                        }
                    }
                }
            }
        }
    }
    return sum;
}

void baseline_prepare(void) {
    if (prepared) return;
    prepared = true;
    prepare_plain();
    for (unsigned card = 0; card < TREY_CARDS; card++) {
        card_key[card] = RANK_KEYS[card / 4] | UINT64_C(1)
                                                   << (FIRST_COUNTER + COUNTER_BITS * (card % 4));
    }
    trey_card cards[6] = {0};
    prepare_sums(0, 0, cards);
    pack_rows();
    prepare_flushes();
}
