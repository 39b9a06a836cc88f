import Glibc

/// Converts the results of a ``ResidualHead``, which are differences of probabilities, to amounts that are
/// added to scores.
package enum ResidualScores {
    /// The smallest relevant probability. A label whose probability is below this value and stays below it
    /// keeps its probability.
    static let least = 0.001

    /// Computes the amount to add to each score so that the probabilities change by the differences. In a
    /// single-label taxonomy, the softmax of the new scores also normalizes the probabilities.
    ///
    /// - Parameters:
    ///   - residuals: The differences of the probabilities, one for each score. A difference of 0 results in
    ///     an amount of 0.
    ///   - scores: The scores, natural-log odds up to a constant.
    ///   - isMultilabel: `true` if each score is the natural-log odds of its label independently of the other
    ///     labels.
    ///   - amounts: Receives the amounts; its previous contents are removed.
    package static func amounts(
        of residuals: [Double], on scores: [Double], isMultilabel: Bool, into amounts: inout [Double]
    ) {
        amounts.removeAll(keepingCapacity: true)
        var total = 0.0
        if !isMultilabel {
            // Only read. A mutable copy would be an allocation for each text.
            total = scores.withUnsafeBufferPointer {
                Softmax.logSumExp(UnsafeMutableBufferPointer(mutating: $0))
            }
        }
        for (residual, score) in zip(residuals, scores) {
            guard residual != 0, total.isFinite, score.isFinite else {
                amounts.append(0)
                continue
            }
            amounts.append(isMultilabel ? odds(score, residual) : share(score - total, residual))
        }
    }

    /// Returns the amount to add to the natural logarithm of a probability so that the probability changes by
    /// `residual`.
    private static func share(_ logarithm: Double, _ residual: Double) -> Double {
        let probability = exp(logarithm) + residual
        return probability < least ? min(0, log(least) - logarithm) : log(probability) - logarithm
    }

    /// Returns the amount to add to natural-log odds so that the probability changes by `residual`.
    private static func odds(_ score: Double, _ residual: Double) -> Double {
        let probability = LogOdds.probability(of: score) + residual
        let bound = log(least / (1 - least))
        if probability < least { return min(0, bound - score) }
        if probability > 1 - least { return max(0, -bound - score) }
        return log(probability / (1 - probability)) - score
    }
}
