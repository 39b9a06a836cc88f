import IlkText

/// Reads bigrams, the pairs of adjacent tokens. A word is represented by its normal form, a number by its
/// digits as 0 (`12.5` → `00.0`), a URL or address by a placeholder (`<url>`), and a run of one punctuation
/// mark by at most three of the marks (`!!!!!` → `!!!`). The edges of the text are tokens too. White space is
/// ignored.
struct BigramReader {
    private var neighbors = NeighborNames()

    /// The name of the beginning of the text. Words and marks never contain control characters, so the name
    /// is unique.
    private static let start: StaticString = "\u{2}"
    /// The name of the end of the text.
    private static let end: StaticString = "\u{3}"
    static let startHash = FeatureHash.fixed(start)
    static let endHash = FeatureHash.fixed(end)

    static func addHashes(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, to stream: FeatureStream
    ) {
        var last = startHash
        for token in tokens where !token.type.isGap {
            let hash = form(of: token, view, &stream.material)
            stream.add(FeatureHash.bigram(last, hash))
            last = hash
        }
        stream.add(FeatureHash.bigram(last, endHash))
    }

    /// Returns the hash of a token's name.
    ///
    /// - Parameter material: A buffer for the name, if it has to be written.
    @inline(__always)
    static func form(of token: FeatureToken, _ view: AnalyzedText.View, _ material: inout [UInt8]) -> UInt64 {
        guard token.type == .mark || token.type == .emoji else {
            return UnigramReader.form(of: token, view, &material)
        }
        return FeatureHash.plain(markBytes(token, view), seed: StableHash.wordSeed)
    }

    /// Returns the bytes of a run of one mark, cut to three marks: `!!!!!` → `!!!`.
    @inline(__always)
    private static func markBytes(_ token: FeatureToken, _ view: AnalyzedText.View) -> UnsafeBufferPointer<
        UInt8
    > {
        let analyzed = view.tokens[Int(token.index)]
        let size = Int(analyzed.upperBound &- analyzed.lowerBound)
        let end = min(Int(token.upper), Int(token.lower) + 3 * size)
        return UnsafeBufferPointer(rebasing: view.bytes[Int(token.lower)..<end])
    }

    static func appendMark(_ token: FeatureToken, _ view: AnalyzedText.View, to material: inout [UInt8]) {
        material.append(contentsOf: markBytes(token, view))
    }

    mutating func addNames(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, to stream: FeatureStream
    ) {
        neighbors.begin()
        append(Self.start, at: 0, to: stream)
        for token in tokens where !token.type.isGap {
            let start = stream.material.count
            if token.type == .mark || token.type == .emoji {
                Self.appendMark(token, view, to: &stream.material)
            } else {
                UnigramReader.appendName(of: token, view, to: &stream.material)
            }
            neighbors.end(from: start, (token.lower, token.upper), stream)
        }
        append(Self.end, at: tokens.last?.upper ?? 0, to: stream)
        neighbors.addPairs(to: stream)
    }

    private mutating func append(_ name: StaticString, at place: Int32, to stream: FeatureStream) {
        name.withUTF8Buffer { neighbors.append($0, (place, place), stream) }
    }
}
