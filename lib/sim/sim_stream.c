/* sim_stream.c -- the generator of the simulation.
 *
 * xoshiro256++ of Blackman and Vigna, four streams side by side, so that one vector of
 * AVX2 holds a word of each. The portable code gives the same words in the same order:
 * word i comes from stream i modulo 4. A block's streams are started by splitmix64 from
 * the seed and the number of the block; 256 bits of state leave no fear of overlaps. */
#include "sim_stream.h"

static uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15);

void trey_sim_stream_open(trey_sim_stream *stream, uint64_t seed, uint64_t block) {
    /* Seeds and blocks that follow each other must not lead to states that do. */
    uint64_t state = mixed(mixed(seed + golden) ^ (block + 1) * golden);
    for (unsigned lane = 0; lane < 4; lane++) {
        for (unsigned i = 0; i < 4; i++) stream->word[i][lane] = mixed(state += golden);
    }
}

static inline uint64_t rotated(uint64_t x, unsigned by) {
    return x << by | x >> (64 - by);
}

static void fill_portable(trey_sim_stream *stream, uint64_t *words, size_t count) {
    for (unsigned lane = 0; lane < 4; lane++) {
        uint64_t a = stream->word[0][lane], b = stream->word[1][lane];
        uint64_t c = stream->word[2][lane], d = stream->word[3][lane];
        for (size_t i = lane; i < count; i += 4) {
            words[i] = rotated(a + d, 23) + a;
            uint64_t shifted = b << 17;
            c ^= a;
            d ^= b;
            b ^= c;
            a ^= d;
            c ^= shifted;
            d = rotated(d, 45);
        }
        stream->word[0][lane] = a;
        stream->word[1][lane] = b;
        stream->word[2][lane] = c;
        stream->word[3][lane] = d;
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define ROTATED(x, by) _mm256_or_si256(_mm256_slli_epi64(x, by), _mm256_srli_epi64(x, 64 - (by)))

__attribute__((target("avx2"))) static void fill_avx2(trey_sim_stream *stream, uint64_t *words,
                                                      size_t count) {
    __m256i a = _mm256_loadu_si256((const __m256i *)stream->word[0]);
    __m256i b = _mm256_loadu_si256((const __m256i *)stream->word[1]);
    __m256i c = _mm256_loadu_si256((const __m256i *)stream->word[2]);
    __m256i d = _mm256_loadu_si256((const __m256i *)stream->word[3]);
    for (size_t i = 0; i < count; i += 4) {
        __m256i sum = _mm256_add_epi64(a, d);
        _mm256_storeu_si256((__m256i *)(words + i), _mm256_add_epi64(ROTATED(sum, 23), a));
        __m256i shifted = _mm256_slli_epi64(b, 17);
        c = _mm256_xor_si256(c, a);
        d = _mm256_xor_si256(d, b);
        b = _mm256_xor_si256(b, c);
        a = _mm256_xor_si256(a, d);
        c = _mm256_xor_si256(c, shifted);
        d = ROTATED(d, 45);
    }
    _mm256_storeu_si256((__m256i *)stream->word[0], a);
    _mm256_storeu_si256((__m256i *)stream->word[1], b);
    _mm256_storeu_si256((__m256i *)stream->word[2], c);
    _mm256_storeu_si256((__m256i *)stream->word[3], d);
}

static bool avx2_here(void) {
    return __builtin_cpu_supports("avx2");
}
#else
static bool avx2_here(void) {
    return false;
}
static void fill_avx2(trey_sim_stream *stream, uint64_t *words, size_t count) {
    fill_portable(stream, words, count);
}
#endif

void trey_sim_stream_fill(trey_sim_stream *stream, uint64_t *words, size_t count, bool portable) {
    TREY_ASSERT(count % 4 == 0);
    if (!portable && avx2_here()) {
        fill_avx2(stream, words, count);
    } else {
        fill_portable(stream, words, count);
    }
}
