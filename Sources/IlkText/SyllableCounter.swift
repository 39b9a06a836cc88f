/// Counts syllables as `Readability.syllables` does, eight bytes a step: most words are one step, so that nobody has
/// to guess where they end.
struct SyllableCounter {
    // The buffer of an analysis, lent for the survey that makes this.
    private let folded: UnsafeBufferPointer<UInt8>

    // 1 for the letters that are vowels, and for those behind which -ed and -es are spoken.
    private let isVowel = Self.vowels
    private let keepsD = Self.beforeD
    private let keepsS = Self.beforeS

    init(_ folded: UnsafeBufferPointer<UInt8>) { self.folded = folded }

    /// The syllables of a word, by the place of its normal form.
    @inline(__always)
    func count(_ word: Range<Int>) -> Int {
        let raw = UnsafeRawBufferPointer(folded)
        var groups = 0
        var carry: UInt64 = 0
        var others: UInt64 = 0
        var offset = word.lowerBound
        while offset < word.upperBound {
            guard offset &+ 8 <= folded.count else { return Readability.syllables(folded, word) }
            let left = word.upperBound &- offset
            let kept = left >= 8 ? UInt64.max : (1 << UInt64(truncatingIfNeeded: left &* 8)) &- 1
            let eight =
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) & kept
            let vowels = Self.vowels(eight)
            let starts = vowels & ~((vowels << 8) | carry)
            // The eight ones or zeros add up in the highest byte.
            groups &+= Int(truncatingIfNeeded: (starts &* 0x0101_0101_0101_0101) >> 56)
            carry = vowels >> 56
            others |= eight
            offset &+= 8
        }
        if others & 0x8080_8080_8080_8080 != 0 { return Readability.syllables(folded, word) }
        groups &-= (groups > 1 ? 1 : 0) & mute(word)
        return max(1, groups)
    }

    /// 1 if a word ends in a mute e: `Readability.endsMute` without a branch.
    @inline(__always)
    private func mute(_ word: Range<Int>) -> Int {
        let upper = word.upperBound
        guard upper >= 3 else { return 0 }
        let last = folded[upper &- 1]
        let second = folded[upper &- 2]
        let third = folded[upper &- 3]
        let afterVowel = isVowel[Int(third)]
        let inE =
            Self.bit(last == UInt8(ascii: "e")) & ~isVowel[Int(second)]
            & (Self.bit(second != UInt8(ascii: "l")) | afterVowel)
        let inED = Self.bit(last == UInt8(ascii: "d")) & ~keepsD[Int(third)]
        let inES = Self.bit(last == UInt8(ascii: "s")) & ~keepsS[Int(third)]
        let inEX = Self.bit(second == UInt8(ascii: "e")) & ~afterVowel & (inED | inES)
        return Int((inE | inEX) & Self.bit(word.count >= 3) & 1)
    }

    @inline(__always)
    private static func bit(_ truth: Bool) -> UInt8 { truth ? 1 : 0 }

    private static func table(_ letters: String) -> FixedTable<UInt8> {
        FixedTable((0...UInt8.max).map { letters.utf8.contains($0) ? 1 : 0 })
    }

    private static let vowels = table("aeiouy")
    private static let beforeD = table("dt")
    private static let beforeS = table("sxzcgh")

    /// 1 in each byte that is a, e, i, o, u or y, if all are ASCII: a byte that is one becomes zero, and only a zero
    /// does not reach 80 when 7F is added.
    @inline(__always)
    private static func vowels(_ eight: UInt64) -> UInt64 {
        let most: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let notA = (eight ^ 0x6161_6161_6161_6161) &+ most
        let notE = (eight ^ 0x6565_6565_6565_6565) &+ most
        let notI = (eight ^ 0x6969_6969_6969_6969) &+ most
        let notO = (eight ^ 0x6F6F_6F6F_6F6F_6F6F) &+ most
        let notU = (eight ^ 0x7575_7575_7575_7575) &+ most
        let notY = (eight ^ 0x7979_7979_7979_7979) &+ most
        let others = notA & notE & notI & notO & notU & notY
        return (~others >> 7) & 0x0101_0101_0101_0101
    }
}
