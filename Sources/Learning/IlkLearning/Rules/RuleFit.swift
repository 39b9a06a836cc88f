import Glibc
import IlkVocabulary

/// Fits the weights of rules on labelled texts, with the authored weights as what is believed before.
///
/// The rules' log-linear model is fitted as a whole, so that rules that say the same thing share the credit: the weights
/// are those that make the labels most probable (Berger et al. 1996). What is believed before enters as texts that were
/// never seen (Diaconis and Ylvisaker 1979): for each rule ``prior`` texts on which it held alone and its authored weights
/// were right. So a rule with few hits stays near what its author said, and one with many goes where they point.
///
/// A text counts the less the more there are of its source, and all categories count alike (``TrainingRun``), so that a
/// weight is what a rule says of texts from anywhere, not of how common a category is in this corpus.
///
/// Only weights that the author gave are fitted, and none changes its side: a rule that should speak against what it speaks
/// for goes to the least weight that there is. Rules that do not count (`experimental`, `deprecated`) are left alone.
/// No randomness takes part: the same texts in the same order make the same weights.
public struct RuleFit: Sendable {
    /// How many texts an authored weight is worth.
    public var prior: Double
    /// What weights are rounded to, and the least that one may be.
    public var step: Double

    /// How many texts an authored weight is worth unless somebody says otherwise; chosen by left-out sources.
    public static let usualPrior = 10.0
    /// No weight is greater.
    static let greatest = 20.0
    private static let mostSweeps = 500
    private static let nearEnough = 1e-4

    /// A fit with these settings.
    ///
    /// - Parameters:
    ///   - prior: How many texts an authored weight is worth, above 0.
    ///   - step: What weights are rounded to, above 0.
    public init(prior: Double = RuleFit.usualPrior, step: Double = 0.1) {
        precondition(prior > 0 && step > 0, "a prior and a step above 0")
        self.prior = prior
        self.step = step
    }

    /// The weights that fit.
    ///
    /// - Parameters:
    ///   - table: Which rules hold for which texts. Where it has base scores, what they say already is not the rules' to
    ///     say again.
    ///   - authored: Rule by rule, category by category: the authored weights, zeros for rules that do not count.
    ///   - scale: What weights are multiplied by before they are added to scores.
    ///   - texts: The places of the texts that are learned from; nil for all.
    /// - Returns: Weights in the same order, rounded. Zeros stay zeros.
    public func weights(
        on table: RuleHitTable, authored: [[Double]], scale: Double = 1, texts: [Int]? = nil
    ) -> [[Double]] {
        let texts = texts ?? Array(table.rows.indices)
        var state = FitState(
            table, authored: authored, scale: scale, prior: prior, least: step, texts: texts,
            importance: Self.importance(of: texts, in: table))
        for _ in 0..<Self.mostSweeps where state.sweep() < Self.nearEnough { break }
        return zip(authored, state.weights).map { authored, fitted in
            zip(authored, fitted).map { $0 == 0 ? 0 : rounded($1, from: $0) }
        }
    }

    /// A weight at the nearest step; the authored one when that is not a step away.
    private func rounded(_ weight: Double, from authored: Double) -> Double {
        let steps = (weight / step).rounded()
        guard abs(steps * step - authored) > step * 0.999 else { return authored }
        // A whole number over a whole number, where the step is one: 1.2 and not 1.2000000000000002.
        let perUnit = (1 / step).rounded()
        return abs(perUnit * step - 1) < 1e-9 ? steps / perUnit : steps * step
    }

    /// How much each text counts: as in training, and all categories alike.
    private static func importance(of texts: [Int], in table: RuleHitTable) -> [Double] {
        let rows = texts.map { table.rows[$0] }
        var groups: [[Int]: Double] = [:]
        for row in rows { groups[[row.category, row.source ?? -1], default: 0] += 1 }
        var importance = rows.map { 1 / (groups[[$0.category, $0.source ?? -1]] ?? 1).squareRoot() }
        var sums = [Double](repeating: 0, count: table.taxonomy.count)
        for (row, weight) in zip(rows, importance) { sums[row.category] += weight }
        let present = sums.count { $0 > 0 }
        for (place, row) in rows.enumerated() {
            importance[place] *= Double(rows.count) / Double(present) / sums[row.category]
        }
        return importance
    }
}

