/// The class of a character for language identification: a letter of a group of scripts, a mark inside words,
/// or other.
///
/// A letter of an alphabet has a 12-bit symbol for its lower case, so that five of them fit in a 64-bit
/// window.
struct LetterClass: Hashable {
    /// Four bits of kind above 12 bits of symbol.
    let rawValue: UInt16

    @inline(__always) init(rawValue: UInt16) { self.rawValue = rawValue }
    @inline(__always) init(_ kind: Kind, _ symbol: UInt32 = 0) {
        rawValue = kind.rawValue << 12 | UInt16(truncatingIfNeeded: symbol & 0xFFF)
    }

    /// The types of characters. Alphabets with more than one language are read as n-grams of symbols.
    enum Kind: UInt16 {
        /// Any character that ends a word.
        case other
        /// The alphabets that are read as n-grams. The raw values are the raw values of ``LanguageGroup``
        /// plus one.
        case latin, cyrillic, arabic, devanagari
        /// An apostrophe, which is part of a word between letters.
        case apostrophe
        /// A mark that is skipped: combining marks, Arabic vowel signs, the soft hyphen.
        case ignorable
        /// A letter of a script whose letters are only counted.
        case counted
        /// An ASCII digit.
        case digit
    }

    @inline(__always) var kind: UInt16 { rawValue >> 12 }
    @inline(__always) var symbol: UInt64 { UInt64(rawValue & 0xFFF) }

    /// The classes of the code points below U+2000.
    static let table: [LetterClass] = (0..<0x2000).map { make(UInt32($0)) }

    /// Returns the class of a scalar from U+2000.
    static func ofHigher(_ scalar: UInt32) -> LetterClass {
        if scalar == 0x2019 { return LetterClass(.apostrophe, 0x27) }
        let script = WritingScript.table.withUnsafeBufferPointer { WritingScript.script(of: scalar, in: $0) }
        if script == .inherited { return LetterClass(.ignorable) }
        return LetterClass(script.isProper && script != .latin ? .counted : .other)
    }

    private static func make(_ scalar: UInt32) -> LetterClass {
        if scalar == 0x27 { return LetterClass(.apostrophe, 0x27) }
        if (0x30...0x39).contains(scalar) { return LetterClass(.digit) }
        if scalar == 0xAD || scalar == 0x640 { return LetterClass(.ignorable) }
        let script = WritingScript.table.withUnsafeBufferPointer { WritingScript.script(of: scalar, in: $0) }
        switch script {
        case .latin: return scalar == 0xAA || scalar == 0xBA ? LetterClass(.other) : latin(scalar)
        case .cyrillic: return LetterClass(.cyrillic, lowerCase(scalar))
        case .arabic:
            let isSign = (0x610...0x61A).contains(scalar) || (0x6D6...0x6ED).contains(scalar)
            return isSign ? LetterClass(.ignorable) : LetterClass(.arabic, scalar + 0x100)
        case .devanagari: return scalar < 0x980 ? LetterClass(.devanagari, scalar) : LetterClass(.counted)
        case .inherited: return LetterClass(.ignorable)
        default: return LetterClass(script.isProper ? .counted : .other)
        }
    }

    private static func latin(_ scalar: UInt32) -> LetterClass {
        let lower = lowerCase(scalar)
        if lower < 0x600 { return LetterClass(.latin, lower) }
        if (0x1E00...0x1EFF).contains(lower) { return LetterClass(.latin, 0x600 + (lower & 0xFF)) }
        return LetterClass(.other)
    }

    /// Returns the lower case of Latin and Cyrillic letters (simple mappings of Unicode 15.0), and other
    /// scalars unchanged.
    ///
    /// The Turkish dotted capital I becomes a plain i. The two encodings of Romanian s and t with a mark
    /// below are unified.
    static func lowerCase(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x410...0x42F: return scalar + 32
        case 0x400...0x40F: return scalar + 80
        case 0x130: return 0x69
        case 0x131, 0x138, 0x149: return scalar
        case 0x162, 0x163: return 0x21B
        case 0x218, 0x219: return 0x15F
        case 0x178: return 0xFF
        case 0x17F: return 0x73
        case 0x18F: return 0x259
        case 0x4C0: return 0x4CF
        // Pairs with an odd capital.
        case 0x139...0x148, 0x179...0x17E, 0x1CD...0x1DC, 0x4C1...0x4CE: return scalar + (scalar & 1)
        case 0x1AF: return 0x1B0
        // Pairs with an even capital.
        case 0x100...0x177, 0x1A0...0x1A5, 0x1DE...0x1EF, 0x1F8...0x21F, 0x222...0x233, 0x460...0x481,
            0x48A...0x4BF, 0x4D0...0x52F, 0x1E00...0x1E95, 0x1EA0...0x1EFF:
            return scalar | 1
        default: return scalar
        }
    }
}
