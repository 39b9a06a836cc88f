// libdispatch, which runs Swift's tasks, retries a failed thread creation every second without limit. A
// process that is denied threads (RLIMIT_NPROC, or the pids limit of a cgroup) would wait forever. This
// pthread_create overrides the C library's function and forwards every call. After five consecutive failures,
// this function ends the process with a message.
#include "cprocess.h"

#if defined(__linux__) && defined(__has_feature)
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define ILK_WATCHES_THREADS 1
#endif
#endif

#ifdef ILK_WATCHES_THREADS
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef int (*create_function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

enum { ILK_MOST_FAILURES = 5 };

static _Atomic int failures;

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    static _Atomic(create_function) found;
    create_function create = atomic_load(&found);
    if (!create) {
        create = (create_function)dlsym(RTLD_NEXT, "pthread_create");
        if (!create) return EAGAIN;
        atomic_store(&found, create);
    }
    int result = create(thread, attributes, body, argument);
    if (result == 0) {
        atomic_store(&failures, 0);
    } else if (atomic_fetch_add(&failures, 1) + 1 >= ILK_MOST_FAILURES) {
        static const char message[] =
            "ilk: no thread can be created: the limit of processes or of memory is reached\n"
            "hint: raise the limit (ulimit -u, or TasksMax= of systemd), or end other processes\n";
        ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
        (void)written;
        _exit(ILK_NO_THREAD_STATUS);
    }
    return result;
}
#endif
