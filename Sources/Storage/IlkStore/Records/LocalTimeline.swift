public import Foundation

/// The time zone and the language in which the times of records are grouped and formatted.
public struct LocalTimeline: Sendable {
    /// A period of time by which records are grouped.
    public enum Section: Sendable, Hashable {
        case today
        case yesterday
        /// In the current week, but before yesterday.
        case thisWeek
        /// In the current month, but before the current week and before yesterday.
        case thisMonth
        /// An earlier month, given by its first instant.
        case month(Date)
        /// Any day after today.
        case future
    }

    /// The Gregorian calendar, with its time zone and its first weekday.
    public private(set) var calendar = Calendar(identifier: .gregorian)
    /// The language of formatted times and titles.
    public let locale: Locale

    /// Creates a timeline.
    ///
    /// - Parameters:
    ///   - timeZone: The time zone of the days.
    ///   - locale: The language of formatted times and titles, which also determines the first weekday.
    public init(timeZone: TimeZone, locale: Locale) {
        calendar.timeZone = timeZone
        calendar.locale = locale
        self.locale = locale
    }

    /// Returns the group of a time.
    ///
    /// - Parameters:
    ///   - date: The time.
    ///   - now: The current time.
    public func section(of date: Date, now: Date) -> Section {
        let day = calendar.startOfDay(for: date)
        let today = calendar.startOfDay(for: now)
        if day > today { return .future }
        if day == today { return .today }
        if let next = calendar.date(byAdding: .day, value: 1, to: day),
            calendar.isDate(next, inSameDayAs: today)
        {
            return .yesterday
        }
        if calendar.isDate(date, equalTo: now, toGranularity: .weekOfYear) { return .thisWeek }
        if calendar.isDate(date, equalTo: now, toGranularity: .month) { return .thisMonth }
        return .month(calendar.dateInterval(of: .month, for: date)?.start ?? day)
    }

    /// Groups adjacent records whose times are in the same period. The order of the records is kept.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - now: The current time.
    ///   - date: Returns the time of a record.
    /// - Complexity: O(*n*) in the number of records.
    public func groups<Element>(
        _ records: [Element], now: Date, by date: (Element) -> Date
    ) -> [(section: Section, records: [Element])] {
        var groups: [(section: Section, records: [Element])] = []
        for record in records {
            let section = section(of: date(record), now: now)
            if groups.last?.section == section {
                groups[groups.count - 1].records.append(record)
            } else {
                groups.append((section, [record]))
            }
        }
        return groups
    }

    /// Returns the start times of the latest weeks and of the next week, in ascending order. The latest weeks
    /// include the current week.
    ///
    /// - Parameters:
    ///   - count: The number of latest weeks, including the current week.
    ///   - now: The current time.
    public func weeks(_ count: Int, now: Date) -> [Date] {
        guard let this = calendar.dateInterval(of: .weekOfYear, for: now)?.start else { return [] }
        return (0...max(0, count)).compactMap {
            calendar.date(byAdding: .weekOfYear, value: $0 - count + 1, to: this)
        }
    }
}

// MARK: - Formatting

extension LocalTimeline {
    /// Returns the title of a group, capitalized as at the beginning of a sentence.
    ///
    /// - Parameters:
    ///   - section: The group.
    ///   - now: The current time.
    public func title(_ section: Section, now: Date) -> String {
        switch section {
        case .today: relative(now, .day, to: now)
        case .yesterday:
            relative(calendar.date(byAdding: .day, value: -1, to: now) ?? now, .day, to: now)
        case .thisWeek: relative(now, .week, to: now)
        case .thisMonth: relative(now, .month, to: now)
        case .month(let start): start.formatted(style().month(.wide).year())
        case .future: relative(calendar.date(byAdding: .day, value: 1, to: now) ?? now, .day, to: now) + " …"
        }
    }

    /// Formats a day and a time of day: "today", "yesterday" or a date, and the time.
    ///
    /// - Parameters:
    ///   - date: The time.
    ///   - now: The current time.
    public func text(_ date: Date, now: Date) -> String {
        "\(day(date, now: now)), \(time(date))"
    }

    /// Formats a day: "today", "yesterday" or a date.
    ///
    /// - Parameters:
    ///   - date: The time.
    ///   - now: The current time.
    public func day(_ date: Date, now: Date) -> String {
        switch section(of: date, now: now) {
        case .today, .yesterday:
            relative(calendar.startOfDay(for: date), .day, to: calendar.startOfDay(for: now))
        default:
            date.formatted(style(.abbreviated, .omitted))
        }
    }

    /// Formats the time of day.
    ///
    /// - Parameter date: The time.
    public func time(_ date: Date) -> String {
        date.formatted(style(.omitted, .shortened))
    }

    private func style(
        _ date: Date.FormatStyle.DateStyle? = nil, _ time: Date.FormatStyle.TimeStyle? = nil
    ) -> Date.FormatStyle {
        Date.FormatStyle(
            date: date, time: time, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    private func relative(
        _ date: Date, _ field: Date.RelativeFormatStyle.Field, to now: Date
    ) -> String {
        let style = Date.AnchoredRelativeFormatStyle(
            anchor: date, allowedFields: [field], presentation: .named, locale: locale, calendar: calendar,
            capitalizationContext: .beginningOfSentence)
        return style.format(now)
    }
}
