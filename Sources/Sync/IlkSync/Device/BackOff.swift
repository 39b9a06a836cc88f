/// How long a device waits after failures: doubling, with jitter, so that many devices do not come back at once.
public struct BackOff: Hashable, Sendable {
    /// The pause after the first failure, in milliseconds.
    public var first: UInt64 = 500
    /// The longest pause, in milliseconds.
    public var longest: UInt64 = 300_000
    /// The longest that a server may ask us to wait, in milliseconds.
    public var longestAsked: UInt64 = 3_600_000

    /// The defaults.
    public init() {}

    /// The pause after the `failures`-th failure in a row, counted from 1: from half of it to all of it.
    ///
    /// - Parameters:
    ///   - asked: What the server asked for, in milliseconds. It is never undercut, but cut at ``longestAsked``.
    ///   - dice: 64 random bits.
    public func pause(after failures: Int, asked: UInt64? = nil, dice: UInt64) -> UInt64 {
        let doubled = first.multipliedReportingOverflow(by: 1 << UInt64(min(max(0, failures - 1), 40)))
        let full = min(longest, doubled.overflow ? longest : doubled.partialValue)
        let half = full / 2
        return max(half + dice % (full - half + 1), min(asked ?? 0, longestAsked))
    }
}
