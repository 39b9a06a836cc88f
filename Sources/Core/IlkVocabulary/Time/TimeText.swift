public import FoundationEssentials

/// Times as text to the millisecond, in ISO 8601 and UTC: what is read is written the same again.
///
/// Foundation's format cuts decimals off, and most milliseconds are no whole binary fraction: without rounding, one in two
/// would come back a millisecond earlier each time it is read and written.
public enum TimeText {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The whole millisecond nearest to a time.
    public static func rounded(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
    }

    /// The text of a time, as `2026-11-22T09:30:00.250Z`.
    public static func text(_ date: Date) -> String {
        rounded(date).addingTimeInterval(0.000_1).formatted(style)
    }

    /// The time in a text, or nil when it is none.
    public static func date(_ text: String) -> Date? {
        guard let date = try? style.parse(text) else { return nil }  // Then it is none.
        return rounded(date)
    }
}
