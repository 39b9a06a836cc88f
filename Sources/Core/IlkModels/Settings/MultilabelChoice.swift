/// The thresholds of the labels of a multi-label model, selected by cross-validation.
public struct MultilabelChoice: Sendable, Hashable, Codable {
    /// The number of training texts, including texts without labels.
    public var texts: Int
    /// The minimum probability of each label in the taxonomy's order, 0 … 1.
    public var thresholds: [Double]

    package init(texts: Int, thresholds: [Double]) {
        self.texts = texts
        self.thresholds = thresholds
    }
}
