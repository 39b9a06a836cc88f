// Counts the allocations of the calling thread. It replaces the allocator of the program.

#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// Returns the number of allocations of the calling thread, or -1 if they are not counted: with another C
/// library than glibc, and with a sanitizer.
int64_t allocation_count(void);

#endif
