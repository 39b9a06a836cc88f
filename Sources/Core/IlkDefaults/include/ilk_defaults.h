// The data compiled into the program. A copied binary, or a program linked with the library, needs no files.

#ifndef ILK_DEFAULTS_H
#define ILK_DEFAULTS_H

#include <stddef.h>
#include <stdint.h>

/// Returns the model of a taxonomy, in static storage aligned to 16 bytes, or NULL if the taxonomy has no
/// model. Sets `version` to the name of the model's folder in the project, or to NULL.
const uint8_t *ilk_default_model(const char *taxonomy, const char **version, ptrdiff_t *count);

/// Returns the language model, in static storage aligned to 16 bytes.
const uint8_t *ilk_default_language_model(ptrdiff_t *count);

/// Returns the number of rule files of a taxonomy, 0 for a taxonomy without rules.
ptrdiff_t ilk_default_rules_count(const char *taxonomy);

/// Returns a rule file of a taxonomy, in static storage, or NULL if the index is out of range. Sets `name` to
/// the path of the file in the project.
const uint8_t *ilk_default_rules(const char *taxonomy, ptrdiff_t index, const char **name, ptrdiff_t *count);

/// Returns the compiled form of all rule files of a taxonomy, in static storage aligned to 16 bytes, or NULL
/// if the taxonomy has no rules.
const uint8_t *ilk_default_compiled_rules(const char *taxonomy, ptrdiff_t *count);

/// Returns the regression set for retrained models, as NDJSON in static storage.
const uint8_t *ilk_default_regression_set(ptrdiff_t *count);

/// Returns the word and phrase lists of the text features, as UTF-8 in static storage.
const uint8_t *ilk_default_feature_words(ptrdiff_t *count);

/// Returns the unigram and bigram lists of the formality score, as UTF-8 in static storage.
const uint8_t *ilk_default_formality_words(ptrdiff_t *count);

/// Returns the word lists of the sentence splitter, as UTF-8 in static storage.
const uint8_t *ilk_default_sentence_words(ptrdiff_t *count);

/// Returns the features of the formality score with their weights, one per line, as UTF-8 in static storage.
const uint8_t *ilk_default_formality_weights(ptrdiff_t *count);

#endif
