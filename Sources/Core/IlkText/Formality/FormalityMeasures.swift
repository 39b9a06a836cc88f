/// Converts counts to the values that are weighted.
struct FormalityMeasures {
    private let words: Double
    private let smoothedWordCount: Double
    private let perSentence: Double

    init(words: Int, sentences: Int) {
        self.words = Double(words)
        // Two words are added, so that in a text of one word no ratio is 1.
        smoothedWordCount = Double(words) + 2
        perSentence = 1 / Double(max(1, sentences))
    }

    /// Returns the value of a feature.
    ///
    /// The value of a feature before ``FormalityFeature/firstOfSentences`` is count / (count + halfway *
    /// (words + 2)). It is one half if count / (words + 2) equals `halfway`. Counts of sentences are divided
    /// by the number of sentences.
    @inline(__always)
    func value(_ place: Int, _ count: Int32, halfway: Double) -> Double {
        if place < FormalityFeature.firstOfSentences {
            // This code has no branches: half of the counts are zero in no predictable order, and a division
            // is cheaper than a misprediction.
            let count = Double(count)
            return count / (count + halfway * smoothedWordCount)
        }
        if place < FormalityFeature.firstOfTexts { return Double(count) * perSentence }
        return valueOfText(place, count)
    }

    /// Returns the weighted sum of the values, added in the order of the features.
    func logit(_ counts: UnsafeMutableBufferPointer<Int32>) -> Double {
        FormalityWeights.rows.withUnsafeBufferPointer { rows in
            counts.indices.reduce(FormalityWeights.base) { logit, place in
                logit + rows[place].weight * value(place, counts[place], halfway: rows[place].halfway)
            }
        }
    }

    private func valueOfText(_ place: Int, _ count: Int32) -> Double {
        switch FormalityFeature(rawValue: place) {
        case .meanWordLength: Double(count) / smoothedWordCount
        case .fewWords: max(0, 1 - words / 5)
        case .someWords: words / (words + 8)
        case .manyWords: words / (words + 25)
        default: 0
        }
    }
}
