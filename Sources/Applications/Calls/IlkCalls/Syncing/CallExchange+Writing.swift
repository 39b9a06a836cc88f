public import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

extension CallExchange {
    /// Makes a call what it is now, or takes a new one in. Its status goes the legal way.
    ///
    /// - Throws: What SQLite throws; ``CallError/illegalTransition(from:to:)``.
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
            // Two calls that change their numbers in one step would meet half-way.
            try CallRowWriter(database).rewrite(call, as: new)
        }
    }

    /// What waits is in the outbox, in its place; what was refused too, out of the way.
    private func queue(_ record: CallSyncRecord) throws {
        let (call, outbox) = (record.call, Outbox(database))
        let key = call.key.description
        guard call.syncStatus != .synced else { return try outbox.remove(key) }
        if try outbox.entry(of: key) == nil { try outbox.note(key) }
        if call.syncStatus == .syncing { try outbox.begin(key) }
        if record.place > 0 {
            try database.execute(
                sql: "UPDATE outbox SET place = ?1 WHERE record = ?2 AND place <> ?1",
                arguments: [record.place, key])
        }
        try database.execute(
            sql: "UPDATE outbox SET isOutcomeUnknown = ?, isRefused = ?, notBefore = 0 WHERE record = ?",
            arguments: [record.isOutcomeUnknown, call.syncStatus == .failed, key])
    }

    /// A base that says what the call says is not kept twice.
    private func note(_ record: CallSyncRecord) throws {
        var base = record.base
        base?.isDeleted = record.call.isMarkedDeleted
        let isSame = base.map { $0.agrees(with: CallVersion(record.call)) } ?? true
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
                record.isOurs, record.isGone, record.attempts,
            ])
    }

    /// Before a person's change of a call: what the server has of it is what the call says until then.
    static func keepBase(of call: CallLogEntity, in database: Database) throws {
        try database.execute(
            sql: "UPDATE callSync SET base = ? WHERE callKey = ? AND hasBase = 1 AND base IS NULL",
            arguments: [try CallConflict.json(CallVersion(call)), call.key.description])
    }

    /// Keeps a version of a call that lost, once, beside the one that won: a person may choose again.
    ///
    /// - Parameters:
    ///   - loser: What lost.
    ///   - key: The call, as it stands after the step.
    ///   - wasLocal: Whether this store had said so, or the server.
    ///   - id: The conflict's key, if it is new.
    ///   - now: The present time.
    /// - Throws: What SQLite throws.
    public func keep(
        _ loser: CallVersion, of key: RecordID, wasLocal: Bool, as id: RecordID, at now: Date
    ) throws {
        guard let call = try record(key)?.call else { return }
        let side = wasLocal ? "local" : "server"
        let earlier = try Data.fetchAll(
            database, sql: "SELECT \(side) FROM callConflict WHERE callKey = ?", arguments: [key.description]
        ).map { try CallConflict.decoder.decode(CallVersion.self, from: $0) }
        guard !earlier.contains(where: { $0.agrees(with: loser) }) else { return }
        let winner = CallVersion(call)
        try database.execute(
            sql: """
                INSERT INTO callConflict (id, callKey, local, server, winner, foundAt) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.description, key.description, try CallConflict.json(wasLocal ? loser : winner),
                try CallConflict.json(wasLocal ? winner : loser),
                (wasLocal ? CallConflict.Choice.server : .local).rawValue, now.milliseconds,
            ])
    }

    /// Forgets the server: every call is one that it may have, under a number that nobody knows here. Each is looked for by
    /// its key before it is sent.
    ///
    /// - Parameter keepingContacts: Whether the server's numbers of contacts hold. Else they are found again by their names.
    /// - Throws: What SQLite throws.
    public func forgetServer(keepingContacts: Bool) throws {
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
