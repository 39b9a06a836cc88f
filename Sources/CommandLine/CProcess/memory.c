// glibc gives each thread that allocates a memory pool of its own, up to eight per processor. Freed memory stays in its
// pool, so a server whose requests run on changing threads grows to several times what it uses.
#include "cprocess.h"

#include <malloc.h>

void ilk_limit_memory_pools(int most) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, most);
#else
    (void)most;
#endif
}
