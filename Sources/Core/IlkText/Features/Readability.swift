/// How easy English is to read, and the syllables that the formula asks for.
enum Readability {
    /// Reading ease: R. Flesch, A new readability yardstick, Journal of Applied Psychology 32 (1948), 221-233.
    static func fleschReadingEase(wordsPerSentence: Double, syllablesPerWord: Double) -> Double {
        206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord
    }

    /// How many syllables a word has, estimated from its normal form; 1 at least.
    ///
    /// Counted are the groups of vowels (a, e, i, o, u, y, and the letters of U+00E0 ... U+00FF that are made from
    /// them). One less where more than one is counted and the word ends in a mute e: in -e but not in -le behind a
    /// consonant, in -es but not behind s, x, z, c, g or h, in -ed but not behind d or t.
    static func syllables(_ folded: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Int {
        var groups = 0
        var before: UInt8 = 0
        for index in word {
            var vowel = vowels[Int(folded[index])]
            if vowel == accented { vowel = index > word.lowerBound && folded[index - 1] == 0xC3 ? 1 : 0 }
            groups &+= Int(vowel & ~before)
            before = vowel
        }
        if groups > 1, endsMute(folded, word) { groups -= 1 }
        return max(1, groups)
    }

    /// 1 for vowels, ``accented`` for bytes that are the end of one behind a byte C3.
    private static let vowels = FixedTable(
        (0...UInt8.max).map { byte -> UInt8 in
            if "aeiouy".utf8.contains(byte) { return 1 }
            let isVowel = byte >= 0xA0 && byte <= 0xBF && ![0xA7, 0xB0, 0xB1, 0xB7, 0xBE].contains(byte)
            return isVowel ? accented : 0
        })

    private static let accented: UInt8 = 2

    /// Whether a word of more than one group of vowels ends in a mute e.
    static func endsMute(_ folded: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Bool {
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
