/// Times of records as text that keeps every bit: ISO 8601 in UTC with as many decimals as the number has; a plain
/// number of seconds where that cannot say it (before 1970, after 9999).
enum RecordTime {
    /// The text of a number of seconds since 1970-01-01T00:00:00Z.
    static func text(_ seconds: Double) -> String {
        let number = "\(seconds)"
        guard seconds >= 0, seconds < 253_402_300_800, !number.contains("e") else { return number }
        let whole = Int(seconds.rounded(.down))
        let decimals = number.drop { $0 != "." }
        let (year, month, day) = date(whole / 86_400)
        let second = whole % 86_400
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(second / 3600, 2)):"
            + "\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))\(decimals == ".0" ? "" : decimals)Z"
    }

    /// The number of seconds that a text says: what ``text(_:)`` wrote, other zones too, or a number. Nil for anything
    /// else, as for a 30th of February.
    static func seconds(_ text: String) -> Double? {
        if let number = Double(text), text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }) {
            return number.isFinite ? number : nil
        }
        let bytes = Array(text.utf8)
        guard bytes.count > 19, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54 || bytes[10] == 0x20,
            bytes[13] == 0x3A, bytes[16] == 0x3A,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), (1...12).contains(month),
            let day = number(bytes[8..<10]), (1...days(in: month, of: year)).contains(day),
            let hour = number(bytes[11..<13]), hour < 24, let minute = number(bytes[14..<16]), minute < 60,
            let second = number(bytes[17..<19]), second < 60
        else { return nil }
        var rest = bytes[19...]
        var decimals = ""
        if rest.first == 0x2E {
            let digits = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
            guard !digits.isEmpty else { return nil }
            decimals = "." + String(decoding: digits, as: UTF8.self)
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let shift = zone(rest) else { return nil }
        let whole = dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - shift
        guard whole < 0 else { return Double("\(whole)\(decimals)") }
        return Double("0\(decimals)").map { Double(whole) + $0 }
    }

    /// In seconds east of Greenwich: `Z`, or `+hh:mm`.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.elementsEqual("Z".utf8) { return 0 }
        let parts = Array(bytes)
        guard parts.count == 6, parts[0] == 0x2B || parts[0] == 0x2D, parts[3] == 0x3A,
            let hours = number(parts[1..<3]), hours < 24, let minutes = number(parts[4..<6]), minutes < 60
        else { return nil }
        return (parts[0] == 0x2B ? 1 : -1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0 as Int?) { sum, byte in
            let digit = byte &- 0x30
            return digit < 10 ? sum.map { 10 * $0 + Int(digit) } : nil
        }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1970-01-01 of a date of the Gregorian calendar, counted in years that begin in March.
    static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month < 3 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of a day since 1970-01-01.
    static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let monthOfYear = month < 10 ? month + 3 : month - 9
        return (
            yearOfEra + era * 400 + (monthOfYear < 3 ? 1 : 0), monthOfYear,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}
