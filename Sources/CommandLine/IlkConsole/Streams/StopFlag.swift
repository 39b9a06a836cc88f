import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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
    /// Readable once a request has come; -1 when the system has no pipes left (a waiting read then goes on
    /// waiting until the signal itself interrupts it).
    package let wakeDescriptor: Int32
    private let wakingDescriptor: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wakeDescriptor = ends[0]
        wakingDescriptor = ends[1]
    }

    deinit {
        for end in [wakeDescriptor, wakingDescriptor] where end >= 0 { _ = close(end) }
    }

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
        var byte: UInt8 = 1
        _ = write(wakingDescriptor, &byte, 1)
        return .stop
    }
}
