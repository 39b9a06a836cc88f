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

const uint8_t *ilk_default_feature_words(ptrdiff_t *count) {
    *count = sizeof feature_words;
    return feature_words;
}

const uint8_t *ilk_default_formality_words(ptrdiff_t *count) {
    *count = sizeof formality_words;
    return formality_words;
}

const uint8_t *ilk_default_sentence_words(ptrdiff_t *count) {
    *count = sizeof sentence_words;
    return sentence_words;
}

const uint8_t *ilk_default_formality_weights(ptrdiff_t *count) {
    *count = sizeof formality_weights;
    return formality_weights;
}
