import IlkText

/// A token for the feature readers: one token of the analysis, or several merged tokens (a URL, address or
/// tag, a run of one mark, a gap).
struct FeatureToken {
    var type: TokenType
    /// The index of a word or number in the analysis's word arrays, such as `wordHashes`; -1 for other
    /// tokens.
    var word: Int32
    var lower: Int32
    var upper: Int32
    var token: Int32
}

/// Reads the tokens of an analysis, up to a number of bytes. Only one thread at a time can use a reader.
final class TextUnitReader {
    // This memory belongs to this object only, and has the capacity for the longest text so far. An array
    // would check for uniqueness at each access.
    @exclusivity(unchecked) private var storage: UnsafeMutablePointer<FeatureToken>
    @exclusivity(unchecked) private var capacity = 256
    @exclusivity(unchecked) private var count = 0

    init() {
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    /// The tokens of the last text.
    var units: UnsafeBufferPointer<FeatureToken> { UnsafeBufferPointer(start: storage, count: count) }

    func read(_ view: AnalyzedText.View, limit: Int) {
        let tokens = view.tokens
        if capacity < tokens.count {
            capacity = tokens.count
            storage.deallocate()
            storage = .allocate(capacity: capacity)
        }
        var index = 0
        var word: Int32 = 0
        var made = 0
        while index < tokens.count, Int(tokens[index].lowerBound) < limit {
            let token = tokens[index]
            var unit = FeatureToken(
                type: token.type, word: -1, lower: token.lowerBound, upper: token.upperBound,
                token: Int32(truncatingIfNeeded: index))
            index &+= 1
            switch token.type {
            case .word, .number:
                unit.word = word
                word &+= 1
            case .space, .lineEnd: index = Self.endGap(&unit, index, tokens, view.bytes)
            case .mark: index = Self.endRun(&unit, index, tokens, view.bytes)
            case .url, .address, .mention, .tag:
                if token.kind.isWord { word &+= 1 }
                while index < tokens.count, tokens[index].isContinued {
                    if tokens[index].kind.isWord { word &+= 1 }
                    unit.upper = tokens[index].upperBound
                    index &+= 1
                }
            case .emoji: break
            }
            storage[made] = unit
            made &+= 1
        }
        count = made
    }

    /// Merges the following white space into a gap, and returns the index of the next token.
    @inline(__always)
    private static func endGap(
        _ unit: inout FeatureToken, _ index: Int, _ tokens: UnsafeBufferPointer<Token>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var next = index
        while next < tokens.count, tokens[next].type.isGap {
            if bytes[Int(tokens[next].lowerBound)] == 0x0A { unit.type = .lineEnd }
            unit.upper = tokens[next].upperBound
            next &+= 1
        }
        return next
    }

    /// Merges equal marks that follow a mark, and returns the index of the next token. Outside ASCII, marks
    /// of the same length and first byte are treated as equal.
    @inline(__always)
    private static func endRun(
        _ unit: inout FeatureToken, _ index: Int, _ tokens: UnsafeBufferPointer<Token>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        let mark = bytes[Int(unit.lower)]
        let size = unit.upper &- unit.lower
        var next = index
        while next < tokens.count, tokens[next].kind == .other,
            bytes[Int(tokens[next].lowerBound)] == mark,
            mark < 0x80 || tokens[next].upperBound &- tokens[next].lowerBound == size
        {
            unit.upper = tokens[next].upperBound
            next &+= 1
        }
        return next
    }
}
