import Glibc
import Synchronization

/// Says whether the command has been asked to stop, and wakes whoever waits for input meanwhile.
///
/// The first request stops cleanly; a second one ends the process at once.
package final class StopFlag: Sendable {
    /// What has been asked for.
    package enum Request: Sendable, Hashable {
        /// SIGINT: take no further record, write out what is done.
        case interrupt
        /// SIGTERM: read nothing more, but finish what has been read.
        case terminate

        /// What the command then ends with.
        package var status: ExitStatus {
            switch self {
            case .interrupt: .interrupted
            case .terminate: .terminated
            }
        }
    }

    /// What must be done about a signal that has come.
    package enum Response: Hashable {
        case stop
        case exitAtOnce
    }

    /// Says whether the command has been asked to renew what it works with.
    package let renewal = RenewalFlag()

    /// The number of the first signal, or 0.
    private let first = Atomic<Int32>(0)
    private let pipe = WakePipe()

    package init() {}

    /// Readable once a request has come.
    package var wakeDescriptor: Int32 { pipe.readable }

    /// What has been asked for, or nil when the command may go on.
    package var request: Request? {
        switch first.load(ordering: .acquiring) {
        case 0: nil
        case SIGTERM: .terminate
        default: .interrupt
        }
    }

    /// Takes note of a signal. Does only what a signal handler may: an atomic exchange and a write.
    package func receive(_ signal: Int32) -> Response {
        let outcome = first.compareExchange(expected: 0, desired: signal, ordering: .acquiringAndReleasing)
        guard outcome.exchanged else { return .exitAtOnce }
        pipe.wake()
        return .stop
    }
}
