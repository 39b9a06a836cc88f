import FoundationEssentials
import GRDB
import IlkStore

extension EmailRepository {
    /// A page of messages, and where the next one begins.
    public struct Page: Sendable {
        /// The messages, newest first.
        public var emails: [Email]
        /// Where the next page begins; nil when this one was not full.
        public var next: EmailCursor?

        /// A page of these parts.
        public init(emails: [Email], next: EmailCursor?) {
            self.emails = emails
            self.next = next
        }
    }

    /// A page of the messages that a query asks for, newest first.
    ///
    /// Words are looked for by the index of words: whole words, whatever their case and accents, in subject, text, sender
    /// and recipients.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func search(
        _ query: MailQuery, account: Account? = nil, limit: Int, before: EmailCursor? = nil
    ) async throws -> Page {
        try await base.fetch { database in
            let row = try account.map { try AccountRepository.row(of: $0.id, in: database) }
            let (sql, arguments) = MailQuerySQL(query.query).statement(account: row, before: before?.row)
            let rows = try Int64.fetchAll(database, sql: sql, arguments: arguments + [max(0, limit)])
            return Page(
                emails: try EmailReader(database).emails(at: rows),
                next: rows.count == limit ? rows.last.map(EmailCursor.init) : nil)
        }
    }

    /// A page of messages behind a cursor: as ``fetch(account:folder:isRead:limit:offset:)``, at the same cost however deep
    /// it lies.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func page(
        account: Account? = nil, folder: String? = nil, isRead: Bool? = nil, limit: Int,
        before: EmailCursor? = nil
    ) async throws -> Page {
        try await base.fetch { database in
            let (sql, arguments) = try EmailFilter(account: account, folder: folder, isRead: isRead).rows(
                database)
            let key = folder == nil ? "row" : "email"
            let bounded = before == nil ? sql : "SELECT * FROM (\(sql)) WHERE \(key) < ? ORDER BY \(key)"
            let rows = try Int64.fetchAll(
                database, sql: bounded + " DESC LIMIT ?",
                arguments: arguments + (before.map { [$0.row] } ?? []) + [max(0, limit)])
            return Page(
                emails: try EmailReader(database).emails(at: rows),
                next: rows.count == limit ? rows.last.map(EmailCursor.init) : nil)
        }
    }
}
