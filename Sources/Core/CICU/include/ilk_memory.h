// Hints for the processor's caches. Independent of ICU.

#ifndef ILK_MEMORY_H
#define ILK_MEMORY_H

/// Starts to load the cache line at an address and does not wait for it. Any address is allowed.
static inline __attribute__((always_inline)) void ilk_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
