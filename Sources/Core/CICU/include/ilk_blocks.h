// Classifies 64 bytes at a time as letters, digits and marks. Compiler vectors make the code portable; only
// the conversion from a vector to a mask is specific to each architecture. Independent of ICU.

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

// Inlined into Swift, so that the compiler removes masks that are not used.
#define ILK_INLINE __attribute__((always_inline))

typedef uint8_t ilk_lane __attribute__((vector_size(16)));

/// The classes of a block's bytes in the word rules. Bit i is byte i.
typedef struct {
    /// Bytes outside ASCII.
    uint64_t high;
    /// ASCII letters.
    uint64_t alphabetic;
    /// Letters in the word rules: ASCII letters and the byte `at`.
    uint64_t letter;
    uint64_t digit;
    /// Letters, digits and the underscore, which are never separated from each other.
    uint64_t word;
    uint64_t blank;
    uint64_t carriageReturn;
    uint64_t apostrophe;
    /// Upper-case ASCII letters, for token shapes.
    uint64_t upper;
    /// Bytes that equal the next byte except for case (bit 5), for token shapes.
    uint64_t doubled;
} ilk_block;

/// The bytes that join two letters (full stop, apostrophe and the byte `colon`), and those that join two
/// digits (full stop, apostrophe, comma, semicolon).
typedef struct {
    uint64_t letters;
    uint64_t digits;
} ilk_joiners;

/// The bytes that end lines or sentences. Bit i is byte i.
typedef struct {
    uint64_t lineEnds;
    uint64_t stops;
    uint64_t high;
} ilk_stop_block;

/// The classes of a block's bytes for finding frequent words. Bit i is byte i.
typedef struct {
    /// ASCII letters, and the upper-case ones among them.
    uint64_t letters;
    uint64_t upper;
    uint64_t apostrophe;
    /// Bytes outside ASCII.
    uint64_t high;
    /// Bytes that may mean that an adjacent word is not prose: all ASCII bytes, including letters, except
    /// white space and `" , ' ! ? ; ) -`.
    uint64_t odd;
} ilk_word_block;

/// 64 bytes in registers.
typedef struct {
    ilk_lane a, b, c, d;
} ilk_lanes;

static inline ILK_INLINE ilk_lane ilk_lane_at(const uint8_t *bytes) {
    ilk_lane lane;
    memcpy(&lane, bytes, 16);
    return lane;
}

static inline ILK_INLINE ilk_lanes ilk_lanes_at(const uint8_t *bytes) {
    return (ilk_lanes){
        ilk_lane_at(bytes), ilk_lane_at(bytes + 16), ilk_lane_at(bytes + 32), ilk_lane_at(bytes + 48)};
}

/// Returns a mask of the top bits of 64 bytes.
static inline ILK_INLINE uint64_t ilk_mask(ilk_lane a, ilk_lane b, ilk_lane c, ilk_lane d) {
#if defined(__SSE2__)
    uint64_t low = (uint32_t)_mm_movemask_epi8((__m128i)a) | (uint32_t)_mm_movemask_epi8((__m128i)b) << 16;
    uint64_t high = (uint32_t)_mm_movemask_epi8((__m128i)c) | (uint32_t)_mm_movemask_epi8((__m128i)d) << 16;
    return low | high << 32;
#elif defined(__ARM_NEON) && defined(__aarch64__)
    // Each byte keeps the bit of its position among eight bytes. Three rounds of pairwise addition gather the
    // bits.
    const uint8x16_t places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t full[4] = {(uint8x16_t)a, (uint8x16_t)b, (uint8x16_t)c, (uint8x16_t)d};
    for (int k = 0; k < 4; k++) {
        int8x16_t top = vshrq_n_s8(vreinterpretq_s8_u8(full[k]), 7);
        full[k] = vandq_u8(vreinterpretq_u8_s8(top), places);
    }
    uint8x16_t sum = vpaddq_u8(vpaddq_u8(full[0], full[1]), vpaddq_u8(full[2], full[3]));
    sum = vpaddq_u8(sum, sum);
    return vgetq_lane_u64(vreinterpretq_u64_u8(sum), 0);
#else
    ilk_lane lanes[4] = {a, b, c, d};
    uint8_t bytes[64];
    uint64_t mask = 0;
    memcpy(bytes, lanes, 64);
    for (int i = 0; i < 64; i++) mask |= (uint64_t)(bytes[i] >> 7) << i;
    return mask;
#endif
}

