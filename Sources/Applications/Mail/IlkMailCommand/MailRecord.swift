import FoundationEssentials
import IlkMail

/// A message as programs read it: all that the store has of it.
struct MailRecord: Encodable {
    var schema = "ilk.mail/1"
    var id: String
    var account: String
    var thread: String
    var messageID: String?
    var references: [String]
    /// ISO 8601, UTC.
    var date: String
    var from: MailAddress
    var to: [MailAddress]
    var cc: [MailAddress]
    var subject: String
    var snippet: String
    /// The text; nil in lists.
    var body: String?
    var isRead: Bool
    var isStarred: Bool
    var labels: [String]
    var size: Int
    var attachments: [Attachment]
    /// What had to be done to the message when it was read; nil when nothing had.
    var repairs: String?
    var verdicts: [StoredMessage.Judgement]?

    /// The record of a message of a list.
    init(_ email: Email, account: String, withBody: Bool = false) {
        id = email.gmailId
        self.account = account
        thread = email.threadId
        messageID = email.messageId
        references = email.references
        date = email.date.formatted(.iso8601)
        from = email.from
        to = email.toAddresses
        cc = email.ccAddresses
        subject = email.subject
        snippet = email.snippet
        body = withBody ? email.bodyText : nil
        isRead = email.isRead
        isStarred = email.isStarred
        labels = email.labelIds
        size = email.size
        attachments = email.attachments
    }

    /// The record of a message with all that belongs to it.
    init(_ message: StoredMessage, account: String) {
        self.init(message.email, account: account, withBody: true)
        if !message.flags.isEmpty { repairs = message.flags.description }
        if !message.judgements.isEmpty { verdicts = message.judgements }
    }
}
