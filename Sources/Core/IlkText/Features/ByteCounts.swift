/// The number of bytes of each class in a span. While a span is counted, one 64-bit word holds an 8-bit count
/// for each of the eight classes.
struct ByteCounts {
    private(set) var bytes = 0
    // The counts in the order of `Lane`. Counts of 16 bits would be enough for a line, but not for a text.
    private var lanes = SIMD8<UInt32>()

    private enum Lane: Int, CaseIterable {
        case lower, upper, digit, space, punctuation, symbol, lineSymbol, continuation
    }

    var lower: Int { Int(lanes[Lane.lower.rawValue]) }
    var upper: Int { Int(lanes[Lane.upper.rawValue]) }
    var digits: Int { Int(lanes[Lane.digit.rawValue]) }
    var spaces: Int { Int(lanes[Lane.space.rawValue]) }
    var punctuation: Int { Int(lanes[Lane.punctuation.rawValue]) }
    var symbols: Int { Int(lanes[Lane.symbol.rawValue]) }
    /// The number of bytes that are rare in lines of prose.
    var lineSymbols: Int { Int(lanes[Lane.lineSymbol.rawValue]) }
    /// The number of UTF-8 continuation bytes.
    var continuations: Int { Int(lanes[Lane.continuation.rawValue]) }
    /// `true` if the span contains a letter, a digit or a character outside ASCII.
    var hasWordByte: Bool { lower + upper + digits + continuations > 0 }

    /// Adds the packed counts of at most 64 bytes.
    @inline(__always)
    mutating func add(_ packed: UInt64, bytes count: Int) {
        bytes += count
        // Counts up to 64 need seven bits, so only the flag `needsVisit` can set the top bit of the last
        // lane. This bit is cleared.
        let eight = unsafeBitCast((packed & ~Self.needsVisit).littleEndian, to: SIMD8<UInt8>.self)
        lanes &+= SIMD8<UInt32>(truncatingIfNeeded: eight)
    }

    @inline(__always)
    mutating func add(_ other: ByteCounts) {
        bytes += other.bytes
        lanes &+= other.lanes
    }

    /// The bit that is set in the table entries of bytes that need a closer examination.
    static let needsVisit: UInt64 = 1 << 63

    /// The amount that each byte adds to the packed counts.
    static let table = FixedTable((0...UInt8.max).map(entry))

    private static func entry(of byte: UInt8) -> UInt64 {
        var entry: UInt64 = 0
        func add(_ lane: Lane) { entry += 1 << UInt64(lane.rawValue * 8) }
        if byte >= 0x80 {
            if byte < 0xC0 { add(.continuation) } else { entry |= needsVisit }
            return entry
        }
        let classes = CharacterClass.ascii[Int(byte)]
        let lanes: [(CharacterClass, Lane)] = [
            (.lower, .lower), (.upper, .upper), (.digit, .digit), (.space, .space),
            (.punctuation, .punctuation), (.symbol, .symbol),
        ]
        for (characterClass, lane) in lanes where classes.contains(characterClass) { add(lane) }
        if Line.isSymbol(byte) { add(.lineSymbol) }
        let isMark = classes.contains(.punctuation) || classes.contains(.symbol)
        if classes.contains(.digit) || isMark && !plainMarks.contains(byte) { entry |= needsVisit }
        return entry
    }

    /// The punctuation marks and symbols that affect only the count of their class.
    private static let plainMarks = Array("'*&%^~|\\`+_>".utf8)
}

/// The number of characters outside ASCII of each class.
struct NonASCIICounts {
    private(set) var all = 0
    private(set) var lower = 0
    private(set) var upper = 0
    private(set) var uncased = 0
    private(set) var spaces = 0
    private(set) var digits = 0
    private(set) var emoji = 0
    private(set) var punctuation = 0

    /// The classes of characters that affect only the count of their class.
    static let plain: CharacterClass = [
        .lower, .upper, .uncased, .ideograph, .kana, .space, .digit, .emoji,
    ]

    @inline(__always)
    mutating func count(_ characterClass: CharacterClass) {
        all += 1
        if characterClass.contains(.lower) {
            lower += 1
        } else if characterClass.contains(.upper) {
            upper += 1
        } else if !characterClass.isDisjoint(with: .letter) {
            uncased += 1
        } else if characterClass.contains(.space) {
            spaces += 1
        } else if characterClass.contains(.digit) {
            digits += 1
        } else if characterClass.contains(.emoji) {
            emoji += 1
        } else if characterClass.contains(.punctuation) {
            punctuation += 1
        }
    }
}
