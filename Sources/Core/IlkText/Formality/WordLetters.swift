import IlkVocabulary

/// The properties of a word's letters, for words that are not listed.
struct WordLetters {
    /// `true` if the word contains an `@` and is therefore an address.
    private(set) var hasAt = false
    /// `true` if the word begins with `www.`
    private(set) var isWWW = false
    /// `true` for single letters with full stops between them: `U.S`.
    private(set) var isInitials = false
    /// `true` for at least three lower-case letters without a vowel.
    private(set) var isVowelless = false
    /// `true` for lower-case letters and a digit, beginning with a letter.
    private(set) var isDigitSpelling = false

    init() {}

    private static var vowel: UInt8 { 1 }
    private static var at: UInt8 { 2 }
    private static var stop: UInt8 { 4 }

    /// The class of each byte of a normal form, as bits. Bytes outside ASCII count as vowels, so that such
    /// words are never vowelless.
    private static let kinds = FixedTable<UInt8>(
        (0..<256).map { byte in
            if byte >= 0x80 || "aeiouy".utf8.contains(UInt8(byte)) { return vowel }
            return byte == 0x40 ? at : byte == 0x2E ? stop : 0
        })

    mutating func read(_ token: Token, _ folded: UnsafeBufferPointer<UInt8>) {
        var kinds: UInt8 = 0
        for index in token.foldedRange { kinds |= Self.kinds[Int(folded[index])] }
        let isLower = token.shape.isDisjoint(with: [.startsUpper, .innerUpper])
        isVowelless = kinds == 0 && isLower && token.foldedRange.count >= 3
        if isLower, token.shape.contains(.hasDigit) {
            isDigitSpelling = folded[token.foldedRange.lowerBound].isASCIILetter
        }
        if kinds > Self.vowel { readMarks(kinds, folded, token.foldedRange) }
    }

    private mutating func readMarks(
        _ kinds: UInt8, _ folded: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) {
        hasAt = kinds & Self.at != 0
        guard kinds & Self.stop != 0 else { return }
        let begins = folded[range.lowerBound..<min(range.upperBound, range.lowerBound + 4)]
        isWWW = begins.elementsEqual("www.".utf8)
        // No two letters are adjacent.
        isInitials = (range.lowerBound + 1..<max(range.upperBound, range.lowerBound + 1)).allSatisfy {
            folded[$0] == UInt8(ascii: ".") || folded[$0 - 1] == UInt8(ascii: ".")
        }
    }
}
