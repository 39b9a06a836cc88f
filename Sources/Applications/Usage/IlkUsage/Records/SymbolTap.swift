/// A symbol that was tapped, and where it stood.
public struct SymbolTap: Sendable, Hashable {
    /// Where a symbol stands on its page: row and column, counted as the app counts them.
    public struct GridPosition: Sendable, Hashable {
        /// Its row.
        public var row: Int
        /// Its column.
        public var column: Int

        /// The position of a row and a column.
        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// The symbol, by the app's own name for it. Not empty.
    public var symbolID: String
    /// The words that stood on it, in the language of the event.
    public var label: String
    /// The pages that led to it, as `home/food`; nil when nobody said.
    public var categoryPath: String?
    /// Where it stood on its page.
    public var gridPosition: GridPosition?
    /// Which place it took in the phrase that was being built, from 1.
    public var phrasePosition: Int?
    /// Whether a partner tapped it to show how.
    public var isModeled: Bool

    /// A tap of these parts.
    public init(
        symbolID: String, label: String, categoryPath: String? = nil, gridPosition: GridPosition? = nil,
        phrasePosition: Int? = nil, isModeled: Bool = false
    ) {
        self.symbolID = symbolID
        self.label = label
        self.categoryPath = categoryPath
        self.gridPosition = gridPosition
        self.phrasePosition = phrasePosition
        self.isModeled = isModeled
    }
}
