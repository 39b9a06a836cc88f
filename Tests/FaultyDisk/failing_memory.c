#include "failing_memory.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>

static sqlite3_mem_methods own;
static atomic_long allocations, failed, first = 0, last = 0;

static int is_out(void) {
    long number = atomic_fetch_add(&allocations, 1) + 1;
    if (number < atomic_load(&first) || number > atomic_load(&last)) return 0;
    atomic_fetch_add(&failed, 1);
    return 1;
}

static void *failing_malloc(int bytes) { return is_out() ? NULL : own.xMalloc(bytes); }
static void *failing_realloc(void *memory, int bytes) { return is_out() ? NULL : own.xRealloc(memory, bytes); }

int failing_memory_install(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &own);
    if (code) return code;
    sqlite3_mem_methods mine = own;
    mine.xMalloc = failing_malloc;
    mine.xRealloc = failing_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &mine);
}

void failing_memory_fail(long nth, long count) {
    atomic_store(&last, 0);
    atomic_store(&allocations, 0);
    atomic_store(&failed, 0);
    atomic_store(&first, nth);
    atomic_store(&last, nth + count - 1);
}

long failing_memory_heal(void) {
    atomic_store(&last, 0);
    return atomic_load(&failed);
}

long failing_memory_count(void) { return atomic_load(&allocations); }
