public import FoundationEssentials
public import GRDB
import IlkStore

/// The accounts of a mail store.
public struct AccountRepository: AccountRepositoryProtocol {
    let base: BaseRepository<Account>

    /// Returns all accounts, sorted by address.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetchAll() async throws -> [Account] { try await base.fetch { try Self.all($0) } }

    /// Observes the accounts.
    ///
    /// - Returns: A sequence that yields all accounts, sorted by address, immediately and after each change.
    public func observeAll() -> AsyncValueObservation<[Account]> {
        base.values(of: ["account"]) { try Self.all($0) }
    }

    /// Returns the account with a key.
    ///
    /// - Parameter id: The key of the account.
    /// - Returns: The account, or `nil` if there is no such account.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetch(byId id: UUID) async throws -> Account? {
        try await base.fetch {
            try Account.fetchOne(
                $0, sql: "SELECT * FROM account WHERE id = ?", arguments: [id.uuidString])
        }
    }

    /// Returns the account with an address.
    ///
    /// - Parameter email: The mail address, ignoring case.
    /// - Returns: The account, or `nil` if there is no such account.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetch(byEmail email: String) async throws -> Account? {
        try await base.fetch {
            try Account.fetchOne($0, sql: "SELECT * FROM account WHERE email = ?", arguments: [email])
        }
    }

    /// Inserts an account, or updates the account with the same key.
    ///
    /// - Parameter account: The account. No other account may have the same address.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, for example if another account has the address.
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

    /// Deletes an account with its messages, threads and labels.
    ///
    /// - Parameter account: The account, identified by its key.
    /// - Throws: ``DatabaseError/deleteFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does
    ///   not exist.
    /// - Complexity: O(*n*) in the number of the account's messages.
    public func delete(_ account: Account) async throws {
        try await base.delete { database in
            let row = try Self.row(of: account.id, in: database)
            let rows = try Int64.fetchAll(
                database, sql: "SELECT row FROM email WHERE account = ?", arguments: [row])
            try EmailWriter.remove(rows, in: database)
            try database.execute(sql: "DELETE FROM account WHERE row = ?", arguments: [row])
        }
    }

    /// - Throws: ``DatabaseError/notFound(_:)`` if the account does not exist.
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
