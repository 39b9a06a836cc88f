/// The counts of one text, for fitting the weights: what ``Formality/score(_:language:)`` weighs.
package struct FormalityMeasurement: Sendable {
    /// The count of each feature, in the order of ``FormalityFeature``.
    package var counts: [Int32]
    /// How many words the text has.
    package var words: Int
    /// How many sentences with words it has.
    package var sentences: Int

    /// The counts of a text.
    package init(_ analysis: borrowing AnalyzedText) {
        var walk = FormalityWalk(sink: FormalityTrace())
        AnalyzedText.View.withMemory(of: analysis) { walk.walk($0) }
        counts = walk.sink.counts
        words = walk.words
        sentences = walk.sentences
    }

    /// The value of each feature, when it is a half at the share of words in `halfways`.
    package func values(halfways: [Double]) -> [Double] {
        let measures = FormalityMeasures(words: words, sentences: sentences)
        return counts.indices.map { measures.value($0, counts[$0], halfway: halfways[$0]) }
    }
}
