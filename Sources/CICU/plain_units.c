#include "ilk_plain.h"
#include "ilk_blocks.h"

#include <string.h>

// Tests of tests plant a fault: its number is what this stands for then, and what it has in the place of what is right.
#ifndef ILK_PLAIN_FAULT
#define ILK_PLAIN_FAULT 0
#endif
#define ILK_OR(number, right, wrong) (ILK_PLAIN_FAULT == (number) ? (wrong) : (right))

// What one block leaves to the next.
typedef struct {
    // Whether the last byte was a letter, a digit, a word character, part of a word.
    uint64_t letter, digit, word, run;
} ilk_plain_carry;

// The hash that IlkText's StableHash makes: PlainReadingTests hold the two together.
static inline uint64_t ilk_hash_step(uint64_t state, uint64_t word) {
    uint64_t mixed = (state ^ word) * 0x9E3779B97F4A7C15u;
    return mixed ^ mixed >> 29;
}
static inline uint64_t ilk_hash_finish(uint64_t state, uint64_t count) {
    uint64_t mixed = (state ^ count) * 0xBF58476D1CE4E5B9u;
    return mixed ^ mixed >> 32;
}
static inline uint64_t ilk_little(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

// Whether one of the colons of a block is that of an address.
static int ilk_has_address(const uint8_t *text, int64_t count, int64_t base, uint64_t colons) {
    for (; colons; colons &= colons - 1) {
        int64_t place = base + __builtin_ctzll(colons);
        if (place + ILK_OR(1, 2, 3) < count && text[place + 1] == '/' && text[place + 2] == '/') return 1;
    }
    return 0;
}

// Appends a mark at each of some places of a block, unless it goes on with the one before it.
static void ilk_take_marks(
    const uint8_t *text, int64_t count, int64_t base, uint64_t places, ilk_plain_units *units) {
    for (; places; places &= places - 1) {
        int64_t lower = base + __builtin_ctzll(places), upper = lower + 1;
        uint8_t mark = text[lower];
        if (lower > ILK_OR(2, 0, base) && text[lower - 1] == mark) continue;
        while (upper < count && upper < lower + ILK_OR(3, 3, 2) && text[upper] == mark) upper++;
        units->others[units->otherCount++] =
            (ilk_plain_other){(int32_t)lower, (int32_t)upper, ILK_PLAIN_MARK};
    }
}

// Puts the places where words begin and end into a list, by turns. Returns how many, or -1 where the text is not plain.
static int64_t ilk_find_words(
    const uint8_t *text, int64_t count, int64_t limit, int32_t marks, ilk_plain_units *units) {
    uint8_t tail[80] = {0};
    ilk_plain_carry carry = {0};
    uint32_t *places = units->places;
    int64_t end = count < limit ? count : limit, found = 0;
    for (int64_t base = 0; base < end || (carry.run && base < count); base += 64) {
        const uint8_t *bytes = text + base;
        if (count - base < 65) {
            memset(tail, 0, sizeof tail);
            memcpy(tail, bytes, (size_t)(count - base));
            bytes = tail;
        }
        // A word of more than a block: whoever goes on for long is no word.
        if (base > limit + 64) return -1;
        ilk_lanes lanes = ilk_lanes_at(bytes);
        uint8_t next = bytes[64];
        uint64_t strange = ILK_RARE_MASK(lanes, lane | ILK_IS('@') | ILK_IS('#'));
        strange &= ILK_OR(4, ~(uint64_t)0, ~(uint64_t)0 >> 1);
        if (strange | (next & 0x80)) return -1;
        uint64_t colons = ILK_RARE_MASK(lanes, ILK_IS(':'));
        if (colons && ilk_has_address(text, count, base, colons)) return -1;
        uint64_t letter = ILK_MASK(lanes, ILK_WITHIN(lane | 0x20, 'a', 26));
        uint64_t digit = ILK_MASK(lanes, ILK_WITHIN(lane, '0', 10));
        uint64_t blank = ILK_MASK(lanes, ILK_IS(' '));
        uint64_t word = letter | digit | ILK_RARE_MASK(lanes, ILK_IS('_'));
        uint64_t nextLetter = (uint8_t)((next | 0x20) - 'a') < 26, nextDigit = (uint8_t)(next - '0') < 10;
        uint64_t run = word;
        if (~(word | blank) & (word << 1 | carry.word) & (word >> 1 | (nextLetter | nextDigit) << 63)) {
            ilk_joiners joiners = ilk_joiners_read(bytes, 0xFF);
            run |= joiners.letters & (letter << 1 | ILK_OR(5, carry.letter, 0)) &
                   (letter >> 1 | ILK_OR(6, nextLetter, 0) << 63);
            run |= joiners.digits & (digit << 1 | ILK_OR(7, carry.digit, 0)) &
                   (digit >> 1 | ILK_OR(8, nextDigit, 0) << 63);
        }
        uint64_t turns = run ^ (run << 1 | ILK_OR(9, carry.run, 0));
        for (; turns; turns &= turns - 1) places[found++] = (uint32_t)(base + __builtin_ctzll(turns));
        carry = (ilk_plain_carry){letter >> 63, digit >> 63, word >> 63, run >> 63};
        if (marks) {
            int64_t left = ILK_OR(10, end - base, 64);
            uint64_t within = left >= 64 ? ~(uint64_t)0 : left > 0 ? ((uint64_t)1 << left) - 1 : 0;
            uint64_t marked = ILK_MASK(lanes, ILK_WITHIN(lane, 0x21, 0x5E)) & ~run & within;
            ilk_take_marks(text, count, base, marked, units);
        }
    }
    if (found & 1) places[found++] = (uint32_t)(count - ILK_OR(11, 0, 1));
    return found;
}

// Takes a word of more than sixteen bytes, or one that is not all letters. Returns 0 where the text is not plain.
static int ilk_take_odd(const uint8_t *text, int32_t lower, int32_t upper, uint64_t seed, ilk_plain_units *units) {
    uint8_t low[72] = {0};
    int32_t count = upper - lower;
    int hasLetter = 0, hasDigit = 0;
    if (count > 64) return 0;
    for (int32_t i = 0; i < count; i++) {
        uint8_t byte = text[lower + i];
        int isUpper = (uint8_t)(byte - 'A') < 26;
        low[i] = isUpper ? byte | 0x20 : byte;
        hasLetter |= (uint8_t)(low[i] - 'a') < 26;
        hasDigit |= (uint8_t)(byte - '0') < 10;
    }
    if (!(hasLetter | hasDigit | ILK_OR(12, 0, 1)) || (count > ILK_OR(13, 4, 64) && memcmp(low, "www.", 4) == 0))
        return 0;
    if (hasDigit) {
        units->others[units->otherCount++] =
            (ilk_plain_other){lower, upper, ILK_OR(14, hasLetter, 0) ? ILK_PLAIN_MIXED : ILK_PLAIN_NUMBER};
        return 1;
    }
    uint64_t state = seed;
    for (int32_t i = 0; i < ILK_OR(15, count, 16); i += 8) state = ilk_hash_step(state, ilk_little(low + i));
    units->words[units->wordCount++] = (ilk_plain_word){ilk_hash_finish(state, (uint64_t)count), lower, upper};
    return 1;
}

int32_t ilk_plain_read(
    const uint8_t *text, int64_t count, int64_t limit, int32_t marks, uint64_t seed, ilk_plain_units *units) {
    // Sixteen bytes of it from 16 - n on keep the first n bytes of a lane.
    static const uint8_t keep[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    units->wordCount = units->otherCount = 0;
    int64_t found = ilk_find_words(text, count, limit, marks, units);
    if (found < 0) return 0;
    ilk_plain_word *words = units->words;
    for (int64_t i = 0; i < found; i += 2) {
        int32_t lower = (int32_t)units->places[i], upper = (int32_t)units->places[i + 1];
        if (lower >= limit + ILK_OR(16, 0, 1)) break;
        uint64_t size = (uint64_t)(upper - lower);
        if (size <= 16) {
            ilk_lane lane = {0};
            if (lower + 16 <= count) {
                lane = ilk_lane_at(text + lower);
            } else {
                uint8_t last[16] = {0};
                memcpy(last, text + lower, size);
                lane = ilk_lane_at(last);
            }
            ilk_lane kept = ilk_lane_at(keep + 16 - size);
            lane = (lane | (ILK_WITHIN(lane, 'A', 26) & 0x20)) & kept;
            if (__builtin_expect(!ilk_any(~ILK_WITHIN(lane, 'a', 26) & kept), 1)) {
                uint8_t bytes[16];
                memcpy(bytes, &lane, 16);
                uint64_t one = ilk_hash_step(seed, ilk_little(bytes));
                uint64_t two = ilk_hash_step(one, ilk_little(bytes + 8));
                uint64_t hash = ilk_hash_finish(size > ILK_OR(18, 8, 7) ? two : one, ILK_OR(17, size, size & 15));
                words[units->wordCount++] = (ilk_plain_word){hash, lower, upper};
                continue;
            }
        }
        if (!ilk_take_odd(text, lower, upper, seed, units)) return 0;
    }
    return 1;
}
