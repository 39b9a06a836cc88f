#include "cicu.h"

#include <stdlib.h>
#include <unicode/uregex.h>
#include <unicode/utext.h>

struct ilk_regex {
    URegularExpression *expression;
    UText *text;
};

static ilk_regex *wrap(URegularExpression *expression) {
    ilk_regex *regex = calloc(1, sizeof *regex);
    if (regex) regex->expression = expression;
    return regex;
}

ilk_regex *ilk_regex_compile(
    const uint8_t *pattern, int32_t count, int32_t flags, ilk_regex_error *error, int32_t *status
) {
    UErrorCode code = U_ZERO_ERROR;
    UParseError where = {0};
    uint32_t icuFlags = 0;
    if (flags & ILK_REGEX_CASE_INSENSITIVE) icuFlags |= UREGEX_CASE_INSENSITIVE;
    if (flags & ILK_REGEX_MULTILINE) icuFlags |= UREGEX_MULTILINE;
    if (flags & ILK_REGEX_DOT_ALL) icuFlags |= UREGEX_DOTALL;
    if (flags & ILK_REGEX_COMMENTS) icuFlags |= UREGEX_COMMENTS;
    UText *text = utext_openUTF8(NULL, (const char *)pattern, count, &code);
    URegularExpression *expression = uregex_openUText(text, icuFlags, &where, &code);
    utext_close(text);
    error->line = where.line;
    error->offset = where.offset;
    *status = U_FAILURE(code) ? code : 0;
    if (*status) return NULL;
    ilk_regex *regex = wrap(expression);
    if (!regex) {
        uregex_close(expression);
        *status = U_MEMORY_ALLOCATION_ERROR;
    }
    return regex;
}

ilk_regex *ilk_regex_clone(const ilk_regex *regex, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    URegularExpression *expression = uregex_clone(regex->expression, &code);
    *status = U_FAILURE(code) ? code : 0;
    if (*status) return NULL;
    ilk_regex *copy = wrap(expression);
    if (!copy) {
        uregex_close(expression);
        *status = U_MEMORY_ALLOCATION_ERROR;
    }
    return copy;
}

void ilk_regex_free(ilk_regex *regex) {
    if (!regex) return;
    uregex_close(regex->expression);
    utext_close(regex->text);
    free(regex);
}

void ilk_regex_set_limits(ilk_regex *regex, int32_t steps, int32_t stack, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    uregex_setTimeLimit(regex->expression, steps, &code);
    uregex_setStackLimit(regex->expression, stack, &code);
    *status = U_FAILURE(code) ? code : 0;
}

void ilk_regex_begin(ilk_regex *regex, const uint8_t *bytes, int64_t count, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    regex->text = utext_openUTF8(regex->text, (const char *)bytes, count, &code);
    if (U_SUCCESS(code)) uregex_setUText(regex->expression, regex->text, &code);
    *status = U_FAILURE(code) ? code : 0;
}

int32_t ilk_regex_find(ilk_regex *regex, int64_t *lower, int64_t *upper, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    UBool found = uregex_findNext(regex->expression, &code);
    if (found && U_SUCCESS(code)) {
        *lower = uregex_start64(regex->expression, 0, &code);
        *upper = uregex_end64(regex->expression, 0, &code);
    }
    *status = U_FAILURE(code) ? code : 0;
    return found && U_SUCCESS(code) ? 1 : 0;
}

int32_t ilk_regex_match_at(ilk_regex *regex, int64_t place, int64_t *upper, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    UBool found = uregex_lookingAt64(regex->expression, place, &code);
    if (found && U_SUCCESS(code)) *upper = uregex_end64(regex->expression, 0, &code);
    *status = U_FAILURE(code) ? code : 0;
    return found && U_SUCCESS(code) ? 1 : 0;
}
