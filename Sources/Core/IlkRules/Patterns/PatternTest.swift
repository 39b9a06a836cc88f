/// Which characters a step takes.
struct PatternTest: Sendable {
    /// What is known of the characters outside ASCII.
    enum Outside: UInt8, Sendable {
        case none
        case all
        case allButLineEnds
        case unknown
    }

    /// The characters of ASCII, a bit each.
    var low: UInt64
    var high: UInt64
    var outside: Outside
    /// Whether nothing need be taken: of what may follow, that a match may end. All characters are in it then.
    private(set) var isOpen = false

    static let nothing = PatternTest(low: 0, high: 0, outside: .none)
    static let open = PatternTest(low: .max, high: .max, outside: .all, isOpen: true)

    private init(low: UInt64, high: UInt64, outside: Outside, isOpen: Bool = false) {
        (self.low, self.high, self.outside, self.isOpen) = (low, high, outside, isOpen)
    }

    /// One byte; one of those outside ASCII stands for any of them.
    init(byte: UInt8) {
        self = .nothing
        if byte >= 0x80 { outside = .unknown } else { insert(byte) }
    }

    /// A letter in either case.
    init(letter: UInt8) {
        self = .nothing
        insert(letter)
        insert(letter & ~0x20)
    }

    /// The characters of a set.
    init(_ set: ByteClass) {
        (low, high) = (set.low, set.high)
        if set.others.isEmpty {
            outside = .none
        } else {
            switch set.outside {
            case .unknown: outside = .unknown
            case .all: outside = .all
            case .allButLineEnds: outside = .allButLineEnds
            }
        }
    }

    /// Whether it takes a character of ASCII.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        (byte & 64 == 0 ? low : high) &>> UInt64(byte & 63) & 1 == 1
    }

    /// Whether a character that begins with a byte may be in it.
    @inline(__always)
    func mayTake(_ byte: UInt8) -> Bool {
        byte < 0x80 ? contains(byte) : outside != .none
    }

    private mutating func insert(_ byte: UInt8) {
        if byte & 64 == 0 { low |= 1 << UInt64(byte & 63) } else { high |= 1 << UInt64(byte & 63) }
    }

    /// Whether no character is in both, and neither need be taken.
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
        if outside == .none { outside = other.outside } else if other.outside != .none { outside = .unknown }
    }
}
