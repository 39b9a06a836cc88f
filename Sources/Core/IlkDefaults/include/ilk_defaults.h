// What is inside the program, so that a copied binary and a user of the library need no file.

#ifndef ILK_DEFAULTS_H
#define ILK_DEFAULTS_H

#include <stddef.h>
#include <stdint.h>

/// The document-type model: static storage, 16-byte aligned.
const uint8_t *ilk_default_model(ptrdiff_t *count);

/// The language model: static storage, 16-byte aligned.
const uint8_t *ilk_default_language_model(ptrdiff_t *count);

/// How many rule files there are for a taxonomy; 0 when there are none.
ptrdiff_t ilk_default_rules_count(const char *taxonomy);

/// A rule file of a taxonomy: static storage. `name` is its path in the project. NULL where there is none.
const uint8_t *ilk_default_rules(const char *taxonomy, ptrdiff_t index, const char **name, ptrdiff_t *count);

/// All rule files of a taxonomy, compiled: static storage, 16-byte aligned. NULL where there are none.
const uint8_t *ilk_default_compiled_rules(const char *taxonomy, ptrdiff_t *count);

/// The labelled texts that a retrained model is held to, as NDJSON: static storage.
const uint8_t *ilk_default_gate(ptrdiff_t *count);

/// The words and phrases that features know, by list, as UTF-8: static storage.
const uint8_t *ilk_default_feature_words(ptrdiff_t *count);

/// The words and pairs of words that the formality score knows, by list, as UTF-8: static storage.
const uint8_t *ilk_default_formality_words(ptrdiff_t *count);

/// The words that the sentence splitter knows, by list, as UTF-8: static storage.
const uint8_t *ilk_default_sentence_words(ptrdiff_t *count);

/// The features of the formality score with their weights, one a line, as UTF-8: static storage.
const uint8_t *ilk_default_formality_weights(ptrdiff_t *count);

#endif
