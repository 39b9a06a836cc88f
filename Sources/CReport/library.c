#ifdef ILK_REPORTS

#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

ilk_report_library ilk_pango;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library) {
#define X(result, name, parameters) \
    *(void **)&ilk_pango.name = dlsym(library, #name); \
    if (!ilk_pango.name) return false;
    ILK_REPORT_FUNCTIONS(X)
#undef X
    return true;
}

// It brings Pango, cairo and glib along.
static void load(void) {
    static const char *const names[] = {"libpangocairo-1.0.so.0", "libpangocairo-1.0.dylib"};
    for (unsigned index = 0; index < sizeof names / sizeof *names && !is_loaded; index++) {
        void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        is_loaded = library && find(library);
    }
}

bool ilk_report_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

#endif
