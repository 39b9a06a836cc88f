import FoundationEssentials
import GRDB
public import IlkStore

extension EmailRepository {
    /// A page of messages, newest first, with the cursor for the next page. The cursor of the last page is
    /// `nil`.
    public typealias Page = RecordPage<Email, EmailCursor>

    /// Returns a page with the first messages of a list.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of messages.
    ///   - rows: A function that returns the first rows of the list. Its argument is the maximum number of
    ///     rows.
    private static func page(
        limit: Int, in database: Database, _ rows: (Int) throws -> [Int64]
    ) throws -> Page {
        let limit = max(0, limit)
        // Read one more row to find out whether there is a next page.
        let found = try rows(limit == .max ? limit : limit + 1)
        let page = Array(found.prefix(limit))
        return Page(
            try EmailReader(database).emails(at: page),
            end: found.count > limit ? page.last.map(EmailCursor.init) : nil)
    }

    /// Returns a page of the messages that match a query, newest first.
    ///
    /// A word of the query matches a whole word in subject, text, sender or recipients, ignoring case and
    /// diacritics. A word that ends in `*` matches all words that begin with it.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - account: The account to search, or `nil` for all accounts.
    ///   - limit: The maximum number of messages.
    ///   - before: The cursor of the previous page, or `nil` for the first page.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    /// - Complexity: O(*n*) in the number of messages that match the words of the query. For a query without
    ///   words, O(*m*) in the number of messages read up to the last result.
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

    /// Returns the messages with a short id (``Email/shortID``).
    ///
    /// - Parameters:
    ///   - shortID: The short id: eight hexadecimal digits, ignoring case.
    ///   - account: The account of the messages, or `nil` for all accounts.
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
    /// ``fetch(account:folder:isRead:limit:offset:)``, this method does not read the previous pages.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    ///   - isRead: `true` for read messages, `false` for unread messages, `nil` for both.
    ///   - limit: The maximum number of messages.
    ///   - before: The cursor of the previous page, or `nil` for the first page.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the limit plus the number of messages that are read but do not match.
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
