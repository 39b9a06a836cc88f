#include "creport.h"

#ifdef ILK_REPORTS

#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A4, in points.
static const double page_width = 595.276;
static const double page_height = 841.89;
static const double margin = 56;
static const double foot = 40;

struct ilk_report {
    cairo_surface_t *surface;
    cairo_t *cairo;
    ilk_report_writer write;
    void *context;
    char *footer;
    double y;
    int pages;
    long missing;
    bool has_text;
};

static unsigned forward(void *closure, const unsigned char *bytes, unsigned count) {
    ilk_report *report = closure;
    return report->write(report->context, bytes, count) ? ILK_CAIRO_SUCCESS : ILK_CAIRO_WRITE_ERROR;
}

bool ilk_report_is_available(void) { return ilk_report_load(); }

static PangoLayout *layout_of(
    ilk_report *report, const char *text, int count, ilk_report_style style, double width)
{
    PangoLayout *layout = ilk_pango.pango_cairo_create_layout(report->cairo);
    PangoFontDescription *font = ilk_pango.pango_font_description_new();
    ilk_pango.pango_font_description_set_family(font, "Sans");
    ilk_pango.pango_font_description_set_absolute_size(font, style.size * ILK_PANGO_SCALE);
    if (style.is_bold) ilk_pango.pango_font_description_set_weight(font, ILK_PANGO_BOLD);
    ilk_pango.pango_layout_set_font_description(layout, font);
    ilk_pango.pango_font_description_free(font);
    ilk_pango.pango_layout_set_width(layout, (int)(width * ILK_PANGO_SCALE));
    ilk_pango.pango_layout_set_wrap(layout, ILK_PANGO_WRAP_WORD_CHAR);
    ilk_pango.pango_layout_set_text(layout, text, count);
    return layout;
}

// Counts the missing glyphs of a layout, then frees the layout.
static void end_layout(ilk_report *report, PangoLayout *layout) {
    report->missing += ilk_pango.pango_layout_get_unknown_glyphs_count(layout);
    ilk_pango.g_object_unref(layout);
}

static void set_color(ilk_report *report, bool is_gray) {
    double shade = is_gray ? 0.4 : 0;
    ilk_pango.cairo_set_source_rgb(report->cairo, shade, shade, shade);
}

static void end_page(ilk_report *report) {
    char number[600];
    snprintf(number, sizeof number, "%.500s%d", report->footer, report->pages);
    ilk_report_style style = { .size = 8, .is_gray = true };
    PangoLayout *layout = layout_of(report, number, -1, style, page_width - 2 * margin);
    ilk_pango.pango_layout_set_alignment(layout, ILK_PANGO_ALIGN_RIGHT);
    set_color(report, true);
    ilk_pango.cairo_move_to(report->cairo, margin, page_height - foot);
    ilk_pango.pango_cairo_show_layout(report->cairo, layout);
    ilk_pango.g_object_unref(layout);
    ilk_pango.cairo_show_page(report->cairo);
}

static void begin_page(ilk_report *report) {
    if (report->pages > 0) end_page(report);
    report->pages += 1;
    report->y = margin;
    report->has_text = false;
}

static double bottom(void) { return page_height - margin - 10; }

ilk_report *ilk_report_begin(
    ilk_report_writer write, void *context, const char *title, const char *made, const char *footer)
{
    ilk_report *report = ilk_report_load() ? calloc(1, sizeof *report) : NULL;
    if (!report) return NULL;
    report->write = write;
    report->context = context;
    report->footer = strdup(footer);
    report->surface = ilk_pango.cairo_pdf_surface_create_for_stream(forward, report, page_width, page_height);
    report->cairo = ilk_pango.cairo_create(report->surface);
    if (!report->footer || ilk_pango.cairo_status(report->cairo) != ILK_CAIRO_SUCCESS) {
        ilk_report_end(report);
        return NULL;
    }
    ilk_pango.cairo_pdf_surface_set_metadata(report->surface, ILK_CAIRO_TITLE, title);
    ilk_pango.cairo_pdf_surface_set_metadata(report->surface, ILK_CAIRO_CREATOR, "ilk");
    ilk_pango.cairo_pdf_surface_set_metadata(report->surface, ILK_CAIRO_CREATE_DATE, made);
    begin_page(report);
    return report;
}

