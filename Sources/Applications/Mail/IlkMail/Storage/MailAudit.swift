import GRDB
import IlkStore

/// A check of the stored counts: messages, threads and labels are counted again.
public enum MailAudit {
    /// Counts all messages, threads and labels again, and returns the differences from the stored counts.
    ///
    /// - Parameter service: The mail store.
    /// - Returns: One line for each difference, such as `unread of label 7: 3 stored, 2 counted`. The number
    ///   after the name is the row id of the account, thread or label.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the size of the store.
    public static func mismatches(of service: DatabaseService) async throws -> [String] {
        try await service.store.read { try mismatches(in: $0) }
    }

    static func mismatches(in database: Database) throws -> [String] {
        try queries.flatMap { what, sql in
            try Row.fetchAll(database, sql: sql).map { row in
                let (key, kept, real): (Int64, Int64, Int64) = (row[0], row[1] ?? -1, row[2] ?? -1)
                return "\(what) \(key): \(kept) stored, \(real) counted"
            }
        }
    }

    private static let queries: [(String, String)] = [
        countQuery("messages", "messages", of: "account", "count(*) FROM email WHERE account = k.row"),
        countQuery(
            "unread", "unread", of: "account", "count(*) FROM email WHERE account = k.row AND isRead = 0"),
        countQuery("threads", "threads", of: "account", "count(*) FROM emailThread WHERE account = k.row"),
        countQuery(
            "unread threads", "unreadThreads", of: "account",
            "count(*) FROM emailThread WHERE account = k.row AND unread > 0"),
        countQuery(
            "messages", "messages", of: "thread", "count(*) FROM email WHERE thread = k.row", orElse: "n = 0"),
        countQuery(
            "unread", "unread", of: "thread", "count(*) FROM email WHERE thread = k.row AND isRead = 0"),
        countQuery("newest", "lastRow", of: "thread", "max(row) FROM email WHERE thread = k.row"),
        countQuery("messages", "messages", of: "label", "count(*) FROM emailLabel WHERE label = k.row"),
        countQuery(
            "unread", "unread", of: "label",
            "count(*) FROM emailLabel x JOIN email e ON e.row = x.email WHERE x.label = k.row AND e.isRead = 0"
        ),
        (
            "thread of message",
            "SELECT e.row, e.thread, t.row FROM email e LEFT JOIN emailThread t ON t.row = e.thread WHERE t.row IS NULL"
        ),
    ]

    /// Returns an SQL query for rows whose stored count is wrong, or which meet the condition `fault`.
    private static func countQuery(
        _ what: String, _ column: String, of owner: String, _ counted: String, orElse fault: String = "0"
    ) -> (String, String) {
        let table = owner == "thread" ? "emailThread" : owner
        return (
            "\(what) of \(owner)",
            """
            SELECT row, \(column), n FROM (SELECT k.row, k.\(column), (SELECT \(counted)) AS n FROM \(table) k)
            WHERE \(column) <> n OR \(fault)
            """
        )
    }
}
