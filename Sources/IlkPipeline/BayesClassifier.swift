public import IlkModels
public import IlkText
public import IlkVocabulary

/// Decides by a naive Bayes model alone.
public struct BayesClassifier: TextClassifier {
    private let model: BayesModel
    /// What is decided among.
    public var taxonomy: Taxonomy { model.taxonomy }
    /// What verdicts say of where they come from.
    public let provenance: Provenance
    /// How much of a text's features it reads.
    public var featureLevel: FeatureLevel { .classification }

    /// A classifier by this model.
    public init(_ model: BayesModel) {
        self.model = model
        provenance = Provenance(
            classifier: "bayes", modelDigest: model.digest.description, ruleSetDigest: nil,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// A session with empty buffers.
    public func makeSession() -> any ClassifierSession { BayesSession(model) }
}

/// A model at work.
final class BayesSession: ClassifierSession {
    private let model: BayesModel
    private var scratch = ModelScratch()

    init(_ model: BayesModel) {
        self.model = model
    }

    func score(_ analysis: TextAnalysis, into scores: inout [Double]) -> ScoringGround {
        ScoringGround(knownFeatures: model.score(analysis, using: &scratch, into: &scores))
    }

    func evidence(_ analysis: TextAnalysis) -> [Evidence] {
        model.evidence(analysis, using: &scratch)
    }
}
