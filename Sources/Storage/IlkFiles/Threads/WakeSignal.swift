import Glibc

/// Wakes one waiting thread. A signal that arrives while no thread waits is kept, and the next wait returns
/// immediately.
///
/// Waits use the monotonic clock, so setting the wall clock does not change their length. (On Linux,
/// Dispatch's semaphore waits on the wall clock.)
///
/// `@unchecked`: the two C objects keep their addresses until `deinit`, and `rung` is accessed only under the
/// mutex.
package final class WakeSignal: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var rung = false

    package init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    package func ring() {
        pthread_mutex_lock(mutex)
        rung = true
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(condition)
    }

    package func wait() {
        pthread_mutex_lock(mutex)
        while !rung { pthread_cond_wait(condition, mutex) }
        rung = false
        pthread_mutex_unlock(mutex)
    }

    /// Waits for a signal, at most for a duration.
    ///
    /// - Returns: `true` if a signal arrived within the duration.
    @discardableResult
    package func wait(atMost duration: Duration) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let (seconds, attoseconds) = max(.zero, min(duration, .seconds(86_400))).components
        let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
        deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        while !rung {
            guard pthread_cond_timedwait(condition, mutex, &deadline) == 0 else { break }
        }
        let rang = rung
        rung = false
        pthread_mutex_unlock(mutex)
        return rang
    }
}
