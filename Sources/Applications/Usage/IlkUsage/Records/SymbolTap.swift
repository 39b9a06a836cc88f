/// A tap on a symbol.
public struct SymbolTap: Sendable, Hashable {
    /// The position of a symbol on its page, numbered as in the app.
    public struct GridPosition: Sendable, Hashable {
        /// The row of the symbol on its page.
        public var row: Int
        /// The column of the symbol on its page.
        public var column: Int

        /// Creates a position.
        ///
        /// - Parameters:
        ///   - row: The row.
        ///   - column: The column.
        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// The app's identifier of the symbol. Not empty.
    public var symbolID: String
    /// The label displayed on the symbol, in the language of the event.
    public var label: String
    /// The pages that lead to the symbol, as a path such as `home/food`; `nil` if the path is unknown.
    public var categoryPath: String?
    /// The position of the symbol on its page, or `nil` if the position is unknown.
    public var gridPosition: GridPosition?
    /// The position of the symbol in the phrase under construction, from 1. `nil` if the position is unknown
    /// or if the symbol is not part of a phrase.
    public var phrasePosition: Int?
    /// `true` if a communication partner tapped the symbol as a demonstration.
    public var isModeled: Bool

    /// Creates a tap.
    ///
    /// - Parameters:
    ///   - symbolID: The app's identifier of the symbol. Not empty.
    ///   - label: The label displayed on the symbol, in the language of the event.
    ///   - categoryPath: The pages that lead to the symbol, as a path such as `home/food`.
    ///   - gridPosition: The position of the symbol on its page.
    ///   - phrasePosition: The position of the symbol in the phrase under construction, from 1.
    ///   - isModeled: `true` if a communication partner tapped the symbol as a demonstration.
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
