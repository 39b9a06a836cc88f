#include "ilk_defaults.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

_Alignas(16) static const uint8_t model[] = {
#embed "../../models/doctype/1.1.0/doctype.ilk"
};

_Alignas(16) static const uint8_t language_model[] = {
#embed "../../models/language/1.1.0/language.ilk"
};

static const uint8_t email[] = {
#embed "../../rules/doctype/email.yaml"
};
static const uint8_t message[] = {
#embed "../../rules/doctype/message.yaml"
};
static const uint8_t document[] = {
#embed "../../rules/doctype/document.yaml"
};
static const uint8_t social[] = {
#embed "../../rules/doctype/social.yaml"
};
static const uint8_t code[] = {
#embed "../../rules/doctype/code.yaml"
};
static const uint8_t search[] = {
#embed "../../rules/doctype/search.yaml"
};

// All of them, compiled: `make rules` makes it.
_Alignas(16) static const uint8_t compiled[] = {
#embed "../../rules/doctype/doctype.ilkrules"
};

static const uint8_t gate[] = {
#embed "../../corpora/gate/gate.jsonl"
};

static const struct {
    const char *name;
    const uint8_t *bytes;
    ptrdiff_t count;
} rules[] = {
    {"rules/doctype/email.yaml", email, sizeof email},
    {"rules/doctype/message.yaml", message, sizeof message},
    {"rules/doctype/document.yaml", document, sizeof document},
    {"rules/doctype/social.yaml", social, sizeof social},
    {"rules/doctype/code.yaml", code, sizeof code},
    {"rules/doctype/search.yaml", search, sizeof search},
};

const uint8_t *ilk_default_model(ptrdiff_t *count) {
    *count = sizeof model;
    return model;
}

const uint8_t *ilk_default_language_model(ptrdiff_t *count) {
    *count = sizeof language_model;
    return language_model;
}

ptrdiff_t ilk_default_rules_count(void) {
    return sizeof rules / sizeof rules[0];
}

const uint8_t *ilk_default_rules(ptrdiff_t index, const char **name, ptrdiff_t *count) {
    *name = rules[index].name;
    *count = rules[index].count;
    return rules[index].bytes;
}

const uint8_t *ilk_default_compiled_rules(ptrdiff_t *count) {
    *count = sizeof compiled;
    return compiled;
}

const uint8_t *ilk_default_gate(ptrdiff_t *count) {
    *count = sizeof gate;
    return gate;
}
