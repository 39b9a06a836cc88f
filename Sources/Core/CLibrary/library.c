#include "clibrary.h"

#include <dlfcn.h>

static bool find(void *library, const ilk_library_function *functions, size_t count) {
    for (size_t index = 0; index < count; index++) {
        *functions[index].place = dlsym(library, functions[index].name);
        if (!*functions[index].place) return false;
    }
    return true;
}

bool ilk_library_load(const char *const *names, const ilk_library_function *functions, size_t count) {
    for (; *names; names++) {
        void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (!library) continue;
        if (find(library, functions, count)) return true;
        dlclose(library);
    }
    return false;
}
