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
        let (sql, arguments) = try rows(of: purge, in: database)
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM (\(sql))", arguments: arguments + [-1])
        return PurgeReport(records: count ?? 0)
    }

    /// A query for the messages of a purge. The greatest number of rows is the last argument.
    private static func rows(
        of purge: MailPurge, in database: Database
    ) throws -> (sql: String, arguments: StatementArguments) {
        let account = try purge.account.map { try AccountRepository.row(of: $0, in: database) }
        guard let query = try purge.asked() else {
            return ("SELECT row FROM email WHERE ?1 IS NULL OR account = ?1 LIMIT ?2", [account])
        }
        return MailQuerySQL(query.query).statement(account: account, before: nil)
    }

    /// Erases the next messages of a purge.
    public static func step(
        _ purge: MailPurge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        let (sql, arguments) = try rows(of: purge, in: database)
        let rows = try Int64.fetchAll(database, sql: sql, arguments: arguments + [purgedAtOnce])
        try EmailWriter.remove(rows, in: database)
        for table in ["email", "emailThread", "label", "emailLabel", "account"] {
            try database.notifyChanges(in: Table(table))
        }
        if let last = rows.last { return (last, PurgeReport(records: rows.count)) }
        // What goes with the last of them: names of files that were read, and all else when all went.
        if purge.query == nil, purge.account == nil {
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
