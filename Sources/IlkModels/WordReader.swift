import IlkText

/// Writes the words of a text into a stream: normal forms; numbers by their shape, addresses and handles by their kind.
enum WordReader {
    static func read(
        _ units: [TextUnit], _ view: AnalysisView, into stream: inout FeatureStream, _ detail: FeatureDetail
    ) {
        for unit in units {
            let start = stream.material.count
            switch unit.kind {
            case .word: appendNormalForm(of: unit, view, to: &stream.material)
            case .number: appendNumber(unit, view, to: &stream.material)
            case .url: stream.material.append(contentsOf: Self.url)
            case .email: stream.material.append(contentsOf: Self.email)
            case .mention: stream.material.append(contentsOf: Self.mention)
            case .hashtag: stream.material.append(contentsOf: Self.hashtag)
            case .emoji: stream.material.append(contentsOf: Self.emoji)
            case .mark, .space, .newline: continue
            }
            stream.add(
                lower: start, upper: stream.material.count, place: (unit.lower, unit.upper), detail: detail)
        }
    }

    private static let url = Array("<url>".utf8)
    private static let email = Array("<email>".utf8)
    private static let mention = Array("<handle>".utf8)
    private static let hashtag = Array("<tag>".utf8)
    private static let emoji = Array("<emoji>".utf8)

    private static func appendNormalForm(
        of unit: TextUnit, _ view: AnalysisView, to material: inout [UInt8]
    ) {
        let token = view.tokens[Int(unit.token)]
        guard token.shape.contains(.hasDigit) else {
            material.append(contentsOf: UnsafeBufferPointer(rebasing: view.folded[token.foldedRange]))
            return
        }
        // Of a run of digits one stays, as 0: `v1.20.3` is `v0.0.0`, and nobody's number is a word.
        var isInNumber = false
        for offset in token.foldedRange {
            let byte = view.folded[offset]
            if !isDigit(byte) {
                material.append(byte)
            } else if !isInNumber {
                material.append(UInt8(ascii: "0"))
            }
            isInNumber = isDigit(byte)
        }
    }

    /// A number by its shape: digits as 0, at most six characters.
    static func appendNumber(_ unit: TextUnit, _ view: AnalysisView, to material: inout [UInt8]) {
        for offset in Int(unit.lower)..<min(Int(unit.upper), Int(unit.lower) + 6) {
            let byte = view.bytes[offset]
            material.append(isDigit(byte) || byte >= 0x80 ? UInt8(ascii: "0") : byte)
        }
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
