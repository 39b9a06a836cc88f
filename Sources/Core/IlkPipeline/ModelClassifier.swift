public import IlkModels
public import IlkText
public import IlkVocabulary

/// A classifier that uses only a model of any kind.
public struct ModelClassifier: TextClassifier {
    private let model: any TextModel
    /// The taxonomy of the model.
    public var taxonomy: Taxonomy { model.taxonomy }
    /// The provenance of the verdicts.
    public let provenance: Provenance
    /// The features that models read.
    public var featureLevel: FeatureLevel { .classification }

    /// Creates a classifier.
    ///
    /// - Parameter model: The model.
    public init(_ model: any TextModel) {
        self.model = model
        provenance = Provenance(
            classifier: model.kind.rawValue, modelDigest: model.digest.description, ruleSetDigest: nil,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// Creates a session with empty buffers.
    public func makeSession() -> any ClassifierSession { ModelSession(model) }
}

final class ModelSession: ClassifierSession {
    private let model: any TextModel
    @exclusivity(unchecked) private var scratch = ModelScratch()

    init(_ model: any TextModel) {
        self.model = model
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoreSupport {
        let known = model.score(analysis, using: &scratch, into: &scores)
        return ScoreSupport(
            knownFeatures: known, isOutOfVocabulary: isOutOfVocabulary(analysis, knownFeatures: known))
    }

    private static func isOutOfVocabulary(_ words: (known: Int, all: Int)) -> Bool {
        words.all >= minimumWordCount && words.known * Self.knownWordDivisor < words.all
    }

    /// The minimum number of distinct words in a text for the out-of-vocabulary check.
    private static let minimumWordCount = 3
    /// At least one word in this many must be known.
    private static let knownWordDivisor = 10
    /// The vocabulary is not checked if the model knows this many features of the text, or one per word.
    /// Models that read character n-grams are always checked, because they know n-grams of any text.
    private static let enoughFeatures = 100

    private func isOutOfVocabulary(_ analysis: AnalyzedText, knownFeatures: Int) -> Bool {
        let enough = min(analysis.features.wordCount, Self.enoughFeatures)
        guard model.readsCharacterNgrams || knownFeatures < enough else { return false }
        return Self.isOutOfVocabulary(scratch.words ?? model.vocabulary(of: analysis, using: &scratch))
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        model.evidence(analysis, using: &scratch)
    }
}
