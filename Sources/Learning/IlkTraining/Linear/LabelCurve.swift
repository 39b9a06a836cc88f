import Glibc
import IlkModels

/// The linear function from the scores of a label to its natural log-odds (Platt scaling).
struct LabelCurve: Hashable {
    var slope: Double
    var offset: Double

    func logOdds(of score: Float) -> Double { slope * Double(score) + offset }

    /// Fits the line to held-out scores by Newton's method with backtracking (H.-T. Lin, C.-J. Lin, R. C.
    /// Weng 2007). The targets are smoothed as by J. Platt (1999), so that a label with few texts is never
    /// certain.
    ///
    /// - Parameters:
    ///   - scores: The scores.
    ///   - isLabeled: `true` for each text with the label.
    ///   - weights: The weights of the texts.
    /// - Returns: `nil` if all texts or none have the label.
    static func fitted(_ scores: [Float], _ isLabeled: [Bool], weights: [Double]) -> LabelCurve? {
        var (with, without) = (0.0, 0.0)
        for index in scores.indices {
            if isLabeled[index] { with += weights[index] } else { without += weights[index] }
        }
        guard with > 0, without > 0 else { return nil }
        let targets = (with: (with + 1) / (with + 2), without: 1 / (without + 2))
        var curve = LabelCurve(slope: LinearFit.usualSharpness, offset: log(with / without))
        var loss = curve.loss(scores, isLabeled, weights, targets)
        for _ in 0..<50 {
            let step = curve.step(scores, isLabeled, weights, targets)
            guard abs(step.slope) > 1e-5 || abs(step.offset) > 1e-5 else { break }
            var share = 1.0
            while true {
                var next = LabelCurve(
                    slope: curve.slope - share * step.slope, offset: curve.offset - share * step.offset)
                // The slope stays positive, so that the score of an uninformative label is not inverted.
                next.slope = max(next.slope, leastSlope)
                let nextLoss = next.loss(scores, isLabeled, weights, targets)
                if nextLoss < loss {
                    (curve, loss) = (next, nextLoss)
                    break
                }
                share /= 2
                if share < 1e-4 { return curve }
            }
        }
        return curve
    }

    private static let leastSlope = 0.05

    private func loss(
        _ scores: [Float], _ isLabeled: [Bool], _ weights: [Double],
        _ targets: (with: Double, without: Double)
    ) -> Double {
        var sum = 0.0
        for index in scores.indices {
            let target = isLabeled[index] ? targets.with : targets.without
            sum += weights[index] * Self.loss(logOdds(of: scores[index]), target)
        }
        return sum
    }

    /// Returns the log loss of log-odds for a target from 0 to 1, without overflow.
    static func loss(_ logOdds: Double, _ target: Double) -> Double {
        max(logOdds, 0) - logOdds * target + log1p(exp(-abs(logOdds)))
    }

    /// Returns the step of Newton's method, with a small ridge.
    private func step(
        _ scores: [Float], _ isLabeled: [Bool], _ weights: [Double],
        _ targets: (with: Double, without: Double)
    ) -> (slope: Double, offset: Double) {
        var gradient = (slope: 0.0, offset: 0.0)
        var (slopes, both, offsets) = (1e-9, 0.0, 1e-9)
        for index in scores.indices {
            let score = Double(scores[index])
            let probability = LogOdds.probability(of: logOdds(of: scores[index]))
            let target = isLabeled[index] ? targets.with : targets.without
            let miss = weights[index] * (probability - target)
            gradient.slope += miss * score
            gradient.offset += miss
            let spread = weights[index] * probability * (1 - probability)
            slopes += spread * score * score
            both += spread * score
            offsets += spread
        }
        let determinant = slopes * offsets - both * both
        guard determinant > 0 else { return (0, 0) }
        return (
            (offsets * gradient.slope - both * gradient.offset) / determinant,
            (slopes * gradient.offset - both * gradient.slope) / determinant
        )
    }
}
