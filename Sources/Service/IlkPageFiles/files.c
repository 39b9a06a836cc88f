#include "ilk_page_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t chart_file[] = {
#embed "../../../page/chart.mustache"
};
static const uint8_t comparison_file[] = {
#embed "../../../page/comparison.mustache"
};
static const uint8_t entry_file[] = {
#embed "../../../page/entry.mustache"
};
static const uint8_t error_file[] = {
#embed "../../../page/error.mustache"
};
static const uint8_t evidence_file[] = {
#embed "../../../page/evidence.mustache"
};
static const uint8_t explanation_file[] = {
#embed "../../../page/explanation.mustache"
};
static const uint8_t form_file[] = {
#embed "../../../page/form.mustache"
};
static const uint8_t icon_svg_file[] = {
#embed "../../../page/icon.svg"
};
static const uint8_t job_file[] = {
#embed "../../../page/job.mustache"
};
static const uint8_t layout_file[] = {
#embed "../../../page/layout.mustache"
};
static const uint8_t log_file[] = {
#embed "../../../page/log.mustache"
};
static const uint8_t model_file[] = {
#embed "../../../page/model.mustache"
};
static const uint8_t models_file[] = {
#embed "../../../page/models.mustache"
};
static const uint8_t overview_file[] = {
#embed "../../../page/overview.mustache"
};
static const uint8_t page_js_file[] = {
#embed "../../../page/page.js"
};
static const uint8_t review_file[] = {
#embed "../../../page/review.mustache"
};
static const uint8_t sign_in_file[] = {
#embed "../../../page/sign-in.mustache"
};
static const uint8_t style_css_file[] = {
#embed "../../../page/style.css"
};
static const uint8_t taxonomies_file[] = {
#embed "../../../page/taxonomies.mustache"
};
static const uint8_t try_file[] = {
#embed "../../../page/try.mustache"
};
static const uint8_t verdict_file[] = {
#embed "../../../page/verdict.mustache"
};

static const struct file {
    const char *name;
    const uint8_t *bytes;
    ptrdiff_t count;
} files[] = {
    {"chart.mustache", chart_file, sizeof chart_file},
    {"comparison.mustache", comparison_file, sizeof comparison_file},
    {"entry.mustache", entry_file, sizeof entry_file},
    {"error.mustache", error_file, sizeof error_file},
    {"evidence.mustache", evidence_file, sizeof evidence_file},
    {"explanation.mustache", explanation_file, sizeof explanation_file},
    {"form.mustache", form_file, sizeof form_file},
    {"icon.svg", icon_svg_file, sizeof icon_svg_file},
    {"job.mustache", job_file, sizeof job_file},
    {"layout.mustache", layout_file, sizeof layout_file},
    {"log.mustache", log_file, sizeof log_file},
    {"model.mustache", model_file, sizeof model_file},
    {"models.mustache", models_file, sizeof models_file},
    {"overview.mustache", overview_file, sizeof overview_file},
    {"page.js", page_js_file, sizeof page_js_file},
    {"review.mustache", review_file, sizeof review_file},
    {"sign-in.mustache", sign_in_file, sizeof sign_in_file},
    {"style.css", style_css_file, sizeof style_css_file},
    {"taxonomies.mustache", taxonomies_file, sizeof taxonomies_file},
    {"try.mustache", try_file, sizeof try_file},
    {"verdict.mustache", verdict_file, sizeof verdict_file},
};

const uint8_t *ilk_page_file(ptrdiff_t index, const char **name, ptrdiff_t *count) {
    if (index < 0 || index >= (ptrdiff_t)(sizeof files / sizeof files[0])) {
        *name = NULL;
        *count = 0;
        return NULL;
    }
    *name = files[index].name;
    *count = files[index].count;
    return files[index].bytes;
}
