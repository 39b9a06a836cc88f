import IlkVocabulary

/// A set of characters that is exact for ASCII. Non-ASCII characters are divided into word characters and
/// other characters. For each of these two types, the set records only whether it may contain characters of
/// the type.
package struct ByteClass: Hashable, Sendable {
    package private(set) var low: UInt64 = 0
    package private(set) var high: UInt64 = 0
    /// The types of non-ASCII characters that may be in the set.
    package private(set) var others: Others = []
    /// The exact non-ASCII members, if known. Irrelevant if ``others`` is empty.
    private(set) var outside = Outside.unknown

    /// The types of non-ASCII characters that may be in a set.
    package struct Others: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Letters, digits and other word characters.
        static let words = Others(rawValue: 1)
        /// White space, punctuation, symbols.
        static let marks = Others(rawValue: 2)
    }

    /// The exact non-ASCII members of a set whose ``others`` is not empty.
    enum Outside: UInt8, Sendable {
        case unknown
        case all
        /// All characters except U+0085, U+2028 and U+2029.
        case allButLineEnds
    }

    package static let all: ByteClass = {
        var set = ByteClass()
        (set.low, set.high, set.others, set.outside) = (.max, .max, [.words, .marks], .all)
        return set
    }()
    /// The characters that `.` matches if only a line feed ends a line.
    static let notNewline = ByteClass("\n", others: []).inverted
    /// The characters that `.` matches.
    static let notLineEnd: ByteClass = {
        var set = ByteClass("\n\u{0B}\u{0C}\r", others: []).inverted
        set.outside = .allButLineEnds
        return set
    }()
    static let digits = ByteClass("0123456789", others: .words)
    static let space = ByteClass("\t\n\u{0B}\u{0C}\r ", others: .marks)
    static let word: ByteClass = {
        var set = ByteClass("_", others: .words)
        for byte in UInt8.min...0x7F where byte.isASCIIAlphanumeric { set.insert(byte) }
        return set
    }()

    private static let upperCase = ByteClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ", others: .words)
    private static let lowerCase = ByteClass("abcdefghijklmnopqrstuvwxyz", others: .words)

    /// Returns the characters with or without a Unicode property. If the property is not supported, returns
    /// all characters.
    static func property(_ name: String, isInverted: Bool) -> ByteClass {
        let set: ByteClass
        switch name {
        case "Lu": set = upperCase
        case "Ll": set = lowerCase
        case "L", "Letter":
            var letters = upperCase
            letters.formUnion(lowerCase)
            set = letters
        case "N", "Nd": set = digits
        case "P": set = ByteClass("!\"#%&'()*,-./:;?@[\\]_{}", others: [.words, .marks])
        case "S": set = ByteClass("$+<=>^`|~", others: [.words, .marks])
        case "Z": set = ByteClass(" ", others: .marks)
        case "M": set = ByteClass("", others: [.words, .marks])
        case "Emoji_Presentation", "Extended_Pictographic": set = ByteClass("", others: [.words, .marks])
        default: return .all
        }
        return isInverted ? set.inverted : set
    }

    /// `true` if every version of ICU supports the property.
    static func isPlainProperty(_ name: String) -> Bool {
        switch name {
        case "L", "Lu", "Ll", "N", "Nd", "P", "S", "Z", "M", "Emoji_Presentation", "Extended_Pictographic":
            true
        default: false
        }
    }

    static let outsideASCII = ByteClass("", others: [.words, .marks])

    package init() {}

    /// Creates a set from one bit per ASCII character and the types of non-ASCII characters.
    init(low: UInt64, high: UInt64, others: Others) {
        (self.low, self.high, self.others) = (low, high, others)
    }

    init(_ text: StaticString, others: Others) {
        self.others = others
        text.withUTF8Buffer { for byte in $0 { insert(byte) } }
    }

    mutating func insert(_ byte: UInt8) {
        switch byte {
        case 0..<64: low |= 1 << UInt64(byte)
        case 64..<128: high |= 1 << UInt64(byte - 64)
        default: insertOthers([.words, .marks])
        }
    }

    mutating func insert(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            insert(UInt8(scalar.value))
        } else {
            let properties = scalar.properties
            let isSpace = properties.isWhitespace
            let isLetter = properties.isAlphabetic || properties.numericType != nil
            insertOthers(isSpace ? .marks : isLetter ? .words : [.words, .marks])
        }
    }

    private mutating func insertOthers(_ more: Others) {
        if outside == .allButLineEnds { outside = .unknown }
        others.formUnion(more)
    }

    package mutating func formUnion(_ other: ByteClass) {
        low |= other.low
        high |= other.high
        if others.isEmpty {
            outside = other.outside
        } else if !other.others.isEmpty, outside != .all {
            outside = other.outside == .all ? .all : .unknown
        }
        others.formUnion(other.others)
    }

    /// Returns a set with the same ASCII characters and the given types of non-ASCII characters.
    package func with(others: Others) -> ByteClass {
        var set = self
        (set.others, set.outside) = (others, .unknown)
        return set
    }

    /// The characters that may be outside the set.
    var inverted: ByteClass {
        var set = ByteClass()
        (set.low, set.high, set.others) = (~low, ~high, [.words, .marks])
        set.outside = others.isEmpty ? .all : .unknown
        return set
    }

    package func isDisjoint(with other: ByteClass) -> Bool {
        low & other.low == 0 && high & other.high == 0 && others.isDisjoint(with: other.others)
    }

    /// `true` if the set contains an ASCII letter, an ASCII digit or the underscore.
    var hasWordCharacters: Bool { low & Self.word.low | high & Self.word.high != 0 }

    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
    }

    /// The set with both cases of its ASCII letters.
    var inBothCases: ByteClass {
        var both = self
        // In the upper half of ASCII, `A` is bit 1 and `a` is bit 33.
        let letters: UInt64 = ((1 << 26) - 1) << 1
        let present = (high | high >> 32) & letters
        both.high |= present | present << 32
        return both
    }

    /// The set with everything that case folding adds.
    var folded: ByteClass {
        var both = inBothCases
        // Two non-ASCII characters fold to ASCII: U+212A KELVIN SIGN to k, and U+017F LONG S to s.
        if !others.isEmpty { for byte in "KSks".utf8 { both.insert(byte) } }
        return both
    }

    var members: [UInt8] {
        var members: [UInt8] = []
        for (half, offset) in [(low, UInt8(0)), (high, UInt8(64))] {
            var bits = half
            while bits != 0 {
                members.append(offset + UInt8(bits.trailingZeroBitCount))
                bits &= bits - 1
            }
        }
        return members
    }

    /// Returns the members in lowercase, sorted. Returns `nil` if a member may be non-ASCII, or if the set
    /// has more than `limit` members.
    func lowered(ofAtMost limit: Int) -> [UInt8]? {
        guard others.isEmpty, low.nonzeroBitCount + high.nonzeroBitCount <= limit else { return nil }
        var set = self
        let upper = high & Self.upperCase.high
        set.high = high & ~upper | upper << 32
        return set.members
    }
}
