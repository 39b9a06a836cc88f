// Valgrind 3.19 writes to the mask that a program passes to sigsuspend, and crashes because libdispatch keeps its mask
// in read-only memory. This function, loaded before the C library, passes a copy.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
    sigset_t copy = *mask;
    return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
