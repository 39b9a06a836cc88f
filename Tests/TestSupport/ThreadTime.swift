import Glibc

/// The processor time of the calling thread: what others take of the machine does not count.
public enum ThreadTime {
    /// In seconds.
    public static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The least that some runs of the same work took on this thread, in seconds.
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
