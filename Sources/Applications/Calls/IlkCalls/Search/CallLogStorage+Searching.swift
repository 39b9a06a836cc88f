import Foundation
public import GRDB
public import IlkStore
import IlkVocabulary

extension CallLogStorage {
    /// A page of the calls whose notes have what is looked for, newest first. What was written a moment ago is found, too.
    ///
    /// - Parameters:
    ///   - query: What is looked for.
    ///   - filter: Which calls.
    ///   - limit: How many at most; 0 and less give none.
    ///   - before: The cursor of the last call of the page before.
    /// - Throws: `StoreError`.
    public func search(
        _ query: WordQuery, matching filter: CallFilter = CallFilter(), limit: Int = 50,
        before: PageCursor? = nil
    ) async throws -> [CallLogEntity] {
        try await catchUp()
        let (conditions, arguments) = filter.conditions(place: "s.rowid")
        return try await store.read { database in
            let place = try before.map { cursor in
                try Int64.fetchOne(
                    database, sql: "SELECT place FROM callLog WHERE key = ?",
                    arguments: [cursor.id.description])
                    ?? TimedRows.calls.first(of: cursor.timestamp.milliseconds)
            }
            let few = try Self.few(filter, in: database)
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

    /// How many calls are looked up one by one in the index.
    private static let mostLookedUp = 128

    /// The places of the calls of a tag or a contact, if those are few: looking each up in the index is quicker than going
    /// through all calls that have a frequent word.
    private static func few(
        _ filter: CallFilter, in database: Database
    ) throws -> (sql: String, arguments: StatementArguments)? {
        let sources: [(String, StatementArguments)?] = [
            filter.tag.map { ("SELECT place FROM callTagPlace WHERE tag = ?", [$0]) },
            filter.contactId.map { ("SELECT place FROM callLog WHERE contactId = ?", [$0]) },
        ]
        for case (let sql, let arguments)? in sources {
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM (\(sql) LIMIT \(mostLookedUp + 1))",
                arguments: arguments)
            if let count, count <= mostLookedUp { return (sql, arguments) }
        }
        return nil
    }
}

extension CallLogStorage: IndexedStore {
    /// `true` if there are rows that the index does not have.
    public static func isIndexBehind(_ database: Database) throws -> Bool {
        try CallLogIndex.index.isBehind(database)
    }

    /// Adds the next rows to the index.
    public static func indexStep(_ database: Database) throws -> Bool {
        try CallLogIndex.index.step(database)
    }
}
