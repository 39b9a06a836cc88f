public import FoundationEssentials
public import GRDB
import IlkStore
import IlkVocabulary

/// How far the accounts of a mail store are synchronised.
public struct SyncStateRepository: SyncStateRepositoryProtocol {
    let base: BaseRepository<SyncState>

    /// How far an account is synchronised; nil before the first time.
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

    /// Saves a state: a new one, or over the one of the same account.
    public func save(_ state: SyncState) async throws {
        try await base.save { try Self.save(state, in: $0) }
    }

    /// Moves the mark forward, as numbers are compared: one that lies behind the present one changes nothing.
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

    /// Gmail's marks are whole numbers of 64 bits, and compared as such: 999 lies before 1000.
    private static func number(_ historyId: String) throws -> Int64 {
        guard let number = Int64(asciiDigits: historyId.utf8) else {
            throw DatabaseError.saveFailed(
                StoreError(code: .refused, path: "syncState", detail: "a history id is a whole number"))
        }
        return number
    }
}

extension SyncState: FetchableRecord {}
