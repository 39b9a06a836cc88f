// SHA-256 with the processor's SHA-256 instructions, which are not available in Swift.

#include "cdigest.h"

static const uint32_t constants[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#if defined(__x86_64__)

#include <immintrin.h>

int cdigest_has_sha256(void) {
    return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("ssse3");
}

// The instructions expect the eight words as (a, b, e, f) and (c, d, g, h), the first in the highest lane.
__attribute__((target("sha,sse4.1,ssse3")))
void cdigest_sha256(uint32_t *state, const uint8_t *blocks, size_t count) {
    const __m128i big = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(low, high, 8);
    __m128i cdgh = _mm_blend_epi16(high, low, 0xf0);
    for (; count > 0; count--, blocks += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i schedule[4];
#pragma clang loop unroll(full)
        for (int four = 0; four < 16; four++) {
            __m128i words;
            if (four < 4) {
                words = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * four)), big);
            } else {
                // The message schedule combines the words 16, 15, 7 and 2 positions back.
                const __m128i last = schedule[(four + 3) & 3];
                words = _mm_sha256msg1_epu32(schedule[four & 3], schedule[(four + 1) & 3]);
                words = _mm_add_epi32(words, _mm_alignr_epi8(last, schedule[(four + 2) & 3], 4));
                words = _mm_sha256msg2_epu32(words, last);
            }
            schedule[four & 3] = words;
            const __m128i sums = _mm_add_epi32(words, _mm_load_si128((const __m128i *)(constants + 4 * four)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sums);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sums, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    low = _mm_shuffle_epi32(abef, 0x1b);
    high = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

#elif defined(__aarch64__) && defined(__linux__)

#include <arm_neon.h>
#include <sys/auxv.h>

int cdigest_has_sha256(void) {
    return (getauxval(AT_HWCAP) & HWCAP_SHA2) != 0;
}

__attribute__((target("sha2")))
void cdigest_sha256(uint32_t *state, const uint8_t *blocks, size_t count) {
    uint32x4_t abcd = vld1q_u32(state);
    uint32x4_t efgh = vld1q_u32(state + 4);
    for (; count > 0; count--, blocks += 64) {
        const uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t schedule[4];
#pragma clang loop unroll(full)
        for (int four = 0; four < 16; four++) {
            uint32x4_t words;
            if (four < 4) {
                words = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * four)));
            } else {
                words = vsha256su0q_u32(schedule[four & 3], schedule[(four + 1) & 3]);
                words = vsha256su1q_u32(words, schedule[(four + 2) & 3], schedule[(four + 3) & 3]);
            }
            schedule[four & 3] = words;
            const uint32x4_t sums = vaddq_u32(words, vld1q_u32(constants + 4 * four));
            const uint32x4_t abcd_then = abcd;
            abcd = vsha256hq_u32(abcd, efgh, sums);
            efgh = vsha256h2q_u32(efgh, abcd_then, sums);
        }
        abcd = vaddq_u32(abcd, abcd_before);
        efgh = vaddq_u32(efgh, efgh_before);
    }
    vst1q_u32(state, abcd);
    vst1q_u32(state + 4, efgh);
}

#else

int cdigest_has_sha256(void) {
    return 0;
}

void cdigest_sha256(uint32_t *state, const uint8_t *blocks, size_t count) {
    (void)state;
    (void)blocks;
    (void)count;
}

#endif
