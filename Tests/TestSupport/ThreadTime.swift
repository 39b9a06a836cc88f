import Glibc

/// The processor time of the calling thread, which other load on the machine hardly affects.
public enum ThreadTime {
    /// The factor by which a sanitizer (`make sanitize`) slows down code, or 1 without one. Time limits are
    /// multiplied by it.
    public static let slowdown: Double = getenv("ILK_SANITIZED") == nil ? 1 : 20

    /// The processor time in seconds.
    public static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the minimum processor time of several runs, in seconds.
    ///
    /// - Parameters:
    ///   - runs: The number of runs.
    ///   - work: The work to measure.
    /// - Throws: The error of `work`.
    public static func least(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
        var least = Double.infinity
        for _ in 0..<runs {
            let start = seconds
            try work()
            least = min(least, seconds - start)
        }
        return least
    }
}
