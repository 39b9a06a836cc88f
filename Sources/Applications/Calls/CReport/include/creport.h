#ifndef ILK_CREPORT_H
#define ILK_CREPORT_H

#include <stdbool.h>
#include <stddef.h>

/// A PDF document of A4 pages with selectable text. Pango breaks the lines and chooses the fonts; cairo
/// writes the pages. Documents are available only with the trait `Reports` and if both libraries are
/// installed.
typedef struct ilk_report ilk_report;

/// A function that writes the next bytes of the document. It returns false if it cannot write them.
typedef bool (*ilk_report_writer)(void *context, const unsigned char *bytes, size_t count);

/// The style of a paragraph.
typedef struct {
    /// The font size in points.
    double size;
    /// The distance from the left margin in points.
    double indent;
    /// The space above the paragraph in points; ignored at the top of a page.
    double above;
    bool is_bold;
    bool is_gray;
    /// true if the paragraph must not be the last one on a page.
    bool keeps_with_next;
} ilk_report_style;

/// Returns true if Pango and cairo are available. The first call loads them.
bool ilk_report_is_available(void);

/// Begins a document. Returns NULL if memory or the libraries are not available.
///
/// Texts are UTF-8 without NUL. `made` is the creation date in ISO 8601. Documents with equal texts and dates
/// are identical byte for byte. `footer` is printed at the bottom of each page, before the page number.
ilk_report *ilk_report_begin(
    ilk_report_writer write, void *context, const char *title, const char *made, const char *footer);

/// Adds a paragraph of `count` bytes, breaking pages as needed.
void ilk_report_add(ilk_report *report, const char *text, size_t count, ilk_report_style style);

/// Adds two cells with a common top edge: `left` is one line of at most `width` points, and `right` is a
/// paragraph beside it.
void ilk_report_add_pair(
    ilk_report *report, const char *left, const char *right, double width, ilk_report_style style);

/// Returns the number of characters in the document that no installed font contains. Such characters are
/// printed as boxes.
long ilk_report_missing(const ilk_report *report);

/// Finishes the document and frees it.
///
/// Returns the number of pages, or 0 if the document could not be written.
int ilk_report_end(ilk_report *report);

#endif
