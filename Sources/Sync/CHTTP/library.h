#ifndef ILK_CHTTP_LIBRARY_H
#define ILK_CHTTP_LIBRARY_H

// The compiler's checks of options are made of macros that know the functions by their global names only.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdbool.h>

// What is called of libcurl. It is loaded when the first client is made: linked, it and the two dozen libraries behind it
// would cost every start of a program that syncs nothing, and it could not start where they are not installed. The types are
// those of its header.
#define ILK_CURL_FUNCTIONS(X) \
    X(curl_easy_cleanup) \
    X(curl_easy_getinfo) \
    X(curl_easy_init) \
    X(curl_easy_perform) \
    X(curl_easy_reset) \
    X(curl_easy_setopt) \
    X(curl_easy_strerror) \
    X(curl_global_init) \
    X(curl_slist_append) \
    X(curl_slist_free_all)

#define X(name) __typeof__(&name) name;
typedef struct ilk_curl_library {
    ILK_CURL_FUNCTIONS(X)
} ilk_curl_library;
#undef X

extern ilk_curl_library ilk_curl;

// Loads the library and sets it up, once. Returns whether it is there and has all that is called.
bool ilk_curl_load(void);

#endif
