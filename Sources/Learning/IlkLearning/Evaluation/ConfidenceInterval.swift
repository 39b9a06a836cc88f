/// A range that holds a figure, as sure as its maker says.
public struct ConfidenceInterval: Sendable, Hashable, Codable {
    /// The lower end.
    public var lower: Double
    /// The upper end.
    public var upper: Double

    /// Half of its width: what stands behind `±`.
    public var halfWidth: Double { (upper - lower) / 2 }
}
