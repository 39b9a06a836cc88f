import IlkVocabulary

/// Conversion between RFC 3339 times and nanoseconds since 1970-01-01T00:00:00Z. The nanoseconds have 64
/// bits, which cover the years 1677 to 2262.
public enum DebugTime {
    private static let billion: Int64 = 1_000_000_000

    /// Returns a time in UTC in the format of RFC 3339, with 3, 6 or 9 decimals as needed.
    ///
    /// - Parameter nanoseconds: Nanoseconds since 1970-01-01T00:00:00Z.
    public static func text(_ nanoseconds: Int64) -> String {
        let (seconds, rest) = split(nanoseconds, by: billion)
        let decimals =
            rest % 1_000_000 == 0
            ? (rest / 1_000_000).zeroPadded(to: 3)
            : rest % 1000 == 0 ? (rest / 1000).zeroPadded(to: 6) : rest.zeroPadded(to: 9)
        let whole = ZonedTime(milliseconds: seconds * 1000, zone: 0).description.prefix(19)
        return "\(whole).\(decimals)Z"
    }

    /// Parses a time in the format of RFC 3339 (`InternetTime`).
    ///
    /// - Parameter text: The time, at most 64 bytes.
    /// - Returns: Nanoseconds since 1970-01-01T00:00:00Z, or `nil` if the text is invalid or the time is out
    ///   of range.
    public static func nanoseconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 64, let time = InternetTime(Array(text.utf8)) else { return nil }
        let (whole, isTooFar) = time.seconds.multipliedReportingOverflow(by: billion)
        let (sum, isFarther) = whole.addingReportingOverflow(time.nanoseconds)
        return isTooFar || isFarther ? nil : sum
    }

    /// Returns the quotient rounded down and the non-negative remainder.
    private static func split(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let rest = ((number % divisor) + divisor) % divisor
        // Do not subtract the remainder first: this would overflow for the lowest number.
        return (number / divisor - (number % divisor < 0 ? 1 : 0), rest)
    }
}
