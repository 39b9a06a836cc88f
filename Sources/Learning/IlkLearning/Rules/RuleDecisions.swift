import Glibc
import IlkPipeline
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
        let thresholds = [Double](repeating: threshold, count: count)
        for text in places ?? Array(table.rows.indices) {
            for index in scores.indices {
                scores[index] = table.baseScores.isEmpty ? 0 : table.baseScores[text * count + index]
            }
            for rule in table.rules(ofText: text) {
                for index in scores.indices { scores[index] += scale * weights[Int(rule)][index] }
            }
            let row = table.rows[text]
            var ground = row.ground
            ground.rules += table.rules(ofText: text).count + table.unknownRules(ofText: text).count
            take(
                Decision(scores: scores, ground: ground, thresholds: thresholds, isBlank: row.isBlank),
                category: row.category)
        }
    }

    /// Takes the decision on a text of a category in.
    private mutating func take(_ decision: Decision, category: Int) {
        texts += 1
        logLoss -= log(max(decision.probabilities[category], 1e-15))
        if decision.best == category { ahead += 1 }
        guard let claimed = decision.claimed else { return }
        decided[category] += 1
        given[claimed] += 1
        if claimed == category { right[claimed] += 1 }
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
