#include "icu_baseline.h"

#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

struct icu_baseline {
    UBreakIterator *iterator;
    UText *text;
};

icu_baseline *icu_baseline_open(const char *locale, int32_t isSentences) {
    UErrorCode code = U_ZERO_ERROR;
    icu_baseline *baseline = calloc(1, sizeof *baseline);
    if (!baseline) return NULL;
    baseline->iterator = ubrk_open(isSentences ? UBRK_SENTENCE : UBRK_WORD, locale, NULL, 0, &code);
    if (U_SUCCESS(code)) return baseline;
    free(baseline);
    return NULL;
}

void icu_baseline_close(icu_baseline *baseline) {
    ubrk_close(baseline->iterator);
    utext_close(baseline->text);
    free(baseline);
}

int32_t icu_baseline_cut(
    icu_baseline *baseline, const uint8_t *bytes, int64_t count, icu_segment *segments, int32_t capacity) {
    UErrorCode code = U_ZERO_ERROR;
    baseline->text = utext_openUTF8(baseline->text, (const char *)bytes, count, &code);
    ubrk_setUText(baseline->iterator, baseline->text, &code);
    if (U_FAILURE(code)) return 0;
    int32_t written = 0, lower = ubrk_first(baseline->iterator), upper;
    while (written < capacity && (upper = ubrk_next(baseline->iterator)) != UBRK_DONE) {
        segments[written++] = (icu_segment){lower, upper, ubrk_getRuleStatus(baseline->iterator)};
        lower = upper;
    }
    return written;
}
