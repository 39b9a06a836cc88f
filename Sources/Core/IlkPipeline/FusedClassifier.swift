public import IlkModels
public import IlkRules
public import IlkText
public import IlkVocabulary

/// A classifier that adds the log-odds of rules and of a model.
///
/// A rule and the words that it matches are often the same evidence. ``RuleWeights`` determines how much of a
/// rule's authored weight counts beside the model.
public struct FusedClassifier: TextClassifier {
    private let ruleSet: RuleSet
    private let weights: RuleWeights
    private let model: any TextModel
    /// The taxonomy of the model.
    public var taxonomy: Taxonomy { model.taxonomy }
    /// The provenance of the verdicts.
    public let provenance: Provenance
    /// The features that the rules read.
    public let featureLevel: FeatureLevel

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - model: The model.
    /// - Throws: ``PipelineError`` if rules and model have different categories.
    public init(rules ruleSet: RuleSet, model: any TextModel) throws(PipelineError) {
        guard ruleSet.taxonomy.categories == model.taxonomy.categories else {
            throw PipelineError(
                "the rules have the taxonomy \(ruleSet.taxonomy.name), the model has \(model.taxonomy.name)")
        }
        self.ruleSet = ruleSet
        weights = RuleWeights(ruleSet, beside: model)
        featureLevel = ruleSet.featureLevel
        self.model = model
        provenance = Provenance(
            classifier: "fused", modelDigest: model.digest.description, ruleSetDigest: ruleSet.digest,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// Creates a session with empty buffers.
    public func makeSession() -> any ClassifierSession {
        FusedSession([RulesSession(ruleSet, weights), ModelSession(model)])
    }
}

/// A session that adds the scores of several sessions.
final class FusedSession: ClassifierSession {
    private let sessions: [any ClassifierSession]

    init(_ sessions: [any ClassifierSession]) {
        self.sessions = sessions
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoreSupport {
        var ground = ScoreSupport()
        for session in sessions { ground = ground.combined(session.score(analysis, into: &scores)) }
        return ground
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        sessions.flatMap { $0.evidence(analysis) }
    }
}
