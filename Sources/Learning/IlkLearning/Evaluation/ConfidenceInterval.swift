/// A confidence interval. The comment of each property with this type states the confidence level.
public struct ConfidenceInterval: Sendable, Hashable, Codable {
    /// The lower end of the interval.
    public var lower: Double
    /// The upper end of the interval.
    public var upper: Double

    /// Half of the width, the value after `±`.
    public var halfWidth: Double { (upper - lower) / 2 }
}
