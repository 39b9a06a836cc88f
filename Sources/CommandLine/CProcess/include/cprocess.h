// Ends the process if the system refuses to create threads for several seconds (threads.c), and limits the memory of
// processes with many threads or large arrays (memory.c).
#ifndef ILK_CPROCESS_H
#define ILK_CPROCESS_H

/// The exit status if no thread can be created: EX_TEMPFAIL from sysexits.h.
#define ILK_NO_THREAD_STATUS 75

/// Limits the number of memory pools of malloc, if the C library has such pools. Call this function before the process
/// has several threads.
void ilk_limit_memory_pools(int most);

/// Lets malloc return each block of at least 4 MB to the system as soon as it is freed.
void ilk_map_large_blocks(void);

#endif
