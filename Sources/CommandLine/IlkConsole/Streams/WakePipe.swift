import Glibc

/// A pipe that a signal handler or another thread writes to in order to end a wait for input.
package final class WakePipe: Sendable {
    /// The read end, readable between ``wake()`` and ``clear()``. It is -1 if the system has no pipes left;
    /// a waiting read then ends only when the signal itself interrupts it.
    package let readable: Int32
    private let writable: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readable = ends[0]
        writable = ends[1]
    }

    deinit {
        for end in [readable, writable] where end >= 0 { _ = close(end) }
    }

    /// Makes the pipe readable. Async-signal-safe.
    package func wake() {
        var byte: UInt8 = 1
        _ = write(writable, &byte, 1)
    }

    /// Empties the pipe, so that the next ``wake()`` has an effect.
    package func clear() {
        var block: (UInt64, UInt64) = (0, 0)
        while read(readable, &block, MemoryLayout.size(ofValue: block)) > 0 {}
    }
}
