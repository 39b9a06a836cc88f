/// A spoken phrase.
public struct PhraseCompletion: Sendable, Hashable {
    /// The edits to a phrase before it was spoken.
    public struct Edits: Sendable, Hashable {
        /// The number of symbols that were removed.
        public var removed: Int
        /// The number of symbols that were moved.
        public var reordered: Int

        /// Creates the counts of edits.
        ///
        /// - Parameters:
        ///   - removed: The number of symbols that were removed.
        ///   - reordered: The number of symbols that were moved.
        public init(removed: Int = 0, reordered: Int = 0) {
            self.removed = removed
            self.reordered = reordered
        }
    }

    /// The symbols of the phrase, in order.
    public var symbolIDs: [String]
    /// The spoken text. Not empty.
    public var phrase: String
    /// The time from the first tap to the speech output, in milliseconds.
    public var constructionTime: Int
    /// The number of symbols that were removed or moved before the phrase was spoken.
    public var edits: Edits
    /// The number of symbols in the spoken phrase.
    public var finalPhraseLength: Int

    /// Creates a phrase.
    ///
    /// - Parameters:
    ///   - symbolIDs: The symbols of the phrase, in order.
    ///   - phrase: The spoken text. Not empty.
    ///   - constructionTime: The time from the first tap to the speech output, in milliseconds.
    ///   - edits: The edits before the phrase was spoken.
    ///   - finalPhraseLength: The number of symbols in the spoken phrase. With `nil`, the length of
    ///     `symbolIDs` is used.
    public init(
        symbolIDs: [String], phrase: String, constructionTime: Int, edits: Edits = Edits(),
        finalPhraseLength: Int? = nil
    ) {
        self.symbolIDs = symbolIDs
        self.phrase = phrase
        self.constructionTime = constructionTime
        self.edits = edits
        self.finalPhraseLength = finalPhraseLength ?? symbolIDs.count
    }
}
