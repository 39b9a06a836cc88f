import GRDB
import IlkStore

/// What the repositories have in common: reading and writing in transactions, with the errors of the contract.
public struct BaseRepository<Record: Sendable>: Sendable {
    let store: Store

    /// Reads in one snapshot.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
        -> Result
    {
        do {
            return try await store.read(body)
        } catch let error as StoreError {
            throw DatabaseError.fetchFailed(error)
        }
    }

    /// Writes in one transaction, and tells those who watch.
    ///
    /// - Parameter pages: How long the write-ahead log may become before it is moved into the file.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or what of ``DatabaseError`` the body throws.
    @discardableResult
    func save<Result: Sendable>(
        checkpointAt pages: Int = 4096, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        do {
            return try await write(checkpointAt: pages, body)
        } catch let error as StoreError {
            throw DatabaseError.saveFailed(error)
        }
    }

    /// Deletes in one transaction, and tells those who watch.
    ///
    /// - Throws: ``DatabaseError/deleteFailed(_:)``, or what of ``DatabaseError`` the body throws.
    @discardableResult
    func delete<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
        -> Result
    {
        do {
            return try await write(checkpointAt: 4096, body)
        } catch let error as StoreError {
            throw DatabaseError.deleteFailed(error)
        }
    }

    private func write<Result: Sendable>(
        checkpointAt pages: Int, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        let result = try await store.write { database in
            let result = try body(database)
            // What goes straight through SQLite's interface, GRDB does not see.
            for table in ["account", "email", "emailThread", "label", "emailLabel", "syncState"] {
                try database.notifyChanges(in: Table(table))
            }
            return result
        }
        try await store.checkpointIfLarge(pages: pages)
        return result
    }

    /// How many rows a query counts.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func count(_ sql: String, _ arguments: StatementArguments = []) async throws -> Int {
        try await fetch { try Int.fetchOne($0, sql: sql, arguments: arguments) ?? 0 }
    }

    /// What a query gives now, and again after each change of the tables that it reads that makes a difference.
    func values<Result: Sendable & Equatable>(
        of tables: [String], _ body: @escaping @Sendable (Database) throws -> Result
    ) -> AsyncValueObservation<Result> {
        ValueObservation.tracking(regions: tables.map { Table($0) }, fetch: body).removeDuplicates()
            .values(in: store.reader)
    }
}
