/// Turns counts into the values that are weighed.
struct FormalityMeasures {
    private let words: Double
    private let room: Double
    private let perSentence: Double

    init(words: Int, sentences: Int) {
        self.words = Double(words)
        // Two words more than there are: in a text of one word nothing is a share of 1.
        room = Double(words) + 2
        perSentence = 1 / Double(max(1, sentences))
    }

    /// The value of the feature at a place.
    ///
    /// What is counted among the words saturates: count / (count + halfway * (words + 2)), which is a half when the
    /// share of words is `halfway`. What is counted over sentences is their share.
    @inline(__always)
    func value(_ place: Int, _ count: Int32, halfway: Double) -> Double {
        if place < FormalityFeature.firstOfSentences {
            // Half of the counts are zero, but which cannot be foreseen: a division costs less than a wrong guess.
            let count = Double(count)
            return count / (count + halfway * room)
        }
        if place < FormalityFeature.firstOfTexts { return Double(count) * perSentence }
        return valueOfText(place, count)
    }

    /// The sum of the weighed values, added in the order of the features.
    func logit(_ counts: UnsafeMutableBufferPointer<Int32>) -> Double {
        FormalityWeights.rows.withUnsafeBufferPointer { rows in
            counts.indices.reduce(FormalityWeights.base) { logit, place in
                logit + rows[place].weight * value(place, counts[place], halfway: rows[place].halfway)
            }
        }
    }

    private func valueOfText(_ place: Int, _ count: Int32) -> Double {
        switch FormalityFeature(rawValue: place) {
        case .meanWordLength: Double(count) / room
        case .fewWords: max(0, 1 - words / 5)
        case .someWords: words / (words + 8)
        case .manyWords: words / (words + 25)
        default: 0
        }
    }
}
