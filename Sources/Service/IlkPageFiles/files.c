#include "ilk_page_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t bars_file[] = {
#embed "../../../page/bars.mustache"
};
static const uint8_t call_fields_file[] = {
#embed "../../../page/call-fields.mustache"
};
static const uint8_t call_form_file[] = {
#embed "../../../page/call-form.mustache"
};
static const uint8_t call_statistics_file[] = {
#embed "../../../page/call-statistics.mustache"
};
static const uint8_t call_file[] = {
#embed "../../../page/call.mustache"
};
static const uint8_t calls_delete_file[] = {
#embed "../../../page/calls-delete.mustache"
};
static const uint8_t calls_file[] = {
#embed "../../../page/calls.mustache"
};
static const uint8_t changes_file[] = {
#embed "../../../page/changes.mustache"
};
static const uint8_t chart_file[] = {
#embed "../../../page/chart.mustache"
};
static const uint8_t choice_file[] = {
#embed "../../../page/choice.mustache"
};
static const uint8_t comparison_file[] = {
#embed "../../../page/comparison.mustache"
};
static const uint8_t conflicts_file[] = {
#embed "../../../page/conflicts.mustache"
};
static const uint8_t debug_event_file[] = {
#embed "../../../page/debug-event.mustache"
};
static const uint8_t debug_rows_file[] = {
#embed "../../../page/debug-rows.mustache"
};
static const uint8_t debug_tail_file[] = {
#embed "../../../page/debug-tail.mustache"
};
static const uint8_t debug_templates_file[] = {
#embed "../../../page/debug-templates.mustache"
};
static const uint8_t debug_trace_file[] = {
#embed "../../../page/debug-trace.mustache"
};
static const uint8_t debug_file[] = {
#embed "../../../page/debug.mustache"
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
static const uint8_t label_issues_file[] = {
#embed "../../../page/label-issues.mustache"
};
static const uint8_t layout_file[] = {
#embed "../../../page/layout.mustache"
};
static const uint8_t log_file[] = {
#embed "../../../page/log.mustache"
};
static const uint8_t mail_thread_file[] = {
#embed "../../../page/mail-thread.mustache"
};
static const uint8_t mail_file[] = {
#embed "../../../page/mail.mustache"
};
static const uint8_t meter_file[] = {
#embed "../../../page/meter.mustache"
};
static const uint8_t model_file[] = {
#embed "../../../page/model.mustache"
};
static const uint8_t models_file[] = {
#embed "../../../page/models.mustache"
};
static const uint8_t outbox_file[] = {
#embed "../../../page/outbox.mustache"
};
static const uint8_t overview_file[] = {
#embed "../../../page/overview.mustache"
};
static const uint8_t page_js_file[] = {
#embed "../../../page/page.js"
};
static const uint8_t regressions_file[] = {
#embed "../../../page/regressions.mustache"
};
static const uint8_t review_file[] = {
#embed "../../../page/review.mustache"
};
static const uint8_t rule_check_file[] = {
#embed "../../../page/rule-check.mustache"
};
static const uint8_t rule_file_file[] = {
#embed "../../../page/rule-file.mustache"
};
static const uint8_t rule_pack_file[] = {
#embed "../../../page/rule-pack.mustache"
};
static const uint8_t rules_file[] = {
#embed "../../../page/rules.mustache"
};
static const uint8_t settings_file[] = {
#embed "../../../page/settings.mustache"
};
static const uint8_t sign_in_file[] = {
#embed "../../../page/sign-in.mustache"
};
static const uint8_t stores_file[] = {
#embed "../../../page/stores.mustache"
};
static const uint8_t style_css_file[] = {
#embed "../../../page/style.css"
};
static const uint8_t sync_file[] = {
#embed "../../../page/sync.mustache"
};
static const uint8_t system_file[] = {
#embed "../../../page/system.mustache"
};
static const uint8_t tiles_file[] = {
#embed "../../../page/tiles.mustache"
};
static const uint8_t tokens_file[] = {
#embed "../../../page/tokens.mustache"
};
static const uint8_t try_file[] = {
#embed "../../../page/try.mustache"
};
static const uint8_t usage_events_file[] = {
#embed "../../../page/usage-events.mustache"
};
static const uint8_t usage_file[] = {
#embed "../../../page/usage.mustache"
};
static const uint8_t verdict_file[] = {
#embed "../../../page/verdict.mustache"
};

static const struct file {
    const char *name;
    const uint8_t *bytes;
    ptrdiff_t count;
} files[] = {
    {"bars.mustache", bars_file, sizeof bars_file},
    {"call-fields.mustache", call_fields_file, sizeof call_fields_file},
    {"call-form.mustache", call_form_file, sizeof call_form_file},
    {"call-statistics.mustache", call_statistics_file, sizeof call_statistics_file},
    {"call.mustache", call_file, sizeof call_file},
    {"calls-delete.mustache", calls_delete_file, sizeof calls_delete_file},
    {"calls.mustache", calls_file, sizeof calls_file},
    {"changes.mustache", changes_file, sizeof changes_file},
    {"chart.mustache", chart_file, sizeof chart_file},
    {"choice.mustache", choice_file, sizeof choice_file},
    {"comparison.mustache", comparison_file, sizeof comparison_file},
    {"conflicts.mustache", conflicts_file, sizeof conflicts_file},
    {"debug-event.mustache", debug_event_file, sizeof debug_event_file},
    {"debug-rows.mustache", debug_rows_file, sizeof debug_rows_file},
    {"debug-tail.mustache", debug_tail_file, sizeof debug_tail_file},
    {"debug-templates.mustache", debug_templates_file, sizeof debug_templates_file},
    {"debug-trace.mustache", debug_trace_file, sizeof debug_trace_file},
    {"debug.mustache", debug_file, sizeof debug_file},
    {"entry.mustache", entry_file, sizeof entry_file},
    {"error.mustache", error_file, sizeof error_file},
    {"evidence.mustache", evidence_file, sizeof evidence_file},
    {"explanation.mustache", explanation_file, sizeof explanation_file},
    {"form.mustache", form_file, sizeof form_file},
    {"icon.svg", icon_svg_file, sizeof icon_svg_file},
    {"job.mustache", job_file, sizeof job_file},
    {"label-issues.mustache", label_issues_file, sizeof label_issues_file},
    {"layout.mustache", layout_file, sizeof layout_file},
    {"log.mustache", log_file, sizeof log_file},
    {"mail-thread.mustache", mail_thread_file, sizeof mail_thread_file},
    {"mail.mustache", mail_file, sizeof mail_file},
    {"meter.mustache", meter_file, sizeof meter_file},
    {"model.mustache", model_file, sizeof model_file},
    {"models.mustache", models_file, sizeof models_file},
    {"outbox.mustache", outbox_file, sizeof outbox_file},
    {"overview.mustache", overview_file, sizeof overview_file},
    {"page.js", page_js_file, sizeof page_js_file},
    {"regressions.mustache", regressions_file, sizeof regressions_file},
    {"review.mustache", review_file, sizeof review_file},
    {"rule-check.mustache", rule_check_file, sizeof rule_check_file},
    {"rule-file.mustache", rule_file_file, sizeof rule_file_file},
    {"rule-pack.mustache", rule_pack_file, sizeof rule_pack_file},
    {"rules.mustache", rules_file, sizeof rules_file},
    {"settings.mustache", settings_file, sizeof settings_file},
    {"sign-in.mustache", sign_in_file, sizeof sign_in_file},
    {"stores.mustache", stores_file, sizeof stores_file},
    {"style.css", style_css_file, sizeof style_css_file},
    {"sync.mustache", sync_file, sizeof sync_file},
    {"system.mustache", system_file, sizeof system_file},
    {"tiles.mustache", tiles_file, sizeof tiles_file},
    {"tokens.mustache", tokens_file, sizeof tokens_file},
    {"try.mustache", try_file, sizeof try_file},
    {"usage-events.mustache", usage_events_file, sizeof usage_events_file},
    {"usage.mustache", usage_file, sizeof usage_file},
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
