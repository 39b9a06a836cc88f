public import IlkModels
public import IlkText
public import IlkVocabulary

/// A classifier that uses only a model, of any kind, and no rules.
public struct ModelClassifier: TextClassifier {
    private let model: any TextModel
    private let labels: LabelMap?
    /// The taxonomy of the label set or, without a label set, of the model.
    public var taxonomy: Taxonomy { labels?.taxonomy ?? model.taxonomy }
    /// The provenance of the verdicts.
    public let provenance: Provenance
    /// The features that a model reads: those of ``FeatureLevel/classification``.
    public var featureLevel: FeatureLevel { .classification }

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - labels: The map from the model's labels to the labels of a label set, or `nil` if the labels are
    ///     equal.
    public init(_ model: any TextModel, labels: LabelMap? = nil) {
        self.model = model
        self.labels = labels
        provenance = Provenance(
            classifier: model.kind.rawValue, modelDigest: model.digest.description, ruleSetDigest: nil,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// The share of each label in the training texts of the model.
    public var labelShares: LabelShares { LabelShares(of: model, labels: labels) }
    /// The minimum probability of each label, as found in training, or `nil` for a single-label taxonomy.
    public var thresholds: [Double]? { model.thresholds(labels) }

    /// `nil` for the rules, and this classifier for the model.
    public var components: (rules: (any TextClassifier)?, model: (any TextClassifier)?) { (nil, self) }

    /// Creates a session with empty buffers.
    public func makeSession() -> any ClassifierSession {
        HeadSession.adding(model.head, to: ModelSession.make(model, labels), taxonomy, labels)
    }

    /// Creates a session that ignores the head of the model (``ResidualHead``). The caller adds the scores of
    /// rules, and then those of the head.
    package func makeSessionWithoutHead() -> any ClassifierSession { ModelSession.make(model, labels) }
}

final class ModelSession: ClassifierSession {
    private let model: any TextModel
    private let familiarity: Familiarity?
    @exclusivity(unchecked) private var scratch = ModelScratch()

    init(_ model: any TextModel) {
        self.model = model
        familiarity = model.familiarity
    }

    /// Returns a session of a model. The labels are mapped if a map is given, or if the model has no training
    /// texts of some label.
    static func make(_ model: any TextModel, _ labels: LabelMap?) -> any ClassifierSession {
        let session = ModelSession(model)
        guard let map = labels ?? LabelMap(ofUnlearnedLabelsOf: model) else { return session }
        return MappedSession(session, labels: model.taxonomy.count, map)
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoreSupport {
        let known = model.score(analysis, using: &scratch, into: &scores)
        guard let familiarity else {
            return ScoreSupport(
                knownFeatures: known, isUnfamiliar: isOutOfVocabulary(analysis, knownFeatures: known))
        }
        return ScoreSupport(
            knownFeatures: known,
            familiarity: analysis.bytes.withUnsafeBufferPointer { familiarity.logOdds(of: $0) })
    }

    private static func isOutOfVocabulary(_ words: (known: Int, all: Int)) -> Bool {
        words.all >= minimumWordCount && words.known * Self.knownWordDivisor < words.all
    }

    /// The minimum number of distinct words in a text for the out-of-vocabulary check.
    private static let minimumWordCount = 3
    /// The check passes if the model knows at least one in this number of distinct words.
    private static let knownWordDivisor = 10
    /// The check is skipped if the model knows this many features of the text, or as many features as the
    /// text has words. Models that read character n-grams are always checked, because they know n-grams of
    /// any text.
    private static let enoughFeatures = 100

    /// `true` if the model knows almost none of the text's words. This check is for models without a
    /// familiarity table, which have few training texts or an earlier file format.
    private func isOutOfVocabulary(_ analysis: AnalyzedText, knownFeatures: Int) -> Bool {
        let enough = min(analysis.features.wordCount, Self.enoughFeatures)
        guard model.readsCharacterNgrams || knownFeatures < enough else { return false }
        return Self.isOutOfVocabulary(scratch.words ?? model.vocabulary(of: analysis, using: &scratch))
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        model.evidence(analysis, using: &scratch)
    }
}
