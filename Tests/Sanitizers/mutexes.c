// Tells the thread sanitizer about Swift's Mutex, which it would report as a data race.
//
// While threads wait for a Mutex, its functions in Swift's library change it, in part in the kernel (futex_lock_pi). The
// library is not built with the sanitizer, so these changes are invisible to it. This library is loaded before Swift's
// and reports them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

// Absent in programs without the sanitizer.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF) {
    SWIFT void (*original)(uint32_t, SELF) = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    original(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool tryLock(SELF) __asm__(TRY_LOCK);
SWIFT bool tryLock(SELF) {
    SWIFT bool (*original)(SELF) = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK);
    bool isLocked = original(mutex);
    if (isLocked && __tsan_acquire) __tsan_acquire(mutex);
    return isLocked;
}

SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT void unlock(SELF) {
    SWIFT void (*original)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    original(mutex);
}
