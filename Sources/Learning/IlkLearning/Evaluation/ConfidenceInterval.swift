/// A confidence interval. Its confidence level is documented where it is computed.
public struct ConfidenceInterval: Sendable, Hashable, Codable {
    /// The lower end.
    public var lower: Double
    /// The upper end.
    public var upper: Double

    /// Half of the width, the value after `±`.
    public var halfWidth: Double { (upper - lower) / 2 }
}
