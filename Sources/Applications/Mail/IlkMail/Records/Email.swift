public import FoundationEssentials
import IlkVocabulary

/// A mail message.
public struct Email: Codable, Sendable, Hashable {
    /// The key of the message within the account. The key of a message from Gmail is Gmail's id. The key of
    /// an imported message is its Message-ID or, without a Message-ID, the digest of its bytes.
    public var gmailId: String
    /// The key of the account to which the message belongs.
    public var accountId: UUID
    /// The key of the thread to which the message belongs. If the key is empty, a new message is assigned to
    /// a thread by ``messageId`` and ``references`` when the message is saved.
    public var threadId: String
    /// The Message-ID without angle brackets, or `nil` if the message has no Message-ID.
    public var messageId: String?
    /// The Message-IDs of the messages that this message replies to, oldest first.
    public var references: [String]
    /// The decoded subject, as one line.
    public var subject: String
    /// The address of the sender. Empty if the address is unknown.
    public var fromAddress: String
    /// The name of the sender, or `nil` if the header contains no name.
    public var fromName: String?
    /// The recipients in `To`.
    public var toAddresses: [MailAddress]
    /// The recipients in `Cc`.
    public var ccAddresses: [MailAddress]
    /// The date of the message, in whole seconds.
    public var date: Date
    /// The beginning of the text, as one line.
    public var snippet: String
    /// The text of the message, or `nil` if the text was not fetched.
    public var bodyText: String?
    /// `true` if the message was read.
    public var isRead: Bool
    /// `true` if the message is starred.
    public var isStarred: Bool
    /// The keys of the labels of the message, in ascending order.
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
    ///   - threadId: The key of the thread. If the key is empty, a new message is assigned to a thread when
    ///     the message is saved.
    ///   - messageId: The Message-ID without angle brackets.
    ///   - references: The Message-IDs of the messages that this message replies to, oldest first.
    ///   - subject: The decoded subject on one line.
    ///   - fromAddress: The sender's address.
    ///   - fromName: The sender's name.
    ///   - toAddresses: The recipients in `To`.
    ///   - ccAddresses: The recipients in `Cc`.
    ///   - date: The message's date, in whole seconds.
    ///   - snippet: The beginning of the text on one line.
    ///   - bodyText: The text of the message, or `nil` if the text was not fetched.
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
    /// A short id for people: the last eight hexadecimal digits of a SHA-256 digest. If ``gmailId`` is the
    /// digest of the message's bytes, this digest is used; otherwise, the digest of ``gmailId``.
    public var shortID: String { Self.shortID(of: gmailId) }

    static func shortID(of gmailId: String) -> String {
        let digest = gmailId.hasPrefix("sha256:") ? gmailId : ContentDigest(of: gmailId).description
        return String(digest.suffix(8)).uppercased()
    }

    /// The sender.
    public var from: MailAddress { MailAddress(name: fromName ?? "", address: fromAddress) }

    /// The text to classify: the subject, an empty line and the text. If the text was not fetched, the
    /// snippet replaces the text.
    public var classifiedText: String {
        let body = bodyText ?? snippet
        if subject.isEmpty { return body }
        return body.isEmpty ? subject : subject + "\n\n" + body
    }
}
