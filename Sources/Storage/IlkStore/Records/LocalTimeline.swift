public import Foundation

/// The days of a time zone and the words of a language: how times of records are grouped and written.
public struct LocalTimeline: Sendable {
    /// A group of records.
    public enum Section: Sendable, Hashable {
        case today
        case yesterday
        /// Earlier in the present week.
        case thisWeek
        /// Earlier in the present month.
        case thisMonth
        /// A month, by its first instant.
        case month(Date)
        /// After today.
        case ahead
    }

    /// The calendar, with its zone and its first day of a week.
    public let calendar: Calendar
    /// The language.
    public let locale: Locale

    /// Grouping by the days of a zone.
    public init(timeZone: TimeZone, locale: Locale) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        calendar.locale = locale
        self.calendar = calendar
        self.locale = locale
    }

    /// The group of a time.
    public func section(of date: Date, now: Date) -> Section {
        let day = calendar.startOfDay(for: date)
        let today = calendar.startOfDay(for: now)
        if day > today { return .ahead }
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

    /// Records in their groups, in the order given.
    ///
    /// - Parameter date: The time of a record.
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

    /// The first instants of the last weeks and of the one that comes, in order.
    public func weeks(_ count: Int, now: Date) -> [Date] {
        guard let this = calendar.dateInterval(of: .weekOfYear, for: now)?.start else { return [] }
        return (0...max(0, count)).compactMap {
            calendar.date(byAdding: .weekOfYear, value: $0 - count + 1, to: this)
        }
    }
}

// MARK: - In words

extension LocalTimeline {
    /// The title of a group, as a title.
    public func title(_ section: Section, now: Date) -> String {
        switch section {
        case .today: relative(now, .day, to: now)
        case .yesterday:
            relative(calendar.date(byAdding: .day, value: -1, to: now) ?? now, .day, to: now)
        case .thisWeek: relative(now, .week, to: now)
        case .thisMonth: relative(now, .month, to: now)
        case .month(let start): start.formatted(style().month(.wide).year())
        case .ahead: relative(calendar.date(byAdding: .day, value: 1, to: now) ?? now, .day, to: now) + " …"
        }
    }

    /// The day and the time of day: today, yesterday, or a date, and the time of day.
    public func text(_ date: Date, now: Date) -> String {
        "\(day(date, now: now)), \(time(date))"
    }

    /// The day: today, yesterday, or a date.
    public func day(_ date: Date, now: Date) -> String {
        switch section(of: date, now: now) {
        case .today, .yesterday:
            relative(calendar.startOfDay(for: date), .day, to: calendar.startOfDay(for: now))
        default:
            date.formatted(
                Date.FormatStyle(
                    date: .abbreviated, time: .omitted, locale: locale, calendar: calendar,
                    timeZone: calendar.timeZone))
        }
    }

    /// The time of day.
    public func time(_ date: Date) -> String {
        date.formatted(
            Date.FormatStyle(
                date: .omitted, time: .shortened, locale: locale, calendar: calendar,
                timeZone: calendar.timeZone))
    }

    private func style() -> Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
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
