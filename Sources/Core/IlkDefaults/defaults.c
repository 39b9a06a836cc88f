#include "ilk_defaults.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

_Alignas(16) static const uint8_t model[] = {
#embed "../../../models/doctype/1.2.0/doctype.ilk"
};

_Alignas(16) static const uint8_t language_model[] = {
#embed "../../../models/language/1.1.0/language.ilk"
};

static const uint8_t gate[] = {
#embed "../../../corpora/gate/gate.jsonl"
};

// Defines the function that returns an array.
#define DATA(function, array) \
    const uint8_t *function(ptrdiff_t *count) { \
        *count = sizeof array; \
        return array; \
    }

DATA(ilk_default_model, model)
DATA(ilk_default_language_model, language_model)
DATA(ilk_default_regression_set, gate)
