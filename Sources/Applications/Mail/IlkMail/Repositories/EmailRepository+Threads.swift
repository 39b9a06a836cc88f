public import FoundationEssentials
import GRDB
import IlkStore

extension EmailRepository {
    /// Threads with a message of the folder, that of the newest such message first.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetchThreads(
        account: Account? = nil, folder: String? = nil, limit: Int? = nil
    ) async throws -> [EmailThread] {
        try await base.fetch { try Self.threads($0, EmailFilter(account: account, folder: folder), limit) }
    }

    /// The messages of a thread, the oldest first.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetch(threadId: String, accountId: UUID) async throws -> [Email] {
        try await base.fetch { database in
            let rows = try Int64.fetchAll(
                database,
                sql: """
                    SELECT e.row FROM email e JOIN emailThread t ON t.row = e.thread
                    JOIN account a ON a.row = t.account WHERE t.threadId = ? AND a.id = ? ORDER BY e.row
                    """, arguments: [threadId, accountId.uuidString])
            return try EmailReader(database).emails(at: rows)
        }
    }

    private static func threads(_ database: Database, _ filter: EmailFilter, _ limit: Int?) throws
        -> [EmailThread]
    {
        let most = limit.map { max(0, $0) } ?? .max
        if filter.folder == nil, let account = filter.account {
            return try threads(database, of: account, most)
        }
        // Along the messages, each thread at its newest one.
        let (sql, arguments) = try filter.rows(database)
        let rows = try Int64.fetchCursor(database, sql: sql + " DESC", arguments: arguments)
        let thread = try database.makeStatement(sql: "SELECT thread FROM email WHERE row = ?")
        var seen: Set<Int64> = []
        var found: [Int64] = []
        while found.count < most, let row = try rows.next() {
            if let id = try Int64.fetchOne(thread, arguments: [row]), seen.insert(id).inserted {
                found.append(id)
            }
        }
        var threads: [EmailThread] = []
        for start in stride(from: 0, to: found.count, by: 500) {
            threads += try self.threads(database, rows: Array(found[start..<min(start + 500, found.count)]))
        }
        return threads
    }

    /// The threads of rows, in their order.
    private static func threads(_ database: Database, rows: [Int64]) throws -> [EmailThread] {
        let marks = rows.map { _ in "(?)" }.joined(separator: ", ")
        // A table of rows keeps their order when it is what is walked.
        let sql = """
            WITH wanted(place) AS (VALUES \(marks))
            SELECT \(columns) FROM wanted CROSS JOIN emailThread t ON t.row = wanted.place
            CROSS JOIN account a ON a.row = t.account CROSS JOIN email e ON e.row = t.lastRow
            """
        return try Row.fetchAll(database, sql: sql, arguments: StatementArguments(rows)).map(thread)
    }

    /// The threads of an account, along their own index.
    private static func threads(_ database: Database, of account: Account, _ limit: Int) throws
        -> [EmailThread]
    {
        try Row.fetchAll(
            database,
            sql: """
                SELECT \(columns) FROM emailThread t JOIN account a ON a.row = t.account
                JOIN email e ON e.row = t.lastRow
                WHERE t.account = (SELECT row FROM account WHERE id = ?) ORDER BY t.lastRow DESC LIMIT ?
                """, arguments: [account.id.uuidString, limit == .max ? -1 : limit]
        ).map(thread)
    }

    private static let columns =
        "t.threadId, a.id, e.subject, e.snippet, e.fromName, e.fromAddress, e.date, t.messages, t.unread"

    private static func thread(_ row: Row) -> EmailThread {
        EmailThread(
            threadId: row[0], accountId: UUID(uuidString: row[1]) ?? UUID(), subject: row[2], snippet: row[3],
            from: MailAddress(name: row[4] ?? "", address: row[5]),
            lastMessageDate: Date(timeIntervalSince1970: row[6]), messageCount: row[7], unreadCount: row[8])
    }
}
