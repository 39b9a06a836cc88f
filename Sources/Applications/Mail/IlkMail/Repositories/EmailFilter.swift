import FoundationEssentials
import GRDB

/// The conditions for the messages of a page. Queries read rows in the order of an index, so that SQLite does
/// not sort.
struct EmailFilter: Sendable {
    var account: Account?
    var folder: String?
    var isRead: Bool?

    /// Returns a page of rows, newest first, after the last message of the previous page.
    func newest(
        _ database: Database, before cursor: EmailCursor? = nil, limit: Int?, offset: Int? = nil
    ) throws -> [Int64] {
        let (sql, arguments) = try newestRows(database, before: cursor)
        return try Int64.fetchAll(
            database, sql: sql + " LIMIT ? OFFSET ?",
            arguments: arguments + [limit.map { max(0, $0) } ?? -1, max(0, offset ?? 0)])
    }

    /// Returns an SQL query for rows, newest first, after the last message of the previous page.
    func newestRows(
        _ database: Database, before cursor: EmailCursor?
    ) throws -> (sql: String, arguments: StatementArguments) {
        var (sql, arguments) = try rows(database)
        if let cursor {
            sql = "SELECT * FROM (\(sql)) WHERE \(key) < ? ORDER BY \(key)"
            arguments += [cursor.row]
        }
        return (sql + " DESC", arguments)
    }

    /// Returns a page of rows, oldest first, after the last message of the previous page.
    func oldest(_ database: Database, after cursor: EmailCursor?, limit: Int) throws -> [Int64] {
        let (sql, arguments) = try rows(database)
        return try Int64.fetchAll(
            database, sql: "SELECT * FROM (\(sql)) WHERE \(key) > ? ORDER BY \(key) LIMIT ?",
            arguments: arguments + [cursor?.row ?? .min, max(0, limit)])
    }

    /// The key column in the result of ``rows(_:)``.
    private var key: String { folder == nil ? "row" : "email" }

    /// Returns an SQL query for rows. The query ends with `ORDER BY` and a column without a direction, so
    /// that the caller can append `DESC`.
    func rows(_ database: Database) throws -> (sql: String, arguments: StatementArguments) {
        if let folder { return try rows(database, folder: folder) }
        guard let account else {
            return ("SELECT row FROM email\(condition("WHERE")) ORDER BY row", [])
        }
        return (
            """
            SELECT row FROM email WHERE account = (SELECT row FROM account WHERE id = ?)\(condition("AND"))
            ORDER BY row
            """, [account.id.uuidString]
        )
    }

    private func rows(
        _ database: Database, folder: String
    ) throws -> (sql: String, arguments: StatementArguments) {
        let labels = try Int64.fetchAll(
            database,
            sql: """
                SELECT l.row FROM label l JOIN account a ON a.row = l.account
                WHERE l.gmailId = ?1 AND (?2 IS NULL OR a.id = ?2)
                """, arguments: [folder, account?.id.uuidString])
        // The rows of one label are read in index order. The rows of several labels are merged, each in index
        // order.
        let walk = "SELECT email FROM emailLabel WHERE label = ?\(condition("AND"))"
        switch labels.count {
        case 0: return ("SELECT email FROM emailLabel WHERE 0 ORDER BY email", [])
        case 1: return ("\(walk) ORDER BY email", [labels[0]])
        default:
            return (
                labels.map { _ in walk }.joined(separator: " UNION ALL ") + " ORDER BY email",
                StatementArguments(labels)
            )
        }
    }

    private func condition(_ word: String) -> String {
        isRead.map { " \(word) isRead = \($0 ? 1 : 0)" } ?? ""
    }
}
