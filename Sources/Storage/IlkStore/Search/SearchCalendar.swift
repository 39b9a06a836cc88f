public import Foundation
import IlkVocabulary

/// A parser for the times in a search query: `2024-03-05`, `2024-03`, `2024`, `today`, `yesterday`, `now`,
/// and `12h`, `7d`, `2w`, `3m` or `1y` for hours, days, weeks, months or years ago. Two of them joined by
/// `..` are a range, which may lack one end.
public struct SearchCalendar: Sendable {
    private var calendar = Calendar(identifier: .gregorian)
    private let now: Date

    /// Creates a calendar.
    ///
    /// - Parameters:
    ///   - timeZone: The time zone of days, months and years.
    ///   - now: The current time, to which relative times refer.
    public init(timeZone: TimeZone, now: Date) {
        calendar.timeZone = timeZone
        self.now = now
    }

    /// Returns the time span of a word, with an inclusive start and an exclusive end, or `nil` if the word is
    /// not a time.
    package func span(_ word: String) -> (from: Date?, before: Date?)? {
        guard let dots = word.range(of: "..") else {
            guard let (start, end) = single(word) else { return nil }
            return (start, end)
        }
        let (first, second) = (String(word[..<dots.lowerBound]), String(word[dots.upperBound...]))
        guard !first.isEmpty || !second.isEmpty else { return nil }
        let from = first.isEmpty ? nil : single(first)
        let before = second.isEmpty ? nil : single(second)
        if !first.isEmpty, from == nil { return nil }
        if !second.isEmpty, before == nil { return nil }
        return (from?.start, before?.end)
    }

    /// Returns the time before now that a word such as `7d` means, or `nil` if the word has another form.
    package func ago(_ word: String) -> Date? {
        guard let unit = word.last, let count = Int(word.dropLast()), (0...100_000).contains(count) else {
            return nil
        }
        let component: Calendar.Component
        switch unit {
        case "h": component = .hour
        case "d": component = .day
        case "w": component = .weekOfYear
        case "m": component = .month
        case "y": component = .year
        default: return nil
        }
        return calendar.date(byAdding: component, value: -count, to: now)
    }

    private func single(_ word: String) -> (start: Date, end: Date)? {
        switch word.lowercased() {
        case "today": return day(now)
        case "yesterday": return calendar.date(byAdding: .day, value: -1, to: now).flatMap(day)
        case "now": return (now, now)
        default: break
        }
        if let date = ago(word) {
            return word.hasSuffix("h") ? (date, date) : day(date).map { ($0.start, $0.end) }
        }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.count <= 4 ? Int(asciiDigits: part.utf8) : nil
        }
        guard numbers.count == parts.count, (1...3).contains(numbers.count), numbers[0] >= 1000 else {
            return nil
        }
        let month = numbers.count > 1 ? numbers[1] : 1
        let dayOfMonth = numbers.count > 2 ? numbers[2] : 1
        guard (1...12).contains(month), (1...31).contains(dayOfMonth) else { return nil }
        let wanted = DateComponents(year: numbers[0], month: month, day: dayOfMonth)
        guard let start = calendar.date(from: wanted), calendar.component(.day, from: start) == dayOfMonth
        else {
            return nil
        }
        let unit: Calendar.Component = [.year, .month, .day][numbers.count - 1]
        return calendar.date(byAdding: unit, value: 1, to: start).map { (start, $0) }
    }

    private func day(_ date: Date) -> (start: Date, end: Date)? {
        calendar.dateInterval(of: .day, for: date).map { ($0.start, $0.end) }
    }
}
