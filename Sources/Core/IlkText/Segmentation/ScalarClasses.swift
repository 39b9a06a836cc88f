/// The classes of characters outside ASCII without a call for most of them: a table of the scripts that write letters
/// below U+0800 and of general punctuation, and ranges of scripts that are all letters.
enum ScalarClasses {
    /// U+0080 ... U+07FF, then U+2000 ... U+20FF.
    private static let table = FixedTable(
        (0x80..<0x800).map { CharacterClass.classify($0) }
            + (0x2000..<0x2100).map { CharacterClass.classify($0) })

    /// The classes of a character outside ASCII, as `CharacterClass.classify` says them.
    @inline(__always)
    static func find(_ scalar: UInt32) -> CharacterClass {
        if scalar < 0x800 { return table[Int(scalar) - 0x80] }
        switch scalar {
        case 0x2000..<0x2100: return table[Int(scalar) - 0x2000 + 0x780]
        // Assigned to the last since Unicode 1.1 (ideographs) and 2.0 (Hangul).
        case 0x4E00...0x9FA5: return .ideograph
        case 0xAC00...0xD7A3: return .uncased
        default: return CharacterClass.classify(scalar)
        }
    }
}
