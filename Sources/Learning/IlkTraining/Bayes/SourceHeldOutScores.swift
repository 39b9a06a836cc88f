/// The scores of texts with counts and group weights of other sources. The scores are like the scores of a
/// text from a new source.
///
/// If there are many texts, only a sample is scored. The texts are in a canonical order.
package struct SourceHeldOutScores {
    /// A scored text.
    package struct Text {
        /// The position of the text in the order in which the texts were added.
        package let index: Int
        /// The index of the text's category in the taxonomy.
        package let category: Int
        /// The fold of sources that is held out with the text.
        package let fold: Int
        /// The weight of the text in the fit of the group weights.
        package let weight: Double
        /// The score of the text by category, in natural log-odds.
        package let scores: [Double]
    }

    package let texts: [Text]
}
