#ifndef ILK_CHTTP_LIBRARY_H
#define ILK_CHTTP_LIBRARY_H

// curl's type checks are macros that refer to the functions by their global names.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdbool.h>

// The functions of libcurl that are used. The library is loaded with the first client: linked, it and its two
// dozen dependencies would slow down every start, and the program could not start where they are missing. The
// types come from curl's header.
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

// Loads and initializes the library once. Returns false if it or one of its functions is missing.
bool ilk_curl_load(void);

#endif
