/// A day of the proleptic Gregorian calendar, without a time zone, as the number of days since 1970-01-01.
///
/// Dates are converted with a few integer divisions (H. Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms"), about a thousand times faster than a calendar with time zones and eras.
public struct CalendarDay: Hashable, Sendable, Comparable {
    /// The number of days since 1970-01-01.
    public let number: Int

    /// Creates a day from its number.
    ///
    /// - Parameter number: The days since 1970-01-01.
    public init(_ number: Int) { self.number = number }

    /// Creates the day of a date. A day after the end of the month becomes a day of the following month.
    ///
    /// - Parameters:
    ///   - year: The astronomical year.
    ///   - month: The month, 1 to 12.
    ///   - day: The day of the month, from 1.
    public init(year: Int, month: Int, day: Int) {
        // Years start in March here, so that the leap day is the last day of a year.
        let shifted = month < 3 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    /// The year, month and day of the month.
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

    /// Returns the number of days in a month.
    ///
    /// - Parameters:
    ///   - month: The month, 1 to 12.
    ///   - year: The year, which decides the length of February.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Returns the day that lies a given number of days after this day.
    ///
    /// - Parameter days: The number of days. A negative number gives an earlier day.
    public func adding(by days: Int) -> CalendarDay { CalendarDay(number + days) }

    /// Compares days chronologically.
    public static func < (lhs: CalendarDay, rhs: CalendarDay) -> Bool { lhs.number < rhs.number }
}

extension CalendarDay: LosslessStringConvertible {
    /// The date in the form `2026-11-22`.
    public var description: String {
        let (year, month, day) = date
        return "\(year.zeroPadded(to: 4))-\(month.zeroPadded(to: 2))-\(day.zeroPadded(to: 2))"
    }

    /// Parses a date in the form `2026-11-22`.
    ///
    /// - Parameter description: The text, 10 ASCII characters.
    /// - Returns: `nil` for any other text, including a date that does not exist.
    public init?(_ description: String) {
        self.init(ascii: Array(description.utf8)[...])
    }

    /// Parses a date in the form `2026-11-22`.
    ///
    /// - Parameter bytes: The 10 bytes of the text.
    /// - Returns: `nil` for any other text, including a date that does not exist.
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
