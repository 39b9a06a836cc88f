#ifndef FAILING_MEMORY_H
#define FAILING_MEMORY_H

// A wrapper around SQLite's allocator that fails on request. It is for one process and for tests only. All functions may
// be called from any thread.

// Installs the wrapper. It must be called before any other use of SQLite. Returns SQLite's code.
int failing_memory_install(void);

// Makes the `nth` allocation (starting at 1) and the `count - 1` allocations after it fail.
void failing_memory_fail(long nth, long count);

// Stops all failures. Returns the number of allocations that failed.
long failing_memory_heal(void);

// Returns the number of allocations since the last `failing_memory_fail`.
long failing_memory_count(void);

#endif
