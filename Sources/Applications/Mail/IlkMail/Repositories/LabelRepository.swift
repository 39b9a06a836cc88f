import FoundationEssentials
public import GRDB
import IlkStore

/// The labels of a mail store.
public struct LabelRepository: LabelRepositoryProtocol {
    let base: BaseRepository<Label>

    /// All labels of an account, by their names.
    public func fetchAll(account: Account) async throws -> [Label] {
        try await base.fetch { try Self.all($0, account) }
    }

    /// All labels of an account with their counts, now and after each change.
    public func observeAll(account: Account) -> AsyncValueObservation<[Label]> {
        base.values(of: ["label", "account"]) { try Self.all($0, account) }
    }

    /// The label of a key; nil when there is none.
    public func fetch(byGmailId gmailId: String, account: Account) async throws -> Label? {
        try await base.fetch { database in
            try Label.fetchOne(
                database, sql: "\(Self.select) AND l.gmailId = ?",
                arguments: [account.id.uuidString, gmailId])
        }
    }

    /// Saves a label: a new one, or over the one of the same key.
    public func save(_ label: Label) async throws { try await saveAll([label]) }

    /// Saves labels, all or none.
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
