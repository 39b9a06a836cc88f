/// Checks that the time of reading an input grows no faster than the input.
///
/// The size of the input is doubled until reading it takes long enough. Only the processor time of the calling thread counts,
/// and the shortest of several readings. Caches and allocators make steps that look like growth once, so that growth is
/// reported only if several doublings in a row took too long.
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
    /// Differences of less than so many seconds are noise.
    private static let noise = 0.0005
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
        var measured = [try measure(1 << 10, make, read)]
        while let last = measured.last, measured.count <= Self.attempts {
            if measured.count == 1, last.seconds >= enough || last.size >= largest { return nil }
            let double = try measure(last.size * 2, make, read)
            if double.seconds < Self.noise || double.seconds <= Self.mostGrowth * last.seconds {
                measured = []
            }
            measured.append(double)
            if double.seconds > Self.most { return measured.count > 2 ? measured : nil }
        }
        return measured
    }

    private func measure(
        _ size: Int, _ make: (Int) -> [UInt8], _ read: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows -> Measurement {
        try make(size).withUnsafeBufferPointer { bytes in
            var least = try ThreadTime.least(of: 1) { try read(bytes) }
            if least < 0.05 { least = min(least, try ThreadTime.least(of: 2) { try read(bytes) }) }
            return (size, least)
        }
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
