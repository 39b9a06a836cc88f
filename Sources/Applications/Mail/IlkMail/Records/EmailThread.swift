public import FoundationEssentials

/// Messages that answer one another. Its counts are kept by the database.
public struct EmailThread: Codable, Sendable, Hashable {
    /// The key within the account.
    public var threadId: String
    /// The account.
    public var accountId: UUID
    /// The subject of its newest message.
    public var subject: String
    /// The beginning of its newest message.
    public var snippet: String
    /// Who wrote its newest message.
    public var from: MailAddress
    /// The date of its newest message.
    public var lastMessageDate: Date
    /// How many messages it has.
    public var messageCount: Int
    /// How many of them are unread.
    public var unreadCount: Int
}
