import IlkVocabulary

/// Times of entries: nanoseconds since 1970-01-01T00:00:00Z as 64 bits, from 1677 to 2262, and as text of RFC 3339.
public enum DebugTime {
    private static let billion: Int64 = 1_000_000_000

    /// The text of a time in UTC, with three decimals, or six or nine where it has them.
    public static func text(_ nanoseconds: Int64) -> String {
        let (seconds, rest) = split(nanoseconds, by: billion)
        let (days, second) = split(seconds, by: 86_400)
        let decimals =
            rest % 1_000_000 == 0
            ? (rest / 1_000_000).zeroPadded(to: 3)
            : rest % 1000 == 0 ? (rest / 1000).zeroPadded(to: 6) : rest.zeroPadded(to: 9)
        return "\(CalendarDay(Int(days)))T\((second / 3600).zeroPadded(to: 2)):"
            + "\((second / 60 % 60).zeroPadded(to: 2)):\((second % 60).zeroPadded(to: 2)).\(decimals)Z"
    }

    /// Reads a time of RFC 3339 (`InternetTime`) of at most 64 bytes.
    ///
    /// - Returns: The nanoseconds, or `nil` for any other text and for times that 64 bits do not hold.
    public static func nanoseconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 64, let time = InternetTime(Array(text.utf8)) else { return nil }
        let (whole, isTooFar) = time.seconds.multipliedReportingOverflow(by: billion)
        let (sum, isFarther) = whole.addingReportingOverflow(time.nanoseconds)
        return isTooFar || isFarther ? nil : sum
    }

    /// The quotient rounded down, and what is left.
    private static func split(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let rest = ((number % divisor) + divisor) % divisor
        // The lowest number less its rest would not fit.
        return (number / divisor - (number % divisor < 0 ? 1 : 0), rest)
    }
}
