public import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

extension CallSyncTransaction {
    /// Inserts or updates a call with its sync metadata. If a change of status takes several transitions,
    /// such as pending → syncing → synced, each status is written in order.
    ///
    /// - Parameter record: The new state of the call.
    /// - Throws: ``CallError/illegalTransition(from:to:)``, or `DatabaseError` if SQLite fails.
    public func put(_ record: CallSyncRecord) throws {
        let call = record.call
        if let old = try self.record(call.key)?.call {
            try change(old, to: call)
        } else {
            try CallRowWriter(database).write(call)
        }
        try queue(record)
        try note(record)
    }

    private func change(_ old: CallLogEntity, to new: CallLogEntity) throws {
        var call = old
        let steps = old.syncStatus.steps(to: new.syncStatus)
        for step in steps.dropLast() { try CallLogStorage.step(&call, to: step, in: database) }
        if CallVersion(old) == CallVersion(new) {
            try CallLogStorage.write(&call, in: database) {
                $0.id = new.id
                $0.syncStatus = new.syncStatus
                $0.syncError = new.syncError
                $0.lastSyncAttempt = new.lastSyncAttempt
                $0.serverUpdatedAt = new.serverUpdatedAt
            }
        } else {
            // Update the row in one statement. With two statements, calls that swap their ids would violate
            // the unique index in between.
            try CallRowWriter(database).rewrite(call, as: new)
        }
    }

    /// Updates the outbox. A synced call is removed. Any other call gets the outbox position of the record. A
    /// rejected call is flagged, so that it is not sent.
    private func queue(_ record: CallSyncRecord) throws {
        let (call, outbox) = (record.call, Outbox(database))
        let key = call.key.description
        guard call.syncStatus != .synced else { return try outbox.remove(key) }
        if try outbox.entry(of: key) == nil { try outbox.enqueue(key) }
        if call.syncStatus == .syncing { try outbox.begin(key) }
        if record.outboxPosition > 0 {
            try database.execute(
                sql: "UPDATE outbox SET place = ?1 WHERE record = ?2 AND place <> ?1",
                arguments: [record.outboxPosition, key])
        }
        try database.execute(
            sql: "UPDATE outbox SET isOutcomeUnknown = ?, isRefused = ?, notBefore = 0 WHERE record = ?",
            arguments: [record.isOutcomeUnknown, call.syncStatus == .failed, key])
    }

    /// Stores the sync metadata. A base version that equals the call is stored as NULL.
    private func note(_ record: CallSyncRecord) throws {
        var base = record.base
        base?.isDeleted = record.call.isMarkedDeleted
        let isSame = base.map { $0.hasSameContent(with: CallVersion(record.call)) } ?? true
        let kept = isSame ? nil : try record.base.map(CallConflict.json)
        try database.execute(
            sql: """
                INSERT INTO callSync (callKey, lineage, hasBase, base, isOurs, isGone, attempts)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT (callKey) DO UPDATE SET lineage = ?2, hasBase = ?3, base = ?4, isOurs = ?5, isGone = ?6,
                    attempts = ?7
                """,
            arguments: [
                record.call.key.description, Self.bytes(record.lineage), record.base != nil, kept,
                record.isOwnVersion, record.isDeletedRemotely, record.attempts,
            ])
    }

    /// Stores the base version of a call before a user's change. The base version is the last known version
    /// of the server. Until the first change, it is stored as NULL, because it equals the call.
    static func storeBase(of call: CallLogEntity, in database: Database) throws {
        try database.execute(
            sql: "UPDATE callSync SET base = ? WHERE callKey = ? AND hasBase = 1 AND base IS NULL",
            arguments: [try CallConflict.json(CallVersion(call)), call.key.description])
    }

    /// Stores a conflict copy of a call, unless an equal one exists. The user can choose the copy later.
    ///
    /// - Parameters:
    ///   - lostVersion: The losing version, which is stored as the copy.
    ///   - key: The key of the call. The row of the call already contains the winning version.
    ///   - wasLocal: `true` if the losing version is from this store, `false` if it is from the server.
    ///   - id: The key of the conflict, if a new conflict is stored.
    ///   - now: The current time.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func storeConflictCopy(
        _ lostVersion: CallVersion, of key: RecordID, wasLocal: Bool, as id: RecordID, at now: Date
    ) throws {
        guard let call = try record(key)?.call else { return }
        let side = wasLocal ? "local" : "server"
        let earlier = try Data.fetchAll(
            database, sql: "SELECT \(side) FROM callConflict WHERE callKey = ?", arguments: [key.description]
        ).map { try CallConflict.decoder.decode(CallVersion.self, from: $0) }
        guard !earlier.contains(where: { $0.hasSameContent(with: lostVersion) }) else { return }
        let winner = CallVersion(call)
        try database.execute(
            sql: """
                INSERT INTO callConflict (id, callKey, local, server, winner, foundAt) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.description, key.description, try CallConflict.json(wasLocal ? lostVersion : winner),
                try CallConflict.json(wasLocal ? winner : lostVersion),
                (wasLocal ? CallConflict.Choice.server : .local).rawValue, now.milliseconds,
            ])
    }

    /// Resets all sync metadata, including the ids of calls on the server. The server may still have the
    /// calls. Therefore the next sync searches the server for the key of each call before it sends the call.
    ///
    /// - Parameter keepingContacts: `true` if the ids of contacts on the server stay valid. With `false`, all
    ///   contacts become local contacts, and are later matched with contacts on the server by name.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func resetSyncState(keepingContacts: Bool) throws {
        try database.execute(
            sql: """
                DELETE FROM callLog WHERE isMarkedDeleted = 1
                    AND NOT EXISTS(SELECT 1 FROM callConflict x WHERE x.callKey = callLog.key AND x.resolution IS NULL);
                UPDATE callLog SET syncStatus = 'pending' WHERE syncStatus <> 'pending' AND isMarkedDeleted = 0;
                UPDATE callLog SET id = 0, serverUpdatedAt = NULL, syncError = NULL;
                DELETE FROM callSync;
                DELETE FROM callErased;
                DELETE FROM syncMark;
                DELETE FROM outbox;
                INSERT INTO outbox (record, isOutcomeUnknown)
                    SELECT key, 1 FROM callLog WHERE isMarkedDeleted = 0 ORDER BY createdAt, key;
                """)
        guard !keepingContacts else { return }
        for id in try Int32.fetchAll(database, sql: "SELECT id FROM callContact WHERE id > 0 ORDER BY id") {
            try database.execute(
                sql: "UPDATE callContact SET id = ? WHERE id = ?",
                arguments: [try CallLogStorage.freeContactID(in: database), id])
        }
    }
}
