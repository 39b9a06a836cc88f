#ifndef ILK_CLIBRARY_H
#define ILK_CLIBRARY_H

#include <stdbool.h>
#include <stddef.h>

// Libraries that are loaded when they are needed. Linked, they and what is behind them would cost every start of a program
// that does not need them, and it could not start where they are not installed.

/// A function of a library, and where its address is wanted.
typedef struct {
    const char *name;
    void **place;
} ilk_library_function;

/// Loads the first library of some names, the last of them NULL, that is installed and has all the functions.
///
/// @return Whether there is one. Then all places are filled; else none may be called.
bool ilk_library_load(const char *const *names, const ilk_library_function *functions, size_t count);

#endif
