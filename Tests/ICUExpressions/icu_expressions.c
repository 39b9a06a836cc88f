#include "icu_expressions.h"

#include <stdlib.h>
#include <unicode/uregex.h>
#include <unicode/utext.h>

struct icu_expression {
    URegularExpression *regex;
    UText *text;
};

// The characters of an empty text.
static const UChar nothing[1] = {0};

// About a tenth of a second, in ICU's units of ten thousand saved states.
enum { TIME_LIMIT = 200 };

icu_expression *icu_expression_open(const uint8_t *pattern, int32_t count) {
    UErrorCode code = U_ZERO_ERROR;
    UText *text = utext_openUTF8(NULL, (const char *)pattern, count, &code);
    URegularExpression *regex = uregex_openUText(text, 0, NULL, &code);
    utext_close(text);
    uregex_setTimeLimit(regex, TIME_LIMIT, &code);
    icu_expression *expression = U_SUCCESS(code) ? calloc(1, sizeof *expression) : NULL;
    if (expression) expression->regex = regex;
    else uregex_close(regex);
    return expression;
}

void icu_expression_close(icu_expression *expression) {
    uregex_close(expression->regex);
    utext_close(expression->text);
    free(expression);
}

int32_t icu_expression_begin(icu_expression *expression, const uint8_t *bytes, int64_t count) {
    UErrorCode code = U_ZERO_ERROR;
    expression->text = utext_openUTF8(expression->text, (const char *)bytes, count, &code);
    // ICU opens an empty text without a block of characters. A search for a line start (`(?m)^\b`) then reads
    // its first character through a null pointer.
    if (U_SUCCESS(code) && count == 0) expression->text->chunkContents = nothing;
    uregex_setUText(expression->regex, expression->text, &code);
    return U_SUCCESS(code) ? 1 : 0;
}

int32_t icu_expression_next(icu_expression *expression, int64_t *lower, int64_t *upper) {
    UErrorCode code = U_ZERO_ERROR;
    UBool found = uregex_findNext(expression->regex, &code);
    if (found && U_SUCCESS(code)) {
        *lower = uregex_start64(expression->regex, 0, &code);
        *upper = uregex_end64(expression->regex, 0, &code);
    }
    return U_FAILURE(code) ? -1 : found ? 1 : 0;
}

int32_t icu_expression_match(icu_expression *expression, int64_t place, int64_t *upper) {
    UErrorCode code = U_ZERO_ERROR;
    UBool found = uregex_lookingAt64(expression->regex, place, &code);
    if (found && U_SUCCESS(code)) *upper = uregex_end64(expression->regex, 0, &code);
    return U_FAILURE(code) ? -1 : found ? 1 : 0;
}
