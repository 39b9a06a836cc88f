import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Says whether the command has been asked to renew what it works with, and wakes whoever waits for input meanwhile.
package final class RenewalFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)
    /// Readable from a request on until ``quieten()``; -1 when the system has no pipes left (a waiting read then goes on
    /// waiting until the signal itself interrupts it).
    package let wakeDescriptor: Int32
    private let wakingDescriptor: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        wakeDescriptor = ends[0]
        wakingDescriptor = ends[1]
    }

    deinit {
        for end in [wakeDescriptor, wakingDescriptor] where end >= 0 { _ = close(end) }
    }

    /// Takes note of a request. Does only what a signal handler may: an atomic write and a system call.
    package func receive() {
        isRaised.store(true, ordering: .releasing)
        var byte: UInt8 = 1
        _ = write(wakingDescriptor, &byte, 1)
    }

    /// Whether there was a request since the last call.
    package func take() -> Bool {
        isRaised.load(ordering: .relaxed) && isRaised.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Has ``wakeDescriptor`` wait for the next request. To be called when it has woken somebody, and before that one
    /// looks at the flag: a request in between wakes for nothing once, and none is missed.
    package func quieten() {
        var block: (UInt64, UInt64) = (0, 0)
        while read(wakeDescriptor, &block, MemoryLayout.size(ofValue: block)) > 0 {}
    }
}
