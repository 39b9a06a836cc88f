/// Where a share lies with a confidence of 95 %, by what was counted (Wilson 1927): it holds for few trials, and for
/// shares near 0 and 1.
public struct WilsonInterval: Sendable, Hashable, Codable {
    /// The lower end, 0 ... 1.
    public var lower: Double
    /// The upper end, 0 ... 1.
    public var upper: Double

    /// The interval of a share.
    ///
    /// - Parameters:
    ///   - successes: How often it was so, 0 and up.
    ///   - trials: How often it could have been, at least as often. Of none at all nothing is known: 0 ... 1.
    public init(successes: Int, trials: Int) {
        precondition((0...trials).contains(successes), "more successes than trials")
        guard trials > 0 else {
            (lower, upper) = (0, 1)
            return
        }
        let z = 1.959_963_984_540_054
        let count = Double(trials)
        let share = Double(successes) / count
        let scale = 1 + z * z / count
        let middle = (share + z * z / (2 * count)) / scale
        let half = z / scale * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
        // At the ends the formula comes to 0 and 1 but for rounding.
        lower = successes == 0 ? 0 : max(0, middle - half)
        upper = successes == trials ? 1 : min(1, middle + half)
    }

    /// Whether a share lies in it.
    public func contains(_ share: Double) -> Bool { lower <= share && share <= upper }
}
