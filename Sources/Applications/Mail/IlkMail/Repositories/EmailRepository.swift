import FoundationEssentials
public import GRDB
import IlkStore

/// The messages of a mail store.
public struct EmailRepository: EmailRepositoryProtocol {
    let base: BaseRepository<Email>

    /// What messages are read from.
    static let tables = ["email", "emailLabel"]

    /// The message of a key, of whichever account has it; nil when there is none.
    public func fetch(byGmailId gmailId: String) async throws -> Email? {
        try await base.fetch { database in
            let row = try Int64.fetchOne(
                database, sql: "SELECT row FROM email WHERE gmailId = ? ORDER BY account LIMIT 1",
                arguments: [gmailId])
            return try row.flatMap { try EmailReader(database).email(at: $0) }
        }
    }

    /// A page of messages for which all holds that is asked for, newest first. Costs what it holds, and what it passes over.
    public func fetch(
        account: Account? = nil, folder: String? = nil, isRead: Bool? = nil, limit: Int? = nil,
        offset: Int? = nil
    ) async throws -> [Email] {
        try await base.fetch {
            let filter = EmailFilter(account: account, folder: folder, isRead: isRead)
            return try EmailReader($0).emails(at: filter.newest($0, limit: limit, offset: offset))
        }
    }

    /// The same page, now and after each change.
    public func observe(
        account: Account? = nil, folder: String? = nil, isRead: Bool? = nil, limit: Int? = nil
    ) -> AsyncValueObservation<[Email]> {
        base.values(of: Self.tables) {
            let filter = EmailFilter(account: account, folder: folder, isRead: isRead)
            return try EmailReader($0).emails(at: filter.newest($0, limit: limit))
        }
    }

    /// Saves a message: a new one, or over the one of the same key.
    public func save(_ email: Email) async throws { try await saveAll([email]) }

    /// Saves messages, all or none.
    public func saveAll(_ emails: [Email]) async throws {
        try await base.save { database in
            let writer = try EmailWriter(database)
            try Self.save(emails, with: writer)
            try writer.finish()
        }
    }

    /// Deletes a message.
    public func delete(_ email: Email) async throws {
        try await base.delete { database in
            let writer = try EmailWriter(database)
            guard try Self.delete(email, with: writer) else {
                throw DatabaseError.notFound("message \(email.gmailId.utf8.count) bytes of key")
            }
            try writer.finish()
        }
    }

    /// Deletes all but the newest messages of an account.
    public func deleteOldest(account: Account, keepCount: Int) async throws {
        _ = try await trim(account: account, keepCount: keepCount)
    }

    /// Deletes all but the newest messages of an account, and remembers up to where: a synchronisation that brings older
    /// ones again does not bring them back.
    ///
    /// - Returns: How many were deleted.
    /// - Throws: ``DatabaseError/deleteFailed(_:)``.
    @discardableResult
    public func trim(account: Account, keepCount: Int) async throws -> Int {
        try await base.delete { database in
            let row = try AccountRepository.row(of: account.id, in: database)
            let rows = try Int64.fetchAll(
                database, sql: "SELECT row FROM email WHERE account = ? ORDER BY row DESC LIMIT -1 OFFSET ?",
                arguments: [row, max(0, keepCount)])
            guard let newest = rows.first else { return 0 }
            try EmailWriter.remove(rows, in: database)
            try database.execute(
                sql: "UPDATE account SET prunedBefore = max(ifnull(prunedBefore, ?), ?) WHERE row = ?",
                arguments: [newest + 1, newest + 1, row])
            return rows.count
        }
    }

    /// How many messages there are, by the kept counts.
    public func count(account: Account? = nil, folder: String? = nil) async throws -> Int {
        try await count("messages", account, folder)
    }

    /// How many unread messages there are, by the kept counts.
    public func unreadCount(account: Account? = nil, folder: String? = nil) async throws -> Int {
        try await count("unread", account, folder)
    }

    /// How many unread messages there are, now and after each change.
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

    /// Of the kept counts: a few rows, however many messages there are.
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
            // What was trimmed stays away: it is older than all that was kept.
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

    /// - Returns: Whether it was there.
    static func delete(_ email: Email, with writer: EmailWriter) throws -> Bool {
        let account = try AccountRepository.row(of: email.accountId, in: writer.database)
        guard let row = try writer.row(of: email.gmailId, account: account) else { return false }
        try writer.remove(row: row)
        return true
    }
}
