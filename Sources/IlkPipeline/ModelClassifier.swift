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
    private var scratch = ModelScratch()

    init(_ model: any TextModel) {
        self.model = model
    }

    func score(_ analysis: TextAnalysis, into scores: inout [Double]) -> ScoringGround {
        ScoringGround(knownFeatures: model.score(analysis, using: &scratch, into: &scores))
    }

    func evidence(_ analysis: TextAnalysis) -> [Evidence] {
        model.evidence(analysis, using: &scratch)
    }
}
