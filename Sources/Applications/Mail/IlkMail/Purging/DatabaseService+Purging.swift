import Foundation
public import GRDB
public import IlkStore

extension DatabaseService {
    /// The job of a purge.
    public static let erasure = MailSchema.erasure

    /// Checks the query.
    ///
    /// - Throws: `SearchProblem`.
    public func prepare(_ purge: MailPurge) async throws { _ = try purge.asked() }

    /// Counts the messages of a purge.
    public static func preview(_ purge: MailPurge, in database: Database) throws -> PurgeReport {
        let account = try account(of: purge, in: database)
        let count: Int?
        if let query = try purge.asked() {
            let (sql, arguments) = MailQuerySQL(query.query).statement(account: account, before: nil)
            count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM (\(sql))", arguments: arguments + [-1])
        } else {
            count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM email WHERE ?1 IS NULL OR account = ?1",
                arguments: [account])
        }
        return PurgeReport(records: count ?? 0)
    }

    private static func account(of purge: MailPurge, in database: Database) throws -> Int64? {
        try purge.account.map { try AccountRepository.row(of: $0, in: database) }
    }

    /// Erases the next messages of a purge.
    public static func step(
        _ purge: MailPurge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        let account = try account(of: purge, in: database)
        let rows: [Int64]
        if let query = try purge.asked() {
            let (sql, arguments) = MailQuerySQL(query.query).statement(account: account, before: nil)
            rows = try Int64.fetchAll(database, sql: sql, arguments: arguments + [purgedAtOnce])
        } else {
            rows = try Int64.fetchAll(
                database, sql: "SELECT row FROM email WHERE ?1 IS NULL OR account = ?1 LIMIT ?2",
                arguments: [account, purgedAtOnce])
        }
        let writer = try EmailWriter(database)
        for row in rows { try writer.remove(row: row) }
        try writer.finish()
        for table in ["email", "emailThread", "label", "emailLabel", "account"] {
            try database.notifyChanges(in: Table(table))
        }
        if let last = rows.last { return (last, PurgeReport(records: rows.count)) }
        // What goes with the last of them: names of files that were read, and all else when all went.
        if purge.query == nil, account == nil {
            let others = [
                "mailImport", "mailQuarantine", "emailProvenance", "syncState", "label", "emailThread",
                "emailReference",
                "account",
            ]
            for table in others {
                try database.execute(sql: "DELETE FROM \(table)")
            }
        }
        return (nil, PurgeReport())
    }
}
