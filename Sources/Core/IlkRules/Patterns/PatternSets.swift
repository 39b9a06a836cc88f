import IlkText

/// The numbered sets of non-ASCII characters of an expression.
struct PatternSets {
    static let word: Int16 = 0
    static let digits: Int16 = 1
    static let space: Int16 = 2
    /// The indexes of the sets of non-ASCII characters that fold to ASCII: U+212A KELVIN SIGN to k, and U+017F
    /// LATIN SMALL LETTER LONG S to s.
    static let folding: ClosedRange<Int16> = 6...8

    /// The sets that every expression has, in the order of their indexes.
    private static let common: [ScalarSet] = [
        .word, .digits, .space, .inverse(.word), .inverse(.digits), .inverse(.space), .kelvinSign, .longS,
        .kelvinSign.union(.longS),
    ]
    private static let commonIndexes = Dictionary(
        uniqueKeysWithValues: zip(common, 0..<Int16(common.count)))
    /// The common sets, which all expressions share.
    static let commonTables = [ScalarTable.word] + common.dropFirst().map(ScalarTable.init)

    /// The sets that only this expression uses. Their indexes follow those of the common sets.
    private(set) var own: [ScalarSet] = []

    /// Returns the index of a set, which is added if it is new.
    mutating func index(of set: ScalarSet) -> Int16 {
        if let index = Self.commonIndexes[set] { return index }
        if let place = own.firstIndex(of: set) { return Int16(Self.common.count + place) }
        own.append(set)
        return Int16(clamping: Self.common.count + own.count - 1)
    }
}
