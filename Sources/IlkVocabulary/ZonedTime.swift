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

    /// The local time, in milliseconds as if it were UTC. Limited so that no sum with it overflows.
    private var wall: Int64 {
        let limit = Int64.max >> 1
        return min(max(milliseconds, -limit), limit) + Int64(Int32(clamping: zone)) * 60_000
    }

    private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}

extension ZonedTime: LosslessStringConvertible {
    /// The time as RFC 3339 has it, with three decimals.
    public var description: String {
        let day = day
        let date = day.date
        guard 0...9999 ~= date.year, abs(zone) < 6000 else { return longDescription }
        let inDay = Int(wall - Int64(day.number) * 86_400_000)
        return String(unsafeUninitializedCapacity: 29) { text in
            Self.put(date.year, 4, in: text, at: 0)
            Self.put(date.month, 2, in: text, at: 5)
            Self.put(date.day, 2, in: text, at: 8)
            Self.put(inDay / 3_600_000, 2, in: text, at: 11)
            Self.put(inDay / 60_000 % 60, 2, in: text, at: 14)
            Self.put(inDay / 1000 % 60, 2, in: text, at: 17)
            Self.put(inDay % 1000, 3, in: text, at: 20)
            for (place, mark) in Self.marks { text[place] = mark }
            text[23] = UInt8(ascii: zone == 0 ? "Z" : zone < 0 ? "-" : "+")
            guard zone != 0 else { return 24 }
            Self.put(abs(zone) / 60, 2, in: text, at: 24)
            text[26] = UInt8(ascii: ":")
            Self.put(abs(zone) % 60, 2, in: text, at: 27)
            return 29
        }
    }

    /// What stands between the numbers, and where.
    private static let marks: [(Int, UInt8)] = [
        (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: "T")), (13, UInt8(ascii: ":")),
        (16, UInt8(ascii: ":")), (19, UInt8(ascii: ".")),
    ]

    private static func put(
        _ number: Int, _ width: Int, in text: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        var rest = number
        for index in (place..<place + width).reversed() {
            text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }

    /// Reads what ``description`` writes, and nothing else; other forms of the same time are read by ``init(_:)``.
    public init?(canonical text: UnsafeRawBufferPointer) {
        guard text.count == 24 || text.count == 29, Self.marks.allSatisfy({ text[$0.0] == $0.1 }),
            let year = Self.number(text, 0, 4), let month = Self.number(text, 5, 2), 1...12 ~= month,
            let day = Self.number(text, 8, 2), 1...CalendarDay.days(inMonth: month, of: year) ~= day,
            let hour = Self.number(text, 11, 2), hour < 24, let minute = Self.number(text, 14, 2),
            minute < 60,
            let second = Self.number(text, 17, 2), second < 60, let part = Self.number(text, 20, 3),
            let zone = Self.canonicalZone(text)
        else { return nil }
        let date = CalendarDay(year: year, month: month, day: day)
        let seconds = Int64(date.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second - zone * 60)
        self.init(milliseconds: seconds * 1000 + Int64(part), zone: zone)
    }

    private static func canonicalZone(_ text: UnsafeRawBufferPointer) -> Int? {
        if text.count == 24 { return text[23] == UInt8(ascii: "Z") ? 0 : nil }
        guard let hours = number(text, 24, 2), hours < 24, text[26] == UInt8(ascii: ":"),
            let minutes = number(text, 27, 2), minutes < 60, hours + minutes > 0
        else { return nil }
        switch text[23] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }

    private static func number(_ text: UnsafeRawBufferPointer, _ place: Int, _ width: Int) -> Int? {
        var number = 0
        for index in place..<place + width {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }

    /// The same for years and zones of any length.
    private var longDescription: String {
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
