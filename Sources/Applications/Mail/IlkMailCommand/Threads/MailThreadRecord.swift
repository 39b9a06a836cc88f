import FoundationEssentials
import IlkMail

/// A thread as programs read it.
struct MailThreadRecord: Encodable {
    var schema = "ilk.mail.thread/1"
    var thread: String
    var subject: String
    var snippet: String
    var from: MailAddress
    /// ISO 8601, UTC.
    var date: String
    var messages: Int
    var unread: Int

    /// The record of a thread.
    init(_ thread: EmailThread) {
        self.thread = thread.threadId
        subject = thread.subject
        snippet = thread.snippet
        from = thread.from
        date = thread.lastMessageDate.formatted(.iso8601)
        messages = thread.messageCount
        unread = thread.unreadCount
    }
}
