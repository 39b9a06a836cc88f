/// A day of the Gregorian calendar, wherever it is: the days since 1970-01-01.
///
/// A few divisions make a day of a date and back (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms"). A calendar that knows
/// zones and eras costs a thousand times as much.
public struct CalendarDay: Hashable, Sendable, Comparable {
    /// Days since 1970-01-01.
    public let number: Int

    /// The day of this number.
    public init(_ number: Int) { self.number = number }

    /// The day of a date; of a date that there is not, as a 30th of February, the one that many days on.
    public init(year: Int, month: Int, day: Int) {
        // Years are counted as if they began in March: then the odd day is the last one.
        let shifted = month < 3 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    /// The day's date.
    public var date: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let monthOfYear = month < 10 ? month + 3 : month - 9
        return (
            yearOfEra + era * 400 + (monthOfYear < 3 ? 1 : 0), monthOfYear,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// How many days a month has.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The day so many days later.
    public func later(by days: Int) -> CalendarDay { CalendarDay(number + days) }

    /// Ordered in time.
    public static func < (lhs: CalendarDay, rhs: CalendarDay) -> Bool { lhs.number < rhs.number }
}

extension CalendarDay: LosslessStringConvertible {
    /// The date as `2026-11-22`.
    public var description: String {
        let (year, month, day) = date
        return "\(year.zeroPadded(to: 4))-\(month.zeroPadded(to: 2))-\(day.zeroPadded(to: 2))"
    }

    /// Reads a date as `2026-11-22`; nil for anything else, as for a 30th of February.
    public init?(_ description: String) {
        self.init(ascii: Array(description.utf8)[...])
    }

    /// Reads a date as `2026-11-22`; `nil` for anything else.
    public init?(ascii bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard bytes.count == 10, bytes[start + 4] == 0x2D, bytes[start + 7] == 0x2D,
            let year = Int(asciiDigits: bytes[start..<start + 4]),
            let month = Int(asciiDigits: bytes[start + 5..<start + 7]),
            let day = Int(asciiDigits: bytes[start + 8..<start + 10]), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
