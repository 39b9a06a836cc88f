import Foundation
public import GRDB
public import IlkStore

extension DatabaseService {
    /// The tables and search indexes that a purge of this store erases.
    public static let erasure = MailSchema.erasure

    /// Parses the query of a purge, so that an error in the query is reported before anything is deleted.
    ///
    /// - Parameter purge: The purge.
    /// - Throws: `SearchProblem` if the query is invalid.
    public func prepare(_ purge: MailPurge) async throws { _ = try purge.parsedQuery() }

    /// Counts the messages that a purge would erase.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The database to read.
    /// - Throws: `SearchProblem` if the query is invalid, ``DatabaseError/notFound(_:)`` if the account does
    ///   not exist, or SQLite's errors.
    /// - Complexity: O(*n*) in the number of messages.
    public static func preview(_ purge: MailPurge, in database: Database) throws -> PurgeReport {
        let (sql, arguments) = try rows(of: purge, in: database)
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM (\(sql))", arguments: arguments + [-1])
        return PurgeReport(records: count ?? 0)
    }

    /// Returns an SQL query for the messages that a purge erases. The caller appends the maximum number of
    /// rows as the last argument.
    private static func rows(
        of purge: MailPurge, in database: Database
    ) throws -> (sql: String, arguments: StatementArguments) {
        let account = try purge.account.map { try AccountRepository.row(of: $0, in: database) }
        guard let query = try purge.parsedQuery() else {
            return ("SELECT row FROM email WHERE ?1 IS NULL OR account = ?1 LIMIT ?2", [account])
        }
        return MailQuerySQL(query.query).statement(account: account, before: nil)
    }

    /// Deletes the next batch of messages.
    ///
    /// After the last message, a purge of everything also deletes accounts, labels, threads, synchronization
    /// states and the paths of imported files.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - row: Ignored, because each step finds the first messages that are left.
    ///   - database: The database to change.
    /// - Returns: The last deleted row, or `nil` if no messages are left, and the number of deleted messages.
    /// - Throws: `SearchProblem` if the query is invalid, ``DatabaseError/notFound(_:)`` if the account does
    ///   not exist, or SQLite's errors.
    /// - Complexity: O(*n*) in the number of deleted messages, up to `purgeStepRecords`.
    public static func step(
        _ purge: MailPurge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        let (sql, arguments) = try rows(of: purge, in: database)
        let rows = try Int64.fetchAll(database, sql: sql, arguments: arguments + [purgeStepRecords])
        try EmailWriter.remove(rows, in: database)
        for table in ["email", "emailThread", "label", "emailLabel", "account"] {
            try database.notifyChanges(in: Table(table))
        }
        if let last = rows.last { return (last, PurgeReport(records: rows.count)) }
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
