// Words, numbers and marks of plain ASCII in two passes: masks of 64 bytes, of which the ends of words are taken, and then
// word by word. No ICU in here.

#ifndef ILK_PLAIN_H
#define ILK_PLAIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A word of letters: half-open, in bytes of the text, and the hash of its lower-case form.
typedef struct {
    uint64_t hash;
    int32_t lower;
    int32_t upper;
} ilk_plain_word;

enum { ILK_PLAIN_MIXED = 0, ILK_PLAIN_NUMBER = 1, ILK_PLAIN_MARK = 2 };

/// A word with a digit, a number, or a mark and up to two more of it.
typedef struct {
    int32_t lower;
    int32_t upper;
    uint8_t kind;
} ilk_plain_other;

/// Room for the units of a text, and how many there are. `words` and `others` have room for as many as the text has bytes
/// up to the limit, and `places` for 256 more.
typedef struct {
    ilk_plain_word *words;
    ilk_plain_other *others;
    uint32_t *places;
    int32_t wordCount;
    int32_t otherCount;
} ilk_plain_units;

/// Reads the units that begin before `limit` of a text of `count` bytes, below 2^31. Words are cut by the rules of UAX #29
/// as ICU has them, which for ASCII are few. `seed`: what the hashes begin with.
///
/// Returns 0 where the text is not plain there: something outside ASCII, `@`, `#`, `://`, `www.`, underscores by
/// themselves, or a word of more than 64 bytes.
int32_t ilk_plain_read(
    const uint8_t *text, int64_t count, int64_t limit, int32_t marks, uint64_t seed, ilk_plain_units *units);

/// A text of ASCII in two parts: the stretches between blanks and ends of lines that are not plain, and all else.
typedef struct {
    /// The text with blanks in the place of the stretches that are not plain, as far as it was read.
    uint8_t *plain;
    int64_t plainCount;
    /// The stretches that are not plain, an LF behind each.
    uint8_t *strange;
    int64_t strangeCount;
} ilk_plain_parts;

/// Parts the stretches that begin before `limit` of a text of `count` bytes. Both parts have room for as many bytes as the
/// limit has and 72 more. No token goes over a blank or an end of a line, so that the parts have the tokens of the text.
///
/// Returns 0 where that cannot be: something is outside ASCII, or a stretch that is not plain goes on behind the limit.
int32_t ilk_plain_part(const uint8_t *text, int64_t count, int64_t limit, ilk_plain_parts *parts);

#ifdef __cplusplus
}
#endif

#endif
