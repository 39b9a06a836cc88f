#ifndef ILK_CLIBRARY_H
#define ILK_CLIBRARY_H

#include <stdbool.h>
#include <stddef.h>

// Libraries that are loaded on demand. Linking them would slow down the start of programs that do not use
// them, and would prevent the start on systems without them.

/// A function of a library and the location for its address.
typedef struct {
    const char *name;
    void **place;
} ilk_library_function;

/// Loads the first library of a NULL-terminated list of names that is installed and has all functions.
///
/// @return `true` on success. The locations are then filled. Otherwise no function may be called.
bool ilk_library_load(const char *const *names, const ilk_library_function *functions, size_t count);

#endif
