package import FoundationEssentials
package import IlkStore

extension SearchCalendar {
    /// Returns the calendar of queries whose days are counted in UTC, as times are shown.
    package static func utc(now: Date) -> SearchCalendar { SearchCalendar(timeZone: .gmt, now: now) }
}
