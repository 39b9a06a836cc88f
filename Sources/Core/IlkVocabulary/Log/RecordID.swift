public import FoundationEssentials

/// The key of a stored record: a UUID of version 7 (RFC 9562), so that keys sort by the time they were made.
///
/// Its text is upper case, as `UUID.uuidString` writes it.
public struct RecordID: Hashable, Sendable, Codable, Comparable, LosslessStringConvertible {
    /// The key as a UUID.
    public let uuid: UUID

    /// The record of this key.
    public init(uuid: UUID) {
        self.uuid = uuid
    }

    /// The record of the key of these 16 bytes, as two words of which the first byte is highest.
    public init(high: UInt64, low: UInt64) {
        uuid = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }

    /// The record of the key of these 16 bytes, first to last; nil unless there are 16.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        func word(_ part: some Sequence<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(bytes.prefix(8)), low: word(bytes.dropFirst(8)))
    }

    /// The 16 bytes, first to last.
    public var bytes: [UInt8] { withUnsafeBytes(of: uuid.uuid) { Array($0) } }

    /// The 16 bytes as two words of which the first byte is highest.
    public var words: (high: UInt64, low: UInt64) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Reads a UUID in its canonical text, in either case.
    public init?(_ description: String) {
        var text = description
        guard let id = text.withUTF8({ RecordID(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = id
    }

    /// Reads the bytes of a UUID's canonical text, in either case.
    public init?(utf8 text: UnsafeRawBufferPointer) {
        // Not by Foundation, which has C scan each byte: a sync reads three of these an event.
        guard text.count == 36 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for place in 0..<36 {
            let byte = text[place]
            if place == 8 || place == 13 || place == 18 || place == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = byte.hexDigitValue.map(UInt64.init) else { return nil }
            if place < 18 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
        }
        self.init(high: words.0, low: words.1)
    }

    /// The canonical text, upper case.
    public var description: String {
        // As `uuidString` has it, which goes through C's formatting: a log writes one a row.
        withUnsafeBytes(of: uuid.uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var place = 0
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    text[place] = UInt8(hexDigit: byte >> 4, uppercase: true)
                    text[place + 1] = UInt8(hexDigit: byte & 15, uppercase: true)
                    place += 2
                }
                return place
            }
        }
    }

    /// Reads the canonical text.
    public init(from decoder: any Decoder) throws {
        uuid = try decoder.singleValueContainer().decode(UUID.self)
    }

    /// Writes the canonical text, upper case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid)
    }

    /// Ordered by the text, which for keys of one generator is the order of making.
    public static func < (lhs: RecordID, rhs: RecordID) -> Bool {
        lhs.description < rhs.description
    }
}

/// Makes ``RecordID``s that never go back: within a millisecond, and when the clock steps back, a counter goes on.
///
/// The clock and the random source are inputs, so that a run can be replayed. A value for one owner: put it
/// behind a lock to share it.
public struct RecordIDGenerator: Sendable {
    private var lastMilliseconds: UInt64 = 0
    private var sequence: UInt16 = 0

    /// A generator that has made no key yet.
    public init() {}

    /// The next key.
    ///
    /// - Parameters:
    ///   - milliseconds: The time since 1970-01-01T00:00:00Z; its low 48 bits are used.
    ///   - random: Where the 62 random bits come from.
    public mutating func next(
        milliseconds: UInt64, using random: inout some RandomNumberGenerator
    ) -> RecordID {
        if milliseconds > lastMilliseconds {
            lastMilliseconds = milliseconds
            sequence = UInt16.random(in: 0..<0x400, using: &random)
        } else {
            // Same millisecond, or the clock went back: count on; the 12 bits full, borrow the next millisecond.
            sequence += 1
            if sequence == 0x1000 {
                sequence = 0
                lastMilliseconds += 1
            }
        }
        return Self.assemble(milliseconds: lastMilliseconds, sequence: sequence, tail: random.next())
    }

    private static func assemble(milliseconds: UInt64, sequence: UInt16, tail: UInt64) -> RecordID {
        let high = milliseconds << 16 | 0x7000 | UInt64(sequence & 0x0FFF)
        let low = tail & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return RecordID(high: high, low: low)
    }
}
