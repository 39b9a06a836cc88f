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

    /// A thread of these parts.
    public init(
        threadId: String, accountId: UUID, subject: String, snippet: String, from: MailAddress,
        lastMessageDate: Date, messageCount: Int, unreadCount: Int
    ) {
        self.threadId = threadId
        self.accountId = accountId
        self.subject = subject
        self.snippet = snippet
        self.from = from
        self.lastMessageDate = lastMessageDate
        self.messageCount = messageCount
        self.unreadCount = unreadCount
    }
}
