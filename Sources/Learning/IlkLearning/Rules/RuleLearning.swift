import IlkTraining
import IlkModels
import IlkRules
import IlkText
import IlkVocabulary

/// Counts in which of a model's texts rules hold, and fits how much of what they say its words say already.
///
/// The texts are given in the order in which the model counts them. The weights are fitted (``RuleFit``) on what the model
/// says of each text when that is left out: a rule gets what the words leave it to say, and one whose words say it all
/// gets next to nothing.
struct RuleLearning {
    private let ruleSet: RuleSet
    private let keys: [RuleCounts.Key]
    private let matcher: RuleMatcher
    private var counts: RuleCounts
    private var table: RuleHitTable

    /// What fitted weights are rounded to, and the least that one may be.
    private static let step = 0.01

    /// - Parameter ruleSet: The rules; of the same categories as the model.
    init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        keys = ruleSet.rules.map { RuleCounts.Key(id: $0.id, content: $0.content) }
        matcher = RuleMatcher(ruleSet)
        counts = RuleCounts(keys, categories: ruleSet.taxonomy.count)
        table = RuleHitTable(taxonomy: ruleSet.taxonomy, ruleCount: ruleSet.rules.count)
    }

    /// How much of a text's features the rules ask for.
    var featureLevel: FeatureLevel { max(.classification, ruleSet.featureLevel) }

    /// Counts a text.
    mutating func add(
        _ analysis: borrowing AnalyzedText, category: Int, weight: Double, source: String?
    ) {
        matcher.evaluate(analysis)
        let rules = matcher.hits.filter { !$0.gaveUp }.map(\.rule)
        counts.add(
            rules.map { keys[$0] }, category: category,
            mass: max(1, Int((weight * Double(FeatureCounts.massUnit)).rounded())))
        table.add(category: category, source: source, rules: rules, isBlank: analysis.sentences.isEmpty)
    }

    /// What was learned.
    ///
    /// - Parameter scores: What the model says of each text when it is left out, in the order of the texts.
    func learned(beside scores: [[Double]]) -> RuleCounts {
        var learned = counts
        guard !table.rows.isEmpty else { return learned }
        let table = table.beside(scores)
        let authored = RuleDecisions.weights(of: ruleSet)
        let fitted = RuleFit(prior: RuleCounts.prior, step: Self.step).weights(on: table, authored: authored)
        for rule in keys.indices {
            learned.setOverlap(of: keys[rule], authored: authored[rule], fitted: fitted[rule])
        }
        return learned
    }
}
