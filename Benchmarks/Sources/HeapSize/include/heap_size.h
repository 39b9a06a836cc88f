#ifndef HEAP_SIZE_H
#define HEAP_SIZE_H

#include <stddef.h>

/// Returns the number of bytes that the process has allocated with malloc and not freed, in all arenas.
size_t heap_size(void);

#endif
