import Synchronization

/// A flag that a signal sets, such as the signal that requests a reload of rules. Setting the flag also ends
/// a wait for input.
package final class SignalFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)
    private let pipe = WakePipe()

    package init() {}

    /// A descriptor that is readable between a request and ``clear()``.
    package var wakeDescriptor: Int32 { pipe.readable }

    /// Records a request. Async-signal-safe: only an atomic write and a system call.
    package func receive() {
        isRaised.store(true, ordering: .releasing)
        pipe.wake()
    }

    /// Returns `true` if there was a request since the last call.
    package func consume() -> Bool {
        isRaised.load(ordering: .relaxed) && isRaised.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Clears ``wakeDescriptor``. Call this after a wake-up and before reading the flag. A request between
    /// the two calls causes one unnecessary wake-up, but no request is missed.
    package func clear() { pipe.clear() }
}
