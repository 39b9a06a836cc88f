/// Reads times of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7; the two older forms are not read).
public enum HTTPTime {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The seconds since 1970, or `nil` if the text is no such time.
    public static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), 1...31 ~= day,
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
            1970...9999 ~= year
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1], 0...60 ~= clock[2] else { return nil }
        let date = CalendarDay(year: year, month: month + 1, day: day)
        return Int64(date.number) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    /// The seconds that a server asks to wait, from `Retry-After` as a number, or as a time with the server's own `Date`.
    ///
    /// - Returns: At least 0, or `nil` if neither can be read.
    public static func retryAfter(_ text: String?, date: String?) -> UInt64? {
        guard let text else { return nil }
        if let seconds = UInt64(text), seconds < 1 << 40 { return seconds }
        guard let until = seconds(text), let now = date.flatMap(seconds) else { return nil }
        return UInt64(max(0, until - now))
    }
}
