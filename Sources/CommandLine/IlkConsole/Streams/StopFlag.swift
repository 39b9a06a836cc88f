import Glibc
import Synchronization

/// A flag that requests the command to stop. Setting the flag also ends a wait for input.
///
/// The first request stops the command cleanly; the second ends the process immediately.
package final class StopFlag: Sendable {
    package enum Request: Sendable, Hashable {
        /// SIGINT: accept no further record, and write the finished output.
        case interrupt
        /// SIGTERM: read no further input, but finish the records that have been read.
        case terminate

        /// The exit status after this request.
        package var status: ExitStatus {
            switch self {
            case .interrupt: .interrupted
            case .terminate: .terminated
            }
        }
    }

    /// The action for a received signal.
    package enum Response: Hashable {
        case stop
        case exitAtOnce
    }

    /// The flag that SIGHUP sets to request a reload, for example of rules.
    package let renewal = SignalFlag()
    /// The flag that requests a redraw of the screen, because the size of the terminal has changed or a
    /// suspended process was continued.
    package let redrawing = SignalFlag()
    /// The flag that requests the process to suspend itself.
    package let suspension = SignalFlag()

    /// The number of the first signal, or 0.
    private let first = Atomic<Int32>(0)
    private let pipe = WakePipe()

    package init() {}

    /// A descriptor that is readable after a request.
    package var wakeDescriptor: Int32 { pipe.readable }

    /// The request, or `nil` if there is none.
    package var request: Request? {
        switch first.load(ordering: .acquiring) {
        case 0: nil
        case SIGTERM: .terminate
        default: .interrupt
        }
    }

    /// Records a signal. Async-signal-safe: only an atomic exchange and a write.
    package func receive(_ signal: Int32) -> Response {
        let outcome = first.compareExchange(expected: 0, desired: signal, ordering: .acquiringAndReleasing)
        guard outcome.exchanged else { return .exitAtOnce }
        pipe.wake()
        return .stop
    }
}
