import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

/// Writes calls with prepared statements. A writer is valid only during the transaction in which it was
/// created.
final class CallRowWriter {
    private let database: Database
    private let last: RawStatement
    private let insert: RawStatement

    init(_ database: Database) throws {
        self.database = database
        last = try RawStatement("SELECT max(place) FROM callLog WHERE place BETWEEN ? AND ?", on: database)
        insert = try RawStatement(
            """
            INSERT INTO callLog (place, key, id, contactId, calledAt, duration, emotionalState, notes, syncStatus,
                syncError, createdAt, updatedAt, lastSyncAttempt, isMarkedDeleted, serverUpdatedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, on: database)
    }

    /// Inserts a call and returns its row number, which is the next one after the last stored call with the
    /// same start time.
    @discardableResult
    func write(_ call: CallLogEntity) throws -> Int64 {
        let place = try place(call.calledAt.milliseconds)
        try insert.run(
            place, call.key.description, Int(call.id), Int(call.contactId), call.calledAt.milliseconds,
            Int(call.duration), call.emotionalState, call.notes, call.syncStatus.rawValue, call.syncError,
            call.createdAt.milliseconds, call.updatedAt.milliseconds, call.lastSyncAttempt?.milliseconds,
            call.isMarkedDeleted, call.serverUpdatedAt?.milliseconds)
        return place
    }

    /// Updates the row of a call. The old notes are removed from the index first.
    func rewrite(_ old: CallLogEntity, as new: CallLogEntity) throws {
        try CallLogIndex.remove(old, in: database)
        let moves = old.calledAt.milliseconds != new.calledAt.milliseconds
        let update = try RawStatement(
            """
            UPDATE callLog SET place = ?, id = ?, contactId = ?, calledAt = ?, duration = ?, emotionalState = ?,
                notes = ?, syncStatus = ?, syncError = ?, updatedAt = ?, lastSyncAttempt = ?, isMarkedDeleted = ?,
                serverUpdatedAt = ? WHERE place = ?
            """, on: database)
        let place = moves ? try place(new.calledAt.milliseconds) : old.rowNumber
        try update.run(
            place, Int(new.id), Int(new.contactId), new.calledAt.milliseconds, Int(new.duration),
            new.emotionalState, new.notes, new.syncStatus.rawValue, new.syncError, new.updatedAt.milliseconds,
            new.lastSyncAttempt?.milliseconds, new.isMarkedDeleted, new.serverUpdatedAt?.milliseconds,
            old.rowNumber)
        if new.notes != nil, !new.isMarkedDeleted {
            try database.execute(
                sql: "INSERT OR IGNORE INTO callUnindexed VALUES (?)", arguments: [place])
        }
    }

    private func place(_ milliseconds: Int64) throws -> Int64 {
        guard TimeOrderedRowIDs.calls.times.contains(milliseconds) else {
            throw GRDB.DatabaseError(
                resultCode: .SQLITE_CONSTRAINT, message: "the time of the call is too early or too late")
        }
        guard let place = try TimeOrderedRowIDs.calls.free(for: milliseconds, last: last) else {
            throw GRDB.DatabaseError(
                resultCode: .SQLITE_CONSTRAINT, message: "too many calls have the same time")
        }
        return place
    }
}
