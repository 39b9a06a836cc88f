/// A range that holds a figure, as sure as its maker says.
public struct ConfidenceInterval: Sendable, Hashable, Codable {
    /// The lower end.
    public var lower: Double
    /// The upper end.
    public var upper: Double

    /// A range between two ends.
    public init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// Half of its width: what stands behind `±`.
    public var halfWidth: Double { (upper - lower) / 2 }
}
