// How often the calling thread has asked for memory: every allocation of the program goes through here.

#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many allocations the calling thread has made; -1 where they cannot be counted.
int64_t allocation_count(void);

#endif
