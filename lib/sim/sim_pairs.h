/* sim_pairs.h -- how a pair of hands is packed for the fast engine, and its vector loops. */
#ifndef TREY_SIM_PAIRS_H
#define TREY_SIM_PAIRS_H

#include "sim_worker.h"

/* A hand in 32 bits: a card in the lower six bits of each of three bytes, its order in
 * the book from bit 22 on, and three flags between. */
enum {
    PAIR_CARDS = 0x003f3f3f,
    PAIR_PLAYS = 1 << 6,
    PAIR_SPADES = 1 << 7, /* the royal of spades */
    PAIR_QUALIFIES = 1 << 14,
    PAIR_ORDER = 22,
    PAIR_NOBODY = 0x003f3f3f /* no hand: twice it is a card twice */
};

/* What a box meets: the order of its hand, two flags, and the showdown. */
enum {
    MEETING_PLAYS = 1 << 10,
    MEETING_SPADES = 1 << 11,
    MEETING_SHOWDOWN = 12,
    MEETING_NONE = SHOWDOWNS << MEETING_SHOWDOWN, /* a card twice */
    MEETINGS
};

/* Words of the stream to two numbers of hands each; TREY_HANDS twice where the word
 * would favour some. */
void sim_pairs_numbers(const uint64_t *words, uint32_t *numbers, size_t count);
/* Pairs of packed hands, the box first, to what the box meets. */
void sim_pairs_meetings(const uint32_t *pairs, uint16_t *meetings, size_t count);

/* The same with AVX2, where the processor has it; `count` is a multiple of eight. */
bool sim_avx2_here(void);
void sim_pairs_numbers_avx2(const uint64_t *words, uint32_t *numbers, size_t count);
void sim_pairs_meetings_avx2(const uint32_t *pairs, uint16_t *meetings, size_t count);

#endif
