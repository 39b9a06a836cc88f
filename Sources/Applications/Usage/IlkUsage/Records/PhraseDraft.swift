import FoundationEssentials

/// A phrase under construction, as the sentence bar of an app shows it.
public struct PhraseDraft: Sendable, Hashable {
    /// A symbol of the phrase.
    public struct Symbol: Sendable, Hashable {
        /// The app's identifier of the symbol.
        public var id: String
        /// The label of the symbol.
        public var label: String
    }

    /// The symbols, in order.
    public private(set) var symbols: [Symbol] = []
    /// The number of symbols that were removed or moved so far.
    public private(set) var edits = PhraseCompletion.Edits()
    /// The time of the first tap in milliseconds since 1970, or `nil` if the phrase is empty.
    public private(set) var begin: Int64?

    /// Creates an empty phrase.
    public init() {}

    /// Appends a symbol.
    ///
    /// - Parameters:
    ///   - id: The app's identifier of the symbol.
    ///   - label: The label of the symbol.
    ///   - milliseconds: The time of the tap in milliseconds since 1970.
    /// - Returns: The position of the symbol, from 1.
    @discardableResult
    public mutating func add(_ id: String, label: String, at milliseconds: Int64) -> Int {
        begin = begin ?? milliseconds
        symbols.append(Symbol(id: id, label: label))
        return symbols.count
    }

    /// Removes a symbol. Does nothing if the index is out of range.
    ///
    /// - Parameter index: The index of the symbol, from 0.
    public mutating func remove(at index: Int) {
        guard symbols.indices.contains(index) else { return }
        symbols.remove(at: index)
        edits.removed += 1
    }

    /// Moves a symbol. Does nothing if an index is out of range or both indexes are equal.
    ///
    /// - Parameters:
    ///   - index: The current index of the symbol, from 0.
    ///   - place: The new index of the symbol, from 0.
    public mutating func move(from index: Int, to place: Int) {
        guard symbols.indices.contains(index), symbols.indices.contains(place), index != place else { return }
        symbols.insert(symbols.remove(at: index), at: place)
        edits.reordered += 1
    }

    /// Returns the phrase as spoken, or `nil` if the phrase has no text.
    ///
    /// - Parameters:
    ///   - milliseconds: The time of the speech output in milliseconds since 1970.
    ///   - phrase: The spoken text. `nil` uses the labels of the symbols, joined by spaces.
    public func completed(at milliseconds: Int64, phrase: String? = nil) -> PhraseCompletion? {
        let said = phrase ?? symbols.map(\.label).joined(separator: " ")
        guard !said.isEmpty else { return nil }
        let time = max(0, milliseconds - (begin ?? milliseconds))
        return PhraseCompletion(
            symbolIDs: symbols.map(\.id), phrase: said, constructionTime: Int(time), edits: edits)
    }
}
