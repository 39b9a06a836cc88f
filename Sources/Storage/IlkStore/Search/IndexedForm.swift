/// The form of texts in the search index. Texts are folded (``FoldedText``), because FTS5 itself removes
/// accents from Latin letters only. In scripts without spaces between words, each character becomes a
/// separate token, so that a search finds any span of characters as a phrase. A text of ASCII only is
/// unchanged, because FTS5 ignores its case.
public enum IndexedForm {
    /// The tokenizer of search indexes in FTS5's syntax. The categories Mn and Mc are included, because marks
    /// are part of words in many scripts.
    package static let tokenizer = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"

    /// Calls a closure with the indexed form of a text, or with the text's own bytes if they need no change.
    ///
    /// - Parameters:
    ///   - text: UTF-8 bytes.
    ///   - body: The closure. The bytes are valid only until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`.
    /// - Complexity: O(*n*) in the length of the text.
    public static func with<Result>(
        _ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        guard text.contains(where: { $0 >= 0x80 }) else { return try body(text) }
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        FoldedText.append(text, to: &folded)
        return try folded.withUnsafeBytes { try withSpaces($0, body) }
    }

    /// Calls a closure with the unfolded text. Only the characters of scripts without spaces between words
    /// are separated by spaces. Older versions indexed texts in this form.
    ///
    /// - Parameters:
    ///   - text: UTF-8 bytes.
    ///   - body: The closure. The bytes are valid only until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`.
    /// - Complexity: O(*n*) in the length of the text.
    public static func withSpaces<Result>(
        _ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        // All these scripts begin at U+0E00, so their UTF-8 begins with 0xE0 or more. 0xE2 begins U+2000 to
        // U+2FFF, which contain quotes and dashes but none of these scripts.
        guard text.contains(where: { $0 >= 0xE0 && $0 != 0xE2 }) else { return try body(text) }
        return try spaced(text).withUnsafeBytes(body)
    }

    /// Returns the indexed form of a text.
    ///
    /// - Parameter text: The text.
    /// - Complexity: O(*n*) in the length of the text.
    public static func of(_ text: String) -> String {
        Array(text.utf8).withUnsafeBytes { with($0) { String(decoding: $0, as: UTF8.self) } }
    }

    /// Returns words as one FTS5 phrase. No part of the words is interpreted as FTS5 query syntax.
    ///
    /// - Parameters:
    ///   - words: The words as written by the user.
    ///   - isPrefix: `true` if the last word is a prefix.
    public static func phrase(_ words: String, isPrefix: Bool) -> String {
        // An FTS5 string ends at a quote, and a query is a C string, which ends at NUL.
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

    /// Returns `true` if a Unicode scalar belongs to a script without spaces between words: Thai, Lao,
    /// Myanmar, Khmer, kana, Bopomofo, or Han in all its blocks.
    ///
    /// - Parameter scalar: The value of the Unicode scalar.
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
