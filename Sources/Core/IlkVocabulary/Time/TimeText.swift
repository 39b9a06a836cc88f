public import FoundationEssentials

/// Converts times to RFC 3339 text in UTC and back, with the precision of ``ZonedTime``. Times are rounded to
/// milliseconds.
public enum TimeText {
    /// Rounds a time to the nearest millisecond.
    ///
    /// - Parameter date: The time.
    public static func rounded(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
    }

    /// Returns the text of a time in the form `2026-11-22T09:30:00.250Z`.
    ///
    /// - Parameter date: The time, which is rounded to the nearest millisecond.
    public static func text(_ date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        return ZonedTime(milliseconds: Int64(exactly: milliseconds) ?? 0, zone: 0).description
    }

    /// Parses a time.
    ///
    /// - Parameter text: An RFC 3339 time.
    /// - Returns: The time rounded to the nearest millisecond, or `nil` if the text is not a time.
    public static func date(_ text: String) -> Date? {
        ZonedTime(text).map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1000) }
    }
}
