import FoundationEssentials
public import GRDB
import IlkStore

/// The labels of a mail store.
public struct LabelRepository: LabelRepositoryProtocol {
    let base: BaseRepository<Label>

    /// Returns all labels of an account, sorted by name.
    ///
    /// - Parameter account: The account.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetchAll(account: Account) async throws -> [Label] {
        try await base.fetch { try Self.all($0, account) }
    }

    /// Observes the labels of an account and their counts.
    ///
    /// - Parameter account: The account.
    /// - Returns: A sequence that yields all labels, sorted by name, immediately and after each change.
    public func observeAll(account: Account) -> AsyncValueObservation<[Label]> {
        base.values(of: ["label", "account"]) { try Self.all($0, account) }
    }

    /// Returns the label with a key.
    ///
    /// - Parameters:
    ///   - gmailId: The key of the label.
    ///   - account: The account.
    /// - Returns: The label, or `nil` if there is no such label.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetch(byGmailId gmailId: String, account: Account) async throws -> Label? {
        try await base.fetch { database in
            try Label.fetchOne(
                database, sql: "\(Self.select) AND l.gmailId = ?",
                arguments: [account.id.uuidString, gmailId])
        }
    }

    /// Inserts a label, or updates the label with the same key.
    ///
    /// - Parameter label: The label. The counts of the label are ignored.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    public func save(_ label: Label) async throws { try await saveAll([label]) }

    /// Inserts or updates labels in one transaction.
    ///
    /// - Parameter labels: The labels. The counts of the labels are ignored.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if an account does not
    ///   exist.
    public func saveAll(_ labels: [Label]) async throws {
        try await base.save { try Self.save(labels, in: $0) }
    }

    static func save(_ labels: [Label], in database: Database) throws {
        for label in labels {
            try database.execute(
                sql: """
                    INSERT INTO label (account, gmailId, name, type) VALUES (?, ?, ?, ?)
                    ON CONFLICT (account, gmailId) DO UPDATE SET name = excluded.name, type = excluded.type
                    """,
                arguments: [
                    try AccountRepository.row(of: label.accountId, in: database), label.gmailId, label.name,
                    label.type.rawValue,
                ])
        }
    }

    private static let select = """
        SELECT l.gmailId, a.id AS accountId, l.name, l.type, l.messages AS messagesTotal, l.unread AS messagesUnread
        FROM label l JOIN account a ON a.row = l.account WHERE a.id = ?
        """

    private static func all(_ database: Database, _ account: Account) throws -> [Label] {
        try Label.fetchAll(
            database, sql: "\(select) ORDER BY l.name, l.gmailId", arguments: [account.id.uuidString])
    }
}

extension Label: FetchableRecord {}
