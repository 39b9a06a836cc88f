public import IlkText
public import IlkVocabulary

/// Decides among the categories of a taxonomy: what makes classifiers pluggable.
///
/// A classifier is immutable and shared by all threads; the working memory is in the ``ClassifierSession``s that it
/// makes, one for each thread.
public protocol TextClassifier: Sendable {
    /// What is decided among.
    var taxonomy: Taxonomy { get }
    /// What verdicts say of where they come from.
    var provenance: Provenance { get }
    /// How much of a text's features it reads: what it does not ask for may be left unmeasured. All, unless it says
    /// otherwise.
    var featureLevel: FeatureLevel { get }
    /// A session with empty buffers.
    func makeSession() -> any ClassifierSession
}

extension TextClassifier {
    /// All features.
    public var featureLevel: FeatureLevel { .all }
}

/// A classifier at work on one text after another. For one thread at a time.
public protocol ClassifierSession: AnyObject {
    /// Adds the score of each category to `scores`: natural-log odds up to a constant.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - scores: As many numbers as the taxonomy has categories.
    /// - Returns: What the scores stand on.
    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoringGround

    /// What spoke, for the text that was scored last: the weights add up to what was added to its scores.
    func evidence(_ analysis: AnalyzedText) -> [Evidence]
}

/// What a score stands on.
public struct ScoringGround: Sendable, Hashable {
    /// How many words, runs and frames of the text the model knows.
    public var knownFeatures: Int
    /// How many rules hold.
    public var rules: Int
    /// Whether a rule's pattern gave up at its limits, so that it is not known whether the rule holds.
    public var gaveUp: Bool
    /// Whether the model knows next to none of the text's words, so that what it says stands on the text's looks alone:
    /// a language that it was not trained on, or no language.
    public var isOutOfVocabulary: Bool

    /// A ground of these parts.
    public init(
        knownFeatures: Int = 0, rules: Int = 0, gaveUp: Bool = false, isOutOfVocabulary: Bool = false
    ) {
        self.isOutOfVocabulary = isOutOfVocabulary
        self.knownFeatures = knownFeatures
        self.rules = rules
        self.gaveUp = gaveUp
    }

    /// Both grounds together.
    public func merging(_ other: ScoringGround) -> ScoringGround {
        ScoringGround(
            knownFeatures: knownFeatures + other.knownFeatures, rules: rules + other.rules,
            gaveUp: gaveUp || other.gaveUp,
            isOutOfVocabulary: isOutOfVocabulary || other.isOutOfVocabulary)
    }
}
