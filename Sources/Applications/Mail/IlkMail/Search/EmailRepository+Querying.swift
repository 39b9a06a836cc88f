import FoundationEssentials
import GRDB
public import IlkStore

extension EmailRepository {
    /// A page of messages, newest first, with the cursor of the next page, or `nil` after the last page.
    public typealias Page = RecordPage<Email, EmailCursor>

    /// Returns a page of the first rows of a list.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of messages.
    ///   - rows: Returns the first rows, up to a number.
    private static func page(
        limit: Int, in database: Database, _ rows: (Int) throws -> [Int64]
    ) throws -> Page {
        let limit = max(0, limit)
        // One more row shows that a next page exists.
        let found = try rows(limit == .max ? limit : limit + 1)
        let page = Array(found.prefix(limit))
        return Page(
            try EmailReader(database).emails(at: page),
            end: found.count > limit ? page.last.map(EmailCursor.init) : nil)
    }

    /// Returns a page of the messages that match a query, newest first.
    ///
    /// The word index finds whole words in subject, text, sender and recipients, ignoring case and
    /// diacritics.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - account: The account to search, or `nil` for all.
    ///   - limit: The maximum number of messages.
    ///   - before: The end of the previous page, or `nil` for the first page.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    /// - Complexity: O(*n*) in the number of messages that match the words of the query. If it has no words,
    ///   O(*m*) in the number of messages read up to the last result.
    public func search(
        _ query: MailQuery, account: Account? = nil, limit: Int, before: EmailCursor? = nil
    ) async throws -> Page {
        try await base.fetch { database in
            let row = try account.map { try AccountRepository.row(of: $0.id, in: database) }
            let (sql, arguments) = MailQuerySQL(query.query).statement(account: row, before: before?.row)
            return try Self.page(limit: limit, in: database) {
                try Int64.fetchAll(database, sql: sql, arguments: arguments + [$0])
            }
        }
    }

    /// Returns the messages whose id is shortened to given digits (``Email/shortID``).
    ///
    /// - Parameters:
    ///   - shortID: Eight hexadecimal digits in any case.
    ///   - account: The account of the messages, or `nil` for all.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the number of messages.
    public func fetch(shortID: String, account: Account? = nil) async throws -> [Email] {
        let wanted = shortID.uppercased()
        return try await base.fetch { database in
            let ids = try RawStatement("SELECT row, gmailId FROM email", on: database)
            defer { ids.reset() }
            var rows: [Int64] = []
            while try ids.step() {
                if Email.shortID(of: try ids.text(1) ?? "") == wanted { rows.append(ids.integer(0)) }
            }
            return try EmailReader(database).emails(at: rows).filter {
                account == nil || $0.accountId == account?.id
            }
        }
    }

    /// Returns a page of messages after a cursor, newest first. Unlike
    /// ``fetch(account:folder:isRead:limit:offset:)``, it does not read the previous pages.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all.
    ///   - folder: The key of the label, or `nil` for all messages.
    ///   - isRead: `true` for read messages, `false` for unread messages, `nil` for both.
    ///   - limit: The maximum number of messages.
    ///   - before: The end of the previous page, or `nil` for the first page.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the limit and the number of messages that are passed over.
    public func page(
        account: Account? = nil, folder: String? = nil, isRead: Bool? = nil, limit: Int,
        before: EmailCursor? = nil
    ) async throws -> Page {
        try await base.fetch { database in
            let filter = EmailFilter(account: account, folder: folder, isRead: isRead)
            return try Self.page(limit: limit, in: database) {
                try filter.newest(database, before: before, limit: $0)
            }
        }
    }
}
