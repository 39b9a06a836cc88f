import Glibc

/// Probabilities from scores and back.
public enum Softmax {
    /// Writes the probabilities of the scores (natural-log odds up to a constant). They are finite and add up to 1
    /// whatever the scores, but for not-a-number, which is taken as the lowest.
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

    /// The logarithm of the sum of the exponentials of the scores.
    package static func logSumExp(_ scores: UnsafeMutableBufferPointer<Double>) -> Double {
        var top = -Double.infinity
        for score in scores where score > top { top = score }
        var sum = 0.0
        for score in scores { sum += exp(score - top) }
        return top + log(sum)
    }
}
