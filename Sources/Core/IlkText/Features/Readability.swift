/// The readability of English text and the syllable count that its formula needs, and the readability of text
/// in any language that separates words.
enum Readability {
    /// The reading ease of R. Flesch, "A new readability yardstick", Journal of Applied Psychology 32 (1948),
    /// 221-233.
    static func fleschReadingEase(wordsPerSentence: Double, syllablesPerWord: Double) -> Double {
        206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord
    }

    /// The LIX of C.-H. Björnsson, "Läsbarhet", Liber, Stockholm 1968.
    ///
    /// The RIX of J. Anderson, "Lix and Rix: variations on a little-known readability index", Journal of
    /// Reading 26 (1983), 490-496, is the number of long words per sentence.
    static func lix(wordsPerSentence: Double, longWordShare: Double) -> Double {
        wordsPerSentence + 100 * longWordShare
    }

    /// `true` if a word counts as long for LIX and RIX: it has more than six characters.
    static func isLong(_ word: Token) -> Bool { word.characterCount > 6 }

    /// Estimates the number of syllables in a word from its normal form. The result is at least 1.
    ///
    /// The estimate counts groups of vowels: a, e, i, o, u, y, and the letters from U+00E0 to U+00FF derived
    /// from them. If there are several groups, a silent e at the end is subtracted: in -e except -le after a
    /// consonant, in -es except after s, x, z, c, g or h, and in -ed except after d or t.
    static func syllables(_ folded: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Int {
        var groups = 0
        var before: UInt8 = 0
        for index in word {
            var vowel = vowels[Int(folded[index])]
            if vowel == accented { vowel = index > word.lowerBound && folded[index - 1] == 0xC3 ? 1 : 0 }
            groups &+= Int(vowel & ~before)
            before = vowel
        }
        if groups > 1, endsInSilentE(folded, word) { groups -= 1 }
        return max(1, groups)
    }

    /// 1 for vowels, ``accented`` for second bytes of accented vowels after the lead byte C3.
    private static let vowels = FixedTable(
        (0...UInt8.max).map { byte -> UInt8 in
            if "aeiouy".utf8.contains(byte) { return 1 }
            let isVowel = byte >= 0xA0 && byte <= 0xBF && ![0xA7, 0xB0, 0xB1, 0xB7, 0xBE].contains(byte)
            return isVowel ? accented : 0
        })

    private static let accented: UInt8 = 2

    /// `true` if a word with several groups of vowels ends with a silent e.
    static func endsInSilentE(_ folded: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Bool {
        guard word.count >= 3 else { return false }
        let last = folded[word.upperBound - 1]
        let second = folded[word.upperBound - 2]
        let third = folded[word.upperBound - 3]
        if last == UInt8(ascii: "e") {
            if vowels[Int(second)] == 1 { return false }
            return second != UInt8(ascii: "l") || vowels[Int(third)] == 1
        }
        guard second == UInt8(ascii: "e"), vowels[Int(third)] == 0 else { return false }
        if last == UInt8(ascii: "d") { return third != UInt8(ascii: "d") && third != UInt8(ascii: "t") }
        guard last == UInt8(ascii: "s") else { return false }
        return !"sxzcgh".utf8.contains(third)
    }
}
