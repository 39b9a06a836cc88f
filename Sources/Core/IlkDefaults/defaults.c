#include <string.h>

#include "ilk_defaults.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

_Alignas(16) static const uint8_t doctype[] = {
#embed "../../../models/doctype/1.3.0/doctype.ilk"
};
_Alignas(16) static const uint8_t emotion[] = {
#embed "../../../models/emotion/1.1.0/emotion.ilk"
};
_Alignas(16) static const uint8_t severity[] = {
#embed "../../../models/severity/1.1.0/severity.ilk"
};
_Alignas(16) static const uint8_t spam[] = {
#embed "../../../models/spam/1.1.0/spam.ilk"
};

/// Each version is the name of the model's folder above.
static const struct model {
    const char *taxonomy;
    const char *version;
    const uint8_t *bytes;
    ptrdiff_t count;
} models[] = {
    {"doctype", "1.3.0", doctype, sizeof doctype},
    {"emotion", "1.1.0", emotion, sizeof emotion},
    {"severity", "1.1.0", severity, sizeof severity},
    {"spam", "1.1.0", spam, sizeof spam},
};

_Alignas(16) static const uint8_t language_model[] = {
#embed "../../../models/language/1.1.0/language.ilk"
};

static const uint8_t gate[] = {
#embed "../../../corpora/gate/gate.jsonl"
};

const uint8_t *ilk_default_model(const char *taxonomy, const char **version, ptrdiff_t *count) {
    for (size_t index = 0; index < sizeof models / sizeof models[0]; index++) {
        if (strcmp(models[index].taxonomy, taxonomy) == 0) {
            *version = models[index].version;
            *count = models[index].count;
            return models[index].bytes;
        }
    }
    *version = NULL;
    *count = 0;
    return NULL;
}

// Defines the function that returns an array.
#define DATA(function, array) \
    const uint8_t *function(ptrdiff_t *count) { \
        *count = sizeof array; \
        return array; \
    }

DATA(ilk_default_language_model, language_model)
DATA(ilk_default_regression_set, gate)
