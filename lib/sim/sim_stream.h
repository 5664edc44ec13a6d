/* sim_stream.h -- whole numbers below a bound, from a block's random stream. */
#ifndef TREY_SIM_STREAM_H
#define TREY_SIM_STREAM_H

#include "trey/sim.h"

enum { STREAM_WORDS = 256 };

/* A stream with some of its words at hand, taken in halves. */
typedef struct sim_source {
    trey_sim_stream stream;
    bool portable;
    unsigned at; /* half words taken of those at hand */
    uint64_t word[STREAM_WORDS];
} sim_source;

static inline void sim_source_open(sim_source *from, uint64_t seed, uint64_t block, bool portable) {
    trey_sim_stream_open(&from->stream, seed, block);
    from->portable = portable;
    from->at = 2 * STREAM_WORDS;
}

/* The lower half of a word first. */
static inline uint32_t sim_source_half(sim_source *from) {
    if (from->at == 2 * STREAM_WORDS) {
        trey_sim_stream_fill(&from->stream, from->word, STREAM_WORDS, from->portable);
        from->at = 0;
    }
    uint64_t word = from->word[from->at / 2];
    uint32_t half = (uint32_t)(from->at % 2 ? word >> 32 : word);
    from->at++;
    return half;
}

/* A half word times the bound: its upper half is the number. Of the 2^32 half words as
 * many lead to each number once those whose product ends in less than 2^32 modulo the
 * bound are left out; the caller takes another one then. */
static inline bool sim_below(uint32_t half, uint32_t bound, uint32_t refused_below,
                             uint32_t *number) {
    uint64_t product = (uint64_t)half * bound;
    *number = (uint32_t)(product >> 32);
    return (uint32_t)product >= refused_below;
}

/* 2^32 modulo the bound. */
static inline uint32_t sim_refused_below(uint32_t bound) {
    return (uint32_t)(UINT32_MAX % bound + 1) % bound;
}

#endif
