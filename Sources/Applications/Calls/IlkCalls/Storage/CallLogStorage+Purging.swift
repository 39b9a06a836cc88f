import Foundation
public import GRDB
public import IlkStore
import IlkVocabulary

/// The server is not told of a purge: of a call that it has, the number stays here, so that no sync brings it back. With all
/// calls of a contact the contact goes.
extension CallLogStorage: RecordStore {
    /// The job of a purge.
    public static let erasure = CallLogSchema.erasure

    /// Counts the calls of a purge; of one of everything also contacts and quarantined calls.
    public static func preview(_ purge: CallPurge, in database: Database) throws -> PurgeReport {
        let (condition, arguments) = purge.condition()
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT count(*), ifnull(sum(length(CAST(c.notes AS BLOB))), 0) FROM callLog c WHERE \(condition)
                """, arguments: arguments)
        var report = PurgeReport(records: row?[0] ?? 0, bytes: row?[1] ?? 0)
        guard purge.isAll else { return report }
        report.related = try Int.fetchOne(database, sql: "SELECT count(*) FROM callContact") ?? 0
        report.quarantined = try Int.fetchOne(database, sql: "SELECT count(*) FROM journalQuarantine") ?? 0
        return report
    }

    /// Erases the next calls of a purge.
    public static func step(
        _ purge: CallPurge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        let (condition, arguments) = purge.condition()
        let calls = try CallLogEntity.fetchAll(
            database, sql: "SELECT c.* FROM callLog c WHERE \(condition) LIMIT \(purgedAtOnce)",
            arguments: arguments)
        var report = PurgeReport()
        for call in calls {
            report.records += 1
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
        _ purge: CallPurge, _ report: inout PurgeReport, in database: Database
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
            report.related += try run("DELETE FROM callContact WHERE \(unused)")
        } else if let contact = purge.filter.contactId, purge.filter == CallFilter(contactId: contact) {
            _ = try run("DELETE FROM callTimer WHERE contactId = ?", [contact])
            report.related += try run("DELETE FROM callContact WHERE id = ? AND \(unused)", [contact])
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
        let conditions = wanted.filter { $0 != "c.isMarkedDeleted = 0" }
        return (conditions.isEmpty ? "1" : conditions.joined(separator: " AND "), arguments)
    }
}

extension CallLogStorage {
    /// How many changes wait for the server, and how many of them it refused.
    ///
    /// - Throws: `StoreError`.
    public func syncCounts() async throws -> (waiting: Int, refused: Int) {
        try await store.read { try Outbox($0).count() }
    }
}
