import FoundationEssentials
public import GRDB
import IlkDebug
public import IlkStore
public import IlkVocabulary

extension DebugLogStore {
    /// A page of the entries that are asked for; the last that came first.
    ///
    /// What came a moment ago (up to a second) may not be found yet: ``catchUp(progress:)`` before, to be sure. Without a
    /// query and a filter all entries are there.
    ///
    /// - Parameters:
    ///   - query: What is looked for; nil for anything.
    ///   - filter: Which entries.
    ///   - limit: How many at most; 0 and less give none.
    ///   - before: The row of the last entry of the page before.
    /// - Throws: `StoreError`.
    public func search(
        _ query: DebugQuery? = nil, matching filter: DebugFilter = DebugFilter(), newest limit: Int,
        before row: Int64? = nil
    ) async throws -> [DebugRecord] {
        try await store.read { database in
            let search = try DebugQuerySQL(query, filter, in: database)
            guard !search.isEmpty, limit > 0 else { return [] }
            let stretches = try Self.stretches(search.times, below: row ?? .max, in: database)
            if search.hasPrefix,
                let found = try NewestDebugMatches(search: search)
                    .records(newest: limit, among: stretches, in: database)
            {
                return found
            }
            var found: [DebugRecord] = []
            for rows in stretches {
                let (sql, arguments) = search.statement(Self.columns, rows: rows)
                found += try Self.records(sql, arguments + [limit - found.count], in: database)
                if found.count >= limit { break }
            }
            return found
        }
    }

    /// The stretches of rows that may have entries of a time, the newest first: by what each block of rows begins and ends
    /// with. One clock that was wrong once makes one stretch more, and not all of the log.
    private static func stretches(
        _ times: ClosedRange<Int64>, below row: Int64, in database: Database
    ) throws -> [ClosedRange<Int64>] {
        guard row > 0 else { return [] }
        guard times != .min ... .max else { return [0...(row - 1)] }
        let bits = DebugLogIndex.blockBits
        let blocks = try Int64.fetchAll(
            database,
            sql: "SELECT block FROM debugBlock WHERE earliest <= ? AND latest >= ? ORDER BY block DESC",
            arguments: [times.upperBound, times.lowerBound])
        // What is not indexed yet is in no block.
        var stretches = [try DebugLogIndex.rows.lastRow(database) + 1...Int64.max]
        for block in blocks {
            let rows = (block << bits)...((block + 1) << bits - 1)
            if let last = stretches.last, stretches.count > 1, last.lowerBound == rows.upperBound + 1 {
                stretches[stretches.count - 1] = rows.lowerBound...last.upperBound
            } else {
                stretches.append(rows)
            }
        }
        return stretches.compactMap { rows in
            rows.lowerBound < row ? rows.lowerBound...min(rows.upperBound, row - 1) : nil
        }
    }

    /// All entries of one correlation, as they happened: each session's in its own order, which clocks do not change, and
    /// sessions among one another by time.
    ///
    /// - Parameter limit: How many at most, the first that came.
    /// - Throws: `StoreError`.
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
    /// `true` if there are rows that the index does not have.
    public static func isIndexBehind(_ database: Database) throws -> Bool {
        try DebugLogIndex.rows.lag(database, upTo: 1) > 0
    }

    /// Adds the next rows to the index.
    public static func indexStep(_ database: Database) throws -> Bool { try DebugLogIndex.step(database) }
}
