import GRDB
import IlkStore

/// The database access that all repositories share. Reads and writes throw a ``DatabaseError`` in place of a
/// `StoreError`.
public struct BaseRepository<Record: Sendable>: Sendable {
    let store: Store

    /// Reads in one snapshot. A store error becomes ``DatabaseError/fetchFailed(_:)``.
    func fetch<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
        -> Result
    {
        do {
            return try await store.read(body)
        } catch let error as StoreError {
            throw DatabaseError.fetchFailed(error)
        }
    }

    /// Writes in one transaction and notifies observers. A store error becomes
    /// ``DatabaseError/saveFailed(_:)``.
    ///
    /// - Parameter pages: The size of the write-ahead log, in pages, at which the log is copied to the
    ///   database file (a checkpoint).
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

    /// Deletes in one transaction and notifies observers. A store error becomes
    /// ``DatabaseError/deleteFailed(_:)``.
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
            // Notify observers explicitly, because GRDB does not see statements that run through SQLite's C
            // API.
            for table in ["account", "email", "emailThread", "label", "emailLabel", "syncState"] {
                try database.notifyChanges(in: Table(table))
            }
            return result
        }
        try await store.checkpointIfLarge(pages: pages)
        return result
    }

    func count(_ sql: String, _ arguments: StatementArguments = []) async throws -> Int {
        try await fetch { try Int.fetchOne($0, sql: sql, arguments: arguments) ?? 0 }
    }

    /// Observes a query. The sequence yields the result immediately, and again after each change of the
    /// result.
    func values<Result: Sendable & Equatable>(
        of tables: [String], _ body: @escaping @Sendable (Database) throws -> Result
    ) -> AsyncValueObservation<Result> {
        ValueObservation.tracking(regions: tables.map { Table($0) }, fetch: body).removeDuplicates()
            .values(in: store.reader)
    }
}
