// The baseline for the segmenter: ICU's break iterator over UTF-8 through UText. It is opened once and
// applied to one text after another, and its segments are written to a buffer.

#ifndef ICU_BASELINE_H
#define ICU_BASELINE_H

#include <stdint.h>

typedef struct {
    int32_t lower;
    int32_t upper;
    int32_t status;
} icu_segment;

typedef struct icu_baseline icu_baseline;

/// Returns null if ICU has no rules.
icu_baseline *icu_baseline_open(const char *locale, int32_t isSentences);
void icu_baseline_close(icu_baseline *baseline);

/// Writes at most `capacity` segments of a text and returns their number.
int32_t icu_baseline_cut(
    icu_baseline *baseline, const uint8_t *bytes, int64_t count, icu_segment *segments, int32_t capacity);

#endif
