import FoundationEssentials
import GRDB
import IlkDebug
import IlkStore
public import IlkVocabulary

/// The number of entries with the same values of the grouped properties, such as source and level.
public struct DebugFacet: Sendable, Hashable {
    /// The source of the counted entries, or `nil` if entries are not grouped by source.
    public var source: LogSource?
    /// The level of the counted entries, or `nil` if the entries have no level or are not grouped by level.
    public var level: LogLevel?
    /// The name of the counted events, or `nil` if entries are not grouped by the name of the event.
    public var event: String?
    /// The day of the events in UTC, counted from 1970-01-01, or `nil` if entries are not grouped by day.
    public var day: Int?
    /// The number of counted entries.
    public var entries: Int
    /// The total size of the event names and payloads of the counted entries, in bytes.
    public var bytes: Int

    /// A property to group by.
    public enum Property: String, Sendable, CaseIterable {
        /// The source.
        case source
        /// The level.
        case level
        /// The name of the event.
        case event
        /// The day of the event in UTC.
        case day
    }
}

extension DebugFacet {
    package var fields: JSONObject {
        [
            "source": source?.rawValue, "level": level?.rawValue, "event": event,
            "day": day.map { CalendarDay($0).description }, "entries": entries, "bytes": bytes,
        ]
    }
}

extension DebugLogStore {
    /// Returns counts of entries, grouped by properties. The largest count is first. The store maintains
    /// these counts, so no entries are read.
    ///
    /// - Parameters:
    ///   - parts: The properties to group by.
    ///   - filter: The filter that entries must match. Its times are extended to whole days in UTC. Its
    ///     correlation id is ignored.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of days times the number of kinds, plus sorting.
    public func facets(
        by parts: [DebugFacet.Property], matching filter: DebugFilter = DebugFilter()
    ) async throws -> [DebugFacet] {
        let first = filter.since.map { DebugLogIndex.day(DebugLogEntry.nanoseconds($0)) } ?? .min
        // `until` is exclusive. If it is midnight, the day that begins at that time is not included.
        let end = filter.until.map { max(DebugLogEntry.nanoseconds($0), .min + 1) }
        let last = end.map { DebugLogIndex.day($0 - 1) } ?? .max
        return try await store.read { database in
            let kinds = Dictionary(
                uniqueKeysWithValues: try DebugKind.all(in: database).filter(filter.matches).map {
                    ($0.id, $0)
                }
            )
            var counts: [DebugFacet: DebugFacet] = [:]
            let rows = try Row.fetchCursor(
                database, sql: "SELECT day, kind, entries, bytes FROM debugFacet WHERE day BETWEEN ? AND ?",
                arguments: [first, last])
            while let row = try rows.next() {
                guard let kind = kinds[row[1]] else { continue }
                let key = DebugFacet(
                    source: parts.contains(.source) ? kind.source : nil,
                    level: parts.contains(.level) ? kind.level : nil,
                    event: parts.contains(.event) ? kind.event : nil,
                    day: parts.contains(.day) ? row[0] : nil,
                    entries: 0, bytes: 0)
                counts[key, default: key].entries += row[2] as Int
                counts[key, default: key].bytes += row[3] as Int
            }
            return counts.values.sorted { ($1.entries, $0.order) < ($0.entries, $1.order) }
        }
    }
}

extension DebugFacet {
    fileprivate var order: String {
        "\(day ?? 0) \(source?.rawValue ?? "") \(level?.rawValue ?? "") \(event ?? "")"
    }
}
