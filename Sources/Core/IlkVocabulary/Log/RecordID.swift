public import FoundationEssentials

/// The key of a stored record: a version 7 UUID (RFC 9562), which sorts by creation time.
///
/// The text form is in upper case, like `UUID.uuidString`.
public struct RecordID: Hashable, Sendable, Codable, Comparable, LosslessStringConvertible {
    /// The key as a UUID.
    public let uuid: UUID

    /// Creates a key from a UUID.
    ///
    /// - Parameter uuid: The UUID, of any version.
    public init(uuid: UUID) {
        self.uuid = uuid
    }

    /// Creates a key from two big-endian words.
    ///
    /// - Parameters:
    ///   - high: The first 8 bytes, the first byte most significant.
    ///   - low: The last 8 bytes.
    public init(high: UInt64, low: UInt64) {
        uuid = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }

    /// Creates a key from its 16 bytes.
    ///
    /// - Parameter bytes: The bytes, first to last.
    /// - Returns: `nil` if the number of bytes is not 16.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        func word(_ part: some Sequence<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(bytes.prefix(8)), low: word(bytes.dropFirst(8)))
    }

    /// The 16 bytes of the key, first to last.
    public var bytes: [UInt8] { withUnsafeBytes(of: uuid.uuid) { Array($0) } }

    /// The 16 bytes as two big-endian words.
    public var words: (high: UInt64, low: UInt64) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Parses the canonical text of a UUID, in either case.
    ///
    /// - Parameter description: The text, 36 characters.
    /// - Returns: `nil` if the text does not have this form.
    public init?(_ description: String) {
        var text = description
        guard let id = text.withUTF8({ RecordID(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = id
    }

    /// Parses the canonical text of a UUID in UTF-8, in either case.
    ///
    /// - Parameter text: The 36 bytes of the text.
    /// - Returns: `nil` if the text does not have this form.
    public init?(utf8 text: UnsafeRawBufferPointer) {
        // Foundation parses each byte with C functions, which is too slow here: a sync parses three keys per
        // event.
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

    /// The canonical text of the UUID, in upper case.
    public var description: String {
        // `UUID.uuidString` uses C formatting, which is too slow here: a log writes one key per row.
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

    /// Decodes the canonical text.
    public init(from decoder: any Decoder) throws {
        uuid = try decoder.singleValueContainer().decode(UUID.self)
    }

    /// Encodes the canonical text, in upper case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid)
    }

    /// Compares the text forms. Keys from one generator are therefore ordered by creation time.
    public static func < (lhs: RecordID, rhs: RecordID) -> Bool {
        lhs.description < rhs.description
    }
}

/// Generates strictly increasing ``RecordID``s. A counter orders keys that are generated in the same
/// millisecond, or while the clock is behind the time of the last key.
///
/// The caller passes the time and the random source, so that a run can be replayed. The generator is not
/// thread-safe; protect it with a lock to share it.
public struct RecordIDGenerator: Sendable {
    private var lastMilliseconds: UInt64 = 0
    private var sequence: UInt16 = 0

    /// Creates a generator.
    public init() {}

    /// Generates the next key, which is greater than all earlier keys.
    ///
    /// - Parameters:
    ///   - milliseconds: The milliseconds since 1970-01-01T00:00:00Z. Only the low 48 bits are used.
    ///   - random: The source of the 62 random bits.
    public mutating func next(
        milliseconds: UInt64, using random: inout some RandomNumberGenerator
    ) -> RecordID {
        if milliseconds > lastMilliseconds {
            lastMilliseconds = milliseconds
            sequence = UInt16.random(in: 0..<0x400, using: &random)
        } else {
            // In the same millisecond, or if the clock went back, the counter is incremented. If its 12 bits
            // overflow, the next millisecond is used.
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
