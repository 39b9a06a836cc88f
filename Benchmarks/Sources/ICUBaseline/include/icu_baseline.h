// What the segmenter is measured beside: ICU's break iterator over UTF-8 through UText, opened once and pointed at one
// text after another, its segments written to a buffer.

#ifndef ICU_BASELINE_H
#define ICU_BASELINE_H

#include <stdint.h>

typedef struct {
    int32_t lower;
    int32_t upper;
    int32_t status;
} icu_segment;

typedef struct icu_baseline icu_baseline;

/// Null when ICU has no rules.
icu_baseline *icu_baseline_open(const char *locale, int32_t isSentences);
void icu_baseline_close(icu_baseline *baseline);

/// Writes the segments of a text, at most `capacity` of them, and returns how many.
int32_t icu_baseline_cut(
    icu_baseline *baseline, const uint8_t *bytes, int64_t count, icu_segment *segments, int32_t capacity);

#endif
