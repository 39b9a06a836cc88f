import Glibc

/// Conversion of scores to probabilities that add up to 1.
public enum Softmax {
    /// Converts scores to probabilities by the softmax function. For any scores, the probabilities are finite
    /// and add up to 1. NaN is treated as the lowest score.
    ///
    /// - Parameters:
    ///   - scores: Natural-log odds up to a constant.
    ///   - probabilities: Receives the probabilities; its previous contents are removed.
    /// - Complexity: O(*n*) in the number of scores.
    public static func probabilities(of scores: [Double], into probabilities: inout [Double]) {
        probabilities.removeAll(keepingCapacity: true)
        guard !scores.isEmpty else { return }
        var top = -Double.infinity
        for score in scores where score > top { top = score }
        guard top.isFinite else {
            probabilities.append(contentsOf: repeatElement(1 / Double(scores.count), count: scores.count))
            return
        }
        var sum = 0.0
        for score in scores {
            let value = score.isNaN ? 0 : exp(score - top)
            probabilities.append(value)
            sum += value
        }
        for index in probabilities.indices { probabilities[index] /= sum }
    }

    /// Returns the logarithm of the sum of the exponentials of scores, without overflow.
    package static func logSumExp(_ scores: UnsafeMutableBufferPointer<Double>) -> Double {
        var top = -Double.infinity
        for score in scores where score > top { top = score }
        var sum = 0.0
        for score in scores { sum += exp(score - top) }
        return top + log(sum)
    }
}
