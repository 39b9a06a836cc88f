import Foundation
import IlkVocabulary

/// Texts whose words follow Zipf's law, and verdicts, generated from a seed.
struct BenchEntries {
    private static let vocabulary = 50_000
    private var state: UInt64
    private let sums: [Double]
    private let provenance = Provenance(
        classifier: "fused", modelDigest: String(repeating: "a", count: 64),
        ruleSetDigest: String(repeating: "b", count: 64), icuVersion: "72.1")

    init(seed: UInt64) {
        state = seed
        var sum = 0.0
        sums = (0..<Self.vocabulary).map { place in
            sum += 1 / Double(place + 3)
            return sum
        }
    }

    private mutating func number() -> Double {
        // A linear congruential generator with Knuth's MMIX constants. Its high bits are the most random
        // ones.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) * 0x1p-53
    }

    /// Returns a text of 18 words, about 100 bytes.
    mutating func text() -> String {
        var text = ""
        for _ in 0..<18 {
            let wanted = number() * (sums.last ?? 1)
            var (low, high) = (0, sums.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if sums[middle] < wanted { low = middle + 1 } else { high = middle }
            }
            text += "w\(low) "
        }
        return text
    }

    mutating func verdict() -> Verdict {
        let shares = [0.3, 0.6, 0.8, 0.949, 0.999, 1]
        let draw = number()
        let place = shares.firstIndex { draw < $0 } ?? 0
        let margin = number()
        let best = 0.5 + margin / 2
        var probabilities = [Double](repeating: (1 - best) / 5, count: 6)
        probabilities[place] = best
        return Verdict(
            category: Taxonomy.documentType.categories[place], probability: best,
            probabilities: probabilities,
            scores: probabilities, taxonomy: .documentType, abstention: margin < 0.06 ? .unsure : nil,
            provenance: provenance)
    }
}
