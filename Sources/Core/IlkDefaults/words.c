// The built-in word lists and the weights of the formality score. They are in a separate file from the models
// so that a linker can drop the models.

#include "ilk_defaults.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t feature_words[] = {
#embed "../../../words/features.txt"
};

static const uint8_t formality_words[] = {
#embed "../../../words/formality.txt"
};

static const uint8_t sentence_words[] = {
#embed "../../../words/sentences.txt"
};

static const uint8_t formality_weights[] = {
#embed "../../../words/formality-weights.tsv"
};

// Defines the function that returns an array.
#define DATA(function, array) \
    const uint8_t *function(ptrdiff_t *count) { \
        *count = sizeof array; \
        return array; \
    }

DATA(ilk_default_feature_words, feature_words)
DATA(ilk_default_formality_words, formality_words)
DATA(ilk_default_sentence_words, sentence_words)
DATA(ilk_default_formality_weights, formality_weights)
