import IlkTraining
import IlkModels
import IlkRules
import IlkText
import IlkVocabulary

/// Counts the rule matches in the training texts of a Bayes model, and fits the rule weights on top of that
/// model.
///
/// Texts must be added in the order in which the model counts them. The base scores of the fit (``RuleFit``)
/// are the leave-one-out scores of the model, or its scores of held-out sources. A rule therefore gets weight
/// only for evidence that the features of its texts do not already provide.
struct RuleLearning {
    private let ruleSet: RuleSet
    private let keys: [RuleCounts.Key]
    private let matcher: RuleMatcher
    private let authored: [[Double]]
    private let fit = RuleFit(prior: RuleCounts.prior, step: Self.step)
    private var counts: RuleCounts
    private var table: RuleHitTable

    /// The rounding step of weights, and the minimum absolute weight.
    private static let step = 0.01

    /// The rules and the model must have the same categories.
    init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        keys = ruleSet.rules.map { RuleCounts.Key(id: $0.id, content: $0.contentHash) }
        matcher = RuleMatcher(ruleSet)
        authored = RulePredictions.weights(of: ruleSet)
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
            weight: max(1, Int((weight * Double(FeatureCounts.unitsPerText)).rounded())))
        table.add(category: category, source: source, rules: rules, isBlank: analysis.sentences.isEmpty)
    }

    /// Returns the counts, with weights fitted on top of the leave-one-out scores of each text.
    func learned(beside scores: [[Double]]) -> RuleCounts {
        guard !table.rows.isEmpty else { return counts }
        return learned(fit.weights(on: table.beside(scores), authored: authored))
    }

    /// Returns the counts, with fitted weights that are multiplied by a factor. A rule without matches keeps
    /// its authored weight.
    func learned(_ fitted: [[Double]], multipliedBy factor: Double = 1) -> RuleCounts {
        var learned = counts
        for (rule, key) in keys.enumerated() {
            let isMatched = (counts.texts(of: key) ?? 0) > 0
            let weights = isMatched ? fitted[rule].map { $0 * factor } : authored[rule]
            learned.setOverlap(of: key, authored: authored[rule], fitted: weights)
        }
        return learned
    }

    /// Fits weights on top of the scores of held-out sources.
    ///
    /// - Returns: The weights, and the scores of each text by the model and by rules whose weights were
    ///   fitted to other sources.
    func fitted(beside heldOut: SourceHeldOutScores) -> (weights: [[Double]], scores: [[Double]]) {
        var base = [[Double]](
            repeating: [Double](repeating: 0, count: table.taxonomy.count), count: table.rows.count)
        for text in heldOut.texts { base[text.index] = text.scores }
        let table = table.beside(base)
        var scores = heldOut.texts.map(\.scores)
        for fold in Set(heldOut.texts.map(\.fold)).sorted() {
            let others = heldOut.texts.filter { $0.fold != fold }.map(\.index)
            let weights = fit.weights(on: table, authored: authored, texts: others)
            for (place, text) in heldOut.texts.enumerated() where text.fold == fold {
                for rule in table.rules(ofText: text.index) {
                    for category in scores[place].indices {
                        scores[place][category] += weights[Int(rule)][category]
                    }
                }
            }
        }
        let texts = heldOut.texts.map(\.index)
        return (fit.weights(on: table, authored: authored, texts: texts), scores)
    }
}
