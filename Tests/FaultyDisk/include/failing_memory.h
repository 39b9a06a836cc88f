#ifndef FAILING_MEMORY_H
#define FAILING_MEMORY_H

// Memory for SQLite that runs out when it is told to: its allocator, with a count in front of it. For one process and for
// tests only. All functions may be called from any thread.

// Puts itself in front of SQLite's allocator. To be called before SQLite is used at all. Returns SQLite's code.
int failing_memory_install(void);

// From now on the `nth` allocation (1 and up) and the `count - 1` after it find no memory.
void failing_memory_fail(long nth, long count);

// Nothing fails from now on. Returns how many allocations did.
long failing_memory_heal(void);

// How many allocations there were since the last `failing_memory_fail`.
long failing_memory_count(void);

#endif
