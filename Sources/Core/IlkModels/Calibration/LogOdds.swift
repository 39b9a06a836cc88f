import Glibc

/// Conversion of log-odds to probabilities. Each label is converted independently of the other labels.
public enum LogOdds {
    /// Converts the score of each label to a probability, 0 to 1. Any scores are valid. NaN is treated as the
    /// lowest score.
    ///
    /// - Parameters:
    ///   - scores: Natural-log odds.
    ///   - probabilities: Receives the probabilities; its previous contents are removed.
    /// - Complexity: O(*n*) in the number of scores.
    public static func probabilities(of scores: [Double], into probabilities: inout [Double]) {
        probabilities.removeAll(keepingCapacity: true)
        for score in scores { probabilities.append(probability(of: score)) }
    }

    /// Returns the probability for natural-log odds.
    package static func probability(of score: Double) -> Double {
        score.isNaN ? 0 : 1 / (1 + exp(-score))
    }
}