// Shows the lines of a layout one by one. Begins a new page before a line that does not fit.
static void show_lines(ilk_report *report, PangoLayout *layout, double x, ilk_report_style style) {
    PangoLayoutIter *lines = ilk_pango.pango_layout_get_iter(layout);
    set_color(report, style.is_gray);
    do {
        PangoRectangle extent;
        ilk_pango.pango_layout_iter_get_line_extents(lines, NULL, &extent);
        double height = (double)extent.height / ILK_PANGO_SCALE;
        double wanted = height * (style.keeps_with_next ? 3 : 1);
        if (report->has_text && report->y + wanted > bottom()) {
            begin_page(report);
            set_color(report, style.is_gray);
        }
        double base = (double)(ilk_pango.pango_layout_iter_get_baseline(lines) - extent.y) / ILK_PANGO_SCALE;
        ilk_pango.cairo_move_to(report->cairo, x + (double)extent.x / ILK_PANGO_SCALE, report->y + base);
        ilk_pango.pango_cairo_show_layout_line(report->cairo, ilk_pango.pango_layout_iter_get_line_readonly(lines));
        report->y += height;
        report->has_text = true;
    } while (ilk_pango.pango_layout_iter_next_line(lines));
    ilk_pango.pango_layout_iter_free(lines);
}

void ilk_report_add(ilk_report *report, const char *text, size_t count, ilk_report_style style) {
    if (report->has_text) report->y += style.above;
    double width = page_width - 2 * margin - style.indent;
    PangoLayout *layout = layout_of(report, text, (int)count, style, width);
    show_lines(report, layout, margin + style.indent, style);
    end_layout(report, layout);
}

void ilk_report_add_pair(
    ilk_report *report, const char *left, const char *right, double width, ilk_report_style style)
{
    if (report->has_text) report->y += style.above;
    PangoLayout *cell = layout_of(report, left, -1, style, width - 8);
    ilk_pango.pango_layout_set_single_paragraph_mode(cell, true);
    ilk_pango.pango_layout_set_ellipsize(cell, ILK_PANGO_ELLIPSIZE_END);
    int cell_height = 0;
    ilk_pango.pango_layout_get_pixel_size(cell, NULL, &cell_height);
    if (report->has_text && report->y + cell_height * (style.keeps_with_next ? 3 : 1) > bottom()) {
        begin_page(report);
    }
    double top = report->y;
    set_color(report, true);
    ilk_pango.cairo_move_to(report->cairo, margin + style.indent, top);
    ilk_pango.pango_cairo_show_layout(report->cairo, cell);
    end_layout(report, cell);
    PangoLayout *layout = layout_of(report, right, -1, style, page_width - 2 * margin - style.indent - width);
    show_lines(report, layout, margin + style.indent + width, style);
    end_layout(report, layout);
    report->has_text = true;
    if (report->y < top + cell_height && report->y >= top) report->y = top + cell_height;
}

long ilk_report_missing(const ilk_report *report) { return report->missing; }

int ilk_report_end(ilk_report *report) {
    if (!report) return 0;
    bool is_sound = report->cairo && ilk_pango.cairo_status(report->cairo) == ILK_CAIRO_SUCCESS;
    if (is_sound && report->pages > 0) end_page(report);
    if (report->cairo) ilk_pango.cairo_destroy(report->cairo);
    ilk_pango.cairo_surface_finish(report->surface);
    is_sound = is_sound && ilk_pango.cairo_surface_status(report->surface) == ILK_CAIRO_SUCCESS;
    ilk_pango.cairo_surface_destroy(report->surface);
    int pages = is_sound ? report->pages : 0;
    free(report->footer);
    free(report);
    return pages;
}

#else

bool ilk_report_is_available(void) { return false; }

ilk_report *ilk_report_begin(
    ilk_report_writer write, void *context, const char *title, const char *made, const char *footer)
{
    (void)write;
    (void)context;
    (void)title;
    (void)made;
    (void)footer;
    return NULL;
}

void ilk_report_add(ilk_report *report, const char *text, size_t count, ilk_report_style style) {
    (void)report;
    (void)text;
    (void)count;
    (void)style;
}

void ilk_report_add_pair(
    ilk_report *report, const char *left, const char *right, double width, ilk_report_style style)
{
    (void)report;
    (void)left;
    (void)right;
    (void)width;
    (void)style;
}

long ilk_report_missing(const ilk_report *report) {
    (void)report;
    return 0;
}

int ilk_report_end(ilk_report *report) {
    (void)report;
    return 0;
}

#endif
