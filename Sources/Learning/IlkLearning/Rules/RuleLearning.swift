import IlkTraining
import IlkModels
import IlkRules
import IlkText
import IlkVocabulary

/// Counts the rule matches in the training texts of a Bayes model, and fits the rule weights on top of that
/// model.
///
/// Texts must be added in the order in which the model counts them. The fit (``RuleFit``) uses the
/// leave-one-out scores of the model as base scores. A rule thus keeps only the weight that the words of its
/// texts do not already carry.
struct RuleLearning {
    private let ruleSet: RuleSet
    private let keys: [RuleCounts.Key]
    private let matcher: RuleMatcher
    private var counts: RuleCounts
    private var table: RuleHitTable

    /// The rounding step of weights, and the minimum absolute weight.
    private static let step = 0.01

    /// The rules and the model must have the same categories.
    init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        keys = ruleSet.rules.map { RuleCounts.Key(id: $0.id, content: $0.contentHash) }
        matcher = RuleMatcher(ruleSet)
        counts = RuleCounts(keys, categories: ruleSet.taxonomy.count)
        table = RuleHitTable(taxonomy: ruleSet.taxonomy, ruleCount: ruleSet.rules.count)
    }

    var featureLevel: FeatureLevel { max(.classification, ruleSet.featureLevel) }

    mutating func add(
        _ analysis: borrowing AnalyzedText, category: Int, weight: Double, source: String?
    ) {
        matcher.evaluate(analysis)
        let rules = matcher.hits.filter { !$0.isUndecided }.map(\.rule)
        counts.add(
            rules.map { keys[$0] }, category: category,
            mass: max(1, Int((weight * Double(FeatureCounts.unitsPerText)).rounded())))
        table.add(category: category, source: source, rules: rules, isBlank: analysis.sentences.isEmpty)
    }

    /// Returns the counts, with weights fitted on top of the leave-one-out scores of each text.
    func learned(beside scores: [[Double]]) -> RuleCounts {
        var learned = counts
        guard !table.rows.isEmpty else { return learned }
        let table = table.beside(scores)
        let authored = RulePredictions.weights(of: ruleSet)
        let fitted = RuleFit(prior: RuleCounts.prior, step: Self.step).weights(on: table, authored: authored)
        for rule in keys.indices {
            learned.setOverlap(of: keys[rule], authored: authored[rule], fitted: fitted[rule])
        }
        return learned
    }
}
