#include "ilk_defaults.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

_Alignas(16) static const uint8_t model[] = {
#embed "../../../models/doctype/1.1.0/doctype.ilk"
};

_Alignas(16) static const uint8_t language_model[] = {
#embed "../../../models/language/1.1.0/language.ilk"
};

static const uint8_t gate[] = {
#embed "../../../corpora/gate/gate.jsonl"
};

const uint8_t *ilk_default_model(ptrdiff_t *count) {
    *count = sizeof model;
    return model;
}

const uint8_t *ilk_default_language_model(ptrdiff_t *count) {
    *count = sizeof language_model;
    return language_model;
}

const uint8_t *ilk_default_regression_set(ptrdiff_t *count) {
    *count = sizeof gate;
    return gate;
}
