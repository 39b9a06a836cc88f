/// The scores of texts by counts and group weights of other sources, as a text of a new source is scored.
///
/// With many texts it is a sample, in a canonical order.
package struct SourceHeldOutScores {
    /// A scored text.
    package struct Text {
        /// Its position in the order in which the texts were added.
        package let index: Int
        /// The index of its category in the taxonomy.
        package let category: Int
        /// The fold of sources that is held out with it.
        package let fold: Int
        /// Its weight in the fit of the group weights.
        package let weight: Double
        /// Its score by category, in natural log-odds.
        package let scores: [Double]
    }

    package let texts: [Text]
}
