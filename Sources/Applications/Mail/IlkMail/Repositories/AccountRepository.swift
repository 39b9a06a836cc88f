public import FoundationEssentials
public import GRDB
import IlkStore

/// The accounts of a mail store.
public struct AccountRepository: AccountRepositoryProtocol {
    let base: BaseRepository<Account>

    /// All accounts, by their addresses.
    public func fetchAll() async throws -> [Account] { try await base.fetch { try Self.all($0) } }

    /// All accounts, now and after each change.
    public func observeAll() -> AsyncValueObservation<[Account]> {
        base.values(of: ["account"]) { try Self.all($0) }
    }

    /// The account of a key; nil when there is none.
    public func fetch(byId id: UUID) async throws -> Account? {
        try await base.fetch {
            try Account.fetchOne(
                $0, sql: "SELECT * FROM account WHERE id = ?", arguments: [id.uuidString])
        }
    }

    /// The account of an address, whatever its case; nil when there is none.
    public func fetch(byEmail email: String) async throws -> Account? {
        try await base.fetch {
            try Account.fetchOne($0, sql: "SELECT * FROM account WHERE email = ?", arguments: [email])
        }
    }

    /// Saves an account: a new one, or over the one of the same key.
    public func save(_ account: Account) async throws {
        try await base.save { database in
            try database.execute(
                sql: """
                    INSERT INTO account (id, email, displayName, isEnabled, lastSyncDate) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET email = excluded.email, displayName = excluded.displayName,
                        isEnabled = excluded.isEnabled, lastSyncDate = excluded.lastSyncDate
                    """,
                arguments: [
                    account.id.uuidString, account.email, account.displayName, account.isEnabled,
                    account.lastSyncDate?.timeIntervalSince1970,
                ])
        }
    }

    /// Deletes an account with all that it has. Linear in its messages.
    public func delete(_ account: Account) async throws {
        try await base.delete { database in
            let row = try Self.row(of: account.id, in: database)
            let rows = try Int64.fetchAll(
                database, sql: "SELECT row FROM email WHERE account = ?", arguments: [row])
            try EmailWriter.remove(rows, in: database)
            try database.execute(sql: "DELETE FROM account WHERE row = ?", arguments: [row])
        }
    }

    /// The row of an account.
    ///
    /// - Throws: ``DatabaseError/notFound(_:)``.
    static func row(of id: UUID, in database: Database) throws -> Int64 {
        let row = try Int64.fetchOne(
            database, sql: "SELECT row FROM account WHERE id = ?", arguments: [id.uuidString])
        guard let row else { throw DatabaseError.notFound("account \(id.uuidString)") }
        return row
    }

    private static func all(_ database: Database) throws -> [Account] {
        try Account.fetchAll(database, sql: "SELECT * FROM account ORDER BY email")
    }
}

extension Account: FetchableRecord {}
