import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

/// Writes calls with statements prepared once. Belongs to one access to the writing connection.
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

    /// Inserts a call at the end of its millisecond.
    ///
    /// - Returns: Where it is.
    @discardableResult
    func write(_ call: CallLogEntity) throws -> Int64 {
        let place = try place(call.calledAt.milliseconds)
        insert.bind(place, at: 1)
        insert.bind(call.key.description, at: 2)
        insert.bind(Int64(call.id), at: 3)
        insert.bind(Int64(call.contactId), at: 4)
        insert.bind(call.calledAt.milliseconds, at: 5)
        insert.bind(Int64(call.duration), at: 6)
        insert.bind(call.emotionalState, at: 7)
        insert.bind(call.notes, at: 8)
        insert.bind(call.syncStatus.rawValue, at: 9)
        insert.bind(call.syncError, at: 10)
        insert.bind(call.createdAt.milliseconds, at: 11)
        insert.bind(call.updatedAt.milliseconds, at: 12)
        insert.bind(call.lastSyncAttempt?.milliseconds, at: 13)
        insert.bind(call.isMarkedDeleted ? 1 : 0 as Int64, at: 14)
        insert.bind(call.serverUpdatedAt?.milliseconds, at: 15)
        try insert.run()
        return place
    }

    /// Changes a call to what it is now. The index is told what it was.
    func rewrite(_ old: CallLogEntity, as new: CallLogEntity) throws {
        try CallLogIndex.forget(old, in: database)
        let moves = old.calledAt.milliseconds != new.calledAt.milliseconds
        let update = try RawStatement(
            """
            UPDATE callLog SET place = ?, id = ?, contactId = ?, calledAt = ?, duration = ?, emotionalState = ?,
                notes = ?, syncStatus = ?, syncError = ?, updatedAt = ?, lastSyncAttempt = ?, isMarkedDeleted = ?,
                serverUpdatedAt = ? WHERE place = ?
            """, on: database)
        let place = moves ? try place(new.calledAt.milliseconds) : old.place
        update.bind(place, at: 1)
        update.bind(Int64(new.id), at: 2)
        update.bind(Int64(new.contactId), at: 3)
        update.bind(new.calledAt.milliseconds, at: 4)
        update.bind(Int64(new.duration), at: 5)
        update.bind(new.emotionalState, at: 6)
        update.bind(new.notes, at: 7)
        update.bind(new.syncStatus.rawValue, at: 8)
        update.bind(new.syncError, at: 9)
        update.bind(new.updatedAt.milliseconds, at: 10)
        update.bind(new.lastSyncAttempt?.milliseconds, at: 11)
        update.bind(new.isMarkedDeleted ? 1 : 0 as Int64, at: 12)
        update.bind(new.serverUpdatedAt?.milliseconds, at: 13)
        update.bind(old.place, at: 14)
        try update.run()
        if new.notes != nil, !new.isMarkedDeleted {
            try database.execute(
                sql: "INSERT OR IGNORE INTO callUnindexed VALUES (?)", arguments: [place])
        }
    }

    private func place(_ milliseconds: Int64) throws -> Int64 {
        guard TimedRows.calls.times.contains(milliseconds) else {
            throw GRDB.DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "the time is out of range")
        }
        let free = try TimedRows.calls.free(for: milliseconds) { rows in
            last.bind(rows.lowerBound, at: 1)
            last.bind(rows.upperBound, at: 2)
            defer { last.reset() }
            return try last.step() && !last.isNull(0) ? last.integer(0) : nil
        }
        guard let place = free else {
            throw GRDB.DatabaseError(
                resultCode: .SQLITE_CONSTRAINT, message: "too many calls in one millisecond")
        }
        return place
    }
}
