import IlkTraining
public import IlkVocabulary

/// A choice of texts for review that are uncertain, different from one another and typical of all texts.
///
/// The method is facility location, weighted by uncertainty (K. Wei, R. Iyer and J. Bilmes, "Submodularity in
/// data subset selection and active learning", ICML 2015). A text is chosen if it is similar to many
/// uncertain texts that have no similar text among the chosen and corrected texts.
public enum DiverseTexts {
    /// A text.
    public struct Candidate: Sendable, Hashable {
        /// The id. It breaks ties between equally good texts.
        public var id: RecordID
        /// The text, or its beginning.
        public var text: String
        /// The difference in probability between the two most probable labels, 0 … 1.
        public var margin: Double

        /// Creates a candidate.
        ///
        /// - Parameters:
        ///   - id: The id.
        ///   - text: The text, or its beginning.
        ///   - margin: The difference in probability between the two most probable labels, 0 … 1.
        public init(id: RecordID, text: String, margin: Double) {
            self.id = id
            self.text = text
            self.margin = margin
        }
    }

    /// Chooses texts, the best first. The choice does not depend on the order of the candidates.
    ///
    /// - Parameters:
    ///   - candidates: The texts, with different ids.
    ///   - corrected: The beginnings of texts that have a human label.
    ///   - limit: The maximum number of texts.
    /// - Returns: The ids of the chosen texts.
    /// - Throws: `TextError` if ICU cannot load its break rules.
    /// - Complexity: O(Σ *d*²) for features that occur in *d* texts, and O(*n*²) for *n* candidates.
    public static func choose(
        _ candidates: [Candidate], corrected: [String], limit: Int
    ) throws -> [RecordID] {
        let candidates = candidates.sorted { $0.id < $1.id }
        let similar = try TextSimilarities(candidates.map(\.text), and: corrected)
        var facilities = FacilityLocation(
            similarities: similar.squares,
            weights: candidates.map {
                let uncertainty = 1 - max(0, min(1, $0.margin))
                return uncertainty * uncertainty
            }, cover: similar.nearest)
        return facilities.choose(limit).map { candidates[$0].id }
    }
}
