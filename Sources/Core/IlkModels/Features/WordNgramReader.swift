import IlkText

/// Reads `char_wb` n-grams: one to five characters within words, numbers and runs of marks, with a blank at
/// both edges. Adjacent words, as in scripts without spaces, form one span.
///
/// Each distinct span of a text is read once, and all its n-grams are features, including repeated n-grams.
/// The contribution of a span to a score is therefore the same in every text, except for the normalization by
/// length.
final class WordNgramReader {
    static let longest = 5

    private let seen = HashSet()
    private var characters = SpanCharacters()

    func read(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, into stream: FeatureStream,
        _ detail: FeatureDetail
    ) {
        seen.clear(expected: tokens.count)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            guard !token.type.isGap else {
                index += 1
                continue
            }
            if detail == .hashes { stream.material.removeAll(keepingCapacity: true) }
            if detail == .counting { stream.material.append(UInt8(ascii: " ")) }
            let begin = stream.material.count
            let first = index
            index = Self.end(of: first, tokens)
            for place in first..<index { Self.append(tokens[place], view, to: &stream.material) }
            let place = (tokens[first].lower, tokens[index - 1].upper)
            let key = stream.material.withUnsafeBufferPointer {
                Self.key(of: UnsafeBufferPointer(rebasing: $0[begin...]), tokens[first], index - first)
            }
            if detail == .counting {
                stream.material.append(UInt8(ascii: " "))
                let name = (begin - 1, stream.material.count)
                if seen.insert(key) {
                    stream.addAgain(key, name: name, place: place)
                } else if stream.keepsRepeats {
                    stream.addRepeat(
                        key, (Int32(truncatingIfNeeded: name.0), Int32(truncatingIfNeeded: name.1)), place)
                }
            } else if seen.insert(key) {
                addRuns(from: begin, place, to: stream, detail)
            } else if stream.keepsRepeats {
                addRunsAgain(from: begin, place, to: stream)
            }
        }
    }

    /// Returns the index after the last token of the span that begins with a token.
    @inline(__always)
    static func end(of first: Int, _ tokens: UnsafeBufferPointer<FeatureToken>) -> Int {
        var index = first &+ 1
        guard tokens[first].type == .word else { return index }
        while index < tokens.count, tokens[index].type == .word,
            tokens[index].lower == tokens[index &- 1].upper
        {
            index &+= 1
        }
        return index
    }

    /// Passes the n-grams of a span to a closure, as ranges of its characters, in the order in which they are
    /// read.
    ///
    /// - Parameter count: The number of characters of the span, including the blanks at both edges.
    @inline(__always)
    static func forEachRange(ofCharacters count: Int, _ body: (Range<Int>) -> Void) {
        for first in 0..<count - 1 {
            // A blank alone is not a feature.
            for length in (first == 0 ? 2 : 1)...min(longest, count - first) { body(first..<first + length) }
        }
    }

    /// Returns the ranges of ``forEachRange(ofCharacters:_:)``.
    static func ranges(ofCharacters count: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        forEachRange(ofCharacters: count) { ranges.append($0) }
        return ranges
    }

    /// Appends the characters of a token.
    static func append(_ token: FeatureToken, _ view: AnalyzedText.View, to material: inout [UInt8]) {
        switch token.type {
        case .mark, .emoji: BigramReader.appendMark(token, view, to: &material)
        case .tag:
            material.append(UInt8(ascii: "#"))
            for offset in Int(token.lower) + 1..<Int(token.upper) {
                material.append(UnigramReader.folded(view.bytes[offset]))
            }
        default: UnigramReader.appendName(of: token, view, to: &material)
        }
    }

    /// Returns a key that identifies a span among the spans of a text. It is the hash of the normal form if
    /// the span is a single word, number or run of marks. Otherwise it is the inverted hash of the
    /// characters.
    static func key(of bytes: UnsafeBufferPointer<UInt8>, _ first: FeatureToken, _ count: Int) -> UInt64 {
        let hash = FeatureHash.plain(bytes, seed: StableHash.wordSeed)
        return count > 1 || first.type == .tag || first.type == .emoji ? ~hash : hash
    }

    /// Adds the n-grams of the span that begins at an index of the material and extends to its end.
    private func addRuns(
        from begin: Int, _ place: (Int32, Int32), to stream: FeatureStream, _ detail: FeatureDetail
    ) {
        let end = stream.material.count
        stream.material.withUnsafeBufferPointer {
            characters.read(UnsafeBufferPointer(rebasing: $0[begin...]))
        }
        characters.forEachRun { hash in
            if detail == .hashes {
                stream.addAgain(hash)
            } else {
                stream.addAgain(hash, name: (begin, end), place: place)
            }
        }
    }

    /// Records the n-grams of a repeated span.
    private func addRunsAgain(
        from begin: Int, _ place: (Int32, Int32), to stream: FeatureStream
    ) {
        let end = stream.material.count
        stream.material.withUnsafeBufferPointer {
            characters.read(UnsafeBufferPointer(rebasing: $0[begin..<end]))
        }
        let name = (Int32(truncatingIfNeeded: begin), Int32(truncatingIfNeeded: end))
        characters.forEachRun { stream.addRepeat($0, name, place) }
    }
}
