public import IlkVocabulary

/// The contribution of one feature to the logit of a formality score.
public struct FormalityContribution: Sendable, Hashable {
    /// The name of the feature, such as `chatWords`; `base` for the intercept.
    public var name: String
    /// A description of the counted items.
    public var summary: String
    /// The number of words, letters, marks or sentences counted.
    public var count: Int
    /// The count relative to the text, usually between 0 and 1. See `docs/explanation/formality.md`.
    public var value: Double
    /// The amount that a value of 1 adds to the logit.
    public var weight: Double
    /// The spans of the counted items in order. Empty for features of the whole text.
    public var spans: [TextSpan]

    /// The amount that the feature adds to the logit.
    public var logit: Double { weight * value }

    /// The intercept, which is the logit of a text without any feature.
    static let base = FormalityContribution(
        name: "base", summary: "constant for every text", count: 1, value: 1, weight: FormalityWeights.base,
        spans: [])
}
