public import FoundationEssentials
package import IlkVocabulary

/// A mail label: a folder or a tag of an account.
public struct Label: Codable, Sendable, Hashable {
    /// The origin of a mail label.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Defined by the mail system, for example `INBOX`, `SENT` or `TRASH`.
        case system
        /// Created by the user.
        case user
    }

    /// The key of the label within the account, for example `INBOX` or `Label_7`.
    public var gmailId: String
    /// The key of the account.
    public var accountId: UUID
    /// The display name of the label.
    public var name: String
    /// The origin of the label: the mail system or the user.
    public var type: Kind
    /// The number of messages with the label. The database maintains this number, so a saved value is
    /// ignored.
    public var messagesTotal: Int
    /// The number of unread messages with the label. The database maintains this number, so a saved value is
    /// ignored.
    public var messagesUnread: Int

    /// Creates a mail label.
    ///
    /// - Parameters:
    ///   - gmailId: The key of the label within the account.
    ///   - accountId: The key of the account.
    ///   - name: The display name of the label.
    ///   - type: The origin of the label: the mail system or the user.
    ///   - messagesTotal: The number of messages with the label.
    ///   - messagesUnread: The number of unread messages with the label.
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

    /// The keys of the labels that mail systems define.
    public static let systemNames: Set<String> = [
        "INBOX", "SENT", "DRAFT", "SPAM", "TRASH", "UNREAD", "STARRED", "IMPORTANT", "CHAT",
        "CATEGORY_PERSONAL", "CATEGORY_SOCIAL", "CATEGORY_PROMOTIONS", "CATEGORY_UPDATES", "CATEGORY_FORUMS",
    ]

    /// The keys of the system labels that are folders. A message that moves to another folder loses these
    /// labels.
    public static let folderNames: Set<String> = ["INBOX", "SENT", "DRAFT", "SPAM", "TRASH"]
}

extension Label {
    /// Returns the mail label as a JSON object.
    package func fields(account: String) -> JSONObject {
        [
            "schema": "ilk.mail.label/1", "id": gmailId, "name": name, "account": account,
            "type": type.rawValue, "messages": messagesTotal, "unread": messagesUnread,
        ]
    }
}
