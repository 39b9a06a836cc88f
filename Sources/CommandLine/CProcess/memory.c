// glibc gives each thread that allocates a memory pool of its own, up to eight per processor. Freed memory stays in its
// pool, so a server whose requests run on changing threads grows to several times what it uses.
//
// glibc maps large blocks on their own, and raises the size from which it does so each time such a block is freed,
// up to 32 MB. Smaller arrays that grow then leave gaps in the pool, and training takes a tenth more memory.
#include "cprocess.h"

#include <malloc.h>

void ilk_limit_memory_pools(int most) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, most);
#else
    (void)most;
#endif
}

void ilk_map_large_blocks(void) {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}
