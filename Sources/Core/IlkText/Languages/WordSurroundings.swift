import IlkVocabulary

/// Classifies words by the bytes beside them.
struct WordSurroundings {
    let bytes: UnsafeBufferPointer<UInt8>

    enum Kind {
        /// A word of a sentence.
        case prose
        /// A part of an address, a handle or a tag, which gives no information about the language.
        case name
        /// A part of a path, a call, an identifier or a number, as in code.
        case code
    }

    /// Returns the type of a word from the two bytes on each side.
    @inline(__always)
    func kind(of word: Range<Int>) -> Kind {
        let before = byte(word.lowerBound - 1)
        let after = byte(word.upperBound)
        if Self.isPlain[Int(before)], Self.isPlain[Int(after)] { return .prose }
        return closer(word, before, after)
    }

    /// `true` if a byte beside a word may mean that the word is not prose.
    @inline(__always)
    static func isUnusual(_ byte: UInt8) -> Bool { !isPlain[Int(byte)] }

    /// Bytes that may be next to words of sentences, such as white space, commas, quotation marks and all
    /// bytes outside ASCII.
    private static let isPlain = FixedTable(
        (0..<256).map { value in
            value <= 0x20 || value >= 0x80 || "\",'!?;)-".utf8.contains(UInt8(value))
        })

    @inline(__always)
    private func byte(_ offset: Int) -> UInt8 {
        offset >= 0 && offset < bytes.count ? bytes[offset] : 0x20
    }

    private func closer(_ word: Range<Int>, _ before: UInt8, _ after: UInt8) -> Kind {
        let second = byte(word.upperBound + 1)
        let last = byte(word.lowerBound - 2)
        if before == UInt8(ascii: "@") || before == UInt8(ascii: "#") || after == UInt8(ascii: "@") {
            return .name
        }
        if after == UInt8(ascii: ":"), second == UInt8(ascii: "/") { return .name }
        if before == UInt8(ascii: "/"), last == UInt8(ascii: "/") || Self.isWordByte(last) { return .name }
        if before == UInt8(ascii: "."), Self.isWordByte(last) { return .name }
        if after == UInt8(ascii: "."), second.isASCIILowercase { return .name }
        if Self.isCode[Int(before)] || Self.isCode[Int(after)] { return .code }
        if after == UInt8(ascii: "("), second == UInt8(ascii: ")") || Self.isWordByte(second) { return .code }
        if after == UInt8(ascii: ":"), second == after { return .code }
        if before == UInt8(ascii: "-"), last == before { return .code }
        return .prose
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric
    }

    /// Bytes that mark an adjacent word as part of code or of a number.
    private static let isCode = FixedTable(
        (0..<256).map { value in "0123456789_\\$=<>{}|^`".utf8.contains(UInt8(value)) })
}
