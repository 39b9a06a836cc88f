import FoundationEssentials
public import GRDB
import IlkStore

/// The messages of a mail store.
public struct EmailRepository: EmailRepositoryProtocol {
    let base: BaseRepository<Email>

    /// The tables from which messages are read, for observation.
    static let tables = ["email", "emailLabel"]

    /// Returns the message with a key. All accounts are searched.
    ///
    /// - Parameter gmailId: The key of the message.
    /// - Returns: The message, or `nil` if no account has a message with this key.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetch(byGmailId gmailId: String) async throws -> Email? {
        try await base.fetch { database in
            let row = try Int64.fetchOne(
                database, sql: "SELECT row FROM email WHERE gmailId = ? ORDER BY account LIMIT 1",
                arguments: [gmailId])
            return try row.flatMap { try EmailReader(database).email(at: $0) }
        }
    }

    /// Returns a page of messages, newest first.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    ///   - isRead: `true` for read messages, `false` for unread messages, `nil` for both.
    ///   - limit: The maximum number of messages, or `nil` for all.
    ///   - offset: The number of messages to skip, or `nil` to skip no message.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the number of messages returned and skipped.
    public func fetch(
        account: Account? = nil, folder: String? = nil, isRead: Bool? = nil, limit: Int? = nil,
        offset: Int? = nil
    ) async throws -> [Email] {
        try await base.fetch {
            let filter = EmailFilter(account: account, folder: folder, isRead: isRead)
            return try EmailReader($0).emails(at: filter.newest($0, limit: limit, offset: offset))
        }
    }

    /// Observes the first page of messages, newest first.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    ///   - isRead: `true` for read messages, `false` for unread messages, `nil` for both.
    ///   - limit: The maximum number of messages, or `nil` for all.
    /// - Returns: A sequence that yields the page immediately and after each change.
    public func observe(
        account: Account? = nil, folder: String? = nil, isRead: Bool? = nil, limit: Int? = nil
    ) -> AsyncValueObservation<[Email]> {
        base.values(of: Self.tables) {
            let filter = EmailFilter(account: account, folder: folder, isRead: isRead)
            return try EmailReader($0).emails(at: filter.newest($0, limit: limit))
        }
    }

    /// Inserts a message, or updates the message with the same key.
    ///
    /// - Parameter email: The message. After ``trim(account:keepCount:by:)``, a new message is ignored if it
    ///   is older than the newest message that was deleted.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    public func save(_ email: Email) async throws { try await saveAll([email]) }

    /// Inserts or updates messages in one transaction.
    ///
    /// - Parameter emails: The messages. New messages can be ignored because of their age, as in
    ///   ``save(_:)``.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if an account does not
    ///   exist.
    /// - Complexity: O(*n*) in the total size of the messages.
    public func saveAll(_ emails: [Email]) async throws {
        try await base.save { database in
            let writer = try EmailWriter(database)
            try Self.save(emails, with: writer)
            try writer.finish()
        }
    }

    /// Deletes a message.
    ///
    /// - Parameter email: The message, identified by its account and its key.
    /// - Throws: ``DatabaseError/deleteFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the message does
    ///   not exist.
    public func delete(_ email: Email) async throws {
        try await base.delete { database in
            let writer = try EmailWriter(database)
            guard try Self.delete(email, with: writer) else {
                throw DatabaseError.notFound("message \(email.gmailId)")
            }
            try writer.finish()
        }
    }

    /// Deletes all but the newest messages of an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - keepCount: The number of messages to keep. Negative values count as 0.
    /// - Throws: ``DatabaseError/deleteFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does
    ///   not exist.
    public func deleteOldest(account: Account, keepCount: Int) async throws {
        _ = try await trim(account: account, keepCount: keepCount, by: .message)
    }

    /// Deletes all but the newest messages of an account. The date of the newest deleted message is stored,
    /// so that a later synchronization does not add such old messages again.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - keepCount: The number of messages to keep. Negative values count as 0.
    ///   - unit: The unit of deletion: threads or messages. With threads, a thread is kept whole if it
    ///     contains one of the newest messages, so more messages can be kept.
    /// - Returns: The number of deleted messages.
    /// - Throws: ``DatabaseError/deleteFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does
    ///   not exist.
    /// - Complexity: O(*n*) in the number of the account's messages.
    @discardableResult
    public func trim(
        account: Account, keepCount: Int, by unit: MailTrimUnit = .thread
    ) async throws -> Int {
        try await base.delete { database in
            let row = try AccountRepository.row(of: account.id, in: database)
            let rows = try unit.rows(beyond: max(0, keepCount), ofAccount: row, in: database)
            guard let newest = rows.first else { return 0 }
            try EmailWriter.remove(rows, in: database)
            try database.execute(
                sql: "UPDATE account SET prunedBefore = max(ifnull(prunedBefore, ?), ?) WHERE row = ?",
                arguments: [newest + 1, newest + 1, row])
            return rows.count
        }
    }

    /// Returns the number of messages that ``trim(account:keepCount:by:)`` would delete.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - keepCount: The number of messages to keep. Negative values count as 0.
    ///   - unit: The unit of deletion: threads or messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does
    ///   not exist.
    /// - Complexity: O(*n*) in the number of the account's messages.
    public func trimmedCount(account: Account, keepCount: Int, by unit: MailTrimUnit = .thread) async throws
        -> Int
    {
        try await base.fetch { database in
            let row = try AccountRepository.row(of: account.id, in: database)
            return try unit.rows(beyond: max(0, keepCount), ofAccount: row, in: database).count
        }
    }

    /// Returns the number of messages. The number is read from stored counts.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func count(account: Account? = nil, folder: String? = nil) async throws -> Int {
        try await count("messages", account, folder)
    }

    /// Returns the number of unread messages. The number is read from stored counts.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func unreadCount(account: Account? = nil, folder: String? = nil) async throws -> Int {
        try await count("unread", account, folder)
    }

    /// Observes the number of unread messages.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    /// - Returns: A sequence that yields the number immediately and after each change.
    public func observeUnreadCount(account: Account? = nil, folder: String? = nil) -> AsyncValueObservation<
        Int
    > {
        let (sql, arguments) = Self.counting("unread", account, folder)
        return base.values(of: ["account", "label"]) {
            try Int.fetchOne($0, sql: sql, arguments: arguments) ?? 0
        }
    }

    private func count(_ column: String, _ account: Account?, _ folder: String?) async throws -> Int {
        let (sql, arguments) = Self.counting(column, account, folder)
        return try await base.count(sql, arguments)
    }

    /// Returns an SQL query for the stored counts, which reads one row for each account or label.
    private static func counting(
        _ column: String, _ account: Account?, _ folder: String?
    ) -> (String, StatementArguments) {
        let id = account?.id.uuidString
        guard let folder else {
            return ("SELECT sum(\(column)) FROM account WHERE ?1 IS NULL OR id = ?1", [id])
        }
        return (
            """
            SELECT sum(l.\(column)) FROM label l JOIN account a ON a.row = l.account
            WHERE l.gmailId = ?2 AND (?1 IS NULL OR a.id = ?1)
            """, [id, folder]
        )
    }
}

