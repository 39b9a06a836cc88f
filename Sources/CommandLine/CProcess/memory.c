// glibc gives each thread that allocates a memory pool of its own, up to eight per processor. Freed memory stays in its
// pool, so a server whose requests run on changing threads grows to several times what it uses.
//
// It also raises the size from which blocks are mapped on their own when such a block is freed, up to 32 MB. Growing
// arrays then leave gaps in the pool, which training takes a tenth more memory for.
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
