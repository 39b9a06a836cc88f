#ifdef ILK_NETWORK

#include "library.h"

#include "clibrary.h"

#include <pthread.h>

ilk_curl_library ilk_curl;

static bool is_ready;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib", NULL};
#define X(name) {#name, (void **)&ilk_curl.name},
    static const ilk_library_function functions[] = {ILK_CURL_FUNCTIONS(X)};
#undef X
    return ilk_library_load(names, functions, sizeof functions / sizeof *functions);
}

static void load(void) { is_ready = find() && ilk_curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

bool ilk_curl_load(void) {
    pthread_once(&once, load);
    return is_ready;
}

#endif
