public import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

/// The store's side of syncing: what waits, what is being sent, how that ended. When and where to is an engine's to say.
extension CallLogStorage {
    /// A call that is being sent.
    public struct Sending: Sendable, Hashable {
        /// The call as it is sent.
        public var call: CallLogEntity
        /// The state of the call that is sent: to be given back at the end.
        public var revision: Int64
        /// How many attempts there were before.
        public var attempts: Int
        /// Whether an earlier attempt may have come through: look there first.
        public var isOutcomeUnknown: Bool
    }

    /// What may be sent now, in the order of the first changes; deleted calls too.
    ///
    /// - Throws: `StoreError`.
    public func pendingSync(limit: Int, at now: Date) async throws -> [CallLogEntity] {
        try await store.read { database in
            try Outbox(database).due(at: now, limit: limit).compactMap { entry in
                try RecordID(entry.record).map { try Self.entity($0, in: database) }
            }.filter { $0.syncStatus != .syncing }
        }
    }

    /// When something may be sent next; nil when nothing waits.
    ///
    /// - Throws: `StoreError`.
    public func nextSync() async throws -> Date? {
        try await store.read { try Outbox($0).nextDue() }
    }

    /// Begins to send a call: pending, or failed, becomes syncing.
    ///
    /// - Throws: ``CallError/illegalTransition(from:to:)``, ``CallError/noSuchCall(reference:)``, `StoreError`.
    public func beginSync(_ key: RecordID) async throws -> Sending {
        let now = ids.now
        return try await store.write { database in
            var call = try Self.entity(key, in: database)
            let outbox = Outbox(database)
            if try outbox.entry(of: key.description) == nil { try outbox.note(key.description) }
            let entry = try outbox.entry(of: key.description)
            try Self.step(&call, to: .syncing, in: database) { $0.lastSyncAttempt = now }
            try outbox.begin(key.description)
            return Sending(
                call: call, revision: entry?.revision ?? 1, attempts: entry?.attempts ?? 0,
                isOutcomeUnknown: entry?.isOutcomeUnknown ?? false)
        }
    }

    /// The server has the call as it was sent: syncing becomes synced; or pending, when it was changed meanwhile.
    ///
    /// - Parameters:
    ///   - sending: What was sent.
    ///   - serverID: The server's number of it; nil for a deletion.
    ///   - updatedAt: When the server says it was changed.
    /// - Returns: The call as it stands.
    /// - Throws: ``CallError``, `StoreError`.
    @discardableResult
    public func finishSync(
        _ sending: Sending, serverID: Int32?, updatedAt: Date?
    ) async throws -> CallLogEntity {
        try await store.write { database in
            var call = try Self.entity(sending.call.key, in: database)
            let isUnchanged = try Outbox(database).settle(
                sending.call.key.description, revision: sending.revision)
            let note: (inout CallLogEntity) -> Void = {
                $0.id = serverID ?? $0.id
                $0.serverUpdatedAt = updatedAt ?? $0.serverUpdatedAt
            }
            if isUnchanged || call.syncStatus == .syncing {
                try Self.step(&call, to: isUnchanged ? .synced : .pending, in: database, note)
            } else {
                try Self.write(&call, in: database, note)
            }
            return call
        }
    }

    /// The call was not sent to its end.
    ///
    /// - Parameters:
    ///   - sending: What was being sent.
    ///   - error: What the server, or the network, said, for people.
    ///   - isPermanent: Whether it will be refused again as it is: syncing becomes failed. Else it becomes pending.
    ///   - until: Not to be tried before; ignored when permanent.
    ///   - isOutcomeUnknown: Whether it may have come through all the same.
    /// - Throws: ``CallError``, `StoreError`.
    public func failSync(
        _ sending: Sending, _ error: String, isPermanent: Bool, until: Date, isOutcomeUnknown: Bool
    ) async throws {
        try await store.write { database in
            var call = try Self.entity(sending.call.key, in: database)
            let outbox = Outbox(database)
            let key = sending.call.key.description
            let isUnchanged = try outbox.entry(of: key)?.revision == sending.revision
            if isPermanent, isUnchanged {
                try outbox.refuse(key)
            } else {
                try outbox.postpone(key, until: until, isOutcomeUnknown: isOutcomeUnknown)
            }
            // Changed meanwhile: it is another call that waits now, and was refused by nobody.
            guard call.syncStatus == .syncing else { return }
            try Self.step(&call, to: isPermanent ? .failed : .pending, in: database) {
                $0.syncError = isPermanent ? error : nil
            }
        }
    }

    /// Calls that were being sent when their program ended wait again; how their attempts ended, nobody knows.
    ///
    /// - Returns: How many.
    /// - Throws: `StoreError`.
    @discardableResult
    public func recoverInterruptedSyncs() async throws -> Int {
        try await store.write { database in
            let keys = try String.fetchAll(
                database,
                sql: """
                    SELECT c.key FROM outbox o JOIN callLog c ON c.key = o.record WHERE c.syncStatus = 'syncing'
                    """)
            for key in keys.compactMap({ RecordID($0) }) {
                var call = try Self.entity(key, in: database)
                try Self.step(&call, to: .pending, in: database)
            }
            return keys.count
        }
    }

    /// A call that was refused, or all of them, is to be tried again: failed becomes pending.
    ///
    /// - Returns: How many.
    /// - Throws: `StoreError`.
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
            var count = 0
            for var call in calls {
                try Outbox(database).revive(call.key.description)
                guard call.syncStatus == .failed || one != nil else { continue }
                try Self.step(&call, to: .pending, in: database) { $0.syncError = nil }
                count += 1
            }
            return count
        }
    }

    /// What waits for the server, in order, with its status: the queue as a person looks at it.
    ///
    /// - Throws: `StoreError`.
    public func syncQueue(limit: Int = 100) async throws -> [(call: CallLogEntity, entry: Outbox.Entry)] {
        try await store.read { database in
            let outbox = Outbox(database)
            return try String.fetchAll(
                database, sql: "SELECT record FROM outbox ORDER BY place LIMIT ?", arguments: [limit]
            ).compactMap { record in
                guard let key = RecordID(record), let entry = try outbox.entry(of: record) else { return nil }
                return (try Self.entity(key, in: database), entry)
            }
        }
    }
}

// MARK: - The machine

extension CallLogStorage {
    /// Moves a call to another status.
    ///
    /// - Throws: ``CallError/illegalTransition(from:to:)``.
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

    /// Writes what syncing changes of a call; its text stays.
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
                call.serverUpdatedAt?.milliseconds, call.place,
            ])
    }
}
