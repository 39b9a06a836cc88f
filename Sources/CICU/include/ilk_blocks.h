// Sixty-four bytes at a time: which of them are letters, digits, marks. Vectors of the compiler, so that one source
// serves every machine; only the step from a vector to a mask is written for each. No ICU in here.

#ifndef ILK_BLOCKS_H
#define ILK_BLOCKS_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Inlined into Swift, so that masks nobody asks for are not made.
#define ILK_INLINE __attribute__((always_inline))

typedef uint8_t ilk_lane __attribute__((vector_size(16)));

/// What the bytes of a block are to the word rules and to the shape of tokens: bit i is byte i.
typedef struct {
    /// Not ASCII.
    uint64_t high;
    /// Upper-case letters of ASCII.
    uint64_t upper;
    /// Lower-case letters of ASCII.
    uint64_t lower;
    /// What the rules take for a letter: ASCII letters and the byte `at`.
    uint64_t letter;
    uint64_t digit;
    /// Letters, digits and the underscore: what is never parted from its like.
    uint64_t word;
    /// Full stop, apostrophe and the byte `colon`: joins two letters.
    uint64_t joinsLetters;
    /// Full stop, apostrophe, comma, semicolon: joins two digits.
    uint64_t joinsDigits;
    uint64_t blank;
    uint64_t carriageReturn;
    uint64_t apostrophe;
    /// The byte and the one behind it are the same but for case (bit 5).
    uint64_t doubled;
} ilk_block;

/// Which bytes of a block end lines or sentences: bit i is byte i.
typedef struct {
    uint64_t lineEnds;
    uint64_t stops;
    uint64_t high;
} ilk_stop_block;

/// A mask of the top bits of 64 bytes, one byte after the other: the plain way, for machines without a better one.
static inline uint64_t ilk_mask_plain(const ilk_lane lanes[4]) {
    uint8_t bytes[64];
    uint64_t mask = 0;
    memcpy(bytes, lanes, 64);
    for (int i = 0; i < 64; i++) mask |= (uint64_t)(bytes[i] >> 7) << i;
    return mask;
}

/// A mask of the top bits of 64 bytes.
static inline ILK_INLINE uint64_t ilk_mask(const ilk_lane lanes[4]) {
#if defined(__SSE2__)
    uint64_t a = (uint32_t)_mm_movemask_epi8((__m128i)lanes[0]);
    uint64_t b = (uint32_t)_mm_movemask_epi8((__m128i)lanes[1]);
    uint64_t c = (uint32_t)_mm_movemask_epi8((__m128i)lanes[2]);
    uint64_t d = (uint32_t)_mm_movemask_epi8((__m128i)lanes[3]);
    return (a | b << 16) | (c | d << 16) << 32;
#elif defined(__ARM_NEON) && defined(__aarch64__)
    // Each byte keeps the bit of its place among eight; three rounds of adding neighbours gather the bits.
    const uint8x16_t places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t full[4];
    for (int k = 0; k < 4; k++) {
        int8x16_t lane;
        memcpy(&lane, &lanes[k], 16);
        full[k] = vandq_u8(vreinterpretq_u8_s8(vshrq_n_s8(lane, 7)), places);
    }
    uint8x16_t sum = vpaddq_u8(vpaddq_u8(full[0], full[1]), vpaddq_u8(full[2], full[3]));
    sum = vpaddq_u8(sum, sum);
    return vgetq_lane_u64(vreinterpretq_u64_u8(sum), 0);
#else
    return ilk_mask_plain(lanes);
#endif
}

static inline ILK_INLINE ilk_lane ilk_lane_at(const uint8_t *bytes) {
    ilk_lane lane;
    memcpy(&lane, bytes, 16);
    return lane;
}

#define ILK_LANE_IS(lane, byte) ((ilk_lane)((lane) == (uint8_t)(byte)))
#define ILK_LANE_WITHIN(lane, first, count) ((ilk_lane)((ilk_lane)((lane) - (uint8_t)(first)) < (uint8_t)(count)))

