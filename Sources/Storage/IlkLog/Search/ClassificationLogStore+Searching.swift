import Foundation
public import GRDB
public import IlkStore
public import IlkVocabulary

extension ClassificationLogStore {
    /// Returns a page of entries whose text matches a query. The entry that was logged last comes first.
    ///
    /// Entries logged within the last second may not be found yet. To include these entries, call
    /// ``updateIndex(progress:)`` first.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - limit: The maximum number of entries. 0 and negative numbers return none.
    ///   - before: The last entry of the previous page, or `nil` for the first page.
    ///   - filter: The selection of entries.
    ///   - label: Selects only entries with this human label, alone or among others, or `nil` for all.
    /// - Throws: ``RecordStoreError/noSuchEntry(reference:)`` if the last entry of the previous page was
    ///   erased, ``ClassificationLogError/damagedEntry(id:)``, or `StoreError`.
    public func search(
        _ query: FullTextQuery, newest limit: Int, before: RecordReference? = nil,
        matching filter: LogFilter = LogFilter(), correctedTo label: Category? = nil
    ) async throws -> [ClassificationLogEntry] {
        var (conditions, arguments) = filter.conditions()
        if let label {
            let (sql, labels) = Self.correction(to: label)
            conditions.append(sql)
            arguments += labels
        }
        let (selected, values) = (conditions, arguments)
        return try await store.read { database in
            let row = try before.map { try Self.row(of: $0, in: database) } ?? Int64.max
            if query.hasPrefix, label == nil,
                let found = try PrefixSearch(query: query, filter: filter)
                    .entries(newest: limit, before: row, in: database)
            {
                return found
            }
            let sql = """
                \(Self.columns) FROM classificationSearch s CROSS JOIN classificationLog l ON l.rowid = s.rowid
                LEFT JOIN classificationVerdict v ON v.logId = l.id \(Self.joins)
                WHERE s.text MATCH ? AND s.rowid < ? \(selected.map { "AND " + $0 }.joined(separator: " "))
                ORDER BY s.rowid DESC LIMIT ?
                """
            return try ClassificationLogEntry.fetchAll(
                database.cachedStatement(sql: sql),
                arguments: [query.expression, row] + values + [max(0, limit)])
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
    /// Returns `true` if the search index does not contain all rows yet.
    ///
    /// - Parameter database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func isIndexBehind(_ database: Database) throws -> Bool {
        try ClassificationLogIndex.rows.lag(database, upTo: 1) > 0
    }

    /// Adds the next rows to the search index and to the stored counts.
    ///
    /// - Parameter database: The writing connection, in a transaction.
    /// - Returns: `true` if there may be more.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func indexStep(_ database: Database) throws -> Bool {
        try ClassificationLogIndex.step(database)
    }
}

extension ClassificationLogStore {
    /// Returns the entries logged after a row, in the order in which they were logged. A program that shows
    /// new entries calls this method repeatedly.
    ///
    /// - Parameters:
    ///   - row: The last row of the previous call, or `nil` to start at the newest row without returning
    ///     entries.
    ///   - limit: The maximum number of rows to read.
    ///   - filter: The selection of entries to return.
    /// - Returns: The matching entries, and the last row that was read.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    public func entries(
        loggedAfter row: Int64?, limit: Int, matching filter: LogFilter = LogFilter()
    ) async throws -> (entries: [ClassificationLogEntry], row: Int64) {
        let (conditions, arguments) = filter.conditions()
        return try await store.read { database in
            let newest = try Int64.fetchOne(database, sql: "SELECT max(rowid) FROM classificationLog") ?? 0
            // SQLite reuses the row ids of purged newest rows, so `row` may exceed the newest row.
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
