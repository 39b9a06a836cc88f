public import FoundationEssentials

/// The storage of synchronization states.
public protocol SyncStateRepositoryProtocol: Sendable {
    /// Returns the synchronization state of an account.
    ///
    /// - Parameter accountId: The key of the account.
    /// - Returns: The state, or `nil` before the first synchronization.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(accountId: UUID) async throws -> SyncState?
    /// Inserts a state, or replaces the state of the same account.
    ///
    /// - Parameter state: The state. The history id of the state must be a decimal integer or `nil`.
    /// - Throws: ``DatabaseError/notFound(_:)`` if the account does not exist, or
    ///   ``DatabaseError/saveFailed(_:)``, for example if the history id is not a 64-bit integer of at least
    ///   0.
    func save(_ state: SyncState) async throws
    /// Sets the history id of an account if the new id is higher than the stored id. Otherwise does nothing.
    ///
    /// - Parameters:
    ///   - historyId: The history id, a decimal integer.
    ///   - accountId: The key of the account.
    /// - Throws: ``DatabaseError/notFound(_:)`` if the account does not exist, or
    ///   ``DatabaseError/saveFailed(_:)``, for example if the history id is not a 64-bit integer of at least
    ///   0.
    func updateHistoryId(_ historyId: String, for accountId: UUID) async throws
}
