/// A moment with millisecond precision and the local offset from UTC at that moment.
///
/// The RFC 3339 text `2026-11-22T20:30:00.250+02:00` represents such a moment without loss. ``day`` is the
/// local day. Later changes of time zone or daylight saving time do not change the day.
public struct ZonedTime: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64
    /// The offset from UTC in minutes, positive east of Greenwich.
    public let utcOffset: Int

    /// The valid offsets from UTC in minutes. The range is slightly wider than all offsets that were ever in
    /// use.
    public static let zones = -1080...1080

    /// Creates a moment.
    ///
    /// - Parameters:
    ///   - milliseconds: The time since 1970-01-01T00:00:00Z.
    ///   - zone: The offset from UTC in minutes, positive east of Greenwich.
    public init(milliseconds: Int64, zone: Int) {
        self.milliseconds = milliseconds
        self.utcOffset = zone
    }

    /// The local day.
    public var day: CalendarDay { CalendarDay(Int(Self.quotient(wall, 86_400_000))) }

    /// The local time in milliseconds: the time since 1970-01-01T00:00:00Z plus the offset from UTC. The
    /// value is limited so that additions do not overflow.
    private var wall: Int64 {
        let limit = Int64.max >> 1
        return min(max(milliseconds, -limit), limit) + Int64(Int32(clamping: utcOffset)) * 60_000
    }

    private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}

extension ZonedTime: LosslessStringConvertible {
    /// The time as RFC 3339 text with three decimals.
    public var description: String {
        let day = day
        let date = day.date
        guard 0...9999 ~= date.year, abs(utcOffset) < 6000 else { return longDescription }
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
            text[23] = UInt8(ascii: utcOffset == 0 ? "Z" : utcOffset < 0 ? "-" : "+")
            guard utcOffset != 0 else { return 24 }
            Self.put(abs(utcOffset) / 60, 2, in: text, at: 24)
            text[26] = UInt8(ascii: ":")
            Self.put(abs(utcOffset) % 60, 2, in: text, at: 27)
            return 29
        }
    }

    /// The separators between the numbers, with their offsets.
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

    /// The text of a time whose year or offset does not fit the fixed form.
    private var longDescription: String {
        let inDay = Int(wall - Int64(day.number) * 86_400_000)
        let clock = [inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60]
            .map { $0.zeroPadded(to: 2) }.joined(separator: ":")
        return "\(day)T\(clock).\((inDay % 1000).zeroPadded(to: 3))\(zoneText)"
    }

    private var zoneText: String {
        guard utcOffset != 0 else { return "Z" }
        let minutes = abs(utcOffset)
        return (utcOffset < 0 ? "-" : "+") + (minutes / 60).zeroPadded(to: 2) + ":"
            + (minutes % 60).zeroPadded(to: 2)
    }

    /// Parses an RFC 3339 time (``InternetTime``) and rounds it to milliseconds.
    ///
    /// - Parameter description: The complete text.
    /// - Returns: `nil` if the text is not an RFC 3339 time.
    public init?(_ description: String) {
        guard let time = InternetTime(Array(description.utf8)) else { return nil }
        self.init(
            milliseconds: time.seconds * 1000 + (time.nanoseconds + 500_000) / 1_000_000, zone: time.zone)
    }
}
