// System calls that fail on request, and clocks with a wrong time. Programs load it with LD_PRELOAD.
//
//     ILK_FAULT_CALL     the function that fails: pthread_create, getrandom, clock_gettime, mmap, open, pipe, posix_spawn
//     ILK_FAULT_NTH      the number of the call that fails, starting at 1
//     ILK_FAULT_LASTING  if it is set, all later calls fail too
//     ILK_FAULT_MARK     a file that is created when a call has failed
//     ILK_CLOCK_SECONDS  the time that all clocks show at the start of the process, in seconds since 1970
//
// Calls of the C library itself and of the dynamic linker are not affected.
#define _GNU_SOURCE
#include "faulty_calls.h"

#ifdef __linux__
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static _Atomic long calls;

static void mark(void) {
    const char *path = getenv("ILK_FAULT_MARK");
    if (!path) return;
    long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) syscall(SYS_close, file);
}

// Returns true if this call of a function must fail.
static int fails(const char *name) {
    const char *wanted = getenv("ILK_FAULT_CALL");
    const char *nth = getenv("ILK_FAULT_NTH");
    if (!wanted || !nth || strcmp(wanted, name) != 0) return 0;
    long number = atomic_fetch_add(&calls, 1) + 1;
    long first = atol(nth);
    if (number != first && !(number > first && getenv("ILK_FAULT_LASTING"))) return 0;
    if (number == first) mark();
    return 1;
}

#define NEXT(type, name)                                  \
    static type next;                                     \
    if (!next) next = (type)dlsym(RTLD_NEXT, name);

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    typedef int (*function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    NEXT(function, "pthread_create")
    return fails("pthread_create") ? EAGAIN : next(thread, attributes, body, argument);
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    typedef ssize_t (*function)(void *, size_t, unsigned);
    NEXT(function, "getrandom")
    if (!fails("getrandom")) return next(bytes, count, flags);
    errno = ENOSYS;
    return -1;
}

// Swift's standard library reads random bytes with this function.
long syscall(long number, ...) {
    typedef long (*function)(long, ...);
    NEXT(function, "syscall")
    va_list rest;
    va_start(rest, number);
    long words[6];
    for (int index = 0; index < 6; index++) words[index] = va_arg(rest, long);
    va_end(rest);
    if (number != SYS_getrandom || !fails("getrandom")) {
        return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
    }
    errno = ENOSYS;
    return -1;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    typedef void *(*function)(void *, size_t, int, int, int, off_t);
    NEXT(function, "mmap")
    if (!fails("mmap")) return next(address, length, protection, flags, file, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

void *mmap64(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    return mmap(address, length, protection, flags, file, offset);
}

int open(const char *path, int flags, ...) {
    typedef int (*function)(const char *, int, ...);
    NEXT(function, "open")
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    // libdispatch counts the threads of a process in /proc, and ends the process if it cannot.
    if (strncmp(path, "/proc/", 6) == 0 || !fails("open")) return next(path, flags, mode);
    errno = EMFILE;
    return -1;
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open(path, flags, mode);
}

int pipe(int ends[2]) {
    typedef int (*function)(int[2]);
    NEXT(function, "pipe")
    if (!fails("pipe")) return next(ends);
    errno = EMFILE;
    return -1;
}

int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const words[], char *const variables[]) {
    typedef int (*function)(
        pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[],
        char *const[]);
    NEXT(function, "posix_spawn")
    return fails("posix_spawn") ? EAGAIN : next(process, path, actions, attributes, words, variables);
}

// MARK: Clocks

typedef int (*clock_function)(clockid_t, struct timespec *);

static clock_function real_clock(void) {
    NEXT(clock_function, "clock_gettime")
    return next;
}

// The offset of all clocks in seconds, or 0.
static long long shift(void) {
    static _Atomic int is_known;
    static _Atomic long long known;
    if (atomic_load(&is_known)) return atomic_load(&known);
    const char *wanted = getenv("ILK_CLOCK_SECONDS");
    struct timespec now;
    long long seconds = 0;
    if (wanted && real_clock()(CLOCK_REALTIME, &now) == 0) seconds = atoll(wanted) - now.tv_sec;
    atomic_store(&known, seconds);
    atomic_store(&is_known, 1);
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (fails("clock_gettime")) {
        // Swift's clocks ignore the result. Without this line they would read uninitialized memory and trap.
        *time = (struct timespec){0, 0};
        errno = EINVAL;
        return -1;
    }
    int result = real_clock()(clock, time);
    if (result == 0 && clock != CLOCK_THREAD_CPUTIME_ID && clock != CLOCK_PROCESS_CPUTIME_ID) {
        time->tv_sec += shift();
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    if (result == 0) *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return result;
}

time_t time(time_t *place) {
    struct timespec now;
    time_t seconds = clock_gettime(CLOCK_REALTIME, &now) == 0 ? now.tv_sec : -1;
    if (place) *place = seconds;
    return seconds;
}

// MARK: Deadlines, which the kernel compares with its own clocks

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
    const struct timespec *restrict deadline) {
    typedef int (*function)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    static function next;
    if (!next) next = (function)dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    if (!next) next = (function)dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    struct timespec real = *deadline;
    real.tv_sec -= shift();
    return next(condition, mutex, &real);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
    typedef int (*function)(sem_t *, const struct timespec *);
    NEXT(function, "sem_timedwait")
    struct timespec real = *deadline;
    real.tv_sec -= shift();
    return next(semaphore, &real);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *wanted, struct itimerspec *old) {
    typedef int (*function)(int, int, const struct itimerspec *, struct itimerspec *);
    NEXT(function, "timerfd_settime")
    struct itimerspec real = *wanted;
    int isSet = real.it_value.tv_sec != 0 || real.it_value.tv_nsec != 0;
    if (isSet && (flags & TFD_TIMER_ABSTIME)) real.it_value.tv_sec -= shift();
    return next(timer, flags, &real, old);
}
#endif
