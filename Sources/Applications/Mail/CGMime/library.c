#ifdef ILK_MAIL

#include "library.h"

#include "clibrary.h"

#include <pthread.h>

ilk_gmime_library ilk_gmime;
ilk_xml_library ilk_xml;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// It brings glib along.
static bool find_gmime(void) {
    static const char *const names[] = {"libgmime-3.0.so.0", "libgmime-3.0.dylib", NULL};
#define X(result, name, parameters) {#name, (void **)&ilk_gmime.name},
    static const ilk_library_function functions[] = {ILK_GMIME_FUNCTIONS(X)};
#undef X
    return ilk_library_load(names, functions, sizeof functions / sizeof *functions);
}

// From 2.14 on its number is 16; what is called of it is the same in both.
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
    // Both before the first of several threads reads with them.
    ilk_gmime.g_mime_init();
    ilk_xml.xmlInitParser();
}

bool ilk_mime_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

#endif
