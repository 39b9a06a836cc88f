// The definition of a segmenter, private to this target.

#ifndef ILK_SEGMENTER_H
#define ILK_SEGMENTER_H

#include <stdint.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

struct ilk_segmenter {
    UBreakIterator *iterator;
    UText *text;
    int32_t position;
    // A copy in UTF-16, and the index in it that corresponds to `position`.
    UChar *wide;
    int32_t wideCapacity;
    int32_t widePosition;
};

#endif
