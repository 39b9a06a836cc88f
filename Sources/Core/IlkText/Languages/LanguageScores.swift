/// The scores of the languages that were compared for a text.
package struct LanguageScores: Sendable {
    /// The languages, and the score of each in nats up to a constant.
    package var languages: [Language]
    package var scores: [Double]
    /// The index of the temperature in the model. It depends on the number of known features in the text.
    package var bucket: Int

    /// Returns the probability of a language at an inverse temperature, by softmax.
    package func probability(of place: Int, temperature: Double) -> Double {
        let top = scores.max() ?? 0
        var total = 0.0
        for score in scores { total += Exponential.value((score - top) * temperature) }
        return Exponential.value((scores[place] - top) * temperature) / total
    }
}
