// The built-in rules. Each taxonomy has its rule packs as YAML, and the same packs in compiled form (`make
// rules`). The operating system loads the memory pages of a taxonomy's rules on first use.

#include <string.h>

#include "ilk_defaults.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t doctype_email[] = {
#embed "../../../rules/doctype/email.yaml"
};
static const uint8_t doctype_message[] = {
#embed "../../../rules/doctype/message.yaml"
};
static const uint8_t doctype_document[] = {
#embed "../../../rules/doctype/document.yaml"
};
static const uint8_t doctype_social[] = {
#embed "../../../rules/doctype/social.yaml"
};
static const uint8_t doctype_code[] = {
#embed "../../../rules/doctype/code.yaml"
};
static const uint8_t doctype_search[] = {
#embed "../../../rules/doctype/search.yaml"
};
_Alignas(16) static const uint8_t doctype_compiled[] = {
#embed "../../../rules/doctype/doctype.ilkrules"
};

static const uint8_t emotion_excited[] = {
#embed "../../../rules/emotion/excited.yaml"
};
static const uint8_t emotion_frustrated[] = {
#embed "../../../rules/emotion/frustrated.yaml"
};
static const uint8_t emotion_happy[] = {
#embed "../../../rules/emotion/happy.yaml"
};
static const uint8_t emotion_neutral[] = {
#embed "../../../rules/emotion/neutral.yaml"
};
static const uint8_t emotion_sad[] = {
#embed "../../../rules/emotion/sad.yaml"
};
_Alignas(16) static const uint8_t emotion_compiled[] = {
#embed "../../../rules/emotion/emotion.ilkrules"
};

static const uint8_t severity_debug[] = {
#embed "../../../rules/severity/debug.yaml"
};
static const uint8_t severity_error[] = {
#embed "../../../rules/severity/error.yaml"
};
static const uint8_t severity_info[] = {
#embed "../../../rules/severity/info.yaml"
};
static const uint8_t severity_warn[] = {
#embed "../../../rules/severity/warn.yaml"
};
_Alignas(16) static const uint8_t severity_compiled[] = {
#embed "../../../rules/severity/severity.ilkrules"
};

static const uint8_t spam_deceit[] = {
#embed "../../../rules/spam/deceit.yaml"
};
static const uint8_t spam_ham[] = {
#embed "../../../rules/spam/ham.yaml"
};
static const uint8_t spam_offers[] = {
#embed "../../../rules/spam/offers.yaml"
};
static const uint8_t spam_phone[] = {
#embed "../../../rules/spam/phone.yaml"
};
_Alignas(16) static const uint8_t spam_compiled[] = {
#embed "../../../rules/spam/spam.ilkrules"
};

struct pack {
    const char *name;
    const uint8_t *bytes;
    ptrdiff_t count;
};

#define PACK(folder, file) {"rules/" #folder "/" #file ".yaml", folder##_##file, sizeof folder##_##file}

static const struct pack doctype_packs[] = {
    PACK(doctype, email),
    PACK(doctype, message),
    PACK(doctype, document),
    PACK(doctype, social),
    PACK(doctype, code),
    PACK(doctype, search),
};
static const struct pack emotion_packs[] = {
    PACK(emotion, excited),
    PACK(emotion, frustrated),
    PACK(emotion, happy),
    PACK(emotion, neutral),
    PACK(emotion, sad),
};
static const struct pack severity_packs[] = {
    PACK(severity, debug),
    PACK(severity, error),
    PACK(severity, info),
    PACK(severity, warn),
};
static const struct pack spam_packs[] = {
    PACK(spam, deceit),
    PACK(spam, ham),
    PACK(spam, offers),
    PACK(spam, phone),
};

#define TAXONOMY(name) \
    {#name, name##_packs, sizeof name##_packs / sizeof name##_packs[0], name##_compiled, sizeof name##_compiled}

static const struct taxonomy {
    const char *name;
    const struct pack *packs;
    ptrdiff_t count;
    const uint8_t *compiled;
    ptrdiff_t compiled_count;
} taxonomies[] = {
    TAXONOMY(doctype),
    TAXONOMY(emotion),
    TAXONOMY(severity),
    TAXONOMY(spam),
};

static const struct taxonomy *find(const char *name) {
    for (size_t i = 0; i < sizeof taxonomies / sizeof taxonomies[0]; i++) {
        if (strcmp(taxonomies[i].name, name) == 0) return &taxonomies[i];
    }
    return NULL;
}

ptrdiff_t ilk_default_rules_count(const char *taxonomy) {
    const struct taxonomy *found = find(taxonomy);
    return found ? found->count : 0;
}

const uint8_t *ilk_default_rules(const char *taxonomy, ptrdiff_t index, const char **name, ptrdiff_t *count) {
    const struct taxonomy *found = find(taxonomy);
    if (!found || index < 0 || index >= found->count) {
        *name = NULL;
        *count = 0;
        return NULL;
    }
    *name = found->packs[index].name;
    *count = found->packs[index].count;
    return found->packs[index].bytes;
}

const uint8_t *ilk_default_compiled_rules(const char *taxonomy, ptrdiff_t *count) {
    const struct taxonomy *found = find(taxonomy);
    *count = found ? found->compiled_count : 0;
    return found ? found->compiled : NULL;
}
