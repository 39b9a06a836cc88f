public import IlkText
public import IlkVocabulary

/// A classifier of texts for one taxonomy. A type that conforms to this protocol can replace the scoring of a
/// ``Pipeline``.
///
/// A classifier is immutable and thread-safe. Each thread uses a separate ``ClassifierSession``, which
/// contains the working memory.
public protocol TextClassifier: Sendable {
    /// The categories among which the classifier chooses.
    var taxonomy: Taxonomy { get }
    /// The provenance of the verdicts.
    var provenance: Provenance { get }
    /// The features that the classifier reads. Other features need not be measured. Default: all features.
    var featureLevel: FeatureLevel { get }
    /// The probabilities of the labels for a text without evidence. Default: equal probabilities.
    var labelShares: LabelShares { get }
    /// The minimum probability of each label of a multi-label taxonomy, as found in training, or `nil` if
    /// unknown. Default: `nil`.
    var thresholds: [Double]? { get }
    /// A classifier that uses only the rules, and a classifier that uses only the model. `nil` if there are
    /// no rules or no model. Default: `nil` for both.
    var components: (rules: (any TextClassifier)?, model: (any TextClassifier)?) { get }
    /// Creates a session with empty buffers.
    func makeSession() -> any ClassifierSession
}

extension TextClassifier {
    /// All features.
    public var featureLevel: FeatureLevel { .all }
    /// Equal probabilities, with the taxonomy's default label as the guess.
    public var labelShares: LabelShares { LabelShares(of: taxonomy) }
    /// `nil`, because the thresholds of labels are unknown by default.
    public var thresholds: [Double]? { nil }
    /// `nil` for both parts, because a classifier need not consist of rules and a model.
    public var components: (rules: (any TextClassifier)?, model: (any TextClassifier)?) { (nil, nil) }
}

/// Scores texts one at a time, reusing the working memory of the classifier. Not thread-safe.
public protocol ClassifierSession: AnyObject {
    /// Adds the score of each category to `scores`, in natural-log odds up to a constant.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scores: The scores, one element per category.
    /// - Returns: The support for the scores, such as the number of matching rules.
    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoreSupport

    /// Returns the evidence for the last scored text. The weights of the evidence add up to the amounts that
    /// were added to the scores.
    ///
    /// - Parameter analysis: The text that was scored last.
    func evidence(_ analysis: AnalyzedText) -> [Evidence]
}

/// The amount of evidence behind the scores of a text: the numbers of known features and matching rules, and
/// the familiarity of the text.
public struct ScoreSupport: Sendable, Hashable {
    /// The number of unigrams, character n-grams and skeleton bigrams of the text that the model knows.
    public var knownFeatures: Int
    /// The number of matching rules.
    public var rules: Int
    /// `true` if the pattern of a rule reached its step limit. In this case, it is unknown if the rule
    /// matches.
    public var stepLimitReached: Bool
    /// The log odds that the text resembles the training texts, or `nil` if unknown. A value below 0 means
    /// that the text is unfamiliar.
    public var familiarity: Double?
    /// `true` if the text does not resemble the training texts. In this case, the scores are meaningless.
    /// Examples are a language that the model was not trained on, encoded or binary data, and random letters.
    public var isUnfamiliar: Bool

    /// Creates a support value.
    ///
    /// - Parameters:
    ///   - knownFeatures: The number of features of the text that the model knows.
    ///   - rules: The number of matching rules.
    ///   - stepLimitReached: `true` if a rule's pattern reached its step limit.
    ///   - familiarity: The log odds that the text resembles the training texts, or `nil` if unknown.
    ///   - isUnfamiliar: `true` if the text does not resemble the training texts. `nil` to decide by
    ///     `familiarity`.
    public init(
        knownFeatures: Int = 0, rules: Int = 0, stepLimitReached: Bool = false,
        familiarity: Double? = nil, isUnfamiliar: Bool? = nil
    ) {
        self.knownFeatures = knownFeatures
        self.rules = rules
        self.stepLimitReached = stepLimitReached
        self.familiarity = familiarity
        self.isUnfamiliar = isUnfamiliar ?? familiarity.map { $0 < 0 } ?? false
    }

    /// Returns `true` if only the rules decide on the text. This is the case if the text is unfamiliar
    /// (``isUnfamiliar``) and the highest score of the rules exceeds the second highest score by at least 1.1
    /// (odds 3:1). Callers use this result only if ``RuleSet/decidesUnfamiliar`` is `true`.
    ///
    /// - Parameter scores: The scores of the rules, in natural-log odds.
    /// - Complexity: O(*n*) in the number of categories.
    package func leavesDecision(toRules scores: [Double]) -> Bool {
        guard isUnfamiliar else { return false }
        var (first, second) = (-Double.infinity, -Double.infinity)
        for score in scores {
            if score > first { (first, second) = (score, first) } else { second = max(second, score) }
        }
        return first - second >= 1.1
    }

    /// Returns the support for the sum of the scores of two classifiers.
    ///
    /// - Parameter other: The support of the other classifier.
    public func combined(_ other: ScoreSupport) -> ScoreSupport {
        ScoreSupport(
            knownFeatures: knownFeatures + other.knownFeatures, rules: rules + other.rules,
            stepLimitReached: stepLimitReached || other.stepLimitReached,
            familiarity: familiarity ?? other.familiarity,
            isUnfamiliar: isUnfamiliar || other.isUnfamiliar)
    }
}
