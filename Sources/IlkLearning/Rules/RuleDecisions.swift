import IlkModels
import IlkRules
import IlkVocabulary

/// What weights make of the hits of a table: what the rules alone say of each text, or with what else speaks.
struct RuleDecisions {
    /// How many texts of each category got a verdict that claims a category.
    private(set) var decided: [Int]
    /// How many texts were given each category.
    private(set) var given: [Int]
    /// How many of these have it.
    private(set) var right: [Int]
    /// How many texts have the category that is ahead, claimed or not.
    private(set) var ahead = 0
    /// The sum of -ln of the probability of each text's own category.
    private(set) var logLoss = 0.0
    /// How many texts were looked at.
    private(set) var texts = 0

    /// What the rules of a rule set add to scores, rule by rule; zeros for those that do not count.
    static func weights(of ruleSet: RuleSet) -> [[Double]] {
        ruleSet.rules.map { rule in
            rule.status.counts ? rule.weights : [Double](repeating: 0, count: rule.weights.count)
        }
    }

    /// The decisions on the texts at some places, or on all.
    ///
    /// - Parameters:
    ///   - scale: What weights are multiplied by.
    init(
        _ table: RuleHitTable, weights: [[Double]], threshold: Double, scale: Double = 1,
        texts places: [Int]? = nil
    ) {
        let count = table.taxonomy.count
        decided = [Int](repeating: 0, count: count)
        given = decided
        right = decided
        var scores = [Double](repeating: 0, count: count)
        var probabilities: [Double] = []
        for text in places ?? Array(table.rows.indices) {
            for index in scores.indices {
                scores[index] = table.baseScores.isEmpty ? 0 : table.baseScores[text * count + index]
            }
            for rule in table.rules(ofText: text) {
                for index in scores.indices { scores[index] += scale * weights[Int(rule)][index] }
            }
            Softmax.probabilities(of: scores, into: &probabilities)
            take(text, of: table, probabilities, threshold)
        }
    }

    private mutating func take(
        _ text: Int, of table: RuleHitTable, _ probabilities: [Double], _ threshold: Double
    ) {
        let row = table.rows[text]
        var best = 0
        for index in probabilities.indices where probabilities[index] > probabilities[best] { best = index }
        texts += 1
        logLoss -= naturalLogarithm(max(probabilities[row.category], 1e-15))
        if best == row.category { ahead += 1 }
        let speaks =
            !table.baseScores.isEmpty || !table.rules(ofText: text).isEmpty
            || !table.unknownRules(ofText: text).isEmpty
        guard speaks, !row.isBlank, probabilities[best] >= threshold else { return }
        decided[row.category] += 1
        given[best] += 1
        if best == row.category { right[best] += 1 }
    }

    /// Takes the decisions on other texts in.
    mutating func merge(_ other: RuleDecisions) {
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
