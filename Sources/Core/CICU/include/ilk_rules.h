// ICU's break rules in their compiled form, read so that they can be walked over UTF-8 without ICU.
//
// The form is ICU's own affair and may change with its version: whatever is not as expected is refused, and the
// caller leaves the text to ICU.

#ifndef ILK_RULES_H
#define ILK_RULES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ilk_segmenter ilk_segmenter;
typedef struct ilk_rules ilk_rules;

/// The sizes of an automaton. Categories 0 to 2 are of no character; 1 is the end of the text.
typedef struct {
    int32_t states;
    int32_t categories;
    /// The state before the first character of a segment.
    int32_t first;
    /// Characters of this category and those above are cut by a dictionary.
    int32_t firstDictionaryCategory;
} ilk_rules_sizes;

/// Reads the rules of a segmenter. Null when they are not in a form that is known, with a `status` that says so.
/// Lives on its own: the segmenter may be closed.
ilk_rules *ilk_rules_read(const ilk_segmenter *segmenter, ilk_rules_sizes *sizes, int32_t *status);
void ilk_rules_close(ilk_rules *rules);

/// Writes where a state goes by category (`next`, as many as there are categories, or null) and returns whether a boundary
/// may be behind the character that led to it.
int32_t ilk_rules_state(const ilk_rules *rules, int32_t state, uint8_t *next);

/// The category of a code point.
int32_t ilk_rules_category(const ilk_rules *rules, uint32_t scalar);

#ifdef __cplusplus
}
#endif

#endif
