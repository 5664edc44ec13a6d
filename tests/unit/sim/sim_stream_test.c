/* sim_stream_test.c -- the generator of the simulation. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "trey/sim.h"

enum { WORDS = 4096 };

/* The authors of xoshiro256++ give no vectors; these are the first outputs from the
 * state 1, 2, 3, 4, on which independent implementations agree. */
static void each_stream_is_xoshiro256_plus_plus(void **state) {
    static const uint64_t first[] = {UINT64_C(41943041), UINT64_C(58720359),
                                     UINT64_C(3588806011781223), UINT64_C(3591011842654386),
                                     UINT64_C(9228616714210784205)};
    (void)state;
    trey_sim_stream stream;
    uint64_t words[20];
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned lane = 0; lane < 4; lane++) stream.word[i][lane] = i + 1;
    }
    trey_sim_stream_fill(&stream, words, 20, true);
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned lane = 0; lane < 4; lane++) assert_int_equal(words[4 * i + lane], first[i]);
    }
}

static void vectors_give_the_same_words_as_plain_code(void **state) {
    (void)state;
    static uint64_t plain[WORDS], fast[WORDS];
    trey_sim_stream a, b;
    trey_sim_stream_open(&a, 5, 77);
    trey_sim_stream_open(&b, 5, 77);
    for (unsigned lap = 0; lap < 3; lap++) {
        trey_sim_stream_fill(&a, plain, WORDS, true);
        trey_sim_stream_fill(&b, fast, WORDS, false);
        assert_memory_equal(plain, fast, sizeof plain);
    }
    assert_memory_equal(&a, &b, sizeof a);
}

static void words_may_be_taken_in_pieces(void **state) {
    (void)state;
    uint64_t whole[64], pieces[64];
    trey_sim_stream a, b;
    trey_sim_stream_open(&a, 9, 0);
    b = a;
    trey_sim_stream_fill(&a, whole, 64, false);
    trey_sim_stream_fill(&b, pieces, 4, false);
    trey_sim_stream_fill(&b, pieces + 4, 40, true);
    trey_sim_stream_fill(&b, pieces + 44, 20, false);
    assert_memory_equal(whole, pieces, sizeof whole);
}

/* Neighbours differ in about half of their bits. */
static void seeds_and_blocks_next_to_each_other_have_nothing_in_common(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 200; i++) {
        trey_sim_stream here, next_block, next_seed;
        trey_sim_stream_open(&here, i, i);
        trey_sim_stream_open(&next_block, i, i + 1);
        trey_sim_stream_open(&next_seed, i + 1, i);
        unsigned block_bits = 0, seed_bits = 0, lane_bits = 0;
        for (unsigned w = 0; w < 4; w++) {
            for (unsigned lane = 0; lane < 4; lane++) {
                uint64_t word = here.word[w][lane];
                block_bits += (unsigned)__builtin_popcountll(word ^ next_block.word[w][lane]);
                seed_bits += (unsigned)__builtin_popcountll(word ^ next_seed.word[w][lane]);
                lane_bits += (unsigned)__builtin_popcountll(word ^ here.word[w][(lane + 1) % 4]);
            }
        }
        assert_in_range(block_bits, 512 - 112, 512 + 112); /* seven deviations */
        assert_in_range(seed_bits, 512 - 112, 512 + 112);
        assert_in_range(lane_bits, 512 - 112, 512 + 112);
    }
}

static int by_value(const void *a, const void *b) {
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Streams that begin a few words apart would share words of their states. */
static void no_stream_runs_into_another(void **state) {
    (void)state;
    enum { SEEDS = 50, BLOCKS = 100, ALL = SEEDS * BLOCKS * 16 };
    static uint64_t words[ALL];
    size_t at = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        for (uint64_t block = 0; block < BLOCKS; block++) {
            trey_sim_stream stream;
            trey_sim_stream_open(&stream, seed, block);
            memcpy(words + at, stream.word, sizeof stream.word);
            at += 16;
        }
    }
    qsort(words, ALL, sizeof *words, by_value);
    for (size_t i = 1; i < ALL; i++) assert_true(words[i - 1] != words[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stream_is_xoshiro256_plus_plus),
        cmocka_unit_test(vectors_give_the_same_words_as_plain_code),
        cmocka_unit_test(words_may_be_taken_in_pieces),
        cmocka_unit_test(seeds_and_blocks_next_to_each_other_have_nothing_in_common),
        cmocka_unit_test(no_stream_runs_into_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
