import CICU
package import IlkText
package import IlkVocabulary

/// The reference implementation for segmentation. ICU finds the boundaries, Swift repairs UTF-8, and each
/// token is read character by character with a call of ICU for each.
///
/// Texts with scripts that ICU splits with a dictionary (such as Thai) are passed in UTF-16, ICU's native
/// form. Over UTF-8, ICU measures the minimum length of dictionary words in bytes instead of characters, and
/// splits some words of two letters.
package final class ReferenceCutter {
    package struct Result: Equatable {
        package var bytes: [UInt8] = []
        package var tokens: [Token] = []
        package var words: [Int32] = []
        package var wordHashes: [UInt64] = []
        package var folded: [UInt8] = []
        package var sentences: [TextSpan] = []
    }

    /// ICU has no break rules for the locale.
    package struct Failure: Error {}

    // Owned, closed in `deinit`.
    private let words: OpaquePointer
    private let sentences: OpaquePointer
    private var segments = [ilk_segment](repeating: ilk_segment(), count: 256)

    package init(locale: String, rules: SegmentationRules = .tailored) throws {
        var status: Int32 = 0
        let opened =
            rules == .plain
            ? ilk_segmenter_open_plain_words(&status)
            : ilk_segmenter_open(locale, Int32(ILK_SEGMENT_WORDS), &status)
        let root = rules == .plain ? "root" : locale
        guard let words = opened,
            let sentences = ilk_segmenter_open(root, Int32(ILK_SEGMENT_SENTENCES), &status)
        else { throw Failure() }
        self.words = words
        self.sentences = sentences
    }

    deinit {
        ilk_segmenter_close(words)
        ilk_segmenter_close(sentences)
    }

    package func cut(_ text: [UInt8]) -> Result {
        var result = Result(bytes: Array(String(decoding: text, as: UTF8.self).utf8))
        let bytes = result.bytes
        if Self.isComplex(bytes) {
            segmentWide(bytes) { Self.append($0, $1, bytes, &result) }
        } else {
            segment(bytes, words) { Self.append($0, $1, bytes, &result) }
        }
        result.tokens = ReferenceTypes.typed(result.tokens, in: bytes)
        segment(bytes, sentences) { lower, upper in
            var (lower, upper) = (lower, upper)
            while lower < upper, bytes[lower] <= 0x20 { lower += 1 }
            while upper > lower, bytes[upper - 1] <= 0x20 { upper -= 1 }
            if lower < upper { result.sentences.append(TextSpan(lower, upper)) }
        }
        return result
    }

    private func segment(_ bytes: [UInt8], _ handle: OpaquePointer, _ body: (Int, Int) -> Void) {
        bytes.withUnsafeBufferPointer { text in
            var status: Int32 = 0
            ilk_segmenter_begin(handle, text.baseAddress, Int64(text.count), &status)
            while true {
                let count = segments.withUnsafeMutableBufferPointer {
                    ilk_segmenter_next(handle, $0.baseAddress, Int32($0.count))
                }
                if count == 0 { return }
                for segment in segments.prefix(Int(count)) { body(Int(segment.lower), Int(segment.upper)) }
            }
        }
    }

    private func segmentWide(_ bytes: [UInt8], _ body: (Int, Int) -> Void) {
        bytes.withUnsafeBufferPointer { text in
            var status: Int32 = 0
            ilk_segmenter_begin_copy(words, text.baseAddress, Int32(text.count), &status)
            var lower = 0
            var end: Int32 = 0
            while ilk_segmenter_next_ends(words, &end, 1) > 0 {
                body(lower, Int(end))
                lower = Int(end)
            }
        }
    }

    /// `true` if the text may contain letters of a script that is written without spaces.
    private static func isComplex(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.contains {
            switch $0.value {
            case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF,
                0xA9E0...0xA9FF, 0xAA60...0xAADF, 0x11700...0x1174F:
                true
            default: false
            }
        }
    }

    private static func append(_ lower: Int, _ upper: Int, _ bytes: [UInt8], _ result: inout Result) {
        let place = Int32(result.folded.count)
        var token = Token(
            lowerBound: Int32(lower), upperBound: Int32(upper), foldedLowerBound: place,
            foldedUpperBound: place, characterCount: 0, kind: .other, shape: [], type: .mark)
        let text = bytes[lower..<upper]
        if text.allSatisfy({ $0 < 0x80 }) { readASCII(text, &token) } else { readScalars(text, &token) }
        if token.kind.isWord {
            let form = form(text)
            result.folded += form
            token.foldedUpperBound = Int32(result.folded.count)
            result.folded.append(0)
            result.words.append(Int32(result.tokens.count))
            result.wordHashes.append(
                (form + [0]).withUnsafeBufferPointer { form in
                    form.baseAddress.map {
                        StableHash.hash($0, count: form.count - 1, seed: StableHash.wordSeed)
                    } ?? 0
                })
        }
        result.tokens.append(token)
    }

    private static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
    private static func isLower(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func readASCII(_ text: ArraySlice<UInt8>, _ token: inout Token) {
        let rest = text.dropFirst()
        if let first = text.first, isUpper(first) { token.shape.insert(.startsUpper) }
        if rest.contains(where: isUpper) { token.shape.insert(.innerUpper) }
        if text.contains(where: isLower) { token.shape.insert(.hasLower) }
        if text.contains(where: isDigit) { token.shape.insert(.hasDigit) }
        if text.contains(0x5F) { token.shape.insert(.hasUnderscore) }
        if text.contains(0x27) { token.shape.insert(.hasApostrophe) }
        let small = text.map { isUpper($0) ? $0 | 0x20 : $0 }
        let triples = zip(small, zip(small.dropFirst(), small.dropFirst(2)))
        if triples.contains(where: { isLower($0) && $0 == $1.0 && $0 == $1.1 }) {
            token.shape.insert(.elongated)
        }
        token.characterCount = Int32(text.count)
        let isSpace = text.allSatisfy { $0 <= 0x20 || $0 == 0x7F }
        token.kind =
            small.contains(where: isLower)
            ? .letter : text.contains(where: isDigit) ? .number : isSpace ? .space : .other
    }

    private static func readScalars(_ text: ArraySlice<UInt8>, _ token: inout Token) {
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.map(\.value)
        let classes = scalars.map { $0 < 0x80 ? CharacterClass.ascii[Int($0)] : CharacterClass.classify($0) }
        token.shape = .nonASCII
        for (index, characterClass) in classes.enumerated() {
            if characterClass.contains(.upper) { token.shape.insert(index == 0 ? .startsUpper : .innerUpper) }
            if characterClass.contains(.lower) { token.shape.insert(.hasLower) }
            if characterClass.contains(.digit) { token.shape.insert(.hasDigit) }
            let isLetter = !characterClass.isDisjoint(with: .letter)
            if index >= 2, isLetter, scalars[index] == scalars[index - 1],
                scalars[index] == scalars[index - 2]
            {
                token.shape.insert(.elongated)
            }
        }
        if scalars.contains(0x2019) || scalars.contains(0x27) { token.shape.insert(.hasApostrophe) }
        if scalars.contains(0x5F) { token.shape.insert(.hasUnderscore) }
        token.characterCount = Int32(scalars.count)
        let all = classes.reduce(into: CharacterClass()) { $0.formUnion($1) }
        let visible: CharacterClass = [.punctuation, .symbol, .emoji, .control]
        token.kind =
            !all.isDisjoint(with: [.lower, .upper, .uncased])
            ? .letter
            : all.contains(.ideograph)
                ? .ideographic
                : all.contains(.kana)
                    ? .kana
                    : all.contains(.digit)
                        ? .number : all.contains(.space) && all.isDisjoint(with: visible) ? .space : .other
    }

    /// Returns the normal form of a word: ICU's NFKC case fold, with U+2019 as an apostrophe.
    private static func form(_ text: ArraySlice<UInt8>) -> [UInt8] {
        if text.allSatisfy({ $0 < 0x80 }) { return text.map { isUpper($0) ? $0 | 0x20 : $0 } }
        var folded = [UInt8](repeating: 0, count: 54 * text.count)
        let count = Array(text).withUnsafeBufferPointer { text in
            folded.withUnsafeMutableBufferPointer { folded in
                var status: Int32 = 0
                return ilk_casefold_nfkc(
                    text.baseAddress, Int32(text.count), folded.baseAddress, Int32(folded.count), &status)
            }
        }
        let form = String(decoding: folded.prefix(Int(count)), as: UTF8.self)
        return form.unicodeScalars.flatMap { Array(($0 == "\u{2019}" ? "'" : String($0)).utf8) }
    }
}
