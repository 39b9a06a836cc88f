public import FoundationEssentials
import IlkVocabulary

/// A mail message.
public struct Email: Codable, Sendable, Hashable {
    /// The key of the message within the account. For a message from Gmail, this is Gmail's id. For an
    /// imported message, it is the Message-ID or, if there is none, the digest of the bytes.
    public var gmailId: String
    /// The key of the account.
    public var accountId: UUID
    /// The key of the thread. If the key of a new message is empty, it is derived from ``messageId`` and
    /// ``references`` when the message is saved.
    public var threadId: String
    /// The Message-ID without angle brackets, or `nil` if there is none.
    public var messageId: String?
    /// The Message-IDs of the messages that this message replies to, oldest first.
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
    ///   - gmailId: The key of the message within the account.
    ///   - accountId: The key of the account.
    ///   - threadId: The key of the thread. If the key of a new message is empty, it is derived from the ids
    ///     when the message is saved.
    ///   - messageId: The Message-ID without angle brackets.
    ///   - references: The Message-IDs of the messages that this message replies to, oldest first.
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
    /// A short id of eight hexadecimal digits, for people: the end of the digest of the message's bytes, or
    /// of the SHA-256 digest of its Message-ID or Gmail id.
    public var shortID: String { Self.shortID(of: gmailId) }

    static func shortID(of gmailId: String) -> String {
        let digest = gmailId.hasPrefix("sha256:") ? gmailId : ContentDigest(of: gmailId).description
        return String(digest.suffix(8)).uppercased()
    }

    /// The sender.
    public var from: MailAddress { MailAddress(name: fromName ?? "", address: fromAddress) }

    /// The text to classify: the subject, an empty line and the text. If the text was not fetched, the
    /// snippet is used.
    public var classifiedText: String {
        let body = bodyText ?? snippet
        if subject.isEmpty { return body }
        return body.isEmpty ? subject : subject + "\n\n" + body
    }
}