/// The weights on their way to the optimum: one coordinate after the other by Newton's method within a trust region
/// (Genkin, Lewis and Madigan 2007). The function is convex, so there is one optimum.
private struct FitState {
    private(set) var weights: [[Double]]
    private let authored: [[Double]]
    private let scale: Double
    private let prior: Double
    private let least: Double
    private let categories: [Int]
    private let importance: [Double]
    /// The texts that each rule holds for, by their places among those that are learned from.
    private var texts: [[Int]]
    /// Text by text, category by category.
    private var scores: [Double]
    private var reach: [[Double]]
    private let count: Int

    init(
        _ table: RuleHitTable, authored: [[Double]], scale: Double, prior: Double, least: Double,
        texts places: [Int], importance: [Double]
    ) {
        precondition(authored.count == table.ruleCount, "weights for each rule")
        (self.authored, weights) = (authored, authored)
        (self.scale, self.prior, self.least, self.importance) = (scale, prior, least, importance)
        count = table.taxonomy.count
        categories = places.map { table.rows[$0].category }
        reach = authored.map { $0.map { _ in 1 } }
        texts = [[Int]](repeating: [], count: authored.count)
        scores = []
        scores.reserveCapacity(places.count * count)
        for (place, text) in places.enumerated() {
            var sums = [Double](repeating: 0, count: count)
            for index in sums.indices where !table.baseScores.isEmpty {
                sums[index] = table.baseScores[text * count + index]
            }
            for rule in table.rules(ofText: text) {
                texts[Int(rule)].append(place)
                for index in sums.indices { sums[index] += scale * authored[Int(rule)][index] }
            }
            scores += sums
        }
    }

    /// Moves each weight once.
    ///
    /// - Returns: The longest move.
    mutating func sweep() -> Double {
        var longest = 0.0
        for rule in authored.indices where !texts[rule].isEmpty {
            for category in 0..<count where authored[rule][category] != 0 {
                longest = max(longest, abs(move(rule, category)))
            }
        }
        return longest
    }

    private mutating func move(_ rule: Int, _ category: Int) -> Double {
        var (slope, bend) = believed(rule, category)
        for place in texts[rule] {
            let probability = probability(of: category, at: place * count)
            let error = probability - (categories[place] == category ? 1 : 0)
            slope += importance[place] * scale * error
            bend += importance[place] * scale * scale * probability * (1 - probability)
        }
        let limit = reach[rule][category]
        let old = weights[rule][category]
        let wanted = old - max(-limit, min(limit, bend > 0 ? slope / bend : 0))
        let new =
            authored[rule][category] > 0
            ? min(RuleFit.greatest, max(least, wanted)) : max(-RuleFit.greatest, min(-least, wanted))
        weights[rule][category] = new
        reach[rule][category] = max(2 * abs(new - old), limit / 2, 0.1)
        for place in texts[rule] { scores[place * count + category] += scale * (new - old) }
        return new - old
    }

    /// Slope and bend of what is believed before: texts on which the rule held alone.
    private func believed(_ rule: Int, _ category: Int) -> (Double, Double) {
        let now = Self.probability(of: category, among: weights[rule])
        let before = Self.probability(of: category, among: authored[rule])
        return (prior * (now - before), prior * now * (1 - now))
    }

    private func probability(of category: Int, at start: Int) -> Double {
        Self.probability(of: category, among: scores[start..<start + count])
    }

    private static func probability(of category: Int, among scores: some RandomAccessCollection<Double>)
        -> Double
    {
        let own = scores[scores.index(scores.startIndex, offsetBy: category)]
        // Far below 0 or above, the exponentials come to 0 and infinity, and the share to 1 and 0: both are right.
        return 1 / scores.reduce(0) { $0 + exp($1 - own) }
    }
}
