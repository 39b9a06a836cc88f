import IlkVocabulary

/// Dates in digits. All functions examine a bounded span.
enum Dates {
    /// Returns the end of the date that begins at `start`, or `nil`: `2024-05-31`, `31/5/2024`, `5/31/24`,
    /// `31.05.2024`.
    ///
    /// If the year comes first, it has four digits, and a month and a day follow. If the year comes last, day
    /// and month come before it in either order. Such a year has four digits. It can also have two digits if
    /// the separators are slashes, or if the day and the month have two digits each. Both separators are
    /// equal. No digit and no further number follows.
    static func end(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        let first = number(bytes, at: start)
        let mark = Marks.byte(bytes, first.end)
        guard first.digits > 0, isMark(mark) else { return nil }
        let second = number(bytes, at: first.end + 1)
        guard second.digits == 1 || second.digits == 2, Marks.byte(bytes, second.end) == mark else {
            return nil
        }
        let third = number(bytes, at: second.end + 1)
        guard third.digits > 0, !Marks.byte(bytes, third.end).isASCIIDigit else { return nil }
        if Marks.byte(bytes, third.end) == mark, Marks.byte(bytes, third.end + 1).isASCIIDigit {
            return nil
        }
        let isDate =
            first.digits == 4
            ? third.digits <= 2 && isYear(first.value) && isMonth(second.value) && isDay(third.value)
            : isYearLast(first, second, third, mark)
        return isDate ? third.end : nil
    }

    private typealias Number = (value: Int, digits: Int, end: Int)

    private static func isYearLast(_ first: Number, _ second: Number, _ third: Number, _ mark: UInt8) -> Bool
    {
        guard first.digits <= 2, isDay(first.value), isDay(second.value) else { return false }
        guard isMonth(first.value) || isMonth(second.value) else { return false }
        if third.digits == 4 { return isYear(third.value) }
        return third.digits == 2 && (mark == UInt8(ascii: "/") || first.digits == 2 && second.digits == 2)
    }

    /// Parses a number of at most four digits. For a longer number, `digits` is 0.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Number {
        var value = 0
        var index = start
        while index < start + 4, Marks.byte(bytes, index).isASCIIDigit {
            value = value * 10 + Int(bytes[index] & 0x0F)
            index += 1
        }
        let isLonger = Marks.byte(bytes, index).isASCIIDigit
        return (value, isLonger ? 0 : index - start, index)
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
    }

    private static func isYear(_ value: Int) -> Bool { value >= 1000 && value <= 2999 }
    private static func isMonth(_ value: Int) -> Bool { value >= 1 && value <= 12 }
    private static func isDay(_ value: Int) -> Bool { value >= 1 && value <= 31 }

    /// `true` if a normal form is a day of a month: 1 to 31, optionally with `st`, `nd`, `rd` or `th`.
    static func isDay(_ folded: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Bool {
        guard word.count <= 4 else { return false }
        let day = number(folded, at: word.lowerBound)
        guard day.digits == 1 || day.digits == 2, isDay(day.value) else { return false }
        if day.end == word.upperBound { return true }
        guard day.end + 2 == word.upperBound else { return false }
        switch (folded[day.end], folded[day.end + 1]) {
        case (UInt8(ascii: "s"), UInt8(ascii: "t")), (UInt8(ascii: "n"), UInt8(ascii: "d")),
            (UInt8(ascii: "r"), UInt8(ascii: "d")), (UInt8(ascii: "t"), UInt8(ascii: "h")):
            return true
        default: return false
        }
    }

    /// `true` if a time of day begins at `start`: `9:05`, `23:59:59`.
    static func isTime(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        let hour = number(bytes, at: start)
        guard hour.digits == 1 || hour.digits == 2, hour.value < 24 else { return false }
        guard Marks.byte(bytes, hour.end) == UInt8(ascii: ":") else { return false }
        let minute = number(bytes, at: hour.end + 1)
        return minute.digits == 2 && minute.value < 60
    }
}
