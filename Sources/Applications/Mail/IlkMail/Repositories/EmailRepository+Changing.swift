import FoundationEssentials
import GRDB
import IlkStore

extension EmailRepository {
    /// Changes the flags or labels of messages in one transaction.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - emails: The messages, identified by their accounts and keys.
    /// - Returns: The number of changed messages.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if a message or its
    ///   account does not exist.
    /// - Complexity: O(*n*) in the number of messages.
    @discardableResult
    public func apply(_ change: MailChange, to emails: [Email]) async throws -> Int {
        try await base.save { database in
            let writer = try EmailWriter(database)
            return try emails.count {
                let account = try AccountRepository.row(of: $0.accountId, in: database)
                guard let row = try writer.row(of: $0.gmailId, account: account) else {
                    throw DatabaseError.notFound("message \($0.gmailId)")
                }
                return try writer.apply(change, at: row, account: account)
            }
        }
    }

    /// Changes the flags or labels of all messages that match a query, in one transaction.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - query: The mail query.
    ///   - account: The account of the messages, or `nil` for all accounts.
    /// - Returns: The number of changed messages.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    /// - Complexity: O(*n*) in the number of messages that match.
    @discardableResult
    public func apply(
        _ change: MailChange, toMatchesOf query: MailQuery, account: Account? = nil
    ) async throws -> Int {
        try await base.save { database in
            let chosen = try account.map { try AccountRepository.row(of: $0.id, in: database) }
            let (sql, arguments) = MailQuerySQL(query.query).statement(account: chosen, before: nil)
            let rows = try Int64.fetchAll(database, sql: sql, arguments: arguments + [-1])
            let writer = try EmailWriter(database)
            return try rows.count { row in
                let account = try Int64.fetchOne(
                    database, sql: "SELECT account FROM email WHERE row = ?", arguments: [row])
                return try account.map { try writer.apply(change, at: row, account: $0) } ?? false
            }
        }
    }
}
