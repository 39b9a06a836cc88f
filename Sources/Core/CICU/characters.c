#include "cicu.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/uversion.h>
#include <unicode/utypes.h>

const char *ilk_icu_version(void) {
    return U_ICU_VERSION;
}

const char *ilk_icu_error_name(int32_t status) {
    return u_errorName((UErrorCode)status);
}

enum { STRETCH = 512 };

int32_t ilk_casefold_nfkc(const uint8_t *bytes, int32_t count, uint8_t *out, int32_t capacity, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    const UNormalizer2 *normalizer = unorm2_getNFKCCasefoldInstance(&code);
    // A longer token keeps its bytes as its normal form, because no table contains words of that length. This
    // bounds the expansion by a factor of at most 18 (U+FDFA).
    UChar source[STRETCH];
    UChar folded[STRETCH * 18];
    int32_t sourceLength = 0, foldedLength = 0, length = 0;
    if (count > STRETCH) {
        if (count <= capacity) memcpy(out, bytes, (size_t)count);
        *status = 0;
        return count;
    }
    u_strFromUTF8(source, STRETCH, &sourceLength, (const char *)bytes, count, &code);
    foldedLength = unorm2_normalize(normalizer, source, sourceLength, folded, STRETCH * 18, &code);
    if (U_SUCCESS(code)) {
        u_strToUTF8((char *)out, capacity, &length, folded, foldedLength, &code);
        if (code == U_BUFFER_OVERFLOW_ERROR) code = U_ZERO_ERROR;
    }
    *status = U_FAILURE(code) ? code : 0;
    return length;
}

static uint32_t fold(const UNormalizer2 *normalizer, uint32_t scalar) {
    UErrorCode code = U_ZERO_ERROR;
    UChar source[2], folded[64];
    int32_t length = 0, read = 0;
    UChar32 one = 0;
    if (scalar >= 0xD800 && scalar <= 0xDFFF) return ILK_FOLD_IN_CONTEXT;
    // A character that always has a normalization boundary before it can be folded alone.
    if (!unorm2_hasBoundaryBefore(normalizer, (UChar32)scalar)) return ILK_FOLD_IN_CONTEXT;
    UBool isError = 0;
    U16_APPEND(source, length, 2, (UChar32)scalar, isError);
    if (isError) return ILK_FOLD_IN_CONTEXT;
    length = unorm2_normalize(normalizer, source, length, folded, 64, &code);
    if (U_FAILURE(code) || length == 0) return ILK_FOLD_IN_CONTEXT;
    U16_NEXT(folded, read, length, one);
    if (read == length) return ILK_FOLD_ONE | (uint32_t)one;
    if (length == 2 && folded[0] < 0x80 && folded[1] < 0x80) return ILK_FOLD_TWO | folded[0] | (uint32_t)folded[1] << 8;
    return ILK_FOLD_IN_CONTEXT;
}

void ilk_folds(uint32_t first, int32_t count, uint32_t *out) {
    UErrorCode code = U_ZERO_ERROR;
    const UNormalizer2 *normalizer = unorm2_getNFKCCasefoldInstance(&code);
    for (int32_t index = 0; index < count; index++)
        out[index] = U_FAILURE(code) ? ILK_FOLD_IN_CONTEXT : fold(normalizer, first + (uint32_t)index);
}

int32_t ilk_general_category(uint32_t scalar) {
    return u_charType((UChar32)scalar);
}

int32_t ilk_is_emoji_presentation(uint32_t scalar) {
    return u_hasBinaryProperty((UChar32)scalar, UCHAR_EMOJI_PRESENTATION) ? 1 : 0;
}
