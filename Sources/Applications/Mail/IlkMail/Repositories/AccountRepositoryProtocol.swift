public import FoundationEssentials

/// The storage of accounts.
public protocol AccountRepositoryProtocol: Sendable {
    /// Returns all accounts, sorted by address.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetchAll() async throws -> [Account]
    /// Returns the account with a key.
    ///
    /// - Parameter id: The key of the account.
    /// - Returns: The account, or `nil` if there is no such account.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(byId id: UUID) async throws -> Account?
    /// Returns the account with an address.
    ///
    /// - Parameter email: The mail address, ignoring case.
    /// - Returns: The account, or `nil` if there is no such account.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(byEmail email: String) async throws -> Account?
    /// Inserts an account, or updates the account with the same key.
    ///
    /// - Parameter account: The account.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, for example if another account has the address.
    func save(_ account: Account) async throws
    /// Deletes an account with its messages, threads and labels.
    ///
    /// - Parameter account: The account, identified by its key.
    /// - Throws: ``DatabaseError/notFound(_:)`` if the account does not exist,
    ///   or ``DatabaseError/deleteFailed(_:)``.
    func delete(_ account: Account) async throws
}
