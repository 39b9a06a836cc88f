/// A parser for HTTP times of the form `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7). The two obsolete
/// forms are not supported.
public enum HTTPTime {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses an HTTP time.
    ///
    /// - Parameter text: The value of a header field.
    /// - Returns: The seconds since 1970-01-01T00:00:00Z, or `nil` if the text is not an HTTP time.
    public static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(asciiDigits: parts[1].utf8), 1...31 ~= day,
            let month = months.firstIndex(of: String(parts[2])), let year = Int(asciiDigits: parts[3].utf8),
            1970...9999 ~= year
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
            .map { $0.utf8.count == 2 ? Int64(asciiDigits: $0.utf8) ?? -1 : -1 }
        guard clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1], 0...60 ~= clock[2] else { return nil }
        let date = CalendarDay(year: year, month: month + 1, day: day)
        return Int64(date.number) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    /// Parses a `Retry-After` field, which is a number of seconds or a time.
    ///
    /// - Parameters:
    ///   - text: The value of `Retry-After`, or `nil`.
    ///   - date: The value of the response's `Date` field, or `nil`. If `text` is a time, the wait is counted
    ///     from this date.
    /// - Returns: The seconds to wait, at least 0. `nil` if `text` is missing or malformed, or if `text` is a
    ///   time and `date` is missing or malformed.
    public static func retryAfter(_ text: String?, date: String?) -> UInt64? {
        guard let text else { return nil }
        if let seconds = UInt64(text), seconds < 1 << 40 { return seconds }
        guard let until = seconds(text), let now = date.flatMap(seconds) else { return nil }
        return UInt64(max(0, until - now))
    }
}
