/// Times as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7; the two older forms are not read).
public enum HTTPTime {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Seconds since 1970; nil when it is no such time.
    public static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]), 1...31 ~= day,
            let month = months.firstIndex(of: String(parts[2])), let year = Int64(parts[3]),
            1970...9999 ~= year
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1], 0...60 ~= clock[2] else { return nil }
        return days(year, Int64(month + 1), day) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    /// Days since 1970 of a day of the Gregorian calendar, with years that begin in March.
    public static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let years = month > 2 ? year : year - 1
        let (era, ofEra) = (years >= 0 ? years / 400 : (years - 399) / 400, ((years % 400) + 400) % 400)
        let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    /// How long a server asks to wait, in seconds: `Retry-After` as a number of them, or as a time beside the server's own
    /// `Date`. Nil when it says nothing that can be read; never negative.
    public static func retryAfter(_ text: String?, date: String?) -> UInt64? {
        guard let text else { return nil }
        if let seconds = UInt64(text), seconds < 1 << 40 { return seconds }
        guard let until = seconds(text), let now = date.flatMap(seconds) else { return nil }
        return UInt64(max(0, until - now))
    }
}
