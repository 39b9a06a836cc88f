/// The characters that a step matches.
struct PatternTest: Sendable {
    /// The non-ASCII characters that match.
    enum Outside: UInt8, Sendable {
        case none
        case all
        case allButLineEnds
        /// The members of a table of the program.
        case listed
    }

    /// One bit for each ASCII character.
    var low: UInt64
    var high: UInt64
    var outside: Outside
    /// `true` for a follow set if the match may end there. The set then contains all characters.
    private(set) var isOpen = false
    /// `true` if CR LF counts as one character.
    private(set) var takesPairs = false
    /// The index of the table for ``Outside/listed``, or -1 in a follow set, for which the table does not matter.
    private(set) var table: Int16 = -1

    static let nothing = PatternTest(low: 0, high: 0, outside: .none)
    static let open = PatternTest(low: .max, high: .max, outside: .all, isOpen: true)

    private init(low: UInt64, high: UInt64, outside: Outside, isOpen: Bool = false) {
        (self.low, self.high, self.outside, self.isOpen) = (low, high, outside, isOpen)
    }

    /// Creates a set of one byte. A non-ASCII byte stands for any non-ASCII character.
    init(byte: UInt8) {
        self = .nothing
        if byte >= 0x80 { outside = .listed } else { insert(byte) }
    }

    /// Creates a set of a letter in both cases.
    init(letter: UInt8) {
        self = .nothing
        insert(letter)
        insert(letter & ~0x20)
    }

    /// Creates a set of the characters of a set of the expression. `nil` if its non-ASCII members are unknown.
    init?(_ set: ByteClass) {
        self = .nothing
        (low, high) = (set.low, set.high)
        guard !set.others.isEmpty else { return }
        switch set.outside {
        case .all: outside = .all
        case .allInPairs: (outside, takesPairs) = (.all, true)
        case .allButLineEnds: outside = .allButLineEnds
        case .listed(let index): (outside, table) = (.listed, index)
        case .unknown: return nil
        }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        (byte & 64 == 0 ? low : high) &>> UInt64(byte & 63) & 1 == 1
    }

    /// `true` if a character that begins with the byte may match.
    @inline(__always)
    func mayMatch(_ byte: UInt8) -> Bool {
        byte < 0x80 ? contains(byte) : outside != .none
    }

    private mutating func insert(_ byte: UInt8) {
        if byte & 64 == 0 { low |= 1 << UInt64(byte & 63) } else { high |= 1 << UInt64(byte & 63) }
    }

    /// `true` if the sets have no common character and neither is open.
    func isDisjoint(with other: PatternTest) -> Bool {
        !isOpen && !other.isOpen && low & other.low == 0 && high & other.high == 0
            && (outside == .none || other.outside == .none)
    }

    mutating func formUnion(_ other: PatternTest) {
        guard !isOpen, !other.isOpen else {
            self = .open
            return
        }
        low |= other.low
        high |= other.high
        if other.outside != .none { outside = .listed }
    }
}
