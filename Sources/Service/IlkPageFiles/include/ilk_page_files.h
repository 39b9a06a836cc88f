// The files of the pages, compiled into the program: templates, style sheet, script and icon.

#ifndef ILK_PAGE_FILES_H
#define ILK_PAGE_FILES_H

#include <stddef.h>
#include <stdint.h>

/// Returns the content of a file in static storage, or NULL if the index is out of range. Sets `name` to the
/// name of the file in the folder `page`, and `count` to the number of bytes.
const uint8_t *ilk_page_file(ptrdiff_t index, const char **name, ptrdiff_t *count);

#endif
