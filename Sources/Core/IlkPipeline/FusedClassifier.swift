public import IlkModels
public import IlkRules
public import IlkText
public import IlkVocabulary

/// A classifier that adds the log-odds of rules and of a model.
///
/// A rule and the words that it matches are often the same evidence. ``RuleWeights`` therefore determines the
/// weight with which a rule adds to the model's score.
public struct FusedClassifier: TextClassifier {
    private let ruleSet: RuleSet
    private let weights: RuleWeights
    private let model: any TextModel
    private let labels: LabelMap?
    /// The taxonomy of the label set or, without a label set, of the model.
    public var taxonomy: Taxonomy { labels?.taxonomy ?? model.taxonomy }
    /// The provenance of the verdicts.
    public let provenance: Provenance
    /// The features that the rules read.
    public let featureLevel: FeatureLevel

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - model: The model.
    ///   - labels: The map from the model's labels to the labels of a label set, or `nil` if the labels are
    ///     equal. If there is a map, the rules keep the weights that are written in the rule files.
    /// - Throws: ``PipelineError`` if the rules and the model have different categories.
    /// - Complexity: O(*r* · *c*) for *r* rules and *c* categories.
    public init(
        rules ruleSet: RuleSet, model: any TextModel, labels: LabelMap? = nil
    ) throws(PipelineError) {
        let taxonomy = labels?.taxonomy ?? model.taxonomy
        guard ruleSet.taxonomy.categories == taxonomy.categories else {
            throw PipelineError(
                "the rules (taxonomy \(ruleSet.taxonomy.name)) and the model (taxonomy \(taxonomy.name)) "
                    + "have different labels; use rules and a model of the same taxonomy")
        }
        self.ruleSet = ruleSet
        self.labels = labels
        weights = RuleWeights(ruleSet, beside: labels == nil ? model : nil)
        featureLevel = ruleSet.featureLevel
        self.model = model
        provenance = Provenance(
            classifier: "fused", modelDigest: model.digest.description, ruleSetDigest: ruleSet.digest,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// The share of each label in the training texts of the model.
    public var labelShares: LabelShares { LabelShares(of: model, labels: labels) }
    /// The minimum probability of each label, as found in training, or `nil` for a single-label taxonomy.
    public var thresholds: [Double]? { model.thresholds(labels) }

    /// A classifier that uses only the rules, with the weights that are written in the rule files, and a
    /// classifier that uses only the model.
    public var components: (rules: (any TextClassifier)?, model: (any TextClassifier)?) {
        (
            RulesClassifier(ruleSet, isMultilabel: taxonomy.isMultilabel),
            ModelClassifier(model, labels: labels)
        )
    }

    /// Creates a session with empty buffers.
    ///
    /// - Complexity: O(*r* + *m*) for *r* rules and *m* matchers.
    public func makeSession() -> any ClassifierSession {
        let session = FusedSession(
            rules: RulesSession(ruleSet, weights), model: ModelSession.make(model, labels),
            usesRulesForUnfamiliar: ruleSet.decidesUnfamiliar)
        return HeadSession.adding(model.head, to: session, taxonomy, labels)
    }
}

/// A session that adds the scores of rules and of a model.
final class FusedSession: ClassifierSession {
    private let rules: any ClassifierSession
    private let model: any ClassifierSession
    private let usesRulesForUnfamiliar: Bool
    /// `true` if the scores of the last text are the scores of the rules alone, because the text is
    /// unfamiliar.
    @exclusivity(unchecked) private var isDecidedByRules = false

    init(rules: any ClassifierSession, model: any ClassifierSession, usesRulesForUnfamiliar: Bool) {
        self.rules = rules
        self.model = model
        self.usesRulesForUnfamiliar = usesRulesForUnfamiliar
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoreSupport {
        let byRules = rules.score(analysis, into: &scores)
        // The scores are copied only if the rules may decide alone.
        let ruleScores = usesRulesForUnfamiliar ? scores : []
        let byModel = model.score(analysis, into: &scores)
        var support = byRules.combined(byModel)
        isDecidedByRules = usesRulesForUnfamiliar && byModel.leavesDecision(toRules: ruleScores)
        if isDecidedByRules {
            scores = ruleScores
            support.isUnfamiliar = false
        }
        return support
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        rules.evidence(analysis) + (isDecidedByRules ? [] : model.evidence(analysis))
    }
}
