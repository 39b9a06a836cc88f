/// How much each signal and each family says, category by category: hyper-parameters, fitted on scores that leave each
/// text out, and frozen when counts are merged or taken back.
public struct BayesScales: Sendable, Hashable, Codable {
    /// One row a signal of the shape, one number a category.
    public var signals: [[Double]]
    /// One row a family (the shape's row is not used), one number a category.
    public var families: [[Double]]

    /// The same scale everywhere.
    public init(uniform scale: Double, signals: Int, categories: Int) {
        let row = [Double](repeating: scale, count: categories)
        self.signals = [[Double]](repeating: row, count: signals)
        families = [[Double]](repeating: row, count: FeatureFamily.counted.count)
    }
}
