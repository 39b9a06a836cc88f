public import FoundationEssentials

/// A folder or a tag of an account.
public struct Label: Codable, Sendable, Hashable {
    /// Who made it.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The mail system: `INBOX`, `SENT`, `TRASH` and the others.
        case system
        /// Its user.
        case user
    }

    /// The key within the account, as `INBOX` or `Label_7`.
    public var gmailId: String
    /// The account.
    public var accountId: UUID
    /// What people call it.
    public var name: String
    /// Who made it.
    public var type: Kind
    /// How many messages have it: kept by the database, not saved.
    public var messagesTotal: Int
    /// How many of them are unread: kept by the database, not saved.
    public var messagesUnread: Int

    /// A label of these parts.
    public init(
        gmailId: String, accountId: UUID, name: String, type: Kind = .user, messagesTotal: Int = 0,
        messagesUnread: Int = 0
    ) {
        self.gmailId = gmailId
        self.accountId = accountId
        self.name = name
        self.type = type
        self.messagesTotal = messagesTotal
        self.messagesUnread = messagesUnread
    }

    /// The labels that mail systems have.
    public static let systemNames: Set<String> = [
        "INBOX", "SENT", "DRAFT", "SPAM", "TRASH", "UNREAD", "STARRED", "IMPORTANT", "CHAT",
        "CATEGORY_PERSONAL", "CATEGORY_SOCIAL", "CATEGORY_PROMOTIONS", "CATEGORY_UPDATES", "CATEGORY_FORUMS",
    ]
}
