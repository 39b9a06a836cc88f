public import IlkVocabulary

/// What one feature adds to the logit of a formality score.
public struct FormalityContribution: Sendable, Hashable {
    /// The feature's name, as `chatWords`; `base` for what every text has.
    public var name: String
    /// What is counted, in a sentence.
    public var summary: String
    /// How many there are: of words, letters, marks or sentences.
    public var count: Int
    /// The count as a share of the text, mostly from 0 to 1: see `docs/formality.md`.
    public var value: Double
    /// What a value of 1 adds to the logit.
    public var weight: Double
    /// Where they stand, in order. Empty for what is measured on the whole text.
    public var spans: [TextSpan]

    /// What the feature adds to the logit.
    public var logit: Double { weight * value }

    /// What every text has: the logit of one without any feature.
    static let base = FormalityContribution(
        name: "base", summary: "what every text has", count: 1, value: 1, weight: FormalityWeights.base,
        spans: [])
}
