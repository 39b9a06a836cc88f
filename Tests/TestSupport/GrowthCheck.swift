/// A check that the time for reading an input grows at most linearly.
///
/// The size of the input is doubled until reading takes long enough. Only the processor time of the calling
/// thread counts, and the minimum of several runs. Caches, page faults and allocators can make a few
/// consecutive doublings look like growth. Therefore growth is reported only if it lasts for several
/// doublings, until a run takes a tenth of a second, and if further series of measurements confirm it.
public struct GrowthCheck: Sendable {
    /// The maximum ratio of the time for an input to the time for an input of half its length.
    public static let mostGrowth = 2.6

    /// A check of a few milliseconds.
    public static let short = GrowthCheck(enough: 0.003, largest: 1 << 18)
    /// A check with longer inputs, which detects growth that fixed costs hide in short inputs.
    public static let long = GrowthCheck(enough: 0.1, largest: 1 << 21)

    /// The time in seconds after which the size is not doubled again, unless the last doubling exceeded the
    /// ratio.
    private let enough: Double
    /// The maximum size in bytes, unless the last doubling exceeded the ratio.
    private let largest: Int
    /// The number of consecutive doublings that must exceed the ratio.
    private static let attempts = 3
    /// The number of series of measurements that must all show the growth.
    private static let confirmations = 3
    /// The number of doublings beyond the maximum size that can show that growth ends.
    private static let extraDoublings = 5
    /// The time in seconds below which differences are noise.
    private static let noise = 0.0005
    /// The time in seconds from which a run is reliable.
    private static let clear = 0.1
    /// The time in seconds after which no larger input is tried.
    private static let most = 2.0

    /// The size of an input in bytes, and the time for reading it in seconds.
    public typealias Measurement = (size: Int, seconds: Double)

    /// Measures the growth of a reader.
    ///
    /// - Parameters:
    ///   - make: Returns the input for a size in bytes.
    ///   - read: Reads an input.
    /// - Returns: The measurements if several consecutive doublings of the input exceeded the ratio
    ///   ``mostGrowth``, otherwise `nil`.
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
    /// - Parameter seconds: Returns the time in seconds for an input of a size in bytes.
    /// - Returns: The measurements if several consecutive doublings of the input exceeded the ratio
    ///   ``mostGrowth`` in each of ``confirmations`` series, otherwise `nil`.
    public func excess(seconds: (Int) throws -> Double) rethrows -> [Measurement]? {
        var last: [Measurement]?
        for _ in 0..<Self.confirmations {
            last = try series(seconds: seconds)
            if last == nil { return nil }
        }
        return last
    }

    /// Measures growth once.
    private func series(seconds: (Int) throws -> Double) rethrows -> [Measurement]? {
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

/// Inputs of a given size with repeated parts.
public enum GrowthInput {
    /// Returns a part, repeated as often as it fits into a size, and at least once.
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
