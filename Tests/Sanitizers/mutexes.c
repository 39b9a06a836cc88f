// Tells the thread sanitizer about Swift's Mutex, which it would report as a data race.
//
// While threads wait for a Mutex, the kernel hands it from one thread to the next (futex_lock_pi), so the sanitizer
// sees no atomic access that orders the two. This library is loaded before the C library, and reports these calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

// Absent in programs without the sanitizer.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

typedef long (*function)(long, ...);

long syscall(long number, ...) {
    static function original;
    if (!original) original = (function)dlsym(RTLD_NEXT, "syscall");
    long values[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index++) values[index] = va_arg(list, long);
    va_end(list);
    int operation = number == SYS_futex ? (int)values[1] & FUTEX_CMD_MASK : -1;
    if (operation == FUTEX_UNLOCK_PI && __tsan_release) __tsan_release((void *)values[0]);
    long result = original(number, values[0], values[1], values[2], values[3], values[4], values[5]);
    if (operation == FUTEX_LOCK_PI && result == 0 && __tsan_acquire) __tsan_acquire((void *)values[0]);
    return result;
}
