import IlkVocabulary

/// What the letters of a word in no list give away.
struct WordLetters {
    /// There is an `@`: an address.
    private(set) var hasAt = false
    /// It begins with `www.`.
    private(set) var isWWW = false
    /// Single letters with stops between: `U.S`.
    private(set) var isInitials = false
    /// In lower case, three letters and more, and none of them a vowel.
    private(set) var isVowelless = false
    /// In lower case, begun by a letter, with a digit.
    private(set) var isDigitSpelling = false

    init() {}

    private static var vowel: UInt8 { 1 }
    private static var at: UInt8 { 2 }
    private static var stop: UInt8 { 4 }

    /// What each byte of a normal form is, as bits. What is not ASCII counts as a vowel: nothing is said of it.
    private static let kinds = FixedTable<UInt8>(
        (0..<256).map { byte in
            if byte >= 0x80 || "aeiouy".utf8.contains(UInt8(byte)) { return vowel }
            return byte == 0x40 ? at : byte == 0x2E ? stop : 0
        })

    /// Reads a word.
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
        // No two letters beside each other.
        isInitials = (range.lowerBound + 1..<max(range.upperBound, range.lowerBound + 1)).allSatisfy {
            folded[$0] == UInt8(ascii: ".") || folded[$0 - 1] == UInt8(ascii: ".")
        }
    }
}
