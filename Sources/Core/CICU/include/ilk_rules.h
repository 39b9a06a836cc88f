// ICU's compiled break rules, parsed so that they can run over UTF-8 without ICU.
//
// The format is internal to ICU and may change with its version. Any unexpected content is rejected, and the
// caller then uses ICU's iterator.

#ifndef ILK_RULES_H
#define ILK_RULES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ilk_segmenter ilk_segmenter;
typedef struct ilk_rules ilk_rules;

/// The sizes of an automaton. Categories 0 to 2 belong to no character; category 1 is the end of the text.
typedef struct {
    int32_t states;
    int32_t categories;
    /// The state before the first character of a segment.
    int32_t first;
    /// The first of the categories whose characters are split with a dictionary.
    int32_t firstDictionaryCategory;
} ilk_rules_sizes;

/// Parses the rules of a segmenter. Returns null and sets `status` if the format of the rules is unknown. The
/// rules do not depend on the segmenter, which may be closed.
ilk_rules *ilk_rules_read(const ilk_segmenter *segmenter, ilk_rules_sizes *sizes, int32_t *status);
void ilk_rules_close(ilk_rules *rules);

/// Writes the next state for each category (`next`, one per category, or null). Returns 1 if a boundary may
/// follow the character that led to `state`, otherwise 0.
int32_t ilk_rules_state(const ilk_rules *rules, int32_t state, uint8_t *next);

/// Returns the category of a code point.
int32_t ilk_rules_category(const ilk_rules *rules, uint32_t scalar);

#ifdef __cplusplus
}
#endif

#endif
