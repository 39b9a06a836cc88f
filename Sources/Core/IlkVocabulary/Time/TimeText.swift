public import FoundationEssentials

/// Times as ISO 8601 text in UTC with milliseconds. Parsing and formatting are inverse.
///
/// Foundation's format truncates decimals, and most milliseconds are not exact binary fractions. Without
/// rounding, half of all times would lose a millisecond in each round trip.
public enum TimeText {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

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
        rounded(date).addingTimeInterval(0.000_1).formatted(style)
    }

    /// Parses a time.
    ///
    /// - Parameter text: An ISO 8601 time with fractional seconds.
    /// - Returns: The time rounded to the nearest millisecond, or `nil` if the text is not a time.
    public static func date(_ text: String) -> Date? {
        guard let date = try? style.parse(text) else { return nil }  // Not a time.
        return rounded(date)
    }
}
