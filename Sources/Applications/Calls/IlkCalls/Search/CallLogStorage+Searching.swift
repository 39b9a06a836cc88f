import Foundation
public import GRDB
public import IlkStore
import IlkVocabulary

extension CallLogStorage {
    /// Returns a page of the calls whose notes match a query, newest first. Before the search, all calls are
    /// added to the full-text index.
    ///
    /// - Parameters:
    ///   - query: The words and phrases to find.
    ///   - filter: The filter that calls must also pass.
    ///   - limit: The maximum number of calls. With values below 1, the result is empty.
    ///   - before: The cursor of the last call on the previous page, or `nil` for the first page.
    /// - Returns: The matching calls.
    /// - Throws: ``RecordStoreError/malformedCursor`` for a cursor with a time that no call can have, or
    ///   `StoreError` if the database fails.
    public func search(
        _ query: FullTextQuery, matching filter: CallFilter = CallFilter(), limit: Int = 50,
        before: PageCursor? = nil
    ) async throws -> [CallLogEntity] {
        try await updateIndex()
        let (conditions, arguments) = filter.conditions(place: "s.rowid")
        return try await store.read { database in
            let place = try before.map { try Self.place(of: $0, in: database) }
            let few = try Self.selectiveRows(filter, in: database)
            let source = few.map { "(\($0.sql)) g CROSS JOIN callSearch s ON s.rowid = g.place" }
            return try CallLogEntity.fetchAll(
                database,
                sql: """
                    SELECT c.* FROM \(source ?? "callSearch s") CROSS JOIN callLog c ON c.place = s.rowid
                    WHERE s.notes MATCH ? AND s.rowid < ? AND \(conditions.joined(separator: " AND "))
                    ORDER BY \(few == nil ? "s.rowid" : "g.place") DESC LIMIT ?
                    """,
                arguments: (few?.arguments ?? []) + [query.expression, place ?? .max] + arguments
                    + [max(0, limit)])
        }
    }

    /// The maximum number of rows that are looked up in the index one by one.
    private static let maximumLookups = 128

    /// Returns a subquery for the calls with the tag or contact of a filter, if there are at most
    /// ``maximumLookups`` such calls. For so few calls, looking up each one in the index is faster than
    /// scanning all matches of a frequent word.
    private static func selectiveRows(
        _ filter: CallFilter, in database: Database
    ) throws -> (sql: String, arguments: StatementArguments)? {
        let sources: [(String, StatementArguments)?] = [
            filter.tag.map { ("SELECT place FROM callTagPlace WHERE tag = ?", [$0]) },
            filter.contactId.map { ("SELECT place FROM callLog WHERE contactId = ?", [$0]) },
        ]
        for case (let sql, let arguments)? in sources {
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM (\(sql) LIMIT \(maximumLookups + 1))",
                arguments: arguments)
            if let count, count <= maximumLookups { return (sql, arguments) }
        }
        return nil
    }
}

extension CallLogStorage: IndexedStore {
    /// Returns `true` if notes of calls are missing from the full-text index.
    ///
    /// - Parameter database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func isIndexBehind(_ database: Database) throws -> Bool {
        try CallLogIndex.index.isBehind(database)
    }

    /// Adds the notes of the next batch of calls to the full-text index.
    ///
    /// - Parameter database: The writing connection, in a transaction.
    /// - Returns: `true` if more calls are not indexed yet.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func indexStep(_ database: Database) throws -> Bool {
        try CallLogIndex.index.step(database)
    }
}
