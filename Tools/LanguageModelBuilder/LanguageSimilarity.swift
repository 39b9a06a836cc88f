import Foundation
import IlkText

/// The similarity of the languages of a group. A feature is more useful if it separates similar languages.
struct LanguageSimilarity {
    private let size: Int
    private var kernel: [Float]

    /// Computes the Bhattacharyya coefficients of the trigram frequencies, raised to the fourth power.
    init(_ counters: [FeatureCounter], _ letters: [Float]) {
        size = counters.count
        kernel = [Float](repeating: 0, count: size * size)
        for first in 0..<size {
            for second in 0..<first {
                var sum: Float = 0
                let counter = counters[first]
                // A symbol has 12 bits, so these keys are trigrams.
                for index in counter.keys.indices
                where counter.keys[index] >> 36 == 0 && counter.keys[index] >> 24 != 0 {
                    let other = Float(counters[second].count(counter.keys[index])) / letters[second]
                    sum += (Float(counter.counts[index]) / letters[first] * other).squareRoot()
                }
                let near = sum * sum * sum * sum + 0.02
                kernel[first * size + second] = near
                kernel[second * size + first] = near
            }
        }
    }

    /// Returns the sum over pairs of languages of frequency × difference of log frequencies × similarity.
    func usefulness(_ frequencies: [Float], _ logs: [Float], _ codes: [String]) -> Float {
        var total: Float = 0
        for first in 0..<size {
            var sum: Float = 0
            for second in 0..<size { sum += kernel[first * size + second] * abs(logs[first] - logs[second]) }
            total += sum * frequencies[first] * (Settings.main.contains(codes[first]) ? 1 : Settings.minor)
        }
        return total
    }
}
