// Finds strings by their keys. A key is a few bytes of a string. Keys are looked up at onsets or at all
// positions. Onsets are the first bytes of words, marks, and lead bytes of characters outside ASCII, about a
// fifth of the bytes of prose. Independent of ICU.

#ifndef ILK_KEYS_H
#define ILK_KEYS_H

#include "ilk_blocks.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The types of strings whose key may begin at a position. From its key to its end, a string has at least
/// four bytes, two or three bytes, or one byte.
enum { ILK_KEY_LONG = 1, ILK_KEY_PAIR = 2, ILK_KEY_BYTE = 4 };

/// The known keys, with bit 5 of all bytes set, which folds the case of ASCII letters.
typedef struct {
    /// `ILK_KEY_LONG` at the hashes of four bytes. The size is a power of two; `longShift` is 32 minus its
    /// logarithm.
    const uint8_t *longs;
    /// `ILK_KEY_PAIR` and `ILK_KEY_BYTE`, indexed by pairs of bytes, the first one lowest. The size is
    /// 65,536.
    const uint8_t *pairs;
    int32_t longShift;
} ilk_key_tables;

/// Returns the hash of four bytes for a table whose size has the logarithm 32 - `shift` (Fibonacci hashing).
static inline ILK_INLINE uint32_t ilk_key_hash(uint32_t four, int32_t shift) { return (four * 0x9E3779B1u) >> shift; }

/// Returns the four bytes at `bytes` with bit 5 set, the first one lowest.
static inline ILK_INLINE uint32_t ilk_key_four(const uint8_t *bytes) {
    uint32_t four;
    memcpy(&four, bytes, 4);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    four = __builtin_bswap32(four);
#endif
    return four | 0x20202020;
}

/// Returns eight bytes with ASCII letters in lower case and all others unchanged (SWAR). Only the lower seven
/// bits of each byte are added to, so that no carry reaches the next byte.
static inline ILK_INLINE uint64_t ilk_key_lower_case(uint64_t eight) {
    const uint64_t each = 0x0101010101010101u;
    uint64_t low = eight & each * 0x7F;
    uint64_t fromA = low + each * (0x80 - 'A');
    uint64_t behindZ = low + each * (0x7F - 'Z');
    uint64_t upper = fromA & ~behindZ & ~eight & each * 0x80;
    return eight | upper >> 2;
}

/// Returns the eight bytes at `bytes` in lower case, the first one lowest.
static inline ILK_INLINE uint64_t ilk_key_eight(const uint8_t *bytes) {
    uint64_t eight;
    memcpy(&eight, bytes, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return ilk_key_lower_case(eight);
}

static inline ILK_INLINE int ilk_is_word_byte(uint8_t byte) {
    uint8_t lower = byte | 0x20;
    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '_';
}

/// Returns nonzero if a byte is always an onset: printable and not part of a word, or the lead byte of a
/// character outside ASCII.
static inline ILK_INLINE int ilk_is_mark_byte(uint8_t byte) {
    return ((byte > 0x20 && byte < 0x80) || byte >= 0xC0) && !ilk_is_word_byte(byte);
}

/// Returns the onsets among the 64 bytes at `bytes`. On entry, `inWord` is 1 if the byte before the block is
/// part of a word. On return, it is 1 if the last byte of the block is part of a word.
static inline ILK_INLINE uint64_t ilk_onsets_read(const uint8_t *bytes, uint64_t *inWord) {
    ilk_lanes lanes = ilk_lanes_at(bytes);
    uint64_t word =
        ILK_MASK(lanes, ILK_WITHIN(lane | 0x20, 'a', 26) | ILK_WITHIN(lane, '0', 10) | ILK_IS('_'));
    uint64_t others = ILK_MASK(lanes, ILK_WITHIN(lane, 0x21, 0x5F) | ILK_WITHIN(lane, 0xC0, 0x40)) & ~word;
    uint64_t starts = word & ~(word << 1 | *inWord);
    *inWord = word >> 63;
    return starts | others;
}

/// Returns the types of strings whose key may begin with four bytes.
static inline ILK_INLINE uint32_t ilk_key_kinds(uint32_t four, ilk_key_tables tables) {
    return tables.longs[ilk_key_hash(four, tables.longShift)] | tables.pairs[four & 0xFFFF];
}

/// Returns 72 bytes from `start`: the bytes of the text if at least 72 are left, otherwise a zero-padded copy
/// in `last`.
static inline ILK_INLINE const uint8_t *ilk_key_block(
    const uint8_t *bytes, int64_t count, int64_t start, uint8_t last[72]) {
    if (count - start >= 72) return bytes + start;
    memset(last, 0, 72);
    memcpy(last, bytes + start, (size_t)(count - start));
    return last;
}

/// Finds the onsets from byte `from` to byte `upTo` at which keys may begin. Writes each onset to `places` as
/// eight times the distance from `from`, plus the types of strings. Returns the number of onsets. `count` is
/// the number of readable bytes. At most 8,191 bytes may be examined. `places` must have space for one
/// element more than the number of examined bytes.
static inline int32_t ilk_keys_at_onsets(
    const uint8_t *bytes, int64_t count, int64_t from, int64_t upTo, ilk_key_tables tables, uint16_t *places) {
    int32_t found = 0;
    uint64_t inWord = from > 0 && ilk_is_word_byte(bytes[from - 1]);
    uint8_t last[72];
    for (int64_t start = from; start < upTo; start += 64) {
        const uint8_t *block = ilk_key_block(bytes, count, start, last);
        uint64_t onsets = ilk_onsets_read(block, &inWord);
        if (upTo - start < 64) onsets &= ((uint64_t)1 << (upTo - start)) - 1;
        while (onsets) {
            int32_t place = __builtin_ctzll(onsets);
            onsets &= onsets - 1;
            uint32_t kinds = ilk_key_kinds(ilk_key_four(block + place), tables);
            // The onset is written in any case and kept only if a key may begin there. This avoids a branch
            // that would be mispredicted.
            places[found] = (uint16_t)((start - from + place) << 3 | kinds);
            found += kinds != 0;
        }
    }
    return found;
}

/// Like `ilk_keys_at_onsets`, but for all positions.
static inline int32_t ilk_keys_anywhere(
    const uint8_t *bytes, int64_t count, int64_t from, int64_t upTo, ilk_key_tables tables, uint16_t *places) {
    int32_t found = 0;
    uint8_t last[72];
    for (int64_t start = from; start < upTo; start += 64) {
        const uint8_t *block = ilk_key_block(bytes, count, start, last);
        int32_t end = upTo - start < 64 ? (int32_t)(upTo - start) : 64;
        for (int32_t place = 0; place < end; place++) {
            uint32_t kinds = ilk_key_kinds(ilk_key_four(block + place), tables);
            places[found] = (uint16_t)((start - from + place) << 3 | kinds);
            found += kinds != 0;
        }
    }
    return found;
}

#ifdef __cplusplus
}
#endif

#endif
