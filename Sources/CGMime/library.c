#ifdef ILK_MAIL

#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

ilk_gmime_library ilk_gmime;
ilk_xml_library ilk_xml;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *opened(const char *const *names) {
    void *library = NULL;
    for (; *names && !library; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    return library;
}

#define X(result, name, parameters) \
    *(void **)&FUNCTIONS.name = dlsym(library, #name); \
    if (!FUNCTIONS.name) return false;

// It brings glib along.
static bool find_gmime(void) {
    static const char *const names[] = {"libgmime-3.0.so.0", "libgmime-3.0.dylib", NULL};
    void *library = opened(names);
    if (!library) return false;
#define FUNCTIONS ilk_gmime
    ILK_GMIME_FUNCTIONS(X)
#undef FUNCTIONS
    return true;
}

static bool find_xml(void) {
    static const char *const names[] = {"libxml2.so.2", "libxml2.2.dylib", NULL};
    void *library = opened(names);
    if (!library) return false;
#define FUNCTIONS ilk_xml
    ILK_XML_FUNCTIONS(X)
#undef FUNCTIONS
    return true;
}

#undef X

static void load(void) {
    is_loaded = find_gmime() && find_xml();
    if (is_loaded) ilk_gmime.g_mime_init();
}

bool ilk_mime_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

#endif