/// Returns nonzero if any byte has its top bit set.
static inline ILK_INLINE int ilk_any(ilk_lane lane) {
#if defined(__SSE2__)
    return _mm_movemask_epi8((__m128i)lane) != 0;
#elif defined(__ARM_NEON) && defined(__aarch64__)
    return vmaxvq_u8((uint8x16_t)lane) >= 0x80;
#else
    uint64_t halves[2];
    memcpy(halves, &lane, 16);
    return ((halves[0] | halves[1]) & 0x8080808080808080) != 0;
#endif
}

/// A mask of the value of an expression over `lane` for each byte.
#define ILK_MASK(lanes, expression)                                                                                    \
    ({                                                                                                                 \
        ilk_lane lane = (lanes).a, a_ = (ilk_lane)(expression);                                                        \
        lane = (lanes).b;                                                                                              \
        ilk_lane b_ = (ilk_lane)(expression);                                                                          \
        lane = (lanes).c;                                                                                              \
        ilk_lane c_ = (ilk_lane)(expression);                                                                          \
        lane = (lanes).d;                                                                                              \
        ilk_lane d_ = (ilk_lane)(expression);                                                                          \
        ilk_mask(a_, b_, c_, d_);                                                                                      \
    })
#define ILK_IS(byte) ((ilk_lane)(lane == (uint8_t)(byte)))
#define ILK_WITHIN(lane, first, count) ((ilk_lane)((ilk_lane)((lane) - (uint8_t)(first)) < (uint8_t)(count)))

/// As `ILK_MASK`, but faster for the expected case that no byte matches.
#define ILK_RARE_MASK(lanes, expression)                                                                               \
    ({                                                                                                                 \
        ilk_lane lane = (lanes).a, any_ = (ilk_lane)(expression);                                                      \
        lane = (lanes).b;                                                                                              \
        any_ |= (ilk_lane)(expression);                                                                                \
        lane = (lanes).c;                                                                                              \
        any_ |= (ilk_lane)(expression);                                                                                \
        lane = (lanes).d;                                                                                              \
        any_ |= (ilk_lane)(expression);                                                                                \
        uint64_t mask_ = 0;                                                                                            \
        if (__builtin_expect(ilk_any(any_), 0)) mask_ = ILK_MASK(lanes, expression);                                   \
        mask_;                                                                                                         \
    })

/// Classifies the 64 bytes at `bytes`. The masks `upper` and `doubled` remain 0. `at` is the byte that counts
/// as a letter, 0xFF for none.
static inline ILK_INLINE ilk_block ilk_block_read(const uint8_t *bytes, uint8_t at) {
    ilk_lanes lanes = ilk_lanes_at(bytes);
    ilk_block block;
    block.high = ILK_RARE_MASK(lanes, lane);
    block.alphabetic = ILK_MASK(lanes, ILK_WITHIN(lane | 0x20, 'a', 26));
    block.letter = block.alphabetic | ILK_RARE_MASK(lanes, ILK_IS(at));
    block.digit = ILK_MASK(lanes, ILK_WITHIN(lane, '0', 10));
    block.word = block.letter | block.digit | ILK_RARE_MASK(lanes, ILK_IS('_'));
    block.apostrophe = ILK_RARE_MASK(lanes, ILK_IS('\''));
    block.blank = ILK_MASK(lanes, ILK_IS(' '));
    block.carriageReturn = ILK_RARE_MASK(lanes, ILK_IS('\r'));
    block.upper = block.doubled = 0;
    return block;
}

/// Returns the upper-case ASCII letters among the 64 bytes at `bytes`.
static inline ILK_INLINE uint64_t ilk_upper_read(const uint8_t *bytes) {
    ilk_lanes lanes = ilk_lanes_at(bytes);
    return ILK_MASK(lanes, ILK_WITHIN(lane, 'A', 26));
}

