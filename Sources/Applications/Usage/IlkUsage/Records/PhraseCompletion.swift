/// A phrase that was spoken.
public struct PhraseCompletion: Sendable, Hashable {
    /// What was changed while a phrase was being built.
    public struct Edits: Sendable, Hashable {
        /// How many symbols were taken out again.
        public var removed: Int
        /// How many symbols were moved.
        public var reordered: Int

        /// Edits of these numbers.
        public init(removed: Int = 0, reordered: Int = 0) {
            self.removed = removed
            self.reordered = reordered
        }
    }

    /// All its symbols, in order.
    public var symbolIDs: [String]
    /// The whole phrase as it was spoken. Not empty.
    public var phrase: String
    /// From the first tap until it was spoken, in milliseconds.
    public var constructionTime: Int
    /// What was changed meanwhile.
    public var edits: Edits
    /// How many symbols it has in the end.
    public var finalPhraseLength: Int

    /// A phrase of these parts.
    ///
    /// - Parameter finalPhraseLength: Nil for as many as there are symbols.
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
