#include "cicu.h"

#include <stdlib.h>
#include <unicode/uregex.h>
#include <unicode/utext.h>

struct ilk_regex {
    URegularExpression *expression;
    UText *text;
    // The functions of ICU's UTF-8 text provider, and a copy in which the functions below replace the
    // functions that read.
    const UTextFuncs *plain;
    UTextFuncs counting;
    ilk_regex_work work;
    ilk_regex_work limit;
};

// MARK: Counting
//
// ICU counts only saved states, in units of ten thousand, and restarts for every match at a given position.
// Between two counts a back-reference, or a loop over characters of more than one byte, can read the text
// many times. Therefore each block of text that is read (about 32 UTF-16 code units) is counted too. When the
// limit of blocks is reached, the whole text is presented as a single character, so that the current match
// ends soon. The result of the match is discarded.

static const UChar wall[1] = {0xFFFF};

// The characters of an empty text.
static const UChar nothing[1] = {0};

static UBool isUsedUp(const ilk_regex *regex) { return regex->work.reads > regex->limit.reads; }

static UBool readWall(UText *text, int64_t index, UBool forward) {
    int64_t length = text->pFuncs->nativeLength(text);
    text->chunkContents = wall;
    text->chunkLength = 1;
    text->chunkNativeStart = 0;
    text->chunkNativeLimit = length;
    text->nativeIndexingLimit = 0;
    UBool isInside = forward ? index < length : index > 0;
    text->chunkOffset = forward == isInside ? 0 : 1;
    return isInside;
}

static UBool readBlock(UText *text, int64_t index, UBool forward) {
    ilk_regex *regex = (ilk_regex *)text->privP;
    regex->work.reads += 1;
    return isUsedUp(regex) ? readWall(text, index, forward) : regex->plain->access(text, index, forward);
}

static int64_t nativeOffset(const UText *text) {
    if (text->chunkContents == wall) return text->chunkOffset ? text->chunkNativeLimit : text->chunkNativeStart;
    return ((const ilk_regex *)text->privP)->plain->mapOffsetToNative(text);
}

static int32_t chunkOffset(const UText *text, int64_t index) {
    if (text->chunkContents == wall) return index < text->chunkNativeLimit ? 0 : 1;
    return ((const ilk_regex *)text->privP)->plain->mapNativeIndexToUTF16(text, index);
}

static UBool U_CALLCONV countStep(const void *context, int32_t steps) {
    (void)steps;
    ilk_regex *regex = (ilk_regex *)context;
    regex->work.steps += 1;
    return regex->work.steps < regex->limit.steps && !isUsedUp(regex);
}

// Returns the status of a match, taking the limits into account.
static int32_t checked(const ilk_regex *regex, UErrorCode code) {
    if (code == U_REGEX_STACK_OVERFLOW) return code;
    if (isUsedUp(regex) || code == U_REGEX_STOPPED_BY_CALLER) return U_REGEX_TIME_OUT;
    return U_FAILURE(code) ? code : 0;
}

static ilk_regex *wrap(URegularExpression *expression) {
    ilk_regex *regex = calloc(1, sizeof *regex);
    if (!regex) return NULL;
    regex->expression = expression;
    regex->limit.steps = INT32_MAX;
    regex->limit.reads = INT64_MAX;
    UErrorCode code = U_ZERO_ERROR;
    uregex_setMatchCallback(expression, countStep, regex, &code);
    if (U_SUCCESS(code)) return regex;
    free(regex);
    return NULL;
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

void ilk_regex_set_limits(ilk_regex *regex, ilk_regex_work limit, int32_t stack, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    regex->limit = limit;
    uregex_setStackLimit(regex->expression, stack, &code);
    *status = U_FAILURE(code) ? code : 0;
}

void ilk_regex_begin(ilk_regex *regex, const uint8_t *bytes, int64_t count, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    regex->work = (ilk_regex_work){0, 0};
    regex->text = utext_openUTF8(regex->text, (const char *)bytes, count, &code);
    if (U_SUCCESS(code)) {
        // ICU opens an empty text without a block of characters. A search for a line start (`(?m)^\b`) then
        // reads its first character through a null pointer.
        if (count == 0) regex->text->chunkContents = nothing;
        regex->plain = regex->text->pFuncs;
        regex->counting = *regex->plain;
        regex->counting.access = readBlock;
        regex->counting.mapOffsetToNative = nativeOffset;
        regex->counting.mapNativeIndexToUTF16 = chunkOffset;
        // The expression copies the text with these pointers. ICU's UTF-8 provider does not use `privP`.
        regex->text->pFuncs = &regex->counting;
        regex->text->privP = regex;
        uregex_setUText(regex->expression, regex->text, &code);
    }
    *status = U_FAILURE(code) ? code : 0;
}

int32_t ilk_regex_find(ilk_regex *regex, int64_t *lower, int64_t *upper, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    UBool found = uregex_findNext(regex->expression, &code);
    if (found && U_SUCCESS(code)) {
        *lower = uregex_start64(regex->expression, 0, &code);
        *upper = uregex_end64(regex->expression, 0, &code);
    }
    *status = checked(regex, code);
    return found && *status == 0 ? 1 : 0;
}

int32_t ilk_regex_match_at(ilk_regex *regex, int64_t place, int64_t *upper, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    UBool found = uregex_lookingAt64(regex->expression, place, &code);
    if (found && U_SUCCESS(code)) *upper = uregex_end64(regex->expression, 0, &code);
    *status = checked(regex, code);
    return found && *status == 0 ? 1 : 0;
}

ilk_regex_work ilk_regex_work_of(const ilk_regex *regex) { return regex->work; }

int32_t ilk_regex_is_stack_overflow(int32_t status) { return status == U_REGEX_STACK_OVERFLOW; }
