#if Server
    /// A check of a minimum transfer rate, over windows of a fixed length.
    ///
    /// Only the time in which the server waits for the client counts, so a slow server does not count against
    /// the client.
    struct RateMeter {
        /// The bytes that must move within a window.
        private let minimum: Int
        /// The length of a window in nanoseconds.
        private let window: Int64
        private var bytes = 0
        private var waited: Int64 = 0

        /// Creates a meter.
        ///
        /// - Parameters:
        ///   - rate: The minimum rate in bytes per second. 0 still requires one byte per window.
        ///   - seconds: The length of a window.
        init(rate: Int, seconds: Int) {
            minimum = max(1, rate * seconds)
            window = Int64(seconds) * 1_000_000_000
        }

        mutating func count(_ bytes: Int) { self.bytes += bytes }

        /// Counts time spent waiting for the client.
        ///
        /// - Returns: `false` if a window ended with fewer bytes than the minimum.
        mutating func wait(nanoseconds: Int64) -> Bool {
            waited += nanoseconds
            guard waited >= window else { return true }
            defer { reset() }
            return bytes >= minimum
        }

        /// Starts a new window.
        mutating func reset() { (bytes, waited) = (0, 0) }
    }
#endif
