/* sim_pairs_avx2.c -- the vector loops of the fast engine. */
#include "sim_pairs.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

bool sim_avx2_here(void) {
    return __builtin_cpu_supports("avx2");
}

AVX2 static inline __m256i load(const void *from) {
    return _mm256_loadu_si256((const __m256i *)from);
}
AVX2 static inline void store(void *to, __m256i vector) {
    _mm256_storeu_si256((__m256i *)to, vector);
}

AVX2 void sim_pairs_numbers_avx2(const uint64_t *words, uint32_t *numbers, size_t count) {
    const __m256i bound = _mm256_set1_epi64x(TREY_HANDS);
    const int refused = (int)((UINT64_C(1) << 32) % TREY_HANDS);
    const __m256i least = _mm256_set1_epi32(refused);
    for (size_t i = 0; i < count; i += 4) {
        const __m256i word = load(words + i);
        const __m256i box = _mm256_mul_epu32(word, bound);
        const __m256i dealer = _mm256_mul_epu32(_mm256_srli_epi64(word, 32), bound);
        store(numbers + 2 * i, _mm256_blend_epi32(_mm256_srli_epi64(box, 32), dealer, 0xaa));
        /* What is left over below `least` comes once in 200,000 attempts. */
        const __m256i rest = _mm256_blend_epi32(box, _mm256_slli_epi64(dealer, 32), 0xaa);
        const __m256i good = _mm256_cmpeq_epi32(_mm256_max_epu32(rest, least), rest);
        if (__builtin_expect(_mm256_movemask_epi8(good) != -1, 0))
            sim_pairs_numbers(words + i, numbers + 2 * i, 4);
    }
}

/* Eight meetings, as words of 32 bits, from eight hands of boxes and of dealers. */
AVX2 static inline __m256i meet(__m256i box, __m256i dealer) {
    const __m256i cards = _mm256_set1_epi32(PAIR_CARDS);
    const __m256i lanes = _mm256_setr_epi32(0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404,
                                            0x08080808, 0x0c0c0c0c);
    /* The dealer's cards, moved round once and twice; the fourth byte never agrees. */
    const __m256i round_once = _mm256_add_epi8(lanes, _mm256_set1_epi32(0x03000201));
    const __m256i round_twice = _mm256_add_epi8(lanes, _mm256_set1_epi32(0x03010002));
    const __m256i own =
        _mm256_or_si256(_mm256_and_si256(box, cards), _mm256_set1_epi32((int)0x80000000));
    const __m256i other = _mm256_and_si256(dealer, cards);
    const __m256i same = _mm256_or_si256(
        _mm256_cmpeq_epi8(own, other),
        _mm256_or_si256(_mm256_cmpeq_epi8(own, _mm256_shuffle_epi8(other, round_once)),
                        _mm256_cmpeq_epi8(own, _mm256_shuffle_epi8(other, round_twice))));
    const __m256i different = _mm256_cmpeq_epi32(same, _mm256_setzero_si256());

    const __m256i order = _mm256_srli_epi32(box, PAIR_ORDER);
    const __m256i dealers = _mm256_srli_epi32(dealer, PAIR_ORDER);
    /* Worse, less one when better, more one when equal. */
    __m256i showdown =
        _mm256_add_epi32(_mm256_set1_epi32(SHOWDOWN_WORSE), _mm256_cmpgt_epi32(order, dealers));
    showdown = _mm256_sub_epi32(showdown, _mm256_cmpeq_epi32(order, dealers));
    const __m256i qualifies =
        _mm256_srai_epi32(_mm256_slli_epi32(dealer, 31 - 14), 31); /* PAIR_QUALIFIES */
    showdown = _mm256_and_si256(showdown, qualifies);
    /* Bits 6 and 7 of the box are flags 10 and 11 of the meeting. */
    const __m256i flags =
        _mm256_slli_epi32(_mm256_and_si256(box, _mm256_set1_epi32(PAIR_PLAYS | PAIR_SPADES)), 4);
    const __m256i meeting = _mm256_or_si256(_mm256_or_si256(order, flags),
                                            _mm256_slli_epi32(showdown, MEETING_SHOWDOWN));
    return _mm256_blendv_epi8(_mm256_set1_epi32(MEETING_NONE), meeting, different);
}

_Static_assert(SHOWDOWN_UNQUALIFIED == 0 && SHOWDOWN_BETTER == 1 && SHOWDOWN_WORSE == 2 &&
                   SHOWDOWN_EQUAL == 3 && PAIR_QUALIFIES == 1 << 14 &&
                   PAIR_PLAYS << 4 == MEETING_PLAYS && PAIR_SPADES << 4 == MEETING_SPADES,
               "the shifts in meet");

AVX2 void sim_pairs_meetings_avx2(const uint32_t *pairs, uint16_t *meetings, size_t count) {
    const __m256i apart = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
    for (size_t i = 0; i < count; i += 8) {
        /* Boxes to the lower half, dealers to the upper. */
        const __m256i first = _mm256_permutevar8x32_epi32(load(pairs + 2 * i), apart);
        const __m256i second = _mm256_permutevar8x32_epi32(load(pairs + 2 * i + 8), apart);
        const __m256i box = _mm256_permute2x128_si256(first, second, 0x20);
        const __m256i dealer = _mm256_permute2x128_si256(first, second, 0x31);
        const __m256i met = meet(box, dealer);
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(met, met), 0xd8);
        _mm_storeu_si128((__m128i *)(meetings + i), _mm256_castsi256_si128(packed));
    }
}

#else

bool sim_avx2_here(void) {
    return false;
}
void sim_pairs_numbers_avx2(const uint64_t *words, uint32_t *numbers, size_t count) {
    sim_pairs_numbers(words, numbers, count);
}
void sim_pairs_meetings_avx2(const uint32_t *pairs, uint16_t *meetings, size_t count) {
    sim_pairs_meetings(pairs, meetings, count);
}

#endif
