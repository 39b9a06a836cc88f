#ifdef ILK_REPORTS

#include "library.h"

#include "clibrary.h"

#include <pthread.h>

ilk_report_library ilk_pango;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// libpangocairo also loads Pango, cairo and GLib.
static void load(void) {
    static const char *const names[] = {"libpangocairo-1.0.so.0", "libpangocairo-1.0.dylib", NULL};
#define X(result, name, parameters) {#name, (void **)&ilk_pango.name},
    static const ilk_library_function functions[] = {ILK_REPORT_FUNCTIONS(X)};
#undef X
    is_loaded = ilk_library_load(names, functions, sizeof functions / sizeof *functions);
}

bool ilk_report_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

#endif
