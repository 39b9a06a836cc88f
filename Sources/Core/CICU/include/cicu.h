// The only interface to ICU. This header names no ICU type, enum or header. ICU's symbols contain the version
// of ICU, and ICU's enums conflict with those in Foundation's copy of ICU if Swift imports both.
//
// Functions that can fail set `status`: 0 for success, otherwise an ICU error code. `ilk_icu_error_name`
// returns the name of the code. Objects are not thread-safe.

#ifndef ILK_CICU_H
#define ILK_CICU_H

#include <stddef.h>
#include <stdint.h>

#include "ilk_blocks.h"
#include "ilk_keys.h"
#include "ilk_memory.h"
#include "ilk_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the version of the ICU library, such as "72.1".
const char *ilk_icu_version(void);

/// Returns the name of an ICU error code in static storage, never null.
const char *ilk_icu_error_name(int32_t status);

// MARK: Segmentation (UAX #29)

/// A half-open span between two boundaries, in UTF-8 bytes, with ICU's rule status of its end.
typedef struct {
    int32_t lower;
    int32_t upper;
    int32_t status;
} ilk_segment;

enum { ILK_SEGMENT_WORDS = 0, ILK_SEGMENT_SENTENCES = 1 };

/// Opens a break iterator for `locale` ("en", or "" for the root locale). Returns null if `status` is not 0.
ilk_segmenter *ilk_segmenter_open(const char *locale, int32_t unit, int32_t *status);
/// Opens a break iterator for words by UAX #29 without tailoring. Returns null if `status` is not 0.
ilk_segmenter *ilk_segmenter_open_plain_words(int32_t *status);
void ilk_segmenter_close(ilk_segmenter *segmenter);

/// Starts the segmentation of `count` bytes of valid UTF-8, fewer than 2^31. The bytes must stay valid until
/// the last call of `ilk_segmenter_next` for this text.
void ilk_segmenter_begin(ilk_segmenter *segmenter, const uint8_t *bytes, int64_t count, int32_t *status);

/// Writes up to `capacity` segments and returns their number, 0 at the end of the text.
int32_t ilk_segmenter_next(ilk_segmenter *segmenter, ilk_segment *segments, int32_t capacity);

/// Starts the segmentation of a copy of `count` bytes of valid UTF-8. The copy is UTF-16, on which ICU is
/// faster. Continue with `ilk_segmenter_next_ends`.
void ilk_segmenter_begin_copy(ilk_segmenter *segmenter, const uint8_t *bytes, int32_t count, int32_t *status);

/// Writes up to `capacity` segment ends, in bytes of the copied text, and returns their number, 0 at the end.
int32_t ilk_segmenter_next_ends(ilk_segmenter *segmenter, int32_t *ends, int32_t capacity);

// MARK: Normal form

/// Writes the NFKC case fold of `count` bytes of valid UTF-8 to `out`. Returns the required length. The
/// result is complete only if the required length is at most `capacity`.
int32_t ilk_casefold_nfkc(const uint8_t *bytes, int32_t count, uint8_t *out, int32_t capacity, int32_t *status);

enum {
    /// The normal form depends on the neighbors. Use `ilk_casefold_nfkc` for the word.
    ILK_FOLD_IN_CONTEXT = 0,
    /// The low 21 bits are the only code point of the normal form.
    ILK_FOLD_ONE = 1 << 24,
    /// The low two bytes are the two ASCII characters of the normal form, the first one lowest.
    ILK_FOLD_TWO = 1 << 25,
};

/// Writes the NFKC case fold of `count` code points from `first`, each as one of the values above.
void ilk_folds(uint32_t first, int32_t count, uint32_t *out);

// MARK: Properties

/// Returns the general category of a code point as ICU's `UCharCategory` (0 to 29).
int32_t ilk_general_category(uint32_t scalar);
/// Returns 1 if a code point is shown as emoji by default, otherwise 0.
int32_t ilk_is_emoji_presentation(uint32_t scalar);

// MARK: Sets of characters

/// Writes the edges of the set of code points with a property, which is written as in `\p{...}`: for each range
/// its first code point and the code point after its last one, sorted. Returns the number of edges, of which at
/// most `capacity` are written, or -1 if ICU does not know the property.
int32_t ilk_property_edges(const char *name, uint32_t *out, int32_t capacity);
/// Like `ilk_property_edges`, for a set of `count` edges and all code points that differ from a member only in
/// case. `count` must be even.
int32_t ilk_case_closure(const uint32_t *edges, int32_t count, uint32_t *out, int32_t capacity);
/// Writes the full case folding of a code point to `out` and returns its length, 1 to 3 code points.
int32_t ilk_case_fold(uint32_t scalar, uint32_t *out);
/// Returns the code point with a name in the Unicode Character Database, or -1 if there is none.
int32_t ilk_named_scalar(const char *name);

#ifdef __cplusplus
}
#endif

#endif
