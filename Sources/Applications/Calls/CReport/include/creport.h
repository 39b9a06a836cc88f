#ifndef ILK_CREPORT_H
#define ILK_CREPORT_H

#include <stdbool.h>
#include <stddef.h>

/// A document of A4 pages with real text in it, written as PDF: lines are broken and fonts chosen by Pango, pages are
/// written by cairo. Without the trait `Reports`, and where they are not installed, nothing can be begun.
typedef struct ilk_report ilk_report;

/// Takes bytes of the document. Returns false when they cannot be kept.
typedef bool (*ilk_report_writer)(void *context, const unsigned char *bytes, size_t count);

/// How a paragraph looks.
typedef struct {
    /// In points.
    double size;
    /// From the left margin, in points.
    double indent;
    /// What is left free above, in points; nothing at the top of a page.
    double above;
    bool is_bold;
    bool is_grey;
    /// Whether it is not to be the last line of a page.
    bool keeps_with_next;
} ilk_report_style;

/// Whether documents can be made at all: loads Pango and cairo, the first time.
bool ilk_report_is_available(void);

/// Begins a document; NULL when there is no memory, or when none can be made.
///
/// Texts are UTF-8 without NUL. `made` is when it is made, in ISO 8601: the same texts and times give the same bytes.
/// `footer` stands at the foot of each page, before the page's number.
ilk_report *ilk_report_begin(
    ilk_report_writer write, void *context, const char *title, const char *made, const char *footer);

/// Adds a paragraph; it goes on over as many pages as it takes.
void ilk_report_add(ilk_report *report, const char *text, size_t count, ilk_report_style style);

/// Adds two cells that begin at the same height: the first one line, the second what is right of it.
void ilk_report_add_pair(
    ilk_report *report, const char *left, const char *right, double width, ilk_report_style style);

/// How many characters stand in it as boxes so far, because no font that is installed has them.
long ilk_report_missing(const ilk_report *report);

/// Ends the document and lets go of it.
///
/// Returns how many pages it has; 0 when it could not be written.
int ilk_report_end(ilk_report *report);

#endif
