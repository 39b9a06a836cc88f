// What a segmenter is, for the files of this target.

#ifndef ILK_SEGMENTER_H
#define ILK_SEGMENTER_H

#include <stdint.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

struct ilk_segmenter {
    UBreakIterator *iterator;
    UText *text;
    int32_t position;
    // A copy in UTF-16, and the place in it that `position` stands for.
    UChar *wide;
    int32_t wideCapacity;
    int32_t widePosition;
};

#endif
