#ifdef ILK_NETWORK

#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

ilk_curl_library ilk_curl;

static bool is_ready;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"};
    void *library = NULL;
    for (size_t index = 0; index < sizeof names / sizeof *names && !library; index++)
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define X(name) \
    *(void **)&ilk_curl.name = dlsym(library, #name); \
    if (!ilk_curl.name) return false;
    ILK_CURL_FUNCTIONS(X)
#undef X
    return true;
}

static void load(void) { is_ready = find() && ilk_curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

bool ilk_curl_load(void) {
    pthread_once(&once, load);
    return is_ready;
}

#endif
