// The headers are missing if the trait is disabled.
#if __has_include(<pango/pangocairo.h>)

// Repeats our declarations of functions of Pango and cairo after the original ones. A difference does not compile.
#define ILK_LIBRARY_CHECK
#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#include "../../Sources/Applications/Calls/CReport/library.h"

#define X(result, name, parameters) extern result name parameters;
ILK_REPORT_FUNCTIONS(X)
#undef X

_Static_assert(ILK_CAIRO_SUCCESS == CAIRO_STATUS_SUCCESS, "");
_Static_assert(ILK_CAIRO_WRITE_ERROR == CAIRO_STATUS_WRITE_ERROR, "");
_Static_assert(ILK_CAIRO_TITLE == CAIRO_PDF_METADATA_TITLE, "");
_Static_assert(ILK_CAIRO_CREATOR == CAIRO_PDF_METADATA_CREATOR, "");
_Static_assert(ILK_CAIRO_CREATE_DATE == CAIRO_PDF_METADATA_CREATE_DATE, "");
_Static_assert(ILK_PANGO_SCALE == PANGO_SCALE, "");
_Static_assert(ILK_PANGO_BOLD == PANGO_WEIGHT_BOLD, "");
_Static_assert(ILK_PANGO_WRAP_WORD_CHAR == PANGO_WRAP_WORD_CHAR, "");
_Static_assert(ILK_PANGO_ALIGN_RIGHT == PANGO_ALIGN_RIGHT, "");
_Static_assert(ILK_PANGO_ELLIPSIZE_END == PANGO_ELLIPSIZE_END, "");
_Static_assert(sizeof(PangoRectangle) == 16 && offsetof(PangoRectangle, y) == 4, "");
_Static_assert(offsetof(PangoRectangle, width) == 8 && offsetof(PangoRectangle, height) == 12, "");

#endif
