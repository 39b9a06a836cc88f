import FoundationEssentials

/// A phrase while it is being built: what an app's sentence bar holds.
public struct PhraseDraft: Sendable, Hashable {
    /// A symbol in it.
    public struct Symbol: Sendable, Hashable {
        /// By the app's own name.
        public var id: String
        /// The words on it.
        public var label: String
    }

    /// The symbols, in order.
    public private(set) var symbols: [Symbol] = []
    /// What was changed so far.
    public private(set) var edits = PhraseCompletion.Edits()
    /// When the first symbol was tapped, in milliseconds since 1970.
    public private(set) var begin: Int64?

    /// Nothing yet.
    public init() {}

    /// Puts a symbol at the end.
    ///
    /// - Returns: Its place, from 1.
    @discardableResult
    public mutating func add(_ id: String, label: String, at milliseconds: Int64) -> Int {
        begin = begin ?? milliseconds
        symbols.append(Symbol(id: id, label: label))
        return symbols.count
    }

    /// Takes a symbol out; does nothing where there is none.
    public mutating func remove(at index: Int) {
        guard symbols.indices.contains(index) else { return }
        symbols.remove(at: index)
        edits.removed += 1
    }

    /// Moves a symbol; does nothing where there is none, or where it stands there already.
    public mutating func move(from index: Int, to place: Int) {
        guard symbols.indices.contains(index), symbols.indices.contains(place), index != place else { return }
        symbols.insert(symbols.remove(at: index), at: place)
        edits.reordered += 1
    }

    /// The phrase as it is spoken now; nil when there is nothing in it.
    ///
    /// - Parameter phrase: How it reads; nil for the labels with spaces between.
    public func completed(at milliseconds: Int64, phrase: String? = nil) -> PhraseCompletion? {
        let said = phrase ?? symbols.map(\.label).joined(separator: " ")
        guard !said.isEmpty else { return nil }
        let time = max(0, milliseconds - (begin ?? milliseconds))
        return PhraseCompletion(
            symbolIDs: symbols.map(\.id), phrase: said, constructionTime: Int(time), edits: edits)
    }
}