/// Returns the bytes among the 64 at `bytes` that equal the next byte except for case (bit 5). Reads 65
/// bytes.
static inline ILK_INLINE uint64_t ilk_doubled_read(const uint8_t *bytes) {
    ilk_lanes lanes = ilk_lanes_at(bytes), next = ilk_lanes_at(bytes + 1);
    ilk_lanes changes = {lanes.a ^ next.a, lanes.b ^ next.b, lanes.c ^ next.c, lanes.d ^ next.d};
    return ILK_MASK(changes, (lane & 0xDF) == 0);
}

/// The reference implementation of `ilk_block_read`, byte by byte.
static inline ilk_block ilk_block_read_plain(const uint8_t *bytes, uint8_t at) {
    ilk_block block = {0};
    for (int i = 0; i < 64; i++) {
        uint8_t byte = bytes[i];
        uint64_t bit = (uint64_t)1 << i;
        int isUpper = byte >= 'A' && byte <= 'Z', isLower = byte >= 'a' && byte <= 'z';
        int isDigit = byte >= '0' && byte <= '9', isLetter = isUpper || isLower || byte == at;
        if (byte >= 0x80) block.high |= bit;
        if (isUpper || isLower) block.alphabetic |= bit;
        if (isLetter) block.letter |= bit;
        if (isDigit) block.digit |= bit;
        if (isLetter || isDigit || byte == '_') block.word |= bit;
        if (byte == ' ') block.blank |= bit;
        if (byte == '\r') block.carriageReturn |= bit;
        if (byte == '\'') block.apostrophe |= bit;
    }
    return block;
}

/// The reference implementations of `ilk_upper_read` and `ilk_doubled_read`, byte by byte.
static inline uint64_t ilk_upper_read_plain(const uint8_t *bytes) {
    uint64_t upper = 0;
    for (int i = 0; i < 64; i++) upper |= (uint64_t)(bytes[i] >= 'A' && bytes[i] <= 'Z') << i;
    return upper;
}
static inline uint64_t ilk_doubled_read_plain(const uint8_t *bytes) {
    uint64_t doubled = 0;
    for (int i = 0; i < 64; i++) doubled |= (uint64_t)(((bytes[i] ^ bytes[i + 1]) & 0xDF) == 0) << i;
    return doubled;
}

/// Finds the joiners among the 64 bytes at `bytes`. `colon` is the byte that joins letters like an
/// apostrophe, 0xFF for none.
static inline ILK_INLINE ilk_joiners ilk_joiners_read(const uint8_t *bytes, uint8_t colon) {
    ilk_lanes lanes = ilk_lanes_at(bytes);
    ilk_joiners joiners;
    joiners.letters = ILK_MASK(lanes, ILK_IS('.') | ILK_IS('\'') | ILK_IS(colon));
    joiners.digits = ILK_MASK(lanes, ILK_IS('.') | ILK_IS('\'') | ILK_IS(',') | ILK_IS(';'));
    return joiners;
}

/// The reference implementation of `ilk_joiners_read`, byte by byte.
static inline ilk_joiners ilk_joiners_read_plain(const uint8_t *bytes, uint8_t colon) {
    ilk_joiners joiners = {0};
    for (int i = 0; i < 64; i++) {
        uint8_t byte = bytes[i];
        uint64_t bit = (uint64_t)1 << i;
        if (byte == '.' || byte == '\'' || byte == colon) joiners.letters |= bit;
        if (byte == '.' || byte == '\'' || byte == ',' || byte == ';') joiners.digits |= bit;
    }
    return joiners;
}

/// Reads the ends of lines (LF, CR) and sentences (full stop, `!`, `?`) among the 64 bytes at `bytes`.
static inline ILK_INLINE ilk_stop_block ilk_stop_block_read(const uint8_t *bytes) {
    ilk_lanes lanes = ilk_lanes_at(bytes);
    ilk_stop_block block;
    block.lineEnds = ILK_MASK(lanes, ILK_IS('\n') | ILK_IS('\r'));
    block.stops = ILK_MASK(lanes, ILK_IS('.') | ILK_IS('!') | ILK_IS('?'));
    block.high = ILK_MASK(lanes, lane);
    return block;
}

