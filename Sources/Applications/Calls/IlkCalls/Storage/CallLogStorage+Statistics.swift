public import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

extension CallLogStorage {
    /// Returns counts and totals of calls.
    ///
    /// - Parameter filter: The filter that calls must pass.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: Constant in the number of calls if the only conditions of the filter are contact and
    ///   emotion, because the store maintains these counts. With other filters, O(*n*) in the number of calls
    ///   in the time range of the filter.
    public func statistics(matching filter: CallFilter = CallFilter()) async throws -> CallStatistics {
        try await store.read { database in
            var kept = filter
            kept.contactId = nil
            kept.emotion = nil
            var statistics = CallStatistics()
            let rows =
                kept == CallFilter()
                ? try Self.keptRows(filter, in: database) : try Self.countedRows(filter, in: database)
            for row in rows { try statistics.add(row) }
            (statistics.first, statistics.last) = try (
                Self.time("ASC", filter, in: database), Self.time("DESC", filter, in: database)
            )
            if filter == CallFilter() {
                statistics.pending +=
                    try Int.fetchOne(
                        database,
                        sql:
                            "SELECT count(*) FROM callLog WHERE isMarkedDeleted = 1 AND syncStatus <> 'synced'"
                    ) ?? 0
            }
            return statistics
        }
    }

    private static func keptRows(_ filter: CallFilter, in database: Database) throws -> [Row] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT emotionalState, syncStatus, sum(calls) AS calls, sum(detailed) AS detailed,
                    sum(timed) AS timed, sum(minutes) AS minutes FROM callTally
                WHERE (?1 IS NULL OR contactId = ?1) AND (?2 IS NULL OR emotionalState = ?2)
                GROUP BY emotionalState, syncStatus
                """, arguments: [filter.contactId, filter.emotion?.rawValue])
    }

    private static func countedRows(_ filter: CallFilter, in database: Database) throws -> [Row] {
        let (conditions, arguments) = filter.sourceConditions()
        return try Row.fetchAll(
            database,
            sql: """
                SELECT ifnull(c.emotionalState, '') AS emotionalState, c.syncStatus AS syncStatus,
                    count(*) AS calls, sum(c.duration > 0) AS timed, sum(c.duration) AS minutes,
                    sum(c.duration > 0 OR c.emotionalState IS NOT NULL OR ifnull(c.notes, '') <> '') AS detailed
                FROM \(filter.source) WHERE \(conditions.joined(separator: " AND ")) GROUP BY 1, 2
                """, arguments: arguments)
    }

    private static func time(
        _ order: String, _ filter: CallFilter, in database: Database
    ) throws -> Date? {
        let (conditions, arguments) = filter.sourceConditions()
        return try Int64.fetchOne(
            database,
            sql: """
                SELECT c.calledAt FROM \(filter.source) WHERE \(conditions.joined(separator: " AND "))
                ORDER BY \(filter.rowColumn) \(order) LIMIT 1
                """, arguments: arguments
        ).map(Date.init(milliseconds:))
    }

    /// Returns the number of calls and their total minutes for each interval between two consecutive borders.
    ///
    /// - Parameters:
    ///   - borders: The times that separate the intervals, in ascending order. An interval includes its first
    ///     border and excludes its last.
    ///   - filter: The filter that calls must pass. The times of the filter are ignored.
    /// - Returns: One element for each interval, in order.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of calls between the first and the last time.
    public func counts(
        between borders: [Date], matching filter: CallFilter = CallFilter()
    ) async throws -> [(calls: Int, minutes: Int)] {
        try await store.read { database in
            try zip(borders, borders.dropFirst()).map { begin, end in
                var filter = filter
                filter.since = begin
                filter.until = end
                let (conditions, arguments) = filter.sourceConditions()
                let row = try Row.fetchOne(
                    database,
                    sql: """
                        SELECT count(*), ifnull(sum(c.duration), 0) FROM \(filter.source)
                        WHERE \(conditions.joined(separator: " AND "))
                        """, arguments: arguments)
                return (row?[0] ?? 0, row?[1] ?? 0)
            }
        }
    }

    /// Returns suggestions to call contacts who have been silent for longer than usual. The most overdue
    /// contact is first.
    ///
    /// The usual interval is the median interval between the newest calls with the contact. Contacts with
    /// fewer than ``CallSuggestion/minimumCalls`` calls are not suggested.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - limit: The maximum number of suggestions.
    /// - Throws: `StoreError` if the database fails.
    public func suggestions(now: Date, limit: Int = 5) async throws -> [CallSuggestion] {
        let silent = try await contacts(notCalledSince: now)
        return try await store.read { database in
            var found: [CallSuggestion] = []
            for contact in silent where contact.calls >= CallSuggestion.minimumCalls {
                let times = try Int64.fetchAll(
                    database,
                    sql: """
                        SELECT calledAt FROM callLog WHERE contactId = ? AND isMarkedDeleted = 0
                        ORDER BY place DESC LIMIT \(CallSuggestion.sampledCalls)
                        """, arguments: [contact.id])
                if let suggestion = CallSuggestion(contact, times.map(Date.init(milliseconds:)), now: now) {
                    found.append(suggestion)
                }
            }
            let sorted = found.sorted { ($1.overdue, $0.contact.name) < ($0.overdue, $1.contact.name) }
            return Array(sorted.prefix(max(0, limit)))
        }
    }
}

extension CallStatistics {
    fileprivate mutating func add(_ row: Row) throws {
        let calls = try row.decode(Int.self, forColumn: "calls")
        total += calls
        withDetails += try row.decode(Int.self, forColumn: "detailed")
        timed += try row.decode(Int.self, forColumn: "timed")
        totalMinutes += try row.decode(Int.self, forColumn: "minutes")
        if let emotion = EmotionalState(rawValue: try row.decode(String.self, forColumn: "emotionalState")) {
            byEmotion[emotion, default: 0] += calls
        }
        let status = try row.decode(String.self, forColumn: "syncStatus")
        if status != CallSyncStatus.synced.rawValue { pending += calls }
        if status == CallSyncStatus.failed.rawValue { failed += calls }
    }
}
