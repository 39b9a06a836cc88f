public import FoundationEssentials
import GRDB
import IlkDebug
import IlkStore
package import IlkVocabulary

/// The counts of the entries with one template. A template is the common text of entries that differ only in
/// numbers, ids, paths and single words.
public struct DebugTemplateCount: Sendable, Hashable {
    /// The text with placeholders `<n>`, `<id>`, `<email>` and `<*>` for the varying parts. If the store has
    /// reached the maximum number of templates, all further entries are counted under an empty template.
    public var template: String
    /// The number of entries in the window: the requested number of hours up to the present.
    public var count: Int
    /// The number of entries in the period of the same length before the window.
    public var before: Int
    /// The time of receipt of the first entry with the template.
    public var firstSeen: Date
    /// The time of receipt of the last entry with the template.
    public var lastSeen: Date
    /// `true` if no entry with the template was received before the window.
    public var isNew: Bool

    /// The increase from `before` to `count`, measured in standard deviations of a Poisson distribution with
    /// a constant rate. A value above 3 is unlikely to be chance.
    public var growth: Double { Double(count - before) / max(1, Double(count + before).squareRoot()) }

    package var fields: JSONObject {
        func time(_ date: Date) -> String { DebugTime.text(DebugLogEntry.nanoseconds(date)) }
        return [
            "template": template, "count": count, "before": before, "growth": growth, "isNew": isNew,
            "firstSeen": time(firstSeen), "lastSeen": time(lastSeen),
        ]
    }
}

extension DebugLogStore {
    /// Returns templates with their counts: new templates first, then templates with a significant increase,
    /// then all other templates by count.
    ///
    /// The window consists of whole hours. The time of an entry is its time of receipt.
    ///
    /// - Parameters:
    ///   - window: The length of the window in hours, at least 1. The window ends with the hour of `now`.
    ///   - limit: The maximum number of templates to return.
    ///   - now: The current time.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of hourly counts in both periods, plus merging the templates.
    public func top(hours window: Int, limit: Int, now: Date) async throws -> [DebugTemplateCount] {
        let end = DebugLogIndex.hour(DebugLogEntry.nanoseconds(now)) + 1
        // The times of events span 585 years, so sums of hours cannot overflow.
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
