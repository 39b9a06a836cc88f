#include "cicu.h"
#include "segmenter.h"

#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>

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
    free(segmenter->wide);
    free(segmenter);
}

void ilk_segmenter_begin(ilk_segmenter *segmenter, const uint8_t *bytes, int64_t count, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    // The text object is allocated once and reused for each new text.
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

/// Makes space for `count` UTF-16 code units. Returns 0 if there is no memory.
static int grow(ilk_segmenter *segmenter, int32_t count) {
    if (count <= segmenter->wideCapacity) return 1;
    int32_t capacity = count < INT32_MAX / 4 ? 2 * count + 64 : count;
    UChar *wide = realloc(segmenter->wide, (size_t)capacity * sizeof *wide);
    if (!wide) return 0;
    segmenter->wide = wide;
    segmenter->wideCapacity = capacity;
    return 1;
}

void ilk_segmenter_begin_copy(ilk_segmenter *segmenter, const uint8_t *bytes, int32_t count, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    int32_t length = 0;
    segmenter->position = segmenter->widePosition = 0;
    if (!grow(segmenter, count)) {
        *status = U_MEMORY_ALLOCATION_ERROR;
        return;
    }
    u_strFromUTF8(segmenter->wide, segmenter->wideCapacity, &length, (const char *)bytes, count, &code);
    if (code == U_STRING_NOT_TERMINATED_WARNING) code = U_ZERO_ERROR;
    if (U_SUCCESS(code)) ubrk_setText(segmenter->iterator, segmenter->wide, length, &code);
    if (U_SUCCESS(code)) ubrk_first(segmenter->iterator);
    *status = U_FAILURE(code) ? code : 0;
}

int32_t ilk_segmenter_next_ends(ilk_segmenter *segmenter, int32_t *ends, int32_t capacity) {
    int32_t written = 0;
    while (written < capacity) {
        int32_t next = ubrk_next(segmenter->iterator);
        if (next == UBRK_DONE) break;
        int32_t place = segmenter->widePosition, bytes = segmenter->position;
        while (place < next) {
            UChar unit = segmenter->wide[place++];
            // Each surrogate stands for two of the four bytes of its pair.
            bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xF800) == 0xD800 ? 2 : 3;
        }
        segmenter->widePosition = place;
        segmenter->position = bytes;
        ends[written++] = bytes;
    }
    return written;
}
