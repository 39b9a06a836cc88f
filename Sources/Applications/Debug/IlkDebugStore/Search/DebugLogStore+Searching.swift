import FoundationEssentials
public import GRDB
import IlkDebug
public import IlkStore
public import IlkVocabulary

extension DebugLogStore {
    /// Returns a page of the entries that match a query and a filter, in descending order of row.
    ///
    /// Entries that arrived in the last second may not be indexed yet. A search with a query or a filter does
    /// not find such entries. To include these entries, call ``updateIndex(progress:)`` first.
    ///
    /// - Parameters:
    ///   - query: The query, or `nil` for all entries.
    ///   - filter: The filter that entries must match.
    ///   - limit: The maximum number of entries. With values below 1, the result is empty.
    ///   - row: The row of the last entry of the previous page, or `nil` for the first page.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of rows that the index yields up to the last result.
    public func search(
        _ query: DebugQuery? = nil, matching filter: DebugFilter = DebugFilter(), newest limit: Int,
        before row: Int64? = nil
    ) async throws -> [DebugRecord] {
        try await store.read { database in
            try Self.matches(query, filter, newest: limit, before: row, Self.columns, in: database) {
                try Self.records($0, $1, in: database)
            }
        }
    }

    /// Returns the times and levels of the newest entries that match a query and a filter. The contents of
    /// the entries are not read.
    ///
    /// - Parameters:
    ///   - query: The query, or `nil` for all entries.
    ///   - filter: The filter that entries must match.
    ///   - limit: The maximum number of entries. With values below 1, the result is empty.
    /// - Returns: The times in nanoseconds since 1970, and the levels as in ``DebugRecord/level``.
    /// - Throws: `StoreError`.
    /// - Complexity: The complexity of ``search(_:matching:newest:before:)``.
    public func levels(
        _ query: DebugQuery? = nil, matching filter: DebugFilter = DebugFilter(), newest limit: Int
    ) async throws -> [(nanoseconds: Int64, level: LogLevel?)] {
        try await store.read { database in
            let kinds = Dictionary(
                uniqueKeysWithValues: try DebugKind.all(in: database).map { ($0.id, $0) })
            return try Self.matches(
                query, filter, newest: limit, before: nil, "SELECT e.time, e.kind", in: database
            ) { sql, arguments in
                try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
                    (nanoseconds: row[0] as Int64, level: kinds[row[1]]?.level)
                }
            }
        }
    }

    /// - Parameters:
    ///   - columns: The `SELECT` clause of the statement, with the columns that `fetch` decodes.
    ///   - fetch: Runs a statement and returns its matches.
    private static func matches<Match>(
        _ query: DebugQuery?, _ filter: DebugFilter, newest limit: Int, before row: Int64?,
        _ columns: String, in database: Database, fetch: (String, StatementArguments) throws -> [Match]
    ) throws -> [Match] {
        let search = try DebugQuerySQL(query, filter, in: database)
        guard !search.isEmpty, limit > 0 else { return [] }
        let spans = try spans(search.times, below: row ?? .max, in: database)
        if search.hasPrefix,
            let found = try NewestDebugMatches(search: search)
                .matches(newest: limit, among: spans, columns, in: database, fetch: fetch)
        {
            return found
        }
        var found: [Match] = []
        for rows in spans {
            let (sql, arguments) = search.statement(columns, rows: rows)
            found += try fetch(sql, arguments + [limit - found.count])
            if found.count >= limit { break }
        }
        return found
    }

    /// Returns the ranges of rows that may contain entries of a period, newest first.
    ///
    /// A range consists of adjacent blocks of 4,096 rows whose times overlap the period. If the clock of a
    /// sender is wrong, its entries add only the blocks that contain them.
    private static func spans(
        _ times: ClosedRange<Int64>, below row: Int64, in database: Database
    ) throws -> [ClosedRange<Int64>] {
        guard row > 0 else { return [] }
        guard times != .min ... .max else { return [0...(row - 1)] }
        let bits = DebugLogIndex.blockBits
        let blocks = try Int64.fetchAll(
            database,
            sql: "SELECT block FROM debugBlock WHERE earliest <= ? AND latest >= ? ORDER BY block DESC",
            arguments: [times.upperBound, times.lowerBound])
        // Rows that are not indexed yet belong to no block, so they form the first range.
        var spans = [try DebugLogIndex.rows.lastRow(database) + 1...Int64.max]
        for block in blocks {
            let rows = (block << bits)...((block + 1) << bits - 1)
            if let last = spans.last, spans.count > 1, last.lowerBound == rows.upperBound + 1 {
                spans[spans.count - 1] = rows.lowerBound...last.upperBound
            } else {
                spans.append(rows)
            }
        }
        return spans.compactMap { rows in
            rows.lowerBound < row ? rows.lowerBound...min(rows.upperBound, row - 1) : nil
        }
    }

    /// Returns the entries with one correlation id. Entries of one session are sorted by sequence number,
    /// even if the order of the times differs. Entries of different sessions are sorted by time.
    ///
    /// - Parameters:
    ///   - id: The correlation id, or the id of one of the entries.
    ///   - limit: The maximum number of entries. If there are more, the entries that were received first are
    ///     returned.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n* log *n*) in the number of entries.
    public func trace(_ id: RecordID, limit: Int = 10_000) async throws -> [DebugRecord] {
        let records = try await store.read { database in
            try Self.records(
                """
                \(Self.columns) \(Self.tables) WHERE e.row IN (SELECT row FROM debugEntry WHERE correlation = ?1
                    UNION SELECT row FROM debugEntry WHERE id = ?1) ORDER BY e.row LIMIT ?2
                """, [Data(id.bytes), limit], in: database)
        }
        return DebugTimeline.ordered(records)
    }
}

extension DebugLogStore: IndexedStore {
    /// Returns `true` if some rows are not indexed yet.
    ///
    /// - Parameter database: The database.
    /// - Throws: SQLite's errors.
    public static func isIndexBehind(_ database: Database) throws -> Bool {
        try DebugLogIndex.rows.lag(database, upTo: 1) > 0
    }

    /// Indexes the next rows.
    ///
    /// - Parameter database: The database.
    /// - Returns: `true` if more rows must be indexed.
    /// - Throws: SQLite's errors.
    public static func indexStep(_ database: Database) throws -> Bool { try DebugLogIndex.step(database) }
}
