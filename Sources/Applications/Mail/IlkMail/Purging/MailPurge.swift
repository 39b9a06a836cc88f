public import Foundation
public import IlkStore

/// The selection of the messages that a purge erases. A message is erased if it meets all criteria.
public struct MailPurge: PurgeCriteria {
    /// A purge of all messages.
    public static let everything = MailPurge(now: Date(timeIntervalSince1970: 0))

    /// The key of the account whose messages are erased, or `nil` for all accounts.
    public var account: UUID?
    /// The mail query that selects the messages to erase, or `nil` for all messages. Dates in the query are
    /// in UTC.
    public var query: String?
    /// The time to which relative dates in the query, such as `7d`, refer.
    public var now: Date

    /// Creates a purge. A purge without an account and without a query erases everything, including accounts,
    /// labels and synchronization states.
    ///
    /// - Parameters:
    ///   - account: The key of the account whose messages are erased, or `nil` for all accounts.
    ///   - query: The mail query that selects the messages to erase, with dates in UTC; `nil` for all
    ///     messages.
    ///   - now: The time to which relative dates in the query refer.
    public init(account: UUID? = nil, query: String? = nil, now: Date = Date()) {
        self.account = account
        self.query = query
        self.now = now
    }

    func parsedQuery() throws -> MailQuery? {
        try query.map { try MailQuery($0, calendar: SearchCalendar(timeZone: .gmt, now: now)) }
    }
}
