import IlkVocabulary

/// A set of characters that is exact for ASCII. Non-ASCII characters are divided into word characters and
/// other characters. For each of these two types, the set records only whether it may contain characters of
/// the type.
package struct ByteClass: Hashable, Sendable {
    package private(set) var low: UInt64 = 0
    package private(set) var high: UInt64 = 0
    /// The types of non-ASCII characters that may be in the set.
    package private(set) var others: Others = []
    /// The exact non-ASCII members. Irrelevant if ``others`` is empty.
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
    enum Outside: Hashable, Sendable {
        /// The set was computed for filters, which need no exact members.
        case unknown
        case all
        /// All characters, and CR LF counts as one character.
        case allInPairs
        /// All characters except U+0085, U+2028 and U+2029.
        case allButLineEnds
        /// The members of a set of the expression, by its index (``PatternSets``).
        case listed(Int16)
    }

    package static let all = ByteClass(low: .max, high: .max, others: [.words, .marks], outside: .all)
    /// The characters that `.` matches with the flag `s`.
    static let allInPairs = ByteClass(low: .max, high: .max, others: [.words, .marks], outside: .allInPairs)
    /// The characters that `.` matches if only a line feed ends a line.
    static let notNewline = ByteClass("\n", others: []).inverted
    /// The characters that `.` matches.
    static let notLineEnd: ByteClass = {
        var set = ByteClass("\n\u{0B}\u{0C}\r", others: []).inverted
        set.outside = .allButLineEnds
        return set
    }()
    static let digits = ByteClass("0123456789", others: .words, PatternSets.digits)
    static let space = ByteClass("\t\n\u{0B}\u{0C}\r ", others: .marks, PatternSets.space)
    static let word: ByteClass = {
        var set = ByteClass("_", others: .words, PatternSets.word)
        for byte in UInt8.min...0x7F where byte.isASCIIAlphanumeric { set.insert(byte) }
        return set
    }()

    private static let upperCase = ByteClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ", others: [])

    static let outsideASCII = ByteClass("", others: [.words, .marks])

    package init() {}

    /// Creates a set from one bit per ASCII character and the types and members of non-ASCII characters.
    init(low: UInt64, high: UInt64, others: Others, outside: Outside = .unknown) {
        (self.low, self.high, self.others, self.outside) = (low, high, others, outside)
    }

    init(_ text: StaticString, others: Others, _ index: Int16? = nil) {
        self.others = others
        if let index { outside = .listed(index) }
        text.withUTF8Buffer { for byte in $0 { insert(byte) } }
    }

    /// Adds an ASCII character.
    mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    /// Adds the characters of another set. The result is for filters: its non-ASCII members are unknown, unless
    /// one of the sets contains all or has none.
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
        ByteClass(low: low, high: high, others: others, outside: outside)
    }

    /// The characters outside a set of ASCII characters.
    var inverted: ByteClass {
        ByteClass(low: ~low, high: ~high, others: [.words, .marks], outside: .all)
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

    /// `true` if a non-ASCII character may be in the set, other than the two characters that fold to ASCII.
    private var reachesOutside: Bool {
        guard !others.isEmpty else { return false }
        if case .listed(let index) = outside { return !PatternSets.folding.contains(index) }
        return true
    }

    /// Returns the members in lowercase, sorted. Returns `nil` if a member may be non-ASCII and does not fold to
    /// ASCII, or if the set has more than `limit` members.
    func lowered(ofAtMost limit: Int) -> [UInt8]? {
        guard !reachesOutside, low.nonzeroBitCount + high.nonzeroBitCount <= limit else { return nil }
        var set = self
        let upper = high & Self.upperCase.high
        set.high = high & ~upper | upper << 32
        return set.members
    }
}
