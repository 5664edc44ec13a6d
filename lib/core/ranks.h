/* ranks.h -- the tables of lib/core and how they are indexed. Private to it.
 *
 * Three numbers shaped them: a first-level cache of 32 KiB, which the tables for
 * three cards fit; a second level of 1 MiB, which the table for six cards fits;
 * and 455, the number of ways to take three ranks out of thirteen when each may
 * repeat. Two halves of a six-card hand are two such triples, so that the best
 * five of six is one look-up in a square of 455 by 455, unless five share a suit,
 * which happens to one hand in a hundred. */
#ifndef TREY_RANKS_H
#define TREY_RANKS_H

#include <trey/core.h>

/* The first strength of each category of three cards. The generator sorts all
 * hands by the rules alone and stops the build if these are not what it finds. */
enum {
    FIRST_HIGH_CARD = 0,
    FIRST_PAIR = 274,
    FIRST_FLUSH = 430,
    FIRST_STRAIGHT = 704,
    FIRST_THREE_OF_A_KIND = 716,
    FIRST_STRAIGHT_FLUSH = 729
};

/* The same for five cards; a sequence with the ace low is the first of its kind. */
enum {
    FIRST_FIVE_STRAIGHT = 5853,
    FIRST_FIVE_STRAIGHT_FLUSH = 7452,
    FIVE_ROYAL = TREY_FIVE_STRENGTHS - 1
};

enum {
    RANK_CATEGORY_SHIFT = 10,
    RANK_SPADES_BIT = 0x8000,
    FIVE_SUIT_SHIFT = 13,

    PATTERNS = 4096, /* three rank nibbles in the order of the cards */
    SUIT_PATTERNS = 64,
    RANK_MASKS = 8192, /* one bit a rank */
    TRIPLES = 455,
    TRIPLES_PAST_END = 3,   /* that vector loads may read */
    ROW_RUNS = 1275,        /* pairs of cards below another */
    SUITED_TRIPLES = 286,   /* hands of one suit only */
    SUITED_PAIRS_UP = 3328, /* hands with two or three cards of one suit */
    TWO_OR_THREE = 0xaa     /* the upper bit of each suit's count */
};

/* By rank pattern, and by rank pattern plus PATTERNS for three cards of one suit.
 * The suited A-K-Q carries the spades bit here whatever its suit. */
extern const trey_rank core_rank_by_pattern[2 * PATTERNS];
extern const trey_rank core_rank_by_number[TREY_HANDS];
extern const trey_hand core_hand_by_number[TREY_HANDS];

/* Which of the 455 triples of ranks a pattern is: the number of the hand in the
 * same order as hands have, by the highest rank, the middle and the lowest. */
extern const uint16_t core_triple_by_pattern[PATTERNS];
/* The best five of two triples when no five cards share a suit. */
extern const trey_five core_five_by_triples[TRIPLES * TRIPLES + TRIPLES_PAST_END];
/* The best five of the ranks held in one suit, for masks of five or six bits. */
extern const trey_five core_five_by_flush[RANK_MASKS];
extern const uint8_t core_category_by_five[TREY_FIVE_STRENGTHS];
/* How many cards of each suit, two bits a suit, clubs lowest. */
extern const uint8_t core_counts_by_suits[SUIT_PATTERNS];

/* Hands with the same two higher cards stand together, by their lowest card: a run,
 * in which four hands at a time differ in a suit only, and the triple goes up by
 * one from four to four. One more entry than runs tells where the last one ends. */
typedef struct row_run {
    uint16_t triple; /* of the run's first hand */
    uint16_t number; /* of the run's first hand */
} row_run;
extern const row_run core_row_runs[ROW_RUNS + 1];

/* Hands that can complete a flush in a suit, in the order of their numbers. */
typedef struct row_flush {
    uint16_t number;
    uint16_t mask; /* the ranks held in that suit */
} row_flush;
extern const row_flush core_suited_triples[TREY_SUITS][SUITED_TRIPLES];
extern const row_flush core_suited_pairs_up[TREY_SUITS][SUITED_PAIRS_UP];

/* A hand as one word; compilers make this a single load. */
static inline uint32_t hand_word(trey_hand hand) {
    return (uint32_t)hand.card[0] | (uint32_t)hand.card[1] << 8 | (uint32_t)hand.card[2] << 16 |
           (uint32_t)hand.zero << 24;
}
/* One multiplication gathers the three rank nibbles: no two partial products
 * meet, so nothing carries. */
static inline uint32_t rank_pattern(uint32_t word) {
    return ((word & 0x3c3c3cu) * 0x1001001u) >> 18 & 0xfffu;
}
static inline uint32_t suit_pattern(uint32_t word) {
    return ((word & 0x030303u) * 0x100401u) >> 16 & 0x3fu;
}
static inline bool is_suited(uint32_t word) {
    return ((word ^ word >> 8) & 0x0303u) == 0;
}
/* Five or six of six cards share a suit if and only if one half has three of it
 * and the other two or three. The bit that is left stands at twice the suit plus
 * one; zero means no flush. */
static inline uint32_t flush_bit(uint32_t counts, uint32_t others) {
    return counts & others & (counts | others) << 1 & TWO_OR_THREE;
}

/* The portable and the vector code, so that a test can compare them. The vector
 * functions do as much as they can from the start and return how many hands that
 * was, or how many runs. */
bool core_avx2_here(void);
void core_hand_ranks_portable(const trey_hand *hands, trey_rank *ranks, size_t count);
size_t core_hand_ranks_avx2(const trey_hand *hands, trey_rank *ranks, size_t count);
void core_six_ranks_portable(const trey_hand *players, const trey_hand *dealers, trey_five *ranks,
                             size_t count);
size_t core_six_ranks_avx2(const trey_hand *players, const trey_hand *dealers, trey_five *ranks,
                           size_t count);
/* The look-ups of trey_six_row, as if there were no flushes; `row` is the row of the
 * fixed hand's triple. */
void core_row_portable(const trey_five *row, size_t first_run, trey_five *ranks, size_t count);
size_t core_row_avx2(const trey_five *row, trey_five *ranks, size_t count);

#endif