/// The reference implementation of `ilk_stop_block_read`, byte by byte.
static inline ilk_stop_block ilk_stop_block_read_plain(const uint8_t *bytes) {
    ilk_stop_block block = {0};
    for (int i = 0; i < 64; i++) {
        uint64_t bit = (uint64_t)1 << i;
        if (bytes[i] == '\n' || bytes[i] == '\r') block.lineEnds |= bit;
        if (bytes[i] == '.' || bytes[i] == '!' || bytes[i] == '?') block.stops |= bit;
        if (bytes[i] >= 0x80) block.high |= bit;
    }
    return block;
}

/// Returns the bytes among the 64 at `bytes` that may be part of a URL, a mail address, a mention or a
/// hashtag: `@`, `#`, `:` and full stops.
static inline ILK_INLINE uint64_t ilk_special_read(const uint8_t *bytes) {
    ilk_lanes lanes = ilk_lanes_at(bytes);
    return ILK_MASK(lanes, ILK_IS('@') | ILK_IS('#') | ILK_IS(':') | ILK_IS('.'));
}

/// The reference implementation of `ilk_special_read`, byte by byte.
static inline uint64_t ilk_special_read_plain(const uint8_t *bytes) {
    uint64_t special = 0;
    for (int i = 0; i < 64; i++)
        special |= (uint64_t)(bytes[i] == '@' || bytes[i] == '#' || bytes[i] == ':' || bytes[i] == '.') << i;
    return special;
}

/// Reads the classes for finding words among the 64 bytes at `bytes`.
static inline ILK_INLINE ilk_word_block ilk_word_block_read(const uint8_t *bytes) {
    ilk_lanes lanes = ilk_lanes_at(bytes);
    ilk_word_block block;
    block.high = ILK_RARE_MASK(lanes, lane);
    block.letters = ILK_MASK(lanes, ILK_WITHIN(lane | 0x20, 'a', 26));
    block.upper = ILK_MASK(lanes, ILK_WITHIN(lane, 'A', 26));
    block.apostrophe = ILK_RARE_MASK(lanes, ILK_IS('\''));
    // The range covers bytes from 0x80 and bytes up to 0x22: white space, controls, `!` and `"`.
    block.odd = ~ILK_MASK(lanes, ILK_WITHIN(lane + 0x80, 0, 0xA3) | ILK_IS(',') | ILK_IS('-') | ILK_IS('\'') |
                                     ILK_IS(')') | ILK_IS(';') | ILK_IS('?'));
    return block;
}

/// The reference implementation of `ilk_word_block_read`, byte by byte.
static inline ilk_word_block ilk_word_block_read_plain(const uint8_t *bytes) {
    ilk_word_block block = {0};
    for (int i = 0; i < 64; i++) {
        uint8_t byte = bytes[i];
        uint64_t bit = (uint64_t)1 << i;
        int isUpper = byte >= 'A' && byte <= 'Z';
        if (isUpper || (byte >= 'a' && byte <= 'z')) block.letters |= bit;
        if (isUpper) block.upper |= bit;
        if (byte == '\'') block.apostrophe |= bit;
        if (byte >= 0x80) block.high |= bit;
        if (!(byte <= 0x20 || byte >= 0x80 || memchr("\",'!?;)-", byte, 8))) block.odd |= bit;
    }
    return block;
}

/// Writes the 64 bytes at `bytes` with ASCII letters in lower case.
static inline ILK_INLINE void ilk_block_lower(const uint8_t *bytes, uint8_t *out) {
    for (int k = 0; k < 4; k++) {
        ilk_lane lane = ilk_lane_at(bytes + 16 * k);
        lane |= ILK_WITHIN(lane, 'A', 26) & 0x20;
        memcpy(out + 16 * k, &lane, 16);
    }
}

/// Returns the kind of a token that is one ASCII character, as a raw value of `TokenKind`.
static inline ILK_INLINE uint8_t ilk_ascii_kind(uint8_t byte) {
    static const uint8_t kinds[256] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1,
        1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1,
        1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 0,
    };
    return kinds[byte];
}

#ifdef __cplusplus
}
#endif

#endif
