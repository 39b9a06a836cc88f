import ArgumentParser
package import Foundation
package import IlkStore
import IlkVocabulary

/// A point in time on the command line: a local day or time, an ISO 8601 time, or an offset from now.
package struct LocalTimeArgument: Hashable, Sendable, ArgumentWithForm {
    package static let argumentForm =
        "a time, such as 2h (ago), yesterday, 2026-11-21 or '2026-11-21 18:30'"

    private let text: String

    /// Parses a point in time. Returns `nil` if the argument is not a point in time.
    package init?(argument: String) {
        text = argument.trimmingCharacters(in: .whitespaces)
        guard
            read(now: Date(timeIntervalSince1970: 0), .init(timeZone: .gmt, locale: Locale(identifier: "en")))
                != nil
        else { return nil }
    }

    /// Returns the point in time as a date.
    ///
    /// - Parameter ahead: `true` to read `3d` as three days from now instead of three days ago.
    package func date(now: Date, _ timeline: LocalTimeline, ahead: Bool = false) -> Date {
        read(now: now, timeline, ahead: ahead) ?? now
    }

    /// Returns the date of a call. `today` and `yesterday` mean the current time of day, because calls rarely
    /// happen at midnight. A date without a time means midnight.
    package func callDate(now: Date, _ timeline: LocalTimeline) -> Date {
        switch text.lowercased() {
        case "today": now
        case "yesterday": timeline.calendar.date(byAdding: .day, value: -1, to: now) ?? now
        default: date(now: now, timeline)
        }
    }

    private func read(now: Date, _ timeline: LocalTimeline, ahead: Bool = false) -> Date? {
        let calendar = timeline.calendar
        switch text.lowercased() {
        case "now": return now
        case "today": return calendar.startOfDay(for: now)
        case "yesterday":
            return calendar.date(byAdding: .day, value: -1, to: calendar.startOfDay(for: now))
        case "tomorrow":
            return calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: now))
        default: break
        }
        if let shift {
            return calendar.date(byAdding: shift.unit, value: (ahead ? 1 : -1) * shift.count, to: now)
        }
        if let seconds = RecordTime.seconds(text), text.contains("-") {
            return Date(timeIntervalSince1970: seconds)
        }
        return local(now, calendar)
    }

    private var shift: (count: Int, unit: Calendar.Component)? {
        let units: [Character: Calendar.Component] = [
            "s": .second, "m": .minute, "h": .hour, "d": .day, "w": .weekOfYear, "y": .year,
        ]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), count >= 0,
            count < 1_000_000
        else { return nil }
        return (count, unit)
    }

    /// Parses `2026-11-21`, `2026-11-21 18:30`, or `18:30` for today.
    private func local(_ now: Date, _ calendar: Calendar) -> Date? {
        let parts = text.split { $0 == " " || $0 == "T" }
        var fields = calendar.dateComponents([.year, .month, .day], from: now)
        guard let first = parts.first, parts.count <= 2 else { return nil }
        if first.contains("-") {
            let numbers = first.split(separator: "-").compactMap { Int($0) }
            guard (8...10).contains(first.utf8.count), numbers.count == 3, numbers[0] > 999 else {
                return nil
            }
            (fields.year, fields.month, fields.day) = (numbers[0], numbers[1], numbers[2])
        } else if parts.count == 2 {
            return nil
        }
        if let time = parts.last, time.contains(":") {
            let numbers = time.split(separator: ":").compactMap { Int($0) }
            guard numbers.count == time.split(separator: ":").count, (2...3).contains(numbers.count),
                (0..<24).contains(numbers[0]), numbers.dropFirst().allSatisfy({ (0..<60).contains($0) })
            else { return nil }
            (fields.hour, fields.minute, fields.second) = (
                numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0
            )
        } else if parts.count == 2 || !first.contains("-") {
            return nil
        }
        guard let date = calendar.date(from: fields),
            calendar.component(.day, from: date) == fields.day,
            calendar.component(.month, from: date) == fields.month
        else { return nil }
        return date
    }
}
