/// What the first pass over the words counts for features that only some ask for.
struct WordTotals: Sendable {
    /// Words that are neither numbers nor function words.
    var content = 0
    var camelCase = 0
    var snakeCase = 0
    /// The squares of the sentences' lengths in words, added up.
    var sentenceSquares = 0
    /// There is an auxiliary or a contraction.
    var hasVerb = false
    /// There is a digit or the name of a month.
    var mayHaveDates = false

    /// Standard deviation of the sentences' lengths in words.
    func sentenceLengthDeviation(words: Int, sentences: Int) -> Double {
        guard sentences > 1 else { return 0 }
        let mean = Double(words) / Double(sentences)
        return max(0, Double(sentenceSquares) / Double(sentences) - mean * mean).squareRoot()
    }
}
