#ifdef ILK_MAIL

#include "library.h"

#include "clibrary.h"

#include <pthread.h>

ilk_gmime_library ilk_gmime;
ilk_xml_library ilk_xml;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// GMime is linked with glib, so the functions of glib are found through GMime.
static bool find_gmime(void) {
    static const char *const names[] = {"libgmime-3.0.so.0", "libgmime-3.0.dylib", NULL};
#define X(result, name, parameters) {#name, (void **)&ilk_gmime.name},
    static const ilk_library_function functions[] = {ILK_GMIME_FUNCTIONS(X)};
#undef X
    return ilk_library_load(names, functions, sizeof functions / sizeof *functions);
}

// libxml2 2.14 changed its ABI number from 2 to 16. The functions used here are the same in both.
static bool find_xml(void) {
    static const char *const names[] = {
        "libxml2.so.2", "libxml2.so.16", "libxml2.2.dylib", "libxml2.16.dylib", NULL};
#define X(result, name, parameters) {#name, (void **)&ilk_xml.name},
    static const ilk_library_function functions[] = {ILK_XML_FUNCTIONS(X)};
#undef X
    return ilk_library_load(names, functions, sizeof functions / sizeof *functions);
}

static void load(void) {
    is_loaded = find_gmime() && find_xml();
    if (!is_loaded) return;
    // Initialization is not thread-safe, so it happens here, before any thread uses the libraries.
    ilk_gmime.g_mime_init();
    ilk_xml.xmlInitParser();
}

bool ilk_mime_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

#endif
