import IlkText

/// Reads the `char` n-grams of a text, of one to five characters, into a stream. Letters are case-folded, and
/// digits become 0. A run of white space becomes one blank, or one line feed if it contains a line break.
/// URLs, email addresses and handles are replaced by placeholders. A control character marks each edge of the
/// text.
struct CharacterNgramReader {
    /// The offset of each character in the stream's `material`, and its offset in the text.
    private var starts: [(material: Int32, text: Int32)] = []

    static let longest = 5
    private static let textStart: UInt8 = 0x02
    private static let textEnd: UInt8 = 0x03

    mutating func read(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, into stream: FeatureStream,
        _ detail: FeatureDetail
    ) {
        starts.removeAll(keepingCapacity: true)
        append(Self.textStart, at: 0, to: &stream.material)
        for token in tokens { append(token, view, to: &stream.material) }
        let end = tokens.last?.upper ?? 0
        append(Self.textEnd, at: end, to: &stream.material)
        addRuns(to: stream, textEnd: end, detail)
    }

    private mutating func append(_ byte: UInt8, at place: Int32, to material: inout [UInt8]) {
        starts.append((Int32(truncatingIfNeeded: material.count), place))
        material.append(byte)
    }

    private mutating func append(_ token: FeatureToken, _ view: AnalyzedText.View, to material: inout [UInt8])
    {
        switch token.type {
        case .word:
            let analyzed = view.tokens[Int(token.index)]
            if analyzed.shape.contains(.nonASCII) {
                appendFolded(analyzed, view, to: &material)
            } else {
                appendAsIs(token, view, to: &material)
            }
        case .number, .mark, .tag, .emoji: appendAsIs(token, view, to: &material)
        case .space: append(UInt8(ascii: " "), at: token.lower, to: &material)
        case .lineEnd: append(UInt8(ascii: "\n"), at: token.lower, to: &material)
        case .url: append("http://u", token, to: &material)
        case .address: append("e@e.e", token, to: &material)
        case .mention: append("@h", token, to: &material)
        }
    }

    private mutating func append(_ stand: StaticString, _ token: FeatureToken, to material: inout [UInt8]) {
        for index in 0..<stand.utf8CodeUnitCount {
            append(stand.utf8Start[index], at: token.lower, to: &material)
        }
    }

    private mutating func appendFolded(_ token: Token, _ view: AnalyzedText.View, to material: inout [UInt8])
    {
        for offset in token.foldedRange {
            let byte = view.folded[offset]
            if byte & 0xC0 == 0x80 {
                material.append(byte)
            } else {
                append(
                    UnigramReader.isDigit(byte) ? UInt8(ascii: "0") : byte, at: token.lowerBound,
                    to: &material)
            }
        }
    }

    private mutating func appendAsIs(
        _ token: FeatureToken, _ view: AnalyzedText.View, to material: inout [UInt8]
    ) {
        for offset in Int(token.lower)..<Int(token.upper) {
            let byte = view.bytes[offset]
            if byte & 0xC0 == 0x80 {
                material.append(byte)
            } else {
                append(UnigramReader.folded(byte), at: Int32(truncatingIfNeeded: offset), to: &material)
            }
        }
    }

    private func addRuns(to stream: FeatureStream, textEnd: Int32, _ detail: FeatureDetail) {
        let count = starts.count
        let end = stream.material.count
        for first in 0..<count {
            let lower = Int(starts[first].material)
            for length in 1...Self.longest {
                let next = first + length
                guard next <= count else { break }
                let upper = next < count ? Int(starts[next].material) : end
                let placeEnd = next < count ? starts[next].text : textEnd
                stream.add(
                    lower: lower, upper: upper, place: (starts[first].text, placeEnd), detail: detail)
            }
        }
    }
}
