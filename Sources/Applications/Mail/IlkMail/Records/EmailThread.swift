public import FoundationEssentials
package import IlkVocabulary

/// A thread: messages that reply to one another.
public struct EmailThread: Codable, Sendable, Hashable {
    /// The key of the thread within the account.
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
    /// The number of messages in the thread.
    public var messageCount: Int
    /// The number of unread messages in the thread.
    public var unreadCount: Int
}

extension EmailThread {
    /// The thread as a JSON object.
    package var fields: JSONObject {
        [
            "schema": "ilk.mail.thread/1", "thread": threadId, "subject": subject, "snippet": snippet,
            "from": from, "date": lastMessageDate.formatted(.iso8601), "messages": messageCount,
            "unread": unreadCount,
        ]
    }
}
