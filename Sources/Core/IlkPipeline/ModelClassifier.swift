public import IlkModels
public import IlkText
public import IlkVocabulary

/// Decides by a model alone, of whatever kind.
public struct ModelClassifier: TextClassifier {
    private let model: any TextModel
    /// What is decided among.
    public var taxonomy: Taxonomy { model.taxonomy }
    /// What verdicts say of where they come from.
    public let provenance: Provenance
    /// How much of a text's features it reads.
    public var featureLevel: FeatureLevel { .classification }

    /// A classifier by this model.
    public init(_ model: any TextModel) {
        self.model = model
        provenance = Provenance(
            classifier: model.kind.rawValue, modelDigest: model.digest.description, ruleSetDigest: nil,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// A session with empty buffers.
    public func makeSession() -> any ClassifierSession { ModelSession(model) }
}

/// A model at work.
final class ModelSession: ClassifierSession {
    private let model: any TextModel
    @exclusivity(unchecked) private var scratch = ModelScratch()

    init(_ model: any TextModel) {
        self.model = model
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoringGround {
        let known = model.score(analysis, using: &scratch, into: &scores)
        return ScoringGround(
            knownFeatures: known, isOutOfVocabulary: isOutOfVocabulary(analysis, knownFeatures: known))
    }

    private static func isOutOfVocabulary(_ words: (known: Int, all: Int)) -> Bool {
        words.all >= fewestWords && words.known * Self.words < words.all
    }

    /// Texts of fewer different words are too short to tell.
    private static let fewestWords = 3
    /// One word in so many must be known.
    private static let words = 10
    /// A text of which the model knows so many features, or one a word, is not looked at again; but runs of characters
    /// are known of any text.
    private static let enoughFeatures = 100

    private func isOutOfVocabulary(_ analysis: AnalyzedText, knownFeatures: Int) -> Bool {
        let enough = min(analysis.features.wordCount, Self.enoughFeatures)
        guard model.readsCharacters || knownFeatures < enough else { return false }
        return Self.isOutOfVocabulary(scratch.words ?? model.vocabulary(of: analysis, using: &scratch))
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        model.evidence(analysis, using: &scratch)
    }
}
