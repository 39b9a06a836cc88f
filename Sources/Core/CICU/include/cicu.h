// The only door to ICU. No ICU type, enum or header is named here: ICU's symbols carry their version and its
// enums clash with those of Foundation's own copy when both reach Swift.
//
// Every function that can fail reports through `status`: 0 is success, anything else an ICU error code, whose
// name `ilk_icu_error_name` gives. Objects are for one thread at a time.

#ifndef ILK_CICU_H
#define ILK_CICU_H

#include <stddef.h>
#include <stdint.h>

#include "ilk_blocks.h"
#include "ilk_keys.h"
#include "ilk_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the ICU library in use, as "72.1".
const char *ilk_icu_version(void);

/// The name of an ICU error code. Never null; static storage.
const char *ilk_icu_error_name(int32_t status);

// MARK: Segmentation (UAX #29)

/// One stretch between two boundaries, half-open, in UTF-8 bytes, with ICU's rule status of its end.
typedef struct {
    int32_t lower;
    int32_t upper;
    int32_t status;
} ilk_segment;

enum { ILK_SEGMENT_WORDS = 0, ILK_SEGMENT_SENTENCES = 1 };

/// Opens a break iterator for `locale` ("en"; "" is the root). Null when `status` is not 0.
ilk_segmenter *ilk_segmenter_open(const char *locale, int32_t unit, int32_t *status);
/// Opens a break iterator for words by UAX #29 as it stands. Null when `status` is not 0.
ilk_segmenter *ilk_segmenter_open_plain_words(int32_t *status);
void ilk_segmenter_close(ilk_segmenter *segmenter);

/// Puts the segmenter at the start of `count` bytes of valid UTF-8, which must live until the last call of
/// `ilk_segmenter_next` for them. `count` is below 2^31.
void ilk_segmenter_begin(ilk_segmenter *segmenter, const uint8_t *bytes, int64_t count, int32_t *status);

/// Writes up to `capacity` next segments and returns how many; 0 at the end of the text.
int32_t ilk_segmenter_next(ilk_segmenter *segmenter, ilk_segment *segments, int32_t capacity);

/// Puts the segmenter at the start of `count` bytes of valid UTF-8, which it copies as UTF-16: ICU is faster on that
/// than on UTF-8. To be followed by `ilk_segmenter_next_ends`.
void ilk_segmenter_begin_copy(ilk_segmenter *segmenter, const uint8_t *bytes, int32_t count, int32_t *status);

/// Writes up to `capacity` ends of next segments, in bytes of the text that was copied, and returns how many; 0 at
/// the end.
int32_t ilk_segmenter_next_ends(ilk_segmenter *segmenter, int32_t *ends, int32_t capacity);

// MARK: Normal form

/// Writes the NFKC case fold of `count` bytes of valid UTF-8 to `out`. Returns the length needed; the result is
/// complete only when that is at most `capacity`.
int32_t ilk_casefold_nfkc(const uint8_t *bytes, int32_t count, uint8_t *out, int32_t capacity, int32_t *status);

enum {
    /// The normal form hangs on the characters around it: leave the word to `ilk_casefold_nfkc`.
    ILK_FOLD_IN_CONTEXT = 0,
    /// The low 21 bits are the one code point that it becomes.
    ILK_FOLD_ONE = 1 << 24,
    /// The low two bytes are the two ASCII characters that it becomes, the first one lowest.
    ILK_FOLD_TWO = 1 << 25,
};

/// Writes for each of `count` code points from `first` on what it becomes in the NFKC case fold, whatever stands
/// around it.
void ilk_folds(uint32_t first, int32_t count, uint32_t *out);

// MARK: Properties

/// The general category of a code point as ICU's `UCharCategory` (0 ... 29).
int32_t ilk_general_category(uint32_t scalar);
/// Whether a code point is shown as emoji by default.
int32_t ilk_is_emoji_presentation(uint32_t scalar);

// MARK: Regular expressions

typedef struct ilk_regex ilk_regex;

/// Where a pattern fails to compile: 1-based line and 0-based offset in code units within it.
typedef struct {
    int32_t line;
    int32_t offset;
} ilk_regex_error;

enum { ILK_REGEX_CASE_INSENSITIVE = 1, ILK_REGEX_MULTILINE = 2, ILK_REGEX_DOT_ALL = 4, ILK_REGEX_COMMENTS = 8 };

/// Compiles a pattern given in UTF-8. Null when `status` is not 0; `error` then says where.
ilk_regex *ilk_regex_compile(
    const uint8_t *pattern, int32_t count, int32_t flags, ilk_regex_error *error, int32_t *status);
/// A matcher of its own for another thread, sharing the compiled pattern.
ilk_regex *ilk_regex_clone(const ilk_regex *regex, int32_t *status);
void ilk_regex_free(ilk_regex *regex);

/// Work that an expression does on one text: the same on every machine, so that what is given up is too.
typedef struct {
    /// Saved states, in tens of thousands: some 0.1 to 0.5 ms each on a current machine.
    int32_t steps;
    /// Blocks of text that were read, some 32 UTF-16 code units each: 0.05 to 0.25 microseconds each.
    int64_t reads;
} ilk_regex_work;

/// `limit`: how much work may be done on one text; `stack`: bytes of back-tracking stack (0 is none).
void ilk_regex_set_limits(ilk_regex *regex, ilk_regex_work limit, int32_t stack, int32_t *status);
/// The work done on the text at hand.
ilk_regex_work ilk_regex_work_of(const ilk_regex *regex);
/// Whether a status says that the stack was used up, and not the work.
int32_t ilk_regex_is_stack_overflow(int32_t status);

/// Puts the matcher at the start of `count` bytes of valid UTF-8, which must live until the last match is taken.
void ilk_regex_begin(ilk_regex *regex, const uint8_t *bytes, int64_t count, int32_t *status);
/// Finds the next match at or after the last one. Returns 1 and its half-open span in bytes, or 0. A `status`
/// other than 0 means that the engine gave up: it is not an answer.
int32_t ilk_regex_find(ilk_regex *regex, int64_t *lower, int64_t *upper, int32_t *status);
/// The match that begins at byte `place`, a boundary of characters: 1 and the byte behind it, or 0. `status` as above.
int32_t ilk_regex_match_at(ilk_regex *regex, int64_t place, int64_t *upper, int32_t *status);

#ifdef __cplusplus
}
#endif

#endif
