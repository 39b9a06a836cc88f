import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A monotonic clock that is cheap enough for timing single rules.
package enum MonotonicClock {
    private static let origin = seconds(of: reading())
    /// The latest time that was returned. ``nanoseconds()`` returns it again if the system clock fails or
    /// goes backward.
    private static let latest = Atomic<UInt64>(0)

    /// Returns the nanoseconds since a fixed time, at most one second before the first reading.
    package static func nanoseconds() -> UInt64 {
        // The origin of the system clock is arbitrary and may be negative, so only the difference is used.
        // Wrapping arithmetic avoids a trap on an extreme clock.
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
