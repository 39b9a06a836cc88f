import Foundation
public import GRDB
public import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// A page of the entries whose text has what is looked for; the last logged first.
    ///
    /// What was logged a moment ago (up to a second) may not be found yet: ``catchUp(progress:)`` before, to be sure.
    ///
    /// - Parameters:
    ///   - query: What is looked for.
    ///   - limit: How many at most; 0 and less give none.
    ///   - before: The last entry of the page before.
    ///   - filter: Which entries.
    /// - Throws: ``RecordStoreError/noSuchEntry(reference:)`` when the entry before is gone, `StoreError`.
    public func search(
        _ query: WordQuery, newest limit: Int, before: RecordReference? = nil,
        matching filter: LogFilter = LogFilter()
    ) async throws -> [ClassificationLogEntry] {
        let (conditions, arguments) = filter.conditions()
        return try await store.read { database in
            let row = try before.map { try Self.row(of: $0, in: database) } ?? Int64.max
            if query.hasPrefix,
                let found = try NewestMatches(query: query, filter: filter)
                    .entries(newest: limit, before: row, in: database)
            {
                return found
            }
            let sql = """
                \(Self.columns) FROM classificationSearch s CROSS JOIN classificationLog l ON l.rowid = s.rowid
                LEFT JOIN classificationVerdict v ON v.logId = l.id \(Self.joins)
                WHERE s.text MATCH ? AND s.rowid < ? \(conditions.map { "AND " + $0 }.joined(separator: " "))
                ORDER BY s.rowid DESC LIMIT ?
                """
            return try ClassificationLogEntry.fetchAll(
                database, sql: sql,
                arguments: [query.expression, row] + arguments + [max(0, limit)])
        }
    }

    private static func row(of reference: RecordReference, in database: Database) throws -> Int64 {
        let entry = try entry(reference, in: database)
        return try Int64.fetchOne(
            database, sql: "SELECT rowid FROM classificationLog WHERE id = ?",
            arguments: [entry.id.description])
            ?? .max
    }
}

extension ClassificationLogStore: IndexedStore {
    /// `true` if there are rows that the index does not have.
    public static func isIndexBehind(_ database: Database) throws -> Bool {
        try ClassificationLogIndex.rows.lag(database, upTo: 1) > 0
    }

    /// Adds the next rows to the index.
    public static func indexStep(_ database: Database) throws -> Bool {
        try ClassificationLogIndex.step(database)
    }
}

extension ClassificationLogStore {
    /// The entries that were logged after a row, in the order in which they were logged: for following a log.
    ///
    /// - Parameters:
    ///   - row: The last row that was seen; nil for the newest one, without any entries.
    ///   - limit: How many entries at most.
    ///   - filter: Which entries are returned; the others count as seen.
    /// - Returns: The entries, and the last row that was looked at.
    /// - Throws: `StoreError`.
    public func entries(
        loggedAfter row: Int64?, limit: Int, matching filter: LogFilter = LogFilter()
    ) async throws -> (entries: [ClassificationLogEntry], row: Int64) {
        let (conditions, arguments) = filter.conditions()
        return try await store.read { database in
            let newest = try Int64.fetchOne(database, sql: "SELECT max(rowid) FROM classificationLog") ?? 0
            // Where the newest rows were purged, their numbers are given again.
            guard let row, row < newest else { return ([], newest) }
            let end = try Int64.fetchOne(
                database,
                sql:
                    "SELECT max(rowid) FROM (SELECT rowid FROM classificationLog WHERE rowid > ? ORDER BY rowid LIMIT ?)",
                arguments: [row, limit])
            let sql = """
                \(Self.columns) FROM classificationLog l LEFT JOIN classificationVerdict v ON v.logId = l.id \(Self.joins)
                WHERE l.rowid > ? AND l.rowid <= ? \(conditions.map { "AND " + $0 }.joined(separator: " "))
                ORDER BY l.rowid
                """
            let entries = try ClassificationLogEntry.fetchAll(
                database, sql: sql, arguments: [row, end ?? newest] + arguments)
            return (entries, end ?? newest)
        }
    }
}
