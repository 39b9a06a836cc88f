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

    /// Reads a word that is in no list, or has an apostrophe.
    mutating func read(_ token: Token, _ analysis: borrowing TextAnalysis) {
        let range = token.foldedRange
        var vowels = 0
        var dots = 0
        var longestRun = 0
        var run = 0
        for index in range {
            let byte = analysis.folded[index]
            run += 1
            switch byte {
            case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
                UInt8(ascii: "u"), UInt8(ascii: "y"):
                vowels += 1
            case UInt8(ascii: "@"): hasAt = true
            case UInt8(ascii: "."):
                dots += 1
                longestRun = max(longestRun, run - 1)
                run = 0
            case 0x80...0xFF: vowels += 1
            default: break
            }
        }
        longestRun = max(longestRun, run)
        let isLower = !token.shape.contains(.startsUpper) && !token.shape.contains(.innerUpper)
        isInitials = dots > 0 && longestRun == 1
        isVowelless = vowels == 0 && range.count >= 3 && dots == 0 && isLower
        if token.shape.contains(.hasDigit), isLower {
            isDigitSpelling = Marks.isLetter(analysis.folded[range.lowerBound])
        }
        if dots > 0, range.count > 4 {
            let w = UInt8(ascii: "w")
            isWWW =
                analysis.folded[range.lowerBound] == w && analysis.folded[range.lowerBound + 1] == w
                && analysis.folded[range.lowerBound + 2] == w
                && analysis.folded[range.lowerBound + 3] == UInt8(ascii: ".")
        }
    }
}
