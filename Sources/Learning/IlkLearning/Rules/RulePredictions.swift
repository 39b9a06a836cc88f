import Glibc
import IlkPipeline
import IlkRules
import IlkVocabulary

/// The predictions of weighted rules on the texts of a table, alone or on top of base scores.
struct RulePredictions {
    /// The number of texts with a prediction (no abstention), by actual category.
    private(set) var decided: [Int]
    /// The number of texts predicted as each category.
    private(set) var given: [Int]
    /// The number of correct predictions, by category.
    private(set) var right: [Int]
    /// The number of texts whose most probable category is correct, including abstentions.
    private(set) var ahead = 0
    /// The sum of the negative natural logarithm of the probability of the actual category.
    private(set) var logLoss = 0.0
    private(set) var texts = 0

    /// Returns the score contributions of each rule. They are 0 for rules with an inactive status.
    static func weights(of ruleSet: RuleSet) -> [[Double]] {
        ruleSet.rules.map { rule in
            rule.status.counts ? rule.weights : [Double](repeating: 0, count: rule.weights.count)
        }
    }

    /// Evaluates the texts at some indices of the table, or all texts.
    ///
    /// - Parameter scale: The factor for all weights.
    init(
        _ table: RuleHitTable, weights: [[Double]], threshold: Double, scale: Double = 1,
        texts places: [Int]? = nil
    ) {
        let count = table.taxonomy.count
        decided = [Int](repeating: 0, count: count)
        given = decided
        right = decided
        var scores = [Double](repeating: 0, count: count)
        let thresholds = [Double](repeating: threshold, count: count)
        for text in places ?? Array(table.rows.indices) {
            for index in scores.indices { scores[index] = 0 }
            for rule in table.rules(ofText: text) {
                for index in scores.indices { scores[index] += scale * weights[Int(rule)][index] }
            }
            let row = table.rows[text]
            var support = row.support
            if table.decidesUnfamiliar, support.leavesDecision(toRules: scores) {
                support.isUnfamiliar = false
            } else if !table.baseScores.isEmpty {
                for index in scores.indices { scores[index] += table.baseScores[text * count + index] }
            }
            support.rules += table.rules(ofText: text).count + table.unknownRules(ofText: text).count
            add(
                Decision(scores: scores, support: support, thresholds: thresholds, isBlank: row.isBlank),
                category: row.category)
        }
    }

    private mutating func add(_ decision: Decision, category: Int) {
        texts += 1
        logLoss -= log(max(decision.probabilities[category], 1e-15))
        if decision.best == category { ahead += 1 }
        guard let predicted = decision.predicted else { return }
        decided[category] += 1
        given[predicted] += 1
        if predicted == category { right[predicted] += 1 }
    }

    mutating func merge(_ other: RulePredictions) {
        for index in decided.indices {
            decided[index] += other.decided[index]
            given[index] += other.given[index]
            right[index] += other.right[index]
        }
        ahead += other.ahead
        logLoss += other.logLoss
        texts += other.texts
    }
}
