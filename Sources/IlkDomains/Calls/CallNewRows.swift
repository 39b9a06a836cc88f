import GRDB
import IlkStore
import IlkVocabulary

/// Writes calls that are recorded here without the triggers and checks of their table, and does what these would do: a
/// trigger costs while it rests, too, and so does a list of what may stand in a column.
///
/// Belongs to one transaction.
final class CallNewRows {
    /// The triggers of the table at an insert. Each of them is done by hand here, so this is to be changed with the schema.
    static let triggers = ["callLog_insert", "callLog_outbox", "callLog_unindexed"]

    private struct Group: Hashable {
        let contact: Int32
        let emotion: String
        let status: CallSyncStatus
    }

    private struct Count {
        var calls: Int64 = 0
        var detailed: Int64 = 0
        var timed: Int64 = 0
        var minutes: Int64 = 0

        mutating func add(_ call: CallLogEntity) {
            calls += 1
            let isTimed = call.duration > 0
            if isTimed { timed += 1 }
            if isTimed || call.emotionalState != nil || !(call.notes ?? "").isEmpty { detailed += 1 }
            minutes += Int64(call.duration)
        }
    }

    private let database: Database
    private let writer: CallRowWriter
    private let unindexed: RawStatement
    private let outbox: RawStatement
    private var counts: [Group: Count] = [:]

    private init(_ database: Database) throws {
        self.database = database
        writer = try CallRowWriter(database)
        unindexed = try RawStatement("INSERT OR IGNORE INTO callUnindexed VALUES (?)", on: database)
        outbox = try RawStatement("INSERT INTO outbox (record) VALUES (?)", on: database)
    }

    /// Writes calls: all that are given to the argument of `all`, which is called once.
    ///
    /// - Throws: SQLite's errors, and what `all` throws: then the transaction is to be rolled back.
    static func write(
        in database: Database, _ all: (_ write: @escaping (CallLogEntity) throws -> Void) throws -> Void
    ) throws {
        try database.withoutTriggers {
            let rows = try database.withoutChecks {
                let rows = try CallNewRows(database)
                try all { try rows.write($0) }
                return rows
            }
            try rows.writeCounts()
        }
    }

    /// The table's checks by hand; its key and its place are made by this program.
    private static func isRight(_ call: CallLogEntity) -> Bool {
        (call.emotionalState.map { EmotionalState(rawValue: $0) != nil } ?? true) && call.duration >= 0
            && call.id >= 0 && (call.notes?.unicodeScalars.count ?? 0) <= CallDraft.longestNotes
    }

    private func write(_ call: CallLogEntity) throws {
        guard Self.isRight(call) else {
            throw GRDB.DatabaseError(resultCode: .SQLITE_CONSTRAINT_CHECK, message: "a call is not right")
        }
        let place = try writer.write(call)
        if call.syncStatus == .pending {
            outbox.bind(call.key.description, at: 1)
            try outbox.run()
        }
        guard !call.isMarkedDeleted else { return }
        if call.notes != nil {
            unindexed.bind(place, at: 1)
            try unindexed.run()
        }
        count(call)
    }

    private func count(_ call: CallLogEntity) {
        let group = Group(
            contact: call.contactId, emotion: call.emotionalState ?? "", status: call.syncStatus)
        counts[group, default: Count()].add(call)
    }

    private func writeCounts() throws {
        let row = try RawStatement(
            """
            INSERT INTO callTally VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
                detailed = detailed + excluded.detailed, timed = timed + excluded.timed,
                minutes = minutes + excluded.minutes
            """, on: database)
        for (group, count) in counts {
            row.bind(Int64(group.contact), at: 1)
            row.bind(group.emotion, at: 2)
            row.bind(group.status.rawValue, at: 3)
            row.bind(count.calls, at: 4)
            row.bind(count.detailed, at: 5)
            row.bind(count.timed, at: 6)
            row.bind(count.minutes, at: 7)
            try row.run()
        }
    }
}