/// Reads the 65 bytes from `bytes` on. `at` and `colon`: bytes that count as a letter and as a joiner of letters,
/// 0xFF for none.
static inline ILK_INLINE ilk_block ilk_block_read(const uint8_t *bytes, uint8_t at, uint8_t colon) {
    ilk_lane high[4], upper[4], lower[4], letter[4], digit[4], word[4], letters[4], digits[4], blank[4], carriage[4],
        apostrophe[4], doubled[4];
    for (int k = 0; k < 4; k++) {
        ilk_lane lane = ilk_lane_at(bytes + 16 * k);
        ilk_lane next = ilk_lane_at(bytes + 16 * k + 1);
        ilk_lane both = ILK_LANE_IS(lane, '.') | ILK_LANE_IS(lane, '\'');
        high[k] = lane;
        upper[k] = ILK_LANE_WITHIN(lane, 'A', 26);
        lower[k] = ILK_LANE_WITHIN(lane, 'a', 26);
        letter[k] = ILK_LANE_WITHIN(lane | 0x20, 'a', 26) | ILK_LANE_IS(lane, at);
        digit[k] = ILK_LANE_WITHIN(lane, '0', 10);
        word[k] = letter[k] | digit[k] | ILK_LANE_IS(lane, '_');
        letters[k] = both | ILK_LANE_IS(lane, colon);
        digits[k] = both | ILK_LANE_IS(lane, ',') | ILK_LANE_IS(lane, ';');
        blank[k] = ILK_LANE_IS(lane, ' ');
        carriage[k] = ILK_LANE_IS(lane, '\r');
        apostrophe[k] = ILK_LANE_IS(lane, '\'');
        doubled[k] = ILK_LANE_IS((lane ^ next) & 0xDF, 0);
    }
    return (ilk_block){
        .high = ilk_mask(high),
        .upper = ilk_mask(upper),
        .lower = ilk_mask(lower),
        .letter = ilk_mask(letter),
        .digit = ilk_mask(digit),
        .word = ilk_mask(word),
        .joinsLetters = ilk_mask(letters),
        .joinsDigits = ilk_mask(digits),
        .blank = ilk_mask(blank),
        .carriageReturn = ilk_mask(carriage),
        .apostrophe = ilk_mask(apostrophe),
        .doubled = ilk_mask(doubled),
    };
}

/// The same, byte by byte: what the vectors are held to.
static inline ilk_block ilk_block_read_plain(const uint8_t *bytes, uint8_t at, uint8_t colon) {
    ilk_block block = {0};
    for (int i = 0; i < 64; i++) {
        uint8_t byte = bytes[i];
        uint64_t bit = (uint64_t)1 << i;
        int isUpper = byte >= 'A' && byte <= 'Z', isLower = byte >= 'a' && byte <= 'z';
        int isDigit = byte >= '0' && byte <= '9', isBoth = byte == '.' || byte == '\'';
        if (byte >= 0x80) block.high |= bit;
        if (isUpper) block.upper |= bit;
        if (isLower) block.lower |= bit;
        if (isUpper || isLower || byte == at) block.letter |= bit;
        if (isDigit) block.digit |= bit;
        if (isUpper || isLower || byte == at || isDigit || byte == '_') block.word |= bit;
        if (isBoth || byte == colon) block.joinsLetters |= bit;
        if (isBoth || byte == ',' || byte == ';') block.joinsDigits |= bit;
        if (byte == ' ') block.blank |= bit;
        if (byte == '\r') block.carriageReturn |= bit;
        if (byte == '\'') block.apostrophe |= bit;
        if (((byte ^ bytes[i + 1]) & 0xDF) == 0) block.doubled |= bit;
    }
    return block;
}

/// Reads the 64 bytes from `bytes` on for what ends lines (LF, CR) and sentences (full stop, `!`, `?`).
static inline ILK_INLINE ilk_stop_block ilk_stop_block_read(const uint8_t *bytes) {
    ilk_lane ends[4], stops[4], high[4];
    for (int k = 0; k < 4; k++) {
        ilk_lane lane = ilk_lane_at(bytes + 16 * k);
        ends[k] = ILK_LANE_IS(lane, '\n') | ILK_LANE_IS(lane, '\r');
        stops[k] = ILK_LANE_IS(lane, '.') | ILK_LANE_IS(lane, '!') | ILK_LANE_IS(lane, '?');
        high[k] = lane;
    }
    return (ilk_stop_block){.lineEnds = ilk_mask(ends), .stops = ilk_mask(stops), .high = ilk_mask(high)};
}

/// Writes the 64 bytes from `bytes` on with ASCII letters in lower case.
static inline ILK_INLINE void ilk_block_lower(const uint8_t *bytes, uint8_t *out) {
    for (int k = 0; k < 4; k++) {
        ilk_lane lane = ilk_lane_at(bytes + 16 * k);
        lane |= ILK_LANE_WITHIN(lane, 'A', 26) & 0x20;
        memcpy(out + 16 * k, &lane, 16);
    }
}

/// The kind of a token that is one ASCII character, as `TokenKind` counts them.
static inline ILK_INLINE uint8_t ilk_ascii_kind(uint8_t byte) {
    static const uint8_t kinds[128] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1,
        1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1,
        1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 0,
    };
    return kinds[byte & 0x7F];
}

#ifdef __cplusplus
}
#endif

#endif
