/// Checks that the time of reading an input grows no faster than the input.
///
/// The size of the input is doubled until reading it takes long enough. Only the processor time of the calling thread counts,
/// and the shortest of several readings. Caches, page faults and allocators make a few doublings in a row look like growth.
/// Therefore growth is reported only if it lasts for several doublings and until a reading takes a tenth of a second.
public struct GrowthCheck: Sendable {
    /// The largest ratio of the times of two inputs, one of which is twice as long as the other.
    public static let mostGrowth = 2.6

    /// A check of some milliseconds.
    public static let short = GrowthCheck(enough: 0.003, largest: 1 << 18)
    /// A check with longer inputs, which shows growth that fixed costs hide in short ones.
    public static let long = GrowthCheck(enough: 0.1, largest: 1 << 21)

    /// The seconds after which no longer input is read, unless the last doubling took too long.
    private let enough: Double
    /// The largest size in bytes, unless the last doubling took too long.
    private let largest: Int
    /// The number of doublings in a row that must take too long.
    private static let attempts = 3
    /// The number of doublings beyond the largest size that may show that growth ends.
    private static let extraDoublings = 5
    /// Differences of less than so many seconds are noise.
    private static let noise = 0.0005
    /// A reading of so many seconds is long enough to be no noise.
    private static let clear = 0.1
    /// An input that takes so many seconds is the last one.
    private static let most = 2.0

    /// The size of an input and the seconds that reading it took.
    public typealias Measurement = (size: Int, seconds: Double)

    /// Measures the growth of a reader.
    ///
    /// - Parameters:
    ///   - make: Returns the input for a size in bytes.
    ///   - read: Reads an input.
    /// - Returns: The measurements if doubling the input took more than ``mostGrowth`` times as long, several times in a row;
    ///   otherwise `nil`.
    public func excess(
        make: (Int) -> [UInt8], read: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows -> [Measurement]? {
        try excess { size in
            try make(size).withUnsafeBufferPointer { bytes in
                let least = try ThreadTime.least(of: 1) { try read(bytes) }
                return least < 0.05 ? min(least, try ThreadTime.least(of: 2) { try read(bytes) }) : least
            }
        }
    }

    /// Measures growth.
    ///
    /// - Parameter seconds: Returns the seconds that reading an input of a size in bytes takes.
    /// - Returns: As ``excess(make:read:)``.
    public func excess(seconds: (Int) throws -> Double) rethrows -> [Measurement]? {
        var measured = [(size: 1 << 10, seconds: try seconds(1 << 10))]
        while let last = measured.last {
            if measured.count == 1, last.seconds >= enough || last.size >= largest { return nil }
            if measured.count > Self.attempts, last.seconds >= Self.clear { return measured }
            if last.size >= largest << Self.extraDoublings { return nil }
            let double = (size: last.size * 2, seconds: try seconds(last.size * 2))
            if double.seconds < Self.noise || double.seconds <= Self.mostGrowth * last.seconds {
                measured = []
            }
            measured.append(double)
            if double.seconds > Self.most { return measured.count > 2 ? measured : nil }
        }
        return nil
    }
}

/// Inputs of a given size that repeat their parts.
public enum GrowthInput {
    /// Returns a part, repeated as often as it fits into a size.
    ///
    /// - Parameters:
    ///   - part: The part. An empty part gives an empty input.
    ///   - size: The size in bytes.
    public static func repeated(_ part: [UInt8], size: Int) -> [UInt8] {
        guard !part.isEmpty else { return [] }
        let count = max(1, size / part.count) * part.count
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            defer { filled = count }
            guard let start = buffer.baseAddress else { return }
            for (place, byte) in part.enumerated() { (start + place).initialize(to: byte) }
            var done = part.count
            while done < count {
                let next = min(done, count - done)
                (start + done).update(from: start, count: next)
                done += next
            }
        }
    }
}
