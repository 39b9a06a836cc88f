import Foundation
import GRDB
public import IlkStore
import IlkVocabulary

extension CallLogStorage {
    /// How many calls a purge takes in one transaction.
    static let purgedAtOnce = 500

    /// What a purge would take. Changes nothing.
    ///
    /// - Throws: `StoreError`.
    public func preview(of purge: CallPurge) async throws -> CallPurge.Report {
        try await store.verify()
        return try await store.read { database in
            let (condition, arguments) = purge.condition()
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT count(*), ifnull(sum(length(CAST(c.notes AS BLOB))), 0) FROM callLog c WHERE \(condition)
                    """, arguments: arguments)
            var report = CallPurge.Report()
            report.calls = row?[0] ?? 0
            report.bytes = row?[1] ?? 0
            if purge.isAll {
                report.contacts = try Int.fetchOne(database, sql: "SELECT count(*) FROM callContact") ?? 0
                report.quarantined =
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM journalQuarantine") ?? 0
            }
            return report
        }
    }

    /// Takes calls out, so that no byte of their notes is left in the store's files. The server is not told: of a call it
    /// has, the number stays, so that no sync brings it back. With all calls of a contact the contact goes.
    ///
    /// It goes in bounded steps, and others write meanwhile. What was purged before it was interrupted is gone; the next
    /// purge, or ``finishPurge(progress:)``, goes on where it was. Copies and exports are not reached.
    ///
    /// - Parameter progress: Called after each step with what has gone. What it throws interrupts the purge.
    /// - Returns: What went, by a purge that was interrupted and by this one.
    /// - Throws: ``DomainError/purgeHeldUp(path:)`` when another program reads what was, `StoreError`.
    @discardableResult
    public func purge(
        _ purge: CallPurge, progress: (CallPurge.Report) throws -> Void = { _ in }
    ) async throws -> CallPurge.Report {
        try await store.verify()
        var report = try await endPurge(progress)
        try await store.write { database in
            try CallLogSchema.erasure.begin(purge, in: database)
        }
        report += try await endPurge(progress)
        return report
    }

    /// Whether a purge was interrupted.
    ///
    /// - Throws: `StoreError`.
    public func isPurgeUnfinished() async throws -> Bool {
        try await CallLogSchema.erasure.isUnfinished(in: store)
    }

    /// Ends a purge that was interrupted; does nothing when there is none.
    ///
    /// - Throws: As ``purge(_:progress:)``.
    @discardableResult
    public func finishPurge(
        progress: (CallPurge.Report) throws -> Void = { _ in }
    ) async throws -> CallPurge.Report {
        if try await isPurgeUnfinished() { try await store.verify() }
        return try await endPurge(progress)
    }

    private func endPurge(_ progress: (CallPurge.Report) throws -> Void) async throws -> CallPurge.Report {
        try await CallLogSchema.erasure.finish(
            in: store,
            taking: { (database, purge: CallPurge, _) in
                try Self.purgeStep(purge, in: database)
            }, progress: progress)
    }

    private static func purgeStep(
        _ purge: CallPurge, in database: Database
    ) throws -> (last: Int64?, report: CallPurge.Report) {
        let (condition, arguments) = purge.condition()
        let calls = try CallLogEntity.fetchAll(
            database, sql: "SELECT c.* FROM callLog c WHERE \(condition) LIMIT \(purgedAtOnce)",
            arguments: arguments)
        var report = CallPurge.Report()
        for call in calls {
            report.calls += 1
            report.bytes += call.notes?.utf8.count ?? 0
            // What the server knows to be deleted it does not send again.
            if call.id != 0, !purge.meansDeletedOnly {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO callErased VALUES (?)", arguments: [call.id])
            }
            if try Outbox(database).entry(of: call.key.description)?.isOutcomeUnknown == true {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO callErasedKey VALUES (?)", arguments: [call.key.description])
            }
            try erase(call, in: database)
        }
        if let last = calls.last { return (last.place, report) }
        try forgetBeside(purge, &report, in: database)
        return (nil, report)
    }

    /// What goes with the last of the calls.
    private static func forgetBeside(
        _ purge: CallPurge, _ report: inout CallPurge.Report, in database: Database
    ) throws {
        func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
            try database.execute(sql: sql, arguments: arguments)
            return database.changesCount
        }
        let unused = "NOT EXISTS(SELECT 1 FROM callLog c WHERE c.contactId = callContact.id)"
        if purge.isAll {
            for table in ["callTimer", "callTemplate", "callReminder", "callUnindexed"] {
                _ = try run("DELETE FROM \(table)")
            }
            report.quarantined += try run("DELETE FROM journalQuarantine")
            report.contacts += try run("DELETE FROM callContact WHERE \(unused)")
        } else if let contact = purge.filter.contactId, purge.filter == CallFilter(contactId: contact) {
            _ = try run("DELETE FROM callTimer WHERE contactId = ?", [contact])
            report.contacts += try run("DELETE FROM callContact WHERE id = ? AND \(unused)", [contact])
        }
    }
}

extension CallPurge {
    /// As a condition of SQL on the table `c`.
    func condition() -> (sql: String, arguments: StatementArguments) {
        if meansDeletedOnly {
            let condition = """
                c.isMarkedDeleted = 1 AND c.syncStatus = 'synced' AND NOT EXISTS(
                    SELECT 1 FROM callConflict x WHERE x.callKey = c.key AND x.resolution IS NULL)
                """
            return (condition, [])
        }
        let (wanted, arguments) = filter.conditions()
        var conditions = wanted
        if includesDeleted { conditions.removeAll { $0 == "c.isMarkedDeleted = 0" } }
        if conditions.isEmpty { conditions = ["1"] }
        return (conditions.joined(separator: " AND "), arguments)
    }
}

// MARK: - Copies

extension CallLogStorage {
    /// Copies the calls, as of now, while others go on; the copy is looked through before it takes its name.
    ///
    /// - Throws: `StoreError`.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try store.backUp(to: path, replacing: replacing)
    }

    /// Checks that all rows that were written are there and unchanged.
    ///
    /// - Throws: `StoreError` with the code `damaged`, which names the first range of rows that is not whole.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws { try await store.verify() }

    /// Brings a backup back: what the store held is gone then.
    ///
    /// - Throws: `StoreError`; then the store is as it was.
    public static func restore(_ backup: String, to path: String) throws {
        try Store.restore(backup, to: path, schema: CallLogSchema.schema)
    }

    /// What became of everything that the loggers of all processes on this file were ever given.
    ///
    /// - Throws: `StoreError`.
    public func ledger() async throws -> JournalLedger { try await store.journalLedger() }

    /// What is wrong with the file; nil when it is sound.
    ///
    /// - Parameter thorough: Whether indexes are held against their tables too, and the kept counts against a recount, which
    ///   takes several times as long.
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in the file's size.
    public func fault(thorough: Bool = false) async throws -> String? {
        try await store.fault(
            thorough: thorough,
            counts: { database in
                try Self.countsAreOff(in: database) ? "the kept counts are not those of the calls" : nil
            })
    }

    private static func countsAreOff(in database: Database) throws -> Bool {
        let counted = """
            SELECT contactId, ifnull(emotionalState, ''), syncStatus, count(*),
                sum(duration > 0 OR emotionalState IS NOT NULL OR ifnull(notes, '') <> ''), sum(duration > 0),
                sum(duration)
            FROM callLog WHERE isMarkedDeleted = 0 GROUP BY 1, 2, 3
            """
        let kept = "SELECT * FROM callTally"
        return try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS(\(kept) EXCEPT \(counted)) OR EXISTS(SELECT * FROM (\(counted)) EXCEPT \(kept))
                """) ?? true
    }

    /// How many schema steps the file has seen, and how many the program knows.
    ///
    /// - Throws: `StoreError`.
    public func schemaVersion() async throws -> (file: Int, program: Int) {
        try await store.schemaVersion(of: CallLogSchema.schema)
    }

    /// How many changes wait for the server, and how many of them it refused.
    ///
    /// - Throws: `StoreError`.
    public func syncCounts() async throws -> (waiting: Int, refused: Int) {
        try await store.read { try Outbox($0).count() }
    }
}
