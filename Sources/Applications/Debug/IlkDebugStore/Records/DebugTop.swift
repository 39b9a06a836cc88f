public import FoundationEssentials
import GRDB
import IlkDebug
import IlkStore

/// Entries that differ in numbers, ids, paths and single words only, and how their number moves.
public struct DebugTemplateCount: Sendable, Hashable {
    /// What they have in common; `<n>`, `<id>`, `<email>` and `<*>` stand for what differs. Empty for what came when there
    /// were too many templates to be told apart.
    public var template: String
    /// How many came within the window.
    public var count: Int
    /// How many came within the time before, as long as the window.
    public var before: Int
    /// When the first ever came.
    public var firstSeen: Date
    /// When the last one came.
    public var lastSeen: Date
    /// Whether none came before the window.
    public var isNew: Bool

    /// How much their number has grown beside what chance would do: the difference in standard deviations, were both
    /// Poisson's with one rate. Above 3 is no chance.
    public var growth: Double { Double(count - before) / max(1, Double(count + before).squareRoot()) }
}

extension DebugLogStore {
    /// What comes most, by template: what is new first, then what grows most, then the rest by number.
    ///
    /// Counted by the hour in which entries came in; the window ends now.
    ///
    /// - Parameters:
    ///   - window: How long back, in hours; at least 1.
    ///   - limit: How many templates at most.
    ///   - now: The end of the window.
    /// - Throws: `StoreError`.
    public func top(hours window: Int, limit: Int, now: Date) async throws -> [DebugTemplateCount] {
        let end = DebugLogIndex.hour(DebugLogEntry.nanoseconds(now)) + 1
        // Times of events span 585 years: no sum of hours can overflow.
        let hours = Int64(min(max(1, window), 10_000_000))
        let (begin, earlier) = (end - hours, end - 2 * hours)
        let counts = try await store.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT t.text, sum(CASE WHEN h.hour >= ?1 THEN h.entries ELSE 0 END),
                        sum(CASE WHEN h.hour < ?1 THEN h.entries ELSE 0 END),
                        t.firstSeen, t.lastSeen
                    FROM debugTemplate t JOIN debugTemplateHour h ON h.template = t.id
                    WHERE h.hour >= ?2 AND h.hour < ?3 GROUP BY t.id ORDER BY t.id
                    """, arguments: [begin, earlier, end]
            ).map { row in
                DebugTemplateCount(
                    template: row[0], count: row[1], before: row[2], firstSeen: Self.date(row[3]),
                    lastSeen: Self.date(row[4]),
                    isNew: DebugLogIndex.hour(row[3]) >= begin)
            }
        }
        let merged = DebugTemplateTree.merged(counts).filter { $0.count > 0 }
        return Array(merged.sorted(by: Self.isAhead).prefix(max(0, limit)))
    }

    private static func isAhead(_ one: DebugTemplateCount, _ other: DebugTemplateCount) -> Bool {
        if one.isNew != other.isNew { return one.isNew }
        if !one.isNew, max(one.growth, other.growth) >= 3, one.growth != other.growth {
            return one.growth > other.growth
        }
        return (other.count, one.template) < (one.count, other.template)
    }

    static func date(_ nanoseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(nanoseconds) / 1e9)
    }
}
