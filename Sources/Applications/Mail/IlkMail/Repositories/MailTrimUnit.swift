import GRDB

/// The unit in which old messages are deleted.
public enum MailTrimUnit: String, Sendable, CaseIterable {
    /// Deletes whole threads: those that contain none of the newest messages.
    case thread
    /// Deletes single messages: all but the newest messages.
    case message

    /// Returns the rows of the messages to delete from an account, newest first.
    func rows(beyond count: Int, ofAccount account: Int64, in database: Database) throws -> [Int64] {
        switch self {
        case .message:
            return try Int64.fetchAll(
                database, sql: "SELECT row FROM email WHERE account = ? ORDER BY row DESC LIMIT -1 OFFSET ?",
                arguments: [account, count])
        case .thread:
            guard count > 0 else {
                return try Self.message.rows(beyond: 0, ofAccount: account, in: database)
            }
            let oldest = try Int64.fetchOne(
                database, sql: "SELECT row FROM email WHERE account = ? ORDER BY row DESC LIMIT 1 OFFSET ?",
                arguments: [account, count - 1])
            guard let oldest else { return [] }
            return try Int64.fetchAll(
                database,
                sql: """
                    SELECT e.row FROM email e JOIN emailThread t ON t.row = e.thread
                    WHERE e.account = ? AND t.lastRow < ? ORDER BY e.row DESC
                    """, arguments: [account, oldest])
        }
    }
}
