// Sets of characters by property, and case folding.

#include "cicu.h"

#include <stdio.h>
#include <unicode/uchar.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

// Writes the first and the next code point after each range. Returns the number of values, or -1 if the set
// contains strings.
static int32_t writeEdges(const USet *set, uint32_t *out, int32_t capacity) {
    int32_t items = uset_getItemCount(set), count = 0;
    for (int32_t item = 0; item < items; item += 1) {
        UErrorCode code = U_ZERO_ERROR;
        UChar32 lower = 0, upper = 0;
        if (uset_getItem(set, item, &lower, &upper, NULL, 0, &code) != 0) return -1;
        if (count + 2 <= capacity) {
            out[count] = (uint32_t)lower;
            out[count + 1] = (uint32_t)upper + 1;
        }
        count += 2;
    }
    return count;
}

int32_t ilk_property_edges(const char *name, uint32_t *out, int32_t capacity) {
    char pattern[128];
    UChar wide[128];
    UErrorCode code = U_ZERO_ERROR;
    int length = snprintf(pattern, sizeof pattern, "[\\p{%s}]", name);
    if (length < 0 || length >= (int)sizeof pattern) return -1;
    u_charsToUChars(pattern, wide, length);
    USet *set = uset_openPattern(wide, length, &code);
    int32_t count = U_SUCCESS(code) ? writeEdges(set, out, capacity) : -1;
    uset_close(set);
    return count;
}

int32_t ilk_case_closure(const uint32_t *edges, int32_t count, uint32_t *out, int32_t capacity) {
    USet *set = uset_openEmpty();
    for (int32_t index = 0; index + 1 < count; index += 2) {
        uset_addRange(set, (UChar32)edges[index], (UChar32)edges[index + 1] - 1);
    }
    uset_closeOver(set, USET_CASE_INSENSITIVE);
    uset_removeAllStrings(set);
    int32_t length = writeEdges(set, out, capacity);
    uset_close(set);
    return length;
}

int32_t ilk_case_fold(uint32_t scalar, uint32_t *out) {
    UChar source[2], folded[16];
    UErrorCode code = U_ZERO_ERROR;
    int32_t length = 0, read = 0, count = 0;
    UBool isError = 0;
    U16_APPEND(source, length, 2, (UChar32)scalar, isError);
    if (!isError) length = u_strFoldCase(folded, 16, source, length, U_FOLD_CASE_DEFAULT, &code);
    if (isError || U_FAILURE(code)) {
        out[0] = scalar;
        return 1;
    }
    while (read < length && count < 3) {
        UChar32 one = 0;
        U16_NEXT(folded, read, length, one);
        out[count] = (uint32_t)one;
        count += 1;
    }
    return count;
}

int32_t ilk_named_scalar(const char *name) {
    UErrorCode code = U_ZERO_ERROR;
    UChar32 scalar = u_charFromName(U_EXTENDED_CHAR_NAME, name, &code);
    return U_SUCCESS(code) ? scalar : -1;
}
