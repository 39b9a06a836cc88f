import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A clock that never goes back, cheap enough to be read around single rules.
package enum MonotonicClock {
    private static let origin = seconds(of: reading())
    /// The latest time that was returned: the answer if the system's clock fails or goes back.
    private static let latest = Atomic<UInt64>(0)

    /// Nanoseconds since the first reading.
    package static func nanoseconds() -> UInt64 {
        // The system's clock starts anywhere, also before zero; only differences matter.
        guard let time = reading(), let origin else { return latest.load(ordering: .relaxed) }
        let elapsed = (Int64(time.tv_sec) &- origin) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        return latest.max(UInt64(clamping: elapsed), ordering: .relaxed).newValue
    }

    private static func reading() -> timespec? {
        var time = timespec()
        return clock_gettime(CLOCK_MONOTONIC, &time) == 0 ? time : nil
    }

    private static func seconds(of time: timespec?) -> Int64? { time.map { Int64($0.tv_sec) } }
}
