public import FoundationEssentials
import GRDB
public import IlkStore

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
        let filter = EmailFilter(account: account, folder: folder)
        let most = limit.map { max(0, $0) } ?? .max
        return try await base.fetch { database in
            try Self.threads(database, filter, before: nil, most).map { $0.thread }
        }
    }

    /// Returns a page of the threads with at least one message in a folder, in the order of
    /// ``fetchThreads(account:folder:limit:)``. A thread is on one page only. A thread that gets a newer
    /// message between two pages moves to the beginning of the list.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all threads.
    ///   - limit: The maximum number of threads.
    ///   - before: The cursor of the previous page, or `nil` for the first page.
    /// - Returns: The page, with the cursor for the next page. The cursor of the last page is `nil`.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: As ``fetchThreads(account:folder:limit:)``. The previous pages are not read.
    public func threadPage(
        account: Account? = nil, folder: String? = nil, limit: Int, before: EmailCursor? = nil
    ) async throws -> RecordPage<EmailThread, EmailCursor> {
        let filter = EmailFilter(account: account, folder: folder)
        let limit = max(0, limit)
        return try await base.fetch { database in
            // Read one more thread to find out whether there is a next page.
            let found = try Self.threads(database, filter, before: before, limit == .max ? limit : limit + 1)
            let page = found.prefix(limit)
            return RecordPage(
                page.map { $0.thread },
                end: found.count > limit ? page.last.map { EmailCursor(row: $0.row) } : nil)
        }
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

    /// A thread in a list, with the row of its newest message in the folder.
    private typealias ListedThread = (thread: EmailThread, row: Int64)

    private static func threads(
        _ database: Database, _ filter: EmailFilter, before cursor: EmailCursor?, _ limit: Int
    ) throws -> [ListedThread] {
        if filter.folder == nil, let account = filter.account {
            return try threads(database, of: account, before: cursor, limit)
        }
        // Read the messages, newest first, and add each thread when its first message is read.
        let (sql, arguments) = try filter.newestRows(database, before: cursor)
        let rows = try Int64.fetchCursor(database, sql: sql, arguments: arguments)
        let threadOf = try database.makeStatement(sql: "SELECT thread FROM email WHERE row = ?")
        let select = try database.makeStatement(sql: "\(Self.select) WHERE t.row = ?")
        let isListed = try listedThreads(database, filter, before: cursor)
        var seen: Set<Int64> = []
        var threads: [ListedThread] = []
        while threads.count < limit, let row = try rows.next() {
            guard let id = try Int64.fetchOne(threadOf, arguments: [row]), seen.insert(id).inserted,
                try !isListed(id)
            else { continue }
            for found in try Row.fetchAll(select, arguments: [id]) {
                threads.append((thread: thread(found), row: row))
            }
        }
        return threads
    }

    /// Returns a function that returns `true` if the thread with a row number is on an earlier page, because
    /// the folder has a message of the thread that is not older than the cursor.
    private static func listedThreads(
        _ database: Database, _ filter: EmailFilter, before cursor: EmailCursor?
    ) throws -> (Int64) throws -> Bool {
        guard let cursor else { return { _ in false } }
        let statement = try database.makeStatement(
            sql: """
                SELECT EXISTS(SELECT 1 FROM email e WHERE e.thread = ?1 AND e.row >= ?2
                    AND (?3 IS NULL OR EXISTS(SELECT 1 FROM emailLabel x JOIN label l ON l.row = x.label
                        WHERE x.email = e.row AND l.gmailId = ?3)))
                """)
        return { id in
            try Bool.fetchOne(statement, arguments: [id, cursor.row, filter.folder]) ?? false
        }
    }

    /// Returns the threads of an account, using the index on the newest message.
    private static func threads(
        _ database: Database, of account: Account, before cursor: EmailCursor?, _ limit: Int
    ) throws -> [ListedThread] {
        let end = cursor?.row ?? Int64.max
        let rows = try Row.fetchAll(
            database,
            sql: """
                \(select) WHERE t.account = (SELECT row FROM account WHERE id = ?) AND t.lastRow < ?
                ORDER BY t.lastRow DESC LIMIT ?
                """, arguments: [account.id.uuidString, end, limit == .max ? -1 : limit])
        return rows.map { row in (thread: thread(row), row: row[9] as Int64) }
    }

    private static let select = """
        SELECT t.threadId, a.id, e.subject, e.snippet, e.fromName, e.fromAddress, e.date, t.messages, t.unread,
            t.lastRow
        FROM emailThread t JOIN account a ON a.row = t.account JOIN email e ON e.row = t.lastRow
        """

    private static func thread(_ row: Row) -> EmailThread {
        EmailThread(
            threadId: row[0], accountId: UUID(uuidString: row[1]) ?? UUID(), subject: row[2], snippet: row[3],
            from: MailAddress(name: row[4] ?? "", address: row[5]),
            lastMessageDate: Date(timeIntervalSince1970: row[6]), messageCount: row[7], unreadCount: row[8])
    }
}
