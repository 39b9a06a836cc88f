/// The counts from which ``Formality/score(_:language:)`` computes the score of one text. The weights are
/// fitted to these counts.
package struct FormalityMeasurement: Sendable {
    /// The count of each feature, in the order of ``FormalityFeature``.
    package var counts: [Int32]
    package var words: Int
    package var sentences: Int

    package init(_ analysis: borrowing AnalyzedText) {
        var walk = FormalityWalk(sink: FormalityTrace())
        AnalyzedText.View.withMemory(of: analysis) { walk.walk($0) }
        counts = walk.sink.counts
        words = walk.words
        sentences = walk.sentences
    }

    /// Returns the value of each feature. `halfways` contains one ratio per feature. If count / (words + 2)
    /// equals this ratio, the value of the feature is one half. The ratio is used only for features before
    /// ``FormalityFeature/firstOfSentences``.
    package func values(halfways: [Double]) -> [Double] {
        let measures = FormalityMeasures(words: words, sentences: sentences)
        return counts.indices.map { measures.value($0, counts[$0], halfway: halfways[$0]) }
    }
}
