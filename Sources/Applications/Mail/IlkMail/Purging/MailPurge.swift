public import Foundation
public import IlkStore

/// The criteria of a purge. A message is deleted if it meets all criteria.
public struct MailPurge: PurgeCriteria {
    /// A purge of all messages.
    public static let everything = MailPurge(now: Date(timeIntervalSince1970: 0))

    /// The account, or `nil` for all.
    public var account: UUID?
    /// A mail query, with dates in UTC; `nil` for all messages.
    public var query: String?
    /// The time to which relative dates of the query such as `7d` refer.
    public var now: Date

    /// Creates a purge. Without account and query it deletes everything, including accounts, labels and
    /// synchronization states.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all.
    ///   - query: A mail query, with dates in UTC; `nil` for all messages.
    ///   - now: The time to which relative dates of the query refer.
    public init(account: UUID? = nil, query: String? = nil, now: Date = Date()) {
        self.account = account
        self.query = query
        self.now = now
    }

    func parsedQuery() throws -> MailQuery? {
        try query.map { try MailQuery($0, calendar: SearchCalendar(timeZone: .gmt, now: now)) }
    }
}
