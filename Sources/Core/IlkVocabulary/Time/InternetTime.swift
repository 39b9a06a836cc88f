/// A time parsed from RFC 3339 text such as `2026-11-22T20:30:00.250+02:00`.
///
/// The parser accepts any number of decimals and uses the first nine. It also accepts lower-case letters, a
/// space instead of the `T`, and a leap second (`:60`), which becomes the next second.
public struct InternetTime: Hashable, Sendable {
    /// The seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64
    /// The nanoseconds of the second, from 0 to 999,999,999.
    public let nanoseconds: Int64
    /// The offset from UTC in minutes, positive east of Greenwich.
    public let zone: Int

    /// Parses a time.
    ///
    /// - Parameter bytes: The complete text, without surrounding space.
    /// - Returns: `nil` if the text is not an RFC 3339 time.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count > 19, let day = CalendarDay(ascii: bytes[0..<10]),
            bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20, bytes[13] == 0x3A, bytes[16] == 0x3A,
            let hour = Int(asciiDigits: bytes[11..<13]), hour < 24,
            let minute = Int(asciiDigits: bytes[14..<16]), minute < 60,
            let second = Int(asciiDigits: bytes[17..<19]), second <= 60,
            let (nanoseconds, rest) = Self.decimals(bytes[19...]), let zone = Self.zone(Array(rest))
        else { return nil }
        seconds = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second - zone * 60)
        self.nanoseconds = nanoseconds
        self.zone = zone
    }

    /// Parses optional decimals. Returns them as nanoseconds, with the remaining bytes.
    private static func decimals(_ bytes: ArraySlice<UInt8>) -> (Int64, ArraySlice<UInt8>)? {
        guard bytes.first == 0x2E else { return (0, bytes) }
        let digits = bytes.dropFirst().prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty else { return nil }
        let first = Array(digits.prefix(9)) + [UInt8](repeating: 0x30, count: max(0, 9 - digits.count))
        return Int64(asciiDigits: first).map { ($0, bytes.dropFirst(1 + digits.count)) }
    }

    private static func zone(_ bytes: [UInt8]) -> Int? {
        if bytes.count == 1 { return bytes[0] | 0x20 == 0x7A ? 0 : nil }
        guard bytes.count == 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A,
            let hours = Int(asciiDigits: bytes[1..<3]), hours < 24,
            let minutes = Int(asciiDigits: bytes[4..<6]), minutes < 60
        else { return nil }
        return (bytes[0] == 0x2B ? 1 : -1) * (hours * 60 + minutes)
    }
}
