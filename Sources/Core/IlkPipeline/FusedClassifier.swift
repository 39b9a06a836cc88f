public import IlkModels
public import IlkRules
public import IlkText
public import IlkVocabulary

/// Decides by rules and model together: their log-odds add up.
///
/// A rule and the words that it matches see the same thing: what of its authored weight counts beside a model is said by
/// ``RuleWeights``.
public struct FusedClassifier: TextClassifier {
    private let ruleSet: RuleSet
    private let weights: RuleWeights
    private let model: any TextModel
    /// What is decided among.
    public var taxonomy: Taxonomy { model.taxonomy }
    /// What verdicts say of where they come from.
    public let provenance: Provenance
    /// How much of a text's features it reads: what its rules ask for.
    public let featureLevel: FeatureLevel

    /// A classifier by these rules and this model.
    ///
    /// - Throws: ``PipelineError`` when the two are for different taxonomies.
    public init(rules ruleSet: RuleSet, model: any TextModel) throws(PipelineError) {
        guard ruleSet.taxonomy.categories == model.taxonomy.categories else {
            throw PipelineError(
                "the rules decide among \(ruleSet.taxonomy.name), the model among \(model.taxonomy.name)")
        }
        self.ruleSet = ruleSet
        weights = RuleWeights(ruleSet, beside: model)
        featureLevel = ruleSet.featureLevel
        self.model = model
        provenance = Provenance(
            classifier: "fused", modelDigest: model.digest.description, ruleSetDigest: ruleSet.digest,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// A session with empty buffers.
    public func makeSession() -> any ClassifierSession {
        FusedSession([RulesSession(ruleSet, weights), ModelSession(model)])
    }
}

/// Sessions whose scores add up.
final class FusedSession: ClassifierSession {
    private let sessions: [any ClassifierSession]

    init(_ sessions: [any ClassifierSession]) {
        self.sessions = sessions
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoringGround {
        var ground = ScoringGround()
        for session in sessions { ground = ground.merging(session.score(analysis, into: &scores)) }
        return ground
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        sessions.flatMap { $0.evidence(analysis) }
    }
}
