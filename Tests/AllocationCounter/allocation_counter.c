#define _GNU_SOURCE
#include "allocation_counter.h"

#include <stddef.h>
#include <stdlib.h>

// The sanitizers replace the allocator themselves.
#if defined(__GLIBC__) && defined(__has_feature)
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define COUNTS_ALLOCATIONS 1
#endif
#endif

#ifdef COUNTS_ALLOCATIONS

// The original functions of the C library, which it also exports under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local int64_t allocations;

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    allocations++;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    allocations++;
    *out = __libc_memalign(alignment, size);
    return *out ? 0 : 12;
}

int64_t allocation_count(void) { return allocations; }

#else

int64_t allocation_count(void) { return -1; }

#endif