extension EmailRepository {
    static func save(_ emails: [Email], with writer: EmailWriter) throws {
        var accounts: [UUID: (row: Int64, prunedBefore: Int64)] = [:]
        for email in emails {
            let account = try accounts[email.accountId] ?? account(of: email, in: writer.database)
            accounts[email.accountId] = account
            // Do not add a message that is older than the date limit of the last trim.
            let isOld = EmailKey.first(of: email.date) < account.prunedBefore
            if isOld, try writer.row(of: email.gmailId, account: account.row) == nil { continue }
            var email = email
            email.labelIds = Set(email.labelIds).sorted()
            try writer.save(email, account: account.row)
        }
    }

    private static func account(
        of email: Email, in database: Database
    ) throws -> (row: Int64, prunedBefore: Int64) {
        let row = try AccountRepository.row(of: email.accountId, in: database)
        let mark = try Int64.fetchOne(
            database, sql: "SELECT prunedBefore FROM account WHERE row = ?", arguments: [row])
        return (row, mark ?? .min)
    }

    /// - Returns: `false` if the message does not exist.
    static func delete(_ email: Email, with writer: EmailWriter) throws -> Bool {
        let account = try AccountRepository.row(of: email.accountId, in: writer.database)
        guard let row = try writer.row(of: email.gmailId, account: account) else { return false }
        try writer.remove(row: row)
        return true
    }
}
