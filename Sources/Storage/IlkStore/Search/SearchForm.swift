/// A text as the search index reads it: folded (``FoldedText``), since the index itself knows the accents of Latin letters
/// only; and in scripts that put no spaces between words every character stands alone, so that any stretch of them is found
/// as a phrase. ASCII is what it was: its case the index knows.
public enum SearchForm {
    /// The tokenizer of search indexes, as FTS5 takes it: marks belong to words in many scripts (Mn, Mc).
    package static let tokenizer = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"

    /// Calls `body` with the form of a text in UTF-8: with the text's own bytes where they need no change.
    public static func with<Result>(
        _ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        guard text.contains(where: { $0 >= 0x80 }) else { return try body(text) }
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        FoldedText.append(text, to: &folded)
        return try folded.withUnsafeBytes { try withSpaces($0, body) }
    }

    /// Calls `body` with a text in which every character of a script without spaces stands alone, and nothing is folded:
    /// what the indexes had before they were folded.
    public static func withSpaces<Result>(
        _ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        // All such scripts begin at U+0E00, in UTF-8 with 0xE0 and more; none is between U+2000 and U+2FFF, where quotes and
        // dashes are.
        guard text.contains(where: { $0 >= 0xE0 && $0 != 0xE2 }) else { return try body(text) }
        return try spaced(text).withUnsafeBytes(body)
    }

    /// The form of a text. Linear in the length.
    public static func of(_ text: String) -> String {
        Array(text.utf8).withUnsafeBytes { with($0) { String(decoding: $0, as: UTF8.self) } }
    }

    /// A string of FTS5's language, which is a phrase of the words in it and nothing else.
    ///
    /// - Parameters:
    ///   - words: The words, as somebody wrote them.
    ///   - isPrefix: Whether the last one is only begun.
    public static func phrase(_ words: String, isPrefix: Bool) -> String {
        // A string of FTS5 ends at a quote, and a query is a C string: NUL would end it.
        let clean = of(words).map { $0 == "\0" || $0 == "\"" ? " " : $0 }
        return "\"\(String(clean))\"" + (isPrefix ? "*" : "")
    }

    private static func spaced(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        var form: [UInt8] = []
        form.reserveCapacity(text.count + text.count / 2)
        var wasAlone = false
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            let isAlone = standsAlone(scalar.value)
            if isAlone || wasAlone { form.append(UInt8(ascii: " ")) }
            if let bytes = UTF8.encode(scalar) { form.append(contentsOf: bytes) }
            wasAlone = isAlone
        }
        return form
    }

    /// Whether a scalar is of a script without spaces: Thai, Lao, Myanmar, Khmer, kana, Bopomofo, and Han in all its
    /// blocks.
    public static func standsAlone(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3041...0x312F, 0x31A0...0x31BF,
            0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
