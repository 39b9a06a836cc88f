import Glibc
import IlkVocabulary

/// Fits the weights of rules to labeled texts, with the authored weights as the prior.
///
/// The weights of all rules are fitted jointly in a log-linear (maximum entropy) model (A. Berger et al.
/// 1996), so that overlapping rules share the credit. The prior is conjugate (P. Diaconis and D. Ylvisaker
/// 1979). It consists of pseudo-texts: for each rule, ``prior`` texts that only this rule matches. Their
/// labels are distributed as its authored weights predict. A rule with few matches therefore stays near its
/// authored weight.
///
/// If a source has *n* texts of a category, each of them counts in proportion to 1/√*n*, as in
/// ``TrainingRun``. All categories have equal total weights, so the fitted weights do not reflect how common
/// a category is in the corpus.
///
/// Only nonzero authored weights are fitted, and no weight changes its sign: a weight of the wrong sign ends
/// at the minimum absolute weight. Rules with an inactive status (`experimental`, `deprecated`) are not
/// fitted. The fit is deterministic.
public struct RuleFit: Sendable {
    /// The number of pseudo-texts that support an authored weight.
    public var prior: Double
    /// The rounding step of weights, and the minimum absolute weight.
    public var step: Double

    /// The default of ``prior``, chosen by leave-one-source-out cross-validation.
    public static let defaultPrior = 10.0
    /// The maximum absolute weight.
    static let greatest = 20.0
    private static let mostSweeps = 500
    private static let nearEnough = 1e-4

    /// Creates a fit.
    ///
    /// - Parameters:
    ///   - prior: The number of pseudo-texts that support an authored weight, above 0.
    ///   - step: The rounding step of weights, above 0.
    public init(prior: Double = RuleFit.defaultPrior, step: Double = 0.1) {
        precondition(prior > 0 && step > 0, "a prior and a step above 0")
        self.prior = prior
        self.step = step
    }

    /// Returns the fitted weights.
    ///
    /// - Parameters:
    ///   - table: The rule matches for each text. If the table has base scores, the weights are fitted on top
    ///     of them.
    ///   - authored: The authored weights by rule and category. They are 0 for rules with an inactive status.
    ///   - scale: The factor by which each rule weight is multiplied before it is added to a score.
    ///   - texts: The indices of the training texts, or `nil` for all.
    /// - Returns: The rounded weights, in the same order. Zeros remain zeros.
    /// - Complexity: At most 500 sweeps, each O(*m* · *c*²) for *m* matches and *c* categories.
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

    /// Rounds a weight to the nearest step. Returns the authored weight if the rounded weight differs from it
    /// by less than a step.
    private func rounded(_ weight: Double, from authored: Double) -> Double {
        let steps = (weight / step).rounded()
        guard abs(steps * step - authored) > step * 0.999 else { return authored }
        // Divides by 1 / step if it is an integer, which gives 1.2 instead of 1.2000000000000002.
        let perUnit = (1 / step).rounded()
        return abs(perUnit * step - 1) < 1e-9 ? steps / perUnit : steps * step
    }

    /// Returns the weight of each text: 1/√*n* for *n* texts of its source and category, scaled so that all
    /// categories have equal total weights.
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

/// Cyclic coordinate descent with Newton steps in a trust region (A. Genkin, D. D. Lewis and D. Madigan
/// 2007). The objective is convex.
private struct FitState {
    private(set) var weights: [[Double]]
    private let authored: [[Double]]
    private let scale: Double
    private let prior: Double
    private let least: Double
    private let categories: [Int]
    private let importance: [Double]
    /// The texts that each rule matches, as indices into the training texts.
    private var texts: [[Int]]
    /// The scores, by text and category.
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

    /// Updates each weight once, and returns the largest absolute change.
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
        var (slope, bend) = priorDerivatives(rule, category)
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

    /// Returns the first and second derivative of the loss on the pseudo-texts of a rule, with respect to its
    /// weight for a category.
    private func priorDerivatives(_ rule: Int, _ category: Int) -> (Double, Double) {
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
        // If the exponentials overflow to infinity or underflow to 0, the probability is correctly 0 or 1.
        return 1 / scores.reduce(0) { $0 + exp($1 - own) }
    }
}
