/// A moment to the millisecond, and how far the clock on the wall was from UTC then.
///
/// As text it is one time of RFC 3339, and nothing of it is lost: `2026-11-22T20:30:00.250+02:00`. The day is the one that
/// the wall's clock showed: no change of zone or of summer time moves it later.
public struct ZonedTime: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64
    /// Minutes east of Greenwich.
    public let zone: Int

    /// The zones there may be: a little more than any clock on Earth was ever set to.
    public static let zones = -1080...1080

    /// A moment in a zone.
    public init(milliseconds: Int64, zone: Int) {
        self.milliseconds = milliseconds
        self.zone = zone
    }

    /// The day on the wall.
    public var day: CalendarDay { CalendarDay(Int(Self.quotient(wall, 86_400_000))) }

    /// What the clock on the wall shows, in milliseconds as if it were UTC.
    private var wall: Int64 { milliseconds + Int64(zone) * 60_000 }

    private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}

extension ZonedTime: LosslessStringConvertible {
    /// The time as RFC 3339 has it, with three decimals.
    public var description: String {
        let inDay = Int(wall - Int64(day.number) * 86_400_000)
        let clock = [inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60]
            .map { CalendarDay.padded($0, 2) }.joined(separator: ":")
        return "\(day)T\(clock).\(CalendarDay.padded(inDay % 1000, 3))\(zoneText)"
    }

    private var zoneText: String {
        guard zone != 0 else { return "Z" }
        let minutes = abs(zone)
        return (zone < 0 ? "-" : "+") + CalendarDay.padded(minutes / 60, 2) + ":"
            + CalendarDay.padded(minutes % 60, 2)
    }

    /// Reads a time of RFC 3339 as far as its grammar goes: any number of decimals (rounded to milliseconds), small letters,
    /// a leap second (the second behind it). Nil for anything else.
    public init?(_ description: String) {
        let bytes = Array(description.utf8)
        guard bytes.count > 19, let date = CalendarDay(String(decoding: bytes[..<10], as: UTF8.self)),
            bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20, bytes[13] == 0x3A, bytes[16] == 0x3A,
            let hour = CalendarDay.number(bytes[11..<13]), hour < 24,
            let minute = CalendarDay.number(bytes[14..<16]), minute < 60,
            let second = CalendarDay.number(bytes[17..<19]), second < 61,
            let (decimals, rest) = Self.decimals(bytes[19...]), let zone = Self.zone(rest)
        else { return nil }
        let seconds = Int64(date.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second - zone * 60)
        self.init(milliseconds: seconds * 1000 + decimals, zone: zone)
    }

    /// Thousandths, and what stands behind them.
    private static func decimals(_ bytes: ArraySlice<UInt8>) -> (Int64, ArraySlice<UInt8>)? {
        guard bytes.first == 0x2E else { return (0, bytes) }
        let digits = bytes.dropFirst().prefix { $0 &- 0x30 < 10 }
        guard !digits.isEmpty else { return nil }
        let first = Array(digits.prefix(4)) + [UInt8](repeating: 0x30, count: max(0, 4 - digits.count))
        guard let tenThousandths = CalendarDay.number(first[...]) else { return nil }
        return (Int64((tenThousandths + 5) / 10), bytes.dropFirst(1 + digits.count))
    }

    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.count == 1, bytes.first.map({ $0 | 0x20 }) == 0x7A { return 0 }
        let parts = Array(bytes)
        guard parts.count == 6, parts[0] == 0x2B || parts[0] == 0x2D, parts[3] == 0x3A,
            let hours = CalendarDay.number(parts[1..<3]), hours < 24,
            let minutes = CalendarDay.number(parts[4..<6]), minutes < 60
        else { return nil }
        return (parts[0] == 0x2B ? 1 : -1) * (hours * 60 + minutes)
    }
}
