/// Exponential backoff with jitter, so that many devices do not retry simultaneously.
public struct BackOff: Hashable, Sendable {
    /// The pause after the first failure, in milliseconds.
    public var first: UInt64 = 500
    /// The longest pause, in milliseconds.
    public var longest: UInt64 = 300_000
    /// The longest pause that a server may ask for, in milliseconds.
    public var longestAsked: UInt64 = 3_600_000

    /// Creates the default settings.
    public init() {}

    /// Returns the pause after a failure. The maximum pause doubles with each failure, up to ``longest``. The
    /// result is a random duration between half of this maximum and the maximum.
    ///
    /// - Parameters:
    ///   - failures: The number of consecutive failures, from 1.
    ///   - asked: The pause requested by the server, in milliseconds. The result is at least this long, or at
    ///     least ``longestAsked`` if the server asks for more.
    ///   - randomBits: 64 random bits.
    /// - Returns: Milliseconds.
    public func pause(after failures: Int, asked: UInt64? = nil, randomBits: UInt64) -> UInt64 {
        let doubled = first.multipliedReportingOverflow(by: 1 << UInt64(min(max(0, failures - 1), 40)))
        let full = min(longest, doubled.overflow ? longest : doubled.partialValue)
        let half = full / 2
        return max(half + randomBits % (full - half + 1), min(asked ?? 0, longestAsked))
    }
}
