public import FoundationEssentials
import IlkVocabulary

/// A mail message.
public struct Email: Codable, Sendable, Hashable {
    /// The key within the account: Gmail's id or, for an imported message, its Message-ID or the digest of
    /// its bytes.
    public var gmailId: String
    /// The key of the account.
    public var accountId: UUID
    /// The key of the thread. If empty, saving a new message derives it from ``messageId`` and
    /// ``references``.
    public var threadId: String
    /// The Message-ID without angle brackets, or `nil` if there is none.
    public var messageId: String?
    /// The Message-IDs of the messages that this one replies to, oldest first.
    public var references: [String]
    /// The decoded subject on one line.
    public var subject: String
    /// The sender's address, or an empty string if it is unknown.
    public var fromAddress: String
    /// The sender's name, or `nil` if the header has none.
    public var fromName: String?
    /// The recipients in `To`.
    public var toAddresses: [MailAddress]
    /// The recipients in `Cc`.
    public var ccAddresses: [MailAddress]
    /// The message's date, in whole seconds.
    public var date: Date
    /// The beginning of the text on one line.
    public var snippet: String
    /// The text, or `nil` if it was not fetched.
    public var bodyText: String?
    /// `true` if the message was read.
    public var isRead: Bool
    /// `true` if the message is starred.
    public var isStarred: Bool
    /// The keys of the message's labels, in ascending order.
    public var labelIds: [String]
    /// The size of the original message in bytes.
    public var size: Int
    /// Gmail's history id of the last change, or `nil` for other mail.
    public var historyId: String?
    /// The attachments, in the order of the message.
    public var attachments: [Attachment]

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - gmailId: The key within the account.
    ///   - accountId: The key of the account.
    ///   - threadId: The key of the thread. If empty, saving a new message derives it from the ids.
    ///   - messageId: The Message-ID without angle brackets.
    ///   - references: The Message-IDs of the messages that this one replies to, oldest first.
    ///   - subject: The decoded subject on one line.
    ///   - fromAddress: The sender's address.
    ///   - fromName: The sender's name.
    ///   - toAddresses: The recipients in `To`.
    ///   - ccAddresses: The recipients in `Cc`.
    ///   - date: The message's date, in whole seconds.
    ///   - snippet: The beginning of the text on one line.
    ///   - bodyText: The text, or `nil` if it was not fetched.
    ///   - isRead: `true` if the message was read.
    ///   - isStarred: `true` if the message is starred.
    ///   - labelIds: The keys of the labels.
    ///   - size: The size of the original message in bytes.
    ///   - historyId: Gmail's history id of the last change.
    ///   - attachments: The attachments, in the order of the message.
    public init(
        gmailId: String, accountId: UUID, threadId: String = "", messageId: String? = nil,
        references: [String] = [], subject: String = "", fromAddress: String = "", fromName: String? = nil,
        toAddresses: [MailAddress] = [], ccAddresses: [MailAddress] = [], date: Date, snippet: String = "",
        bodyText: String? = nil, isRead: Bool = false, isStarred: Bool = false, labelIds: [String] = [],
        size: Int = 0, historyId: String? = nil, attachments: [Attachment] = []
    ) {
        self.gmailId = gmailId
        self.accountId = accountId
        self.threadId = threadId
        self.messageId = messageId
        self.references = references
        self.subject = subject
        self.fromAddress = fromAddress
        self.fromName = fromName
        self.toAddresses = toAddresses
        self.ccAddresses = ccAddresses
        self.date = date
        self.snippet = snippet
        self.bodyText = bodyText
        self.isRead = isRead
        self.isStarred = isStarred
        self.labelIds = labelIds
        self.size = size
        self.historyId = historyId
        self.attachments = attachments
    }
}

extension Email {
    /// The id shortened to eight hexadecimal digits for people. It is the end of the digest of the message's
    /// bytes, or of the SHA-256 digest of its Message-ID or Gmail id.
    public var shortID: String { Self.shortID(of: gmailId) }

    static func shortID(of gmailId: String) -> String {
        let digest = gmailId.hasPrefix("sha256:") ? gmailId : ContentDigest(of: gmailId).description
        return String(digest.suffix(8)).uppercased()
    }

    /// The sender.
    public var from: MailAddress { MailAddress(name: fromName ?? "", address: fromAddress) }

    /// The text to classify: the subject, an empty line, and the text or, if that was not fetched, the
    /// snippet.
    public var classifiedText: String {
        let body = bodyText ?? snippet
        if subject.isEmpty { return body }
        return body.isEmpty ? subject : subject + "\n\n" + body
    }
}
