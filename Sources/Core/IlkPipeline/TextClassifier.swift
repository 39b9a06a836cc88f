public import IlkText
public import IlkVocabulary

/// A classifier of texts for one taxonomy, the extension point of ``Pipeline``.
///
/// A classifier is immutable and thread-safe. Its working memory is in ``ClassifierSession``s, one per
/// thread.
public protocol TextClassifier: Sendable {
    /// The categories to choose from.
    var taxonomy: Taxonomy { get }
    /// The provenance of the verdicts.
    var provenance: Provenance { get }
    /// The features that the classifier reads. Other features may remain unmeasured. The default is all
    /// features.
    var featureLevel: FeatureLevel { get }
    /// Creates a session with empty buffers.
    func makeSession() -> any ClassifierSession
}

extension TextClassifier {
    /// All features.
    public var featureLevel: FeatureLevel { .all }
}

/// The working memory of a classifier, which scores one text after another. Not thread-safe.
public protocol ClassifierSession: AnyObject {
    /// Adds the score of each category to `scores`, in natural-log odds up to a constant.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scores: The scores, one element per category.
    /// - Returns: The support for the scores.
    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoreSupport

    /// Returns the evidence for the last scored text. Its weights add up to the amounts added to the scores.
    ///
    /// - Parameter analysis: The text that was scored last.
    func evidence(_ analysis: AnalyzedText) -> [Evidence]
}

/// The support for a text's scores: the known features and the matching rules.
public struct ScoreSupport: Sendable, Hashable {
    /// The number of unigrams, character n-grams and skeleton bigrams of the text that the model knows.
    public var knownFeatures: Int
    /// The number of matching rules.
    public var rules: Int
    /// `true` if a rule's pattern reached its step limit, so that its match is unknown.
    public var stepLimitReached: Bool
    /// `true` if the model knows almost none of the text's words, so that its scores depend on style features
    /// alone. This happens for a language that it was not trained on, or for text in no language.
    public var isOutOfVocabulary: Bool

    /// Creates a support value.
    ///
    /// - Parameters:
    ///   - knownFeatures: The number of features of the text that the model knows.
    ///   - rules: The number of matching rules.
    ///   - gaveUp: `true` if a rule's pattern reached its step limit.
    ///   - isOutOfVocabulary: `true` if the model knows almost none of the text's words.
    public init(
        knownFeatures: Int = 0, rules: Int = 0, stepLimitReached: Bool = false,
        isOutOfVocabulary: Bool = false
    ) {
        self.isOutOfVocabulary = isOutOfVocabulary
        self.knownFeatures = knownFeatures
        self.rules = rules
        self.stepLimitReached = stepLimitReached
    }

    /// Returns the combined support of two classifiers.
    ///
    /// - Parameter other: The support of the other classifier.
    public func combined(_ other: ScoreSupport) -> ScoreSupport {
        ScoreSupport(
            knownFeatures: knownFeatures + other.knownFeatures, rules: rules + other.rules,
            stepLimitReached: stepLimitReached || other.stepLimitReached,
            isOutOfVocabulary: isOutOfVocabulary || other.isOutOfVocabulary)
    }
}
