public import FoundationEssentials

/// A conversation: messages that reply to one another. The database maintains the counts.
public struct EmailThread: Codable, Sendable, Hashable {
    /// The key within the account.
    public var threadId: String
    /// The key of the account.
    public var accountId: UUID
    /// The subject of the newest message.
    public var subject: String
    /// The snippet of the newest message.
    public var snippet: String
    /// The sender of the newest message.
    public var from: MailAddress
    /// The date of the newest message.
    public var lastMessageDate: Date
    /// The number of messages.
    public var messageCount: Int
    /// The number of unread messages.
    public var unreadCount: Int
}
