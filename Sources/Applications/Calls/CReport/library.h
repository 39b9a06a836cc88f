#ifndef ILK_CREPORT_LIBRARY_H
#define ILK_CREPORT_LIBRARY_H

#include <stdbool.h>

// The functions of Pango, cairo and GLib that reports call. These libraries are loaded when the first report
// is made. If the program were linked with them, every start would be slower, and the program could not start
// without the libraries.
//
// These declarations are our own, so that the build does not need the headers of the libraries.
// `Tests/LibraryCheck` compiles the declarations together with the real headers, so any difference is a
// compile error.

#ifndef ILK_LIBRARY_CHECK
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo cairo_t;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef struct _PangoRectangle {
    int x;
    int y;
    int width;
    int height;
} PangoRectangle;
#endif

enum {
    ILK_CAIRO_SUCCESS = 0,
    ILK_CAIRO_WRITE_ERROR = 11,
    ILK_CAIRO_TITLE = 0,
    ILK_CAIRO_CREATOR = 4,
    ILK_CAIRO_CREATE_DATE = 5,
    ILK_PANGO_SCALE = 1024,
    ILK_PANGO_BOLD = 700,
    ILK_PANGO_WRAP_WORD_CHAR = 2,
    ILK_PANGO_ALIGN_RIGHT = 2,
    ILK_PANGO_ELLIPSIZE_END = 3,
};

/// X-macro list of the functions: return type, name and parameters.
#define ILK_REPORT_FUNCTIONS(X) \
    X(void, g_object_unref, (void *)) \
    X(cairo_t *, cairo_create, (cairo_surface_t *)) \
    X(void, cairo_destroy, (cairo_t *)) \
    X(void, cairo_move_to, (cairo_t *, double, double)) \
    X(cairo_surface_t *, cairo_pdf_surface_create_for_stream, \
      (unsigned (*)(void *, const unsigned char *, unsigned), void *, double, double)) \
    X(void, cairo_pdf_surface_set_metadata, (cairo_surface_t *, unsigned, const char *)) \
    X(void, cairo_set_source_rgb, (cairo_t *, double, double, double)) \
    X(void, cairo_show_page, (cairo_t *)) \
    X(unsigned, cairo_status, (cairo_t *)) \
    X(void, cairo_surface_destroy, (cairo_surface_t *)) \
    X(void, cairo_surface_finish, (cairo_surface_t *)) \
    X(unsigned, cairo_surface_status, (cairo_surface_t *)) \
    X(PangoLayout *, pango_cairo_create_layout, (cairo_t *)) \
    X(void, pango_cairo_show_layout, (cairo_t *, PangoLayout *)) \
    X(void, pango_cairo_show_layout_line, (cairo_t *, PangoLayoutLine *)) \
    X(void, pango_font_description_free, (PangoFontDescription *)) \
    X(PangoFontDescription *, pango_font_description_new, (void)) \
    X(void, pango_font_description_set_absolute_size, (PangoFontDescription *, double)) \
    X(void, pango_font_description_set_family, (PangoFontDescription *, const char *)) \
    X(void, pango_font_description_set_weight, (PangoFontDescription *, unsigned)) \
    X(PangoLayoutIter *, pango_layout_get_iter, (PangoLayout *)) \
    X(void, pango_layout_get_pixel_size, (PangoLayout *, int *, int *)) \
    X(int, pango_layout_get_unknown_glyphs_count, (PangoLayout *)) \
    X(void, pango_layout_iter_free, (PangoLayoutIter *)) \
    X(int, pango_layout_iter_get_baseline, (PangoLayoutIter *)) \
    X(void, pango_layout_iter_get_line_extents, (PangoLayoutIter *, PangoRectangle *, PangoRectangle *)) \
    X(PangoLayoutLine *, pango_layout_iter_get_line_readonly, (PangoLayoutIter *)) \
    X(int, pango_layout_iter_next_line, (PangoLayoutIter *)) \
    X(void, pango_layout_set_alignment, (PangoLayout *, unsigned)) \
    X(void, pango_layout_set_ellipsize, (PangoLayout *, unsigned)) \
    X(void, pango_layout_set_font_description, (PangoLayout *, const PangoFontDescription *)) \
    X(void, pango_layout_set_single_paragraph_mode, (PangoLayout *, int)) \
    X(void, pango_layout_set_text, (PangoLayout *, const char *, int)) \
    X(void, pango_layout_set_width, (PangoLayout *, int)) \
    X(void, pango_layout_set_wrap, (PangoLayout *, unsigned))

#ifndef ILK_LIBRARY_CHECK
#define X(result, name, parameters) result(*name) parameters;
typedef struct {
    ILK_REPORT_FUNCTIONS(X)
} ilk_report_library;
#undef X

/// The loaded functions; valid after ilk_report_load() returned true.
extern ilk_report_library ilk_pango;
#endif

/// Loads the libraries on the first call. Returns false if they are not installed. Thread-safe.
bool ilk_report_load(void);

#endif
