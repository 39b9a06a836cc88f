import Foundation
public import GRDB
public import IlkStore
import IlkVocabulary

/// Purges. A purge does not delete calls on the server. The store keeps the server ids of purged calls, so
/// that no sync restores these calls. A purge of all calls of a contact also removes the contact.
extension CallLogStorage: RecordStore {
    /// The tables and search indexes that a purge of this store erases.
    public static let erasure = CallLogSchema.erasure

    /// Counts the calls that a purge would erase. A purge of everything also counts the contacts and the
    /// quarantined calls.
    ///
    /// - Parameters:
    ///   - purge: The selection of calls.
    ///   - database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    /// - Complexity: O(*n*) in the number of selected calls.
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

    /// Erases the next batch of calls.
    ///
    /// - Parameters:
    ///   - purge: The selection of calls.
    ///   - row: The last row number of the previous batch. It is ignored, because that batch is already
    ///     erased.
    ///   - database: The writing connection, in a transaction.
    /// - Returns: The last row number of the batch, or `nil` if no calls are left, and the counts of erased
    ///   records.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func step(
        _ purge: CallPurge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        let (condition, arguments) = purge.condition()
        let calls = try CallLogEntity.fetchAll(
            database, sql: "SELECT c.* FROM callLog c WHERE \(condition) LIMIT \(purgeStepRecords)",
            arguments: arguments)
        var report = PurgeReport()
        for call in calls {
            report.records += 1
            report.bytes += call.notes?.utf8.count ?? 0
            // The server does not send calls whose deletion it has confirmed.
            if call.id != 0, !purge.isDeletedOnly {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO callErased VALUES (?)", arguments: [call.id])
            }
            if try Outbox(database).entry(of: call.key.description)?.isOutcomeUnknown == true {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO callErasedKey VALUES (?)", arguments: [call.key.description])
            }
            try erase(call, in: database)
        }
        if let last = calls.last { return (last.rowNumber, report) }
        try eraseRelatedRows(purge, &report, in: database)
        return (nil, report)
    }

    /// After the last batch of calls, erases the rows that depend on erased calls.
    private static func eraseRelatedRows(
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
    /// Returns the selection of calls as an SQL condition on the table `c`.
    func condition() -> (sql: String, arguments: StatementArguments) {
        if isDeletedOnly {
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
    /// Returns the number of changes that wait for the server, and how many of these changes the server
    /// rejected.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func syncCounts() async throws -> (waiting: Int, refused: Int) {
        try await store.read { try Outbox($0).count() }
    }
}
