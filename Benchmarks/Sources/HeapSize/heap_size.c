#include "heap_size.h"

#include <malloc.h>

size_t heap_size(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
