// ICU's regular expressions, with which tests compare the expressions of rules.

#ifndef ICU_EXPRESSIONS_H
#define ICU_EXPRESSIONS_H

#include <stdint.h>

typedef struct icu_expression icu_expression;

/// Compiles a pattern in UTF-8. Returns null if the pattern is invalid.
icu_expression *icu_expression_open(const uint8_t *pattern, int32_t count);
void icu_expression_close(icu_expression *expression);

/// Starts matching in `count` bytes of valid UTF-8, which must stay valid until the last match. Returns 1 on
/// success.
int32_t icu_expression_begin(icu_expression *expression, const uint8_t *bytes, int64_t count);
/// Finds the next match after the last one. Returns 1 and its half-open span in bytes, 0 if there is none, or
/// -1 if a limit of time or memory was reached.
int32_t icu_expression_next(icu_expression *expression, int64_t *lower, int64_t *upper);
/// Matches at byte `place`, which must be a character boundary. Returns 1 and the end of the match, 0 if there
/// is none, or -1 if a limit was reached.
int32_t icu_expression_match(icu_expression *expression, int64_t place, int64_t *upper);

#endif
