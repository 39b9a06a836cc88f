import Synchronization

/// Says whether the command has been asked to renew what it works with, and wakes whoever waits for input meanwhile.
package final class RenewalFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)
    private let pipe = WakePipe()

    package init() {}

    /// Readable from a request on until ``quieten()``.
    package var wakeDescriptor: Int32 { pipe.readable }

    /// Takes note of a request. Does only what a signal handler may: an atomic write and a system call.
    package func receive() {
        isRaised.store(true, ordering: .releasing)
        pipe.wake()
    }

    /// Whether there was a request since the last call.
    package func take() -> Bool {
        isRaised.load(ordering: .relaxed) && isRaised.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Has ``wakeDescriptor`` wait for the next request. To be called when it has woken somebody, and before that one
    /// looks at the flag: a request in between wakes for nothing once, and none is missed.
    package func quieten() { pipe.quieten() }
}
