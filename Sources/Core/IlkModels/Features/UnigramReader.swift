import IlkText
import IlkVocabulary

/// Reads unigrams. A word is read in its normal form (`Hello` → `hello`), a number with its digits as 0
/// (`12.5` → `00.0`), and a URL, address or handle as a placeholder (`<url>`).
enum UnigramReader {
    static func read(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, into stream: FeatureStream,
        _ detail: FeatureDetail
    ) {
        for token in tokens where token.type.isWordLike {
            if detail == .hashes {
                stream.add(FeatureHash.word(form(of: token, view, &stream.material)))
            } else {
                addName(of: token, view, to: stream)
            }
        }
    }

    private static func addName(of token: FeatureToken, _ view: AnalyzedText.View, to stream: FeatureStream) {
        if token.type == .word, !view.tokens[Int(token.index)].shape.contains(.hasDigit) {
            // The most frequent case: the hash is known, and the name is needed only once per text.
            let hash = FeatureHash.word(view.wordHashes[Int(token.word)])
            stream.add(hash, place: (token.lower, token.upper)) {
                appendNormalForm(of: token, view, to: &$0)
            }
            return
        }
        let start = stream.material.count
        appendName(of: token, view, to: &stream.material)
        stream.add(
            lower: start, upper: stream.material.count, place: (token.lower, token.upper), detail: .names)
    }

    /// Appends the name of a token: a word's normal form, a number with its digits as 0, or the placeholder
    /// of the token's type.
    static func appendName(of token: FeatureToken, _ view: AnalyzedText.View, to material: inout [UInt8]) {
        switch token.type {
        case .word: appendNormalForm(of: token, view, to: &material)
        case .number: appendNumber(token, view, to: &material)
        default: material.append(contentsOf: standIns[Int(token.type.rawValue)].name)
        }
    }

    /// Returns the hash of a token's name.
    @inline(__always)
    static func form(of token: FeatureToken, _ view: AnalyzedText.View, _ material: inout [UInt8]) -> UInt64 {
        switch token.type {
        case .word where !view.tokens[Int(token.index)].shape.contains(.hasDigit):
            return view.wordHashes[Int(token.word)]
        case .word:
            material.removeAll(keepingCapacity: true)
            appendNormalForm(of: token, view, to: &material)
        case .number:
            material.removeAll(keepingCapacity: true)
            appendNumber(token, view, to: &material)
        default: return standIns[Int(token.type.rawValue)].hash
        }
        return material.withUnsafeBufferPointer {
            FeatureHash.plain($0, seed: StableHash.wordSeed)
        }
    }

    /// The placeholders of tokens that are not words, indexed by the raw values of their types.
    private static let standIns: [(name: [UInt8], hash: UInt64)] = TokenType.allCases.map { type in
        let name: StaticString =
            switch type {
            case .url: "<url>"
            case .address: "<email>"
            case .mention: "<handle>"
            case .tag: "<tag>"
            case .emoji: "<emoji>"
            case .word, .number, .mark, .space, .lineEnd: ""
            }
        return (name.withUTF8Buffer(Array.init), FeatureHash.fixed(name))
    }

    private static func appendNormalForm(
        of token: FeatureToken, _ view: AnalyzedText.View, to material: inout [UInt8]
    ) {
        let analyzed = view.tokens[Int(token.index)]
        guard analyzed.shape.contains(.hasDigit) else {
            material.append(contentsOf: UnsafeBufferPointer(rebasing: view.folded[analyzed.foldedRange]))
            return
        }
        // Each run of digits becomes a single 0: `v1.20.3` becomes `v0.0.0`, so that private numbers do not
        // become words.
        var isInNumber = false
        for offset in analyzed.foldedRange {
            let byte = view.folded[offset]
            if !isDigit(byte) {
                material.append(byte)
            } else if !isInNumber {
                material.append(UInt8(ascii: "0"))
            }
            isInNumber = isDigit(byte)
        }
    }

    /// Appends at most six bytes of a number, with digits and bytes outside ASCII as 0: `12.5` → `00.0`.
    static func appendNumber(_ token: FeatureToken, _ view: AnalyzedText.View, to material: inout [UInt8]) {
        for offset in Int(token.lower)..<min(Int(token.upper), Int(token.lower) + 6) {
            let byte = view.bytes[offset]
            material.append(isDigit(byte) || byte >= 0x80 ? UInt8(ascii: "0") : byte)
        }
    }

    /// Returns a byte with ASCII capitals in lower case and digits as 0.
    @inline(__always)
    static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: isDigit(byte) ? UInt8(ascii: "0") : byte
        }
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit
    }
}
