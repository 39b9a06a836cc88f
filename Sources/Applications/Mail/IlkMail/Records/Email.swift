public import FoundationEssentials

/// One message.
public struct Email: Codable, Sendable, Hashable {
    /// The key within the account: Gmail's, or for an imported message its Message-ID or the digest of its bytes.
    public var gmailId: String
    /// The account.
    public var accountId: UUID
    /// The thread; empty when it is to be found by ``references``.
    public var threadId: String
    /// The Message-ID without angle brackets; nil when it has none.
    public var messageId: String?
    /// The Message-IDs that it answers, the oldest first.
    public var references: [String]
    /// The subject, decoded, on one line.
    public var subject: String
    /// Whose address it is from; empty when unknown.
    public var fromAddress: String
    /// Whose name it is from; nil when none was given.
    public var fromName: String?
    /// Whom it is to.
    public var toAddresses: [MailAddress]
    /// Who has a copy.
    public var ccAddresses: [MailAddress]
    /// When it was written, in whole seconds.
    public var date: Date
    /// The beginning of its text, on one line.
    public var snippet: String
    /// Its text; nil when it was not fetched.
    public var bodyText: String?
    /// Whether it was read.
    public var isRead: Bool
    /// Whether somebody put a star to it.
    public var isStarred: Bool
    /// The keys of its labels, in ascending order.
    public var labelIds: [String]
    /// Its size in bytes, as it came.
    public var size: Int
    /// Gmail's mark of its last change; nil elsewhere.
    public var historyId: String?
    /// What is attached.
    public var attachments: [Attachment]

    /// A message of these parts.
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
    /// Who wrote it.
    public var from: MailAddress { MailAddress(name: fromName ?? "", address: fromAddress) }

    /// The text that the pipeline reads: the subject, and the text beneath it.
    public var classifiedText: String {
        let body = bodyText ?? snippet
        if subject.isEmpty { return body }
        return body.isEmpty ? subject : subject + "\n\n" + body
    }
}
