import IlkModels

/// The held-out scores of a multi-label model for one cost. They determine the model's curves, thresholds and
/// loss.
struct LabelFits {
    private let categories: Int
    private(set) var rows: [Int] = []
    /// The scores by category, in the order of ``rows``.
    private var scores: [[Float]]

    /// The minimum number of texts of a label for fitting its threshold. Labels with fewer texts have the
    /// threshold 0.5.
    static let fewestTexts = 10

    init(categories: Int) {
        self.categories = categories
        scores = [[Float]](repeating: [], count: categories)
    }

    mutating func add(_ row: Int, _ scores: [Float]) {
        rows.append(row)
        for category in 0..<categories { self.scores[category].append(scores[category]) }
    }

    /// The curves of the labels, and their performance with a threshold of 0.5.
    struct Solution {
        var curves: [LabelCurve]
        /// The mean log loss over all labels of all texts.
        var logLoss: Double
        /// The share of texts for which exactly the actual labels are predicted.
        var exactShare: Double
    }

    /// Fits the curve of each label.
    func solve(_ data: LinearRows) -> Solution {
        let weights = rows.map { data.weights[$0] }
        var curves: [LabelCurve] = []
        var loss = 0.0
        var isExact = [Bool](repeating: true, count: rows.count)
        for category in 0..<categories {
            let isLabeled = rows.map { data.labels(of: $0).contains(category) }
            let curve =
                LabelCurve.fitted(scores[category], isLabeled, weights: weights)
                ?? LabelCurve(slope: LinearFit.usualSharpness, offset: 0)
            for index in rows.indices {
                let logOdds = curve.logOdds(of: scores[category][index])
                loss += weights[index] * LabelCurve.loss(logOdds, isLabeled[index] ? 1 : 0)
                if (logOdds >= 0) != isLabeled[index] { isExact[index] = false }
            }
            curves.append(curve)
        }
        let total = weights.reduce(0, +) * Double(max(1, categories))
        return Solution(
            curves: curves, logLoss: total > 0 ? loss / total : 0,
            exactShare: Double(isExact.count { $0 }) / Double(max(1, rows.count)))
    }

    /// Returns the threshold of each label: the one with the highest F1 on the held-out texts, or 0.5 for
    /// labels with fewer than ``fewestTexts`` texts.
    func thresholds(_ curves: [LabelCurve], _ data: LinearRows) -> [Double] {
        (0..<categories).map { category in
            let isLabeled = rows.map { data.labels(of: $0).contains(category) }
            guard isLabeled.count(where: { $0 }) >= Self.fewestTexts else { return 0.5 }
            return Self.threshold(
                scores[category].map { LogOdds.probability(of: curves[category].logOdds(of: $0)) }, isLabeled)
        }
    }

    /// Returns the threshold with the highest F1. It lies in the middle between two probabilities. The higher
    /// threshold wins a tie.
    static func threshold(_ probabilities: [Double], _ isLabeled: [Bool]) -> Double {
        let order = probabilities.indices.sorted {
            (probabilities[$1], $0) < (probabilities[$0], $1)
        }
        let all = isLabeled.count { $0 }
        var (found, best, threshold) = (0, 0.0, 0.5)
        for (place, index) in order.enumerated() {
            if isLabeled[index] { found += 1 }
            let next = place + 1 < order.count ? probabilities[order[place + 1]] : 0
            // A threshold cannot separate equal probabilities.
            guard next < probabilities[index] else { continue }
            let f1 = 2 * Double(found) / Double(place + 1 + all)
            if f1 > best { (best, threshold) = (f1, (probabilities[index] + next) / 2) }
        }
        return min(max(threshold, 0.05), 0.95)
    }
}
