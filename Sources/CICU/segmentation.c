#include "cicu.h"

#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

struct ilk_segmenter {
    UBreakIterator *iterator;
    UText *text;
    int32_t position;
};

ilk_segmenter *ilk_segmenter_open(const char *locale, int32_t unit, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    ilk_segmenter *segmenter = calloc(1, sizeof *segmenter);
    if (!segmenter) {
        *status = U_MEMORY_ALLOCATION_ERROR;
        return NULL;
    }
    UBreakIteratorType type = unit == ILK_SEGMENT_SENTENCES ? UBRK_SENTENCE : UBRK_WORD;
    segmenter->iterator = ubrk_open(type, locale, NULL, 0, &code);
    *status = U_FAILURE(code) ? code : 0;
    if (*status) {
        free(segmenter);
        return NULL;
    }
    return segmenter;
}

void ilk_segmenter_close(ilk_segmenter *segmenter) {
    if (!segmenter) return;
    ubrk_close(segmenter->iterator);
    utext_close(segmenter->text);
    free(segmenter);
}

void ilk_segmenter_begin(ilk_segmenter *segmenter, const uint8_t *bytes, int64_t count, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    // The text object is opened once and pointed at each new text.
    segmenter->text = utext_openUTF8(segmenter->text, (const char *)bytes, count, &code);
    if (U_SUCCESS(code)) ubrk_setUText(segmenter->iterator, segmenter->text, &code);
    if (U_SUCCESS(code)) segmenter->position = ubrk_first(segmenter->iterator);
    *status = U_FAILURE(code) ? code : 0;
}

int32_t ilk_segmenter_next(ilk_segmenter *segmenter, ilk_segment *segments, int32_t capacity) {
    int32_t written = 0;
    while (written < capacity) {
        int32_t next = ubrk_next(segmenter->iterator);
        if (next == UBRK_DONE) break;
        segments[written].lower = segmenter->position;
        segments[written].upper = next;
        segments[written].status = ubrk_getRuleStatus(segmenter->iterator);
        segmenter->position = next;
        written++;
    }
    return written;
}
