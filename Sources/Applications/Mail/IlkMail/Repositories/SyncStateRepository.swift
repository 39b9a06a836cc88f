public import FoundationEssentials
public import GRDB
import IlkStore
import IlkVocabulary

/// The synchronization states of the accounts of a mail store.
public struct SyncStateRepository: SyncStateRepositoryProtocol {
    let base: BaseRepository<SyncState>

    /// Returns the synchronization state of an account.
    ///
    /// - Parameter accountId: The key of the account.
    /// - Returns: The state, or `nil` before the first synchronization.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func fetch(accountId: UUID) async throws -> SyncState? {
        try await base.fetch { database in
            try SyncState.fetchOne(
                database,
                sql: """
                    SELECT a.id AS accountId, s.historyId, s.lastFullSyncDate, s.lastIncrementalSyncDate
                    FROM syncState s JOIN account a ON a.row = s.account WHERE a.id = ?
                    """, arguments: [accountId.uuidString])
        }
    }

    /// Inserts a state, or replaces the state of the same account.
    ///
    /// - Parameter state: The state.
    /// - Throws: ``DatabaseError/notFound(_:)`` if the account does not exist, or
    ///   ``DatabaseError/saveFailed(_:)``, for example if the history id is not a 64-bit integer of at least
    ///   0.
    public func save(_ state: SyncState) async throws {
        try await base.save { try Self.save(state, in: $0) }
    }

    /// Sets the history id of an account if the new id is higher than the stored id. Otherwise does nothing.
    ///
    /// - Parameters:
    ///   - historyId: The history id, a decimal integer.
    ///   - accountId: The key of the account.
    /// - Throws: ``DatabaseError/notFound(_:)`` if the account does not exist, or
    ///   ``DatabaseError/saveFailed(_:)``, for example if the history id is not a 64-bit integer of at least
    ///   0.
    public func updateHistoryId(_ historyId: String, for accountId: UUID) async throws {
        try await base.save { database in
            let account = try AccountRepository.row(of: accountId, in: database)
            let fresh = try Self.number(historyId)
            let present = try String.fetchOne(
                database, sql: "SELECT historyId FROM syncState WHERE account = ?", arguments: [account])
            if let present, try Self.number(present) >= fresh { return }
            try database.execute(
                sql: """
                    INSERT INTO syncState (account, historyId) VALUES (?, ?)
                    ON CONFLICT (account) DO UPDATE SET historyId = excluded.historyId
                    """, arguments: [account, String(fresh)])
        }
    }

    static func save(_ state: SyncState, in database: Database) throws {
        let historyId = try state.historyId.map { String(try number($0)) }
        try database.execute(
            sql: "INSERT OR REPLACE INTO syncState VALUES (?, ?, ?, ?)",
            arguments: [
                try AccountRepository.row(of: state.accountId, in: database), historyId,
                state.lastFullSyncDate?.timeIntervalSince1970,
                state.lastIncrementalSyncDate?.timeIntervalSince1970,
            ])
    }

    /// Parses a history id. Gmail's history ids are 64-bit integers and are compared as numbers: 999 is lower
    /// than 1000.
    private static func number(_ historyId: String) throws -> Int64 {
        guard let number = Int64(asciiDigits: historyId.utf8) else {
            throw DatabaseError.saveFailed(
                StoreError(
                    code: .constraintViolation, path: "syncState", detail: "the history id must be an integer"
                ))
        }
        return number
    }
}

extension SyncState: FetchableRecord {}
