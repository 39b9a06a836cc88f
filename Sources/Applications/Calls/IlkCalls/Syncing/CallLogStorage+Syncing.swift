import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

/// The outbox: the list of changes to send to the server.
extension CallLogStorage {
    /// Sets the status of rejected calls to pending, so that the next sync sends these calls again.
    ///
    /// - Parameter reference: The call to send again, or `nil` to send all rejected calls again.
    /// - Returns: The number of calls that will be sent again.
    /// - Throws: ``CallError/illegalTransition(from:to:)`` if the single call is not rejected,
    ///   ``CallError/noSuchCall(reference:)``, ``RecordStoreError/ambiguousReference(_:count:)``, or
    ///   `StoreError` if the database fails.
    @discardableResult
    public func retrySync(_ reference: RecordReference? = nil) async throws -> Int {
        try await store.write { database in
            let one = try reference.map { try Self.entity($0, in: database) }
            let calls =
                try one.map { [$0] }
                ?? CallLogEntity.fetchAll(
                    database,
                    sql: """
                        SELECT c.* FROM outbox o JOIN callLog c ON c.key = o.record WHERE c.syncStatus = 'failed'
                        """)
            for var call in calls {
                guard call.syncStatus == .failed else {
                    throw CallError.illegalTransition(from: call.syncStatus, to: .pending)
                }
                try Outbox(database).makeDue(call.key.description)
                try Self.step(&call, to: .pending, in: database) { $0.syncError = nil }
            }
            return calls.count
        }
    }

    /// Returns the calls in the outbox, each with its outbox entry, in the order of the outbox.
    ///
    /// - Parameters:
    ///   - position: The position of the last entry on the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of calls.
    /// - Throws: `StoreError` if the database fails.
    public func syncQueue(
        after position: Int64? = nil, limit: Int = 100
    ) async throws -> [(call: CallLogEntity, entry: Outbox.Entry)] {
        try await store.read { database in
            let outbox = Outbox(database)
            return try String.fetchAll(
                database, sql: "SELECT record FROM outbox WHERE place > ? ORDER BY place LIMIT ?",
                arguments: [position ?? .min, limit]
            ).compactMap { record in
                guard let key = RecordID(record), let entry = try outbox.entry(of: record) else { return nil }
                return (try Self.entity(key, in: database), entry)
            }
        }
    }
}

// MARK: - The machine

extension CallLogStorage {
    static func step(
        _ call: inout CallLogEntity, to status: CallSyncStatus, in database: Database,
        _ change: (inout CallLogEntity) -> Void = { _ in }
    ) throws {
        guard call.syncStatus.canBecome(status) else {
            throw CallError.illegalTransition(from: call.syncStatus, to: status)
        }
        try write(&call, in: database) {
            $0.syncStatus = status
            if status != .failed { $0.syncError = nil }
            change(&$0)
        }
    }

    /// Writes the sync fields of a call: server id, status, error and times. The content of the call is
    /// unchanged.
    static func write(
        _ call: inout CallLogEntity, in database: Database, _ change: (inout CallLogEntity) -> Void
    ) throws {
        change(&call)
        try database.execute(
            sql: """
                UPDATE callLog SET id = ?, syncStatus = ?, syncError = ?, lastSyncAttempt = ?, serverUpdatedAt = ?
                WHERE place = ?
                """,
            arguments: [
                call.id, call.syncStatus.rawValue, call.syncError, call.lastSyncAttempt?.milliseconds,
                call.serverUpdatedAt?.milliseconds, call.rowNumber,
            ])
    }
}
