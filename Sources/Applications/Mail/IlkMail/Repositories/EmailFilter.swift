import FoundationEssentials
import GRDB

/// Which messages a page is of, as a walk along an index that has the newest last.
struct EmailFilter: Sendable {
    var account: Account?
    var folder: String?
    var isRead: Bool?

    /// A query for rows; its order ends without a direction.
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
        // One label is walked along its index; several are merged, each in its order.
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
