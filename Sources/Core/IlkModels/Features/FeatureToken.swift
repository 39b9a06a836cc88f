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
    /// The index of the token in the analysis, or of the first of the merged tokens.
    var index: Int32
}

/// Reads the tokens of an analysis, up to a number of bytes. Only one thread at a time can use a reader.
final class FeatureTokenReader {
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
    var tokens: UnsafeBufferPointer<FeatureToken> { UnsafeBufferPointer(start: storage, count: count) }

    func read(_ view: AnalyzedText.View, limit: Int) {
        let source = view.tokens
        if capacity < source.count {
            capacity = source.count
            storage.deallocate()
            storage = .allocate(capacity: capacity)
        }
        var index = 0
        var word: Int32 = 0
        var made = 0
        while index < source.count, Int(source[index].lowerBound) < limit {
            let token = source[index]
            var merged = FeatureToken(
                type: token.type, word: -1, lower: token.lowerBound, upper: token.upperBound,
                index: Int32(truncatingIfNeeded: index))
            index &+= 1
            switch token.type {
            case .word, .number:
                merged.word = word
                word &+= 1
            case .space, .lineEnd: index = Self.endGap(&merged, index, source, view.bytes)
            case .mark: index = Self.endRun(&merged, index, source, view.bytes)
            case .url, .address, .mention, .tag:
                if token.kind.isWord { word &+= 1 }
                while index < source.count, source[index].isContinued {
                    if source[index].kind.isWord { word &+= 1 }
                    merged.upper = source[index].upperBound
                    index &+= 1
                }
            case .emoji: break
            }
            storage[made] = merged
            made &+= 1
        }
        count = made
    }

    /// Merges the following white space into a gap, and returns the index of the next token.
    @inline(__always)
    private static func endGap(
        _ merged: inout FeatureToken, _ index: Int, _ tokens: UnsafeBufferPointer<Token>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var next = index
        while next < tokens.count, tokens[next].type.isGap {
            if bytes[Int(tokens[next].lowerBound)] == 0x0A { merged.type = .lineEnd }
            merged.upper = tokens[next].upperBound
            next &+= 1
        }
        return next
    }

    /// Merges equal marks that follow a mark, and returns the index of the next token. Outside ASCII, marks
    /// of the same length and first byte are treated as equal.
    @inline(__always)
    private static func endRun(
        _ merged: inout FeatureToken, _ index: Int, _ tokens: UnsafeBufferPointer<Token>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        let mark = bytes[Int(merged.lower)]
        let size = merged.upper &- merged.lower
        var next = index
        while next < tokens.count, tokens[next].kind == .other,
            bytes[Int(tokens[next].lowerBound)] == mark,
            mark < 0x80 || tokens[next].upperBound &- tokens[next].lowerBound == size
        {
            merged.upper = tokens[next].upperBound
            next &+= 1
        }
        return next
    }
}
