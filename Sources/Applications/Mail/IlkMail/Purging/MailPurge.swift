public import Foundation
public import IlkStore

/// What goes from a mail store: the messages for which all of this holds.
public struct MailPurge: PurgeCriteria {
    /// A purge of all messages.
    public static let everything = MailPurge(now: Date(timeIntervalSince1970: 0))

    /// Only of this account; nil for all.
    public var account: UUID?
    /// Only what this query finds, with days in UTC; nil for all.
    public var query: String?
    /// What `7d` in the query is counted from.
    public var now: Date

    /// A purge of these parts. Without any, everything goes, with accounts, labels and marks of synchronisation.
    public init(account: UUID? = nil, query: String? = nil, now: Date = Date()) {
        self.account = account
        self.query = query
        self.now = now
    }

    /// The query as a value; nil when there is none.
    ///
    /// - Throws: `SearchProblem`.
    func asked() throws -> MailQuery? {
        try query.map { try MailQuery($0, calendar: SearchCalendar(timeZone: .gmt, now: now)) }
    }
}
