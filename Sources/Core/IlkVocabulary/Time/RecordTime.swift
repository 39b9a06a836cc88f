/// Converts times of records, as seconds in a `Double`, to text and back without loss of precision.
///
/// The text is an ISO 8601 time in UTC, with the shortest decimals that give the same `Double`. Times before
/// 1970 and after 9999, and numbers that Swift prints with an exponent, are written as a number of seconds.
package enum RecordTime {
    /// Returns the text for a number of seconds since 1970-01-01T00:00:00Z.
    package static func text(_ seconds: Double) -> String {
        let number = "\(seconds)"
        guard seconds >= 0, seconds < 253_402_300_800, !number.contains("e") else { return number }
        let whole = Int(saturating: seconds)
        let decimals = number.drop { $0 != "." }
        let day = CalendarDay(whole / 86_400)
        let second = whole % 86_400
        return "\(day)T\((second / 3600).zeroPadded(to: 2)):"
            + "\((second / 60 % 60).zeroPadded(to: 2)):\((second % 60).zeroPadded(to: 2))\(decimals == ".0" ? "" : decimals)Z"
    }

    /// Parses a time: the output of ``text(_:)``, an ISO 8601 time in another zone, or a number of seconds.
    /// Returns `nil` for anything else, including invalid dates such as February 30.
    package static func seconds(_ text: String) -> Double? {
        if let number = Double(text), text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }) {
            return number.isFinite ? number : nil
        }
        let bytes = Array(text.utf8)
        guard bytes.count > 19, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54 || bytes[10] == 0x20,
            bytes[13] == 0x3A, bytes[16] == 0x3A,
            let year = Int(asciiDigits: bytes[0..<4]), let month = Int(asciiDigits: bytes[5..<7]),
            (1...12).contains(month),
            let day = Int(asciiDigits: bytes[8..<10]),
            (1...CalendarDay.days(inMonth: month, of: year)).contains(day),
            let hour = Int(asciiDigits: bytes[11..<13]), hour < 24,
            let minute = Int(asciiDigits: bytes[14..<16]), minute < 60,
            let second = Int(asciiDigits: bytes[17..<19]), second < 60
        else { return nil }
        var rest = bytes[19...]
        var decimals = ""
        if rest.first == 0x2E {
            let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
            guard !digits.isEmpty else { return nil }
            decimals = "." + String(decoding: digits, as: UTF8.self)
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let shift = zone(rest) else { return nil }
        let date = CalendarDay(year: year, month: month, day: day)
        let whole = date.number * 86_400 + hour * 3600 + minute * 60 + second - shift
        guard whole < 0 else { return Double("\(whole)\(decimals)") }
        return Double("0\(decimals)").map { Double(whole) + $0 }
    }

    /// Parses `Z` or `+hh:mm`. Returns seconds east of Greenwich.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.elementsEqual("Z".utf8) { return 0 }
        let parts = Array(bytes)
        guard parts.count == 6, parts[0] == 0x2B || parts[0] == 0x2D, parts[3] == 0x3A,
            let hours = Int(asciiDigits: parts[1..<3]), hours < 24,
            let minutes = Int(asciiDigits: parts[4..<6]), minutes < 60
        else { return nil }
        return (parts[0] == 0x2B ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
}
