import FoundationEssentials
import GRDB
public import IlkStore

extension EmailRepository {
    /// A page of messages, newest first, and where the next one begins; `nil` when this one was not full.
    public typealias Page = RecordPage<Email, EmailCursor>

    private static func page(_ rows: [Int64], limit: Int, in database: Database) throws -> Page {
        Page(
            try EmailReader(database).emails(at: rows),
            end: rows.count == limit ? rows.last.map(EmailCursor.init) : nil)
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
            return try Self.page(rows, limit: limit, in: database)
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
            let filter = EmailFilter(account: account, folder: folder, isRead: isRead)
            return try Self.page(
                filter.newest(database, before: before, limit: limit), limit: limit, in: database)
        }
    }
}
