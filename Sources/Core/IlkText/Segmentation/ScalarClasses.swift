/// Looks up character classes outside ASCII, mostly without calling ICU: a table for alphabets below U+0800
/// and general punctuation, and ranges of scripts that consist of letters.
enum ScalarClasses {
    /// U+0080 to U+07FF, then U+2000 to U+20FF.
    private static let table = FixedTable(
        (0x80..<0x800).map { CharacterClass.classify($0) }
            + (0x2000..<0x2100).map { CharacterClass.classify($0) })

    /// Returns the classes of a character outside ASCII, equal to the result of `CharacterClass.classify`.
    @inline(__always)
    static func find(_ scalar: UInt32) -> CharacterClass {
        if scalar < 0x800 { return table[Int(scalar) - 0x80] }
        switch scalar {
        case 0x2000..<0x2100: return table[Int(scalar) - 0x2000 + 0x780]
        // These ranges are completely assigned since Unicode 1.1 (ideographs) and 2.0 (Hangul).
        case 0x4E00...0x9FA5: return .ideograph
        case 0xAC00...0xD7A3: return .uncased
        default: return CharacterClass.classify(scalar)
        }
    }
}
