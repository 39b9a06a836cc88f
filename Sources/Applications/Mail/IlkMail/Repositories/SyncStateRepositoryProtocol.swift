public import FoundationEssentials

/// Where is kept how far accounts are synchronised.
public protocol SyncStateRepositoryProtocol: Sendable {
    /// How far an account is synchronised; nil before the first time.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(accountId: UUID) async throws -> SyncState?
    /// Saves a state: a new one, or over the one of the same account.
    ///
    /// - Throws: ``DatabaseError/saveFailed(_:)``.
    func save(_ state: SyncState) async throws
    /// Moves the mark forward, as numbers are compared: one that lies behind the present one changes nothing.
    ///
    /// - Throws: ``DatabaseError/notFound(_:)`` for an account that is not there, ``DatabaseError/saveFailed(_:)`` for what
    ///   is no number from 0 to 2^63 - 1.
    func updateHistoryId(_ historyId: String, for accountId: UUID) async throws
}
