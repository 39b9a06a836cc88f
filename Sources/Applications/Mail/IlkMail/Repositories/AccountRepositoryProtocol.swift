public import FoundationEssentials

/// Where accounts are kept.
public protocol AccountRepositoryProtocol: Sendable {
    /// All accounts, by their addresses.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetchAll() async throws -> [Account]
    /// The account of a key; nil when there is none.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(byId id: UUID) async throws -> Account?
    /// The account of an address, whatever its case; nil when there is none.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(byEmail email: String) async throws -> Account?
    /// Saves an account: a new one, or over the one of the same key.
    ///
    /// - Throws: ``DatabaseError/saveFailed(_:)``, as when another account has the address.
    func save(_ account: Account) async throws
    /// Deletes an account with all that it has.
    ///
    /// - Throws: ``DatabaseError/notFound(_:)``, ``DatabaseError/deleteFailed(_:)``.
    func delete(_ account: Account) async throws
}
