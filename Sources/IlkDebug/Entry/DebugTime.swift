import IlkFraming

/// Times of entries: nanoseconds since 1970-01-01T00:00:00Z as 64 bits, from 1677 to 2262, and as text of RFC 3339.
public enum DebugTime {
    private static let billion: Int64 = 1_000_000_000

    /// The text of a time in UTC, with three decimals, or six or nine where it has them.
    public static func text(_ nanoseconds: Int64) -> String {
        let (seconds, rest) = split(nanoseconds, by: billion)
        let (days, second) = split(seconds, by: 86_400)
        let (year, month, day) = date(days)
        let decimals =
            rest % 1_000_000 == 0
            ? padded(rest / 1_000_000, 3) : rest % 1000 == 0 ? padded(rest / 1000, 6) : padded(rest, 9)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(second / 3600, 2)):"
            + "\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(decimals)Z"
    }

    /// The time that a text says: any zone, any number of decimals of which nine count, and the last second of a day that
    /// has one more. Nil for anything else.
    public static func nanoseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 64, bytes[4] == 0x2D, bytes[7] == 0x2D,
            [0x54, 0x74, 0x20].contains(bytes[10]), bytes[13] == 0x3A, bytes[16] == 0x3A,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), (1...12).contains(month),
            let day = number(bytes[8..<10]), day >= 1, day <= length(of: month, in: year),
            let hour = number(bytes[11..<13]), hour < 24, let minute = number(bytes[14..<16]), minute < 60,
            let second = number(bytes[17..<19]), second <= 60
        else { return nil }
        var rest = bytes[19...]
        var decimals: Int64 = 0
        if rest.first == 0x2E {
            let digits = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
            guard !digits.isEmpty else { return nil }
            for place in 0..<9 {
                let digit = place < digits.count ? digits[digits.startIndex + place] - 0x30 : 0
                decimals = decimals * 10 + Int64(digit)
            }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let shift = zone(rest) else { return nil }
        let seconds = HTTPTime.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - shift
        let (whole, isTooFar) = seconds.multipliedReportingOverflow(by: billion)
        let (sum, isFarther) = whole.addingReportingOverflow(decimals)
        return isTooFar || isFarther ? nil : sum
    }

    /// In seconds east of Greenwich: `Z`, or `+hh:mm`.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int64? {
        if bytes.count == 1, bytes.first == 0x5A || bytes.first == 0x7A { return 0 }
        let all = Array(bytes)
        guard all.count == 6, all[3] == 0x3A, all[0] == 0x2B || all[0] == 0x2D,
            let hours = number(all[1..<3]),
            hours < 24, let minutes = number(all[4..<6]), minutes < 60
        else { return nil }
        return (all[0] == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    /// The quotient rounded down, and what is left.
    private static func split(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let rest = ((number % divisor) + divisor) % divisor
        // The lowest number less its rest would not fit.
        return (number / divisor - (number % divisor < 0 ? 1 : 0), rest)
    }

    private static func length(of month: Int64, in year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, ofEra) = split(days + 719_468, by: 146_097)
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let place = (5 * ofYear + 2) / 153
        let month = place < 10 ? place + 3 : place - 9
        return (era * 400 + year + (month <= 2 ? 1 : 0), month, ofYear - (153 * place + 2) / 5 + 1)
    }
}
