import FoundationEssentials
import GRDB
import IlkDebug
import IlkStore
public import IlkVocabulary

/// Entries counted by what they have in common.
public struct DebugFacet: Sendable, Hashable {
    /// Where they are from; nil where it was not asked.
    public var source: LogSource?
    /// How grave they are; nil where it was not asked, or nobody knows.
    public var level: LogLevel?
    /// What they are called; nil where it was not asked.
    public var event: String?
    /// The day on which they happened, counted from 1970-01-01 in UTC; nil where it was not asked.
    public var day: Int?
    /// How many there are.
    public var entries: Int
    /// The bytes of their events and payloads.
    public var bytes: Int

    /// What can be counted by.
    public enum Part: String, Sendable, CaseIterable {
        /// Where they are from.
        case source
        /// How grave they are.
        case level
        /// What they are called.
        case event
        /// When they happened.
        case day
    }
}

extension DebugLogStore {
    /// Counts entries by what they have in common, from kept counts; the most numerous first.
    ///
    /// - Parameters:
    ///   - parts: What is counted by.
    ///   - filter: Which entries: of times only the days count.
    /// - Throws: `StoreError`.
    public func facets(
        by parts: [DebugFacet.Part], matching filter: DebugFilter = DebugFilter()
    ) async throws -> [DebugFacet] {
        let first = filter.since.map { DebugLogIndex.day(DebugLogEntry.nanoseconds($0)) } ?? .min
        let last = filter.until.map { DebugLogIndex.day(DebugLogEntry.nanoseconds($0)) } ?? .max
        return try await store.read { database in
            let kinds = Dictionary(
                uniqueKeysWithValues: try DebugKind.all(in: database).filter(filter.means).map { ($0.id, $0) }
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
