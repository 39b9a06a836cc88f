public import FoundationEssentials
import GRDB
import IlkStore

extension EmailRepository {
    /// Returns the threads with at least one message in a folder. Threads are sorted by their newest message
    /// in the folder, newest first.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all threads.
    ///   - limit: The maximum number of threads, or `nil` for all.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: With an account and without a folder, O(*n*) in the number of returned threads.
    ///   Otherwise, O(*n*) in the number of messages that are read up to the last returned thread.
    public func fetchThreads(
        account: Account? = nil, folder: String? = nil, limit: Int? = nil
    ) async throws -> [EmailThread] {
        try await base.fetch { try Self.threads($0, EmailFilter(account: account, folder: folder), limit) }
    }

    /// Returns the messages of a thread, oldest first.
    ///
    /// - Parameters:
    ///   - threadId: The key of the thread within the account.
    ///   - accountId: The key of the account.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the number of messages.
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
        // Read the messages, newest first, and add each thread when its first message is read.
        let (sql, arguments) = try filter.rows(database)
        let rows = try Int64.fetchCursor(database, sql: sql + " DESC", arguments: arguments)
        let threadOf = try database.makeStatement(sql: "SELECT thread FROM email WHERE row = ?")
        let select = try database.makeStatement(sql: "\(Self.select) WHERE t.row = ?")
        var seen: Set<Int64> = []
        var threads: [EmailThread] = []
        while threads.count < most, let row = try rows.next() {
            guard let id = try Int64.fetchOne(threadOf, arguments: [row]), seen.insert(id).inserted else {
                continue
            }
            threads += try Row.fetchAll(select, arguments: [id]).map(thread)
        }
        return threads
    }

    /// Returns the threads of an account, using the index on the newest message.
    private static func threads(_ database: Database, of account: Account, _ limit: Int) throws
        -> [EmailThread]
    {
        try Row.fetchAll(
            database,
            sql: """
                \(select) WHERE t.account = (SELECT row FROM account WHERE id = ?) ORDER BY t.lastRow DESC LIMIT ?
                """, arguments: [account.id.uuidString, limit == .max ? -1 : limit]
        ).map(thread)
    }

    private static let select = """
        SELECT t.threadId, a.id, e.subject, e.snippet, e.fromName, e.fromAddress, e.date, t.messages, t.unread
        FROM emailThread t JOIN account a ON a.row = t.account JOIN email e ON e.row = t.lastRow
        """

    private static func thread(_ row: Row) -> EmailThread {
        EmailThread(
            threadId: row[0], accountId: UUID(uuidString: row[1]) ?? UUID(), subject: row[2], snippet: row[3],
            from: MailAddress(name: row[4] ?? "", address: row[5]),
            lastMessageDate: Date(timeIntervalSince1970: row[6]), messageCount: row[7], unreadCount: row[8])
    }
}
