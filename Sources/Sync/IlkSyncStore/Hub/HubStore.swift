import FoundationEssentials
import GRDB
public import IlkStore
public import IlkSync
import IlkVocabulary

/// A sync hub in one file: accounts with their records and tokens.
///
/// Accounts are isolated from each other. A response is returned only after its changes are committed. Each
/// time the file is opened, a new epoch starts, so that devices can detect lost changes.
public final class HubStore: StoreFile {
    /// The schema of the database.
    public static let schema = HubSchema.schema
    /// The open database.
    public let store: Store
    private let engine: HubEngine
    private let epoch: UInt64
    let clock: any SyncClock
    let tokenCache = TokenCache()

    private init(_ store: Store, _ engine: HubEngine, _ epoch: UInt64, _ clock: any SyncClock) {
        self.store = store
        self.engine = engine
        self.epoch = epoch
        self.clock = clock
    }

    /// Opens a hub's file, creating it if necessary. Its folder must exist.
    ///
    /// - Parameters:
    ///   - location: The file, or memory.
    ///   - settings: The limits.
    ///   - epoch: A random identifier for the epoch that starts now.
    ///   - clock: The clock.
    ///   - access: The access to the file: read-only or read-write.
    /// - Throws: `StoreError`.
    public static func open(
        _ location: StoreLocation, settings: HubSettings = HubSettings(),
        epoch: UInt64 = UInt64.random(in: .min ... .max), clock: any SyncClock = SystemSyncClock(),
        access: Store.Access = .readWrite
    ) throws -> HubStore {
        HubStore(
            try Store.openUpToDate(location, schema: HubSchema.schema, access: access),
            HubEngine(settings: settings), epoch, clock)
    }

    /// Answers a request of a device.
    ///
    /// A pull that changes no data runs in a read transaction and does not wait for writers.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - account: The account of the device.
    /// - Returns: The response.
    /// - Throws: ``SyncStoreError`` or `StoreError`.
    public func answer(_ request: SyncRequest, of account: HubAccountID) async throws -> SyncResponse {
        let (engine, now, epoch) = (engine, clock.wall, epoch)
        if case .pull = request.body {
            let read = try await store.read { database -> SyncResponse? in
                let before = try Self.account(account, database)
                var after = before
                let outcome = try engine.step(
                    &after, request, at: now, epoch: epoch,
                    in: try StoredHub(database, account: account.number))
                return after == before && outcome.changes.isEmpty ? outcome.response : nil
            }
            if let read { return read }
        }
        let response = try await store.write { database in
            let before = try Self.account(account, database)
            var after = before
            let records = try StoredHub(database, account: account.number)
            let outcome = try engine.step(&after, request, at: now, epoch: epoch, in: records)
            try records.apply(outcome.changes)
            if after != before { try Self.put(after, account, database) }
            return outcome.response
        }
        try await store.checkpointIfLarge()
        return response
    }

    /// Drops the old tombstones of an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - age: The minimum time since the deletion arrived, in milliseconds. A device that has not synced
    ///     for longer does a full resync.
    /// - Returns: The number of dropped tombstones.
    /// - Throws: ``SyncStoreError`` or `StoreError`.
    @discardableResult
    public func sweep(_ account: HubAccountID, olderThan age: Int64) async throws -> Int {
        let limit = clock.wall - age
        let engine = engine
        return try await store.write { database in
            var state = try Self.account(account, database)
            // Stop before the first recent tombstone: the horizon must not pass it.
            let last = try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(sequence) FROM hubRecord WHERE account = ?1 AND isTombstone = 1 AND received < ?2
                    AND sequence < coalesce((SELECT min(sequence) FROM hubRecord WHERE account = ?1
                    AND isTombstone = 1 AND received >= ?2), 9223372036854775807)
                    """, arguments: [account.number, limit])
            guard let last else { return 0 }
            let before = database.totalChangesCount
            let changes = engine.sweep(&state, upTo: UInt64(last))
            try StoredHub(database, account: account.number).apply(changes)
            let dropped = database.totalChangesCount - before
            try Self.put(state, account, database)
            return dropped
        }
    }

    /// Drops the old tombstones of all accounts, one transaction per account.
    ///
    /// - Parameter age: The minimum time since the deletion arrived, in milliseconds.
    /// - Returns: The number of dropped tombstones.
    /// - Throws: ``SyncStoreError`` or `StoreError`. Accounts that were already processed stay changed.
    ///   `CancellationError` if the task is canceled. Cancellation is checked between accounts.
    @discardableResult
    public func sweep(olderThan age: Int64) async throws -> Int {
        let accounts = try await store.read { database in
            try Row.fetchAll(database, sql: "SELECT id, hex(identity) FROM hubAccount ORDER BY id")
                .map { HubAccountID(number: $0[0], identity: $0[1]) }
        }
        var dropped = 0
        for account in accounts {
            try Task.checkCancellation()
            dropped += try await sweep(account, olderThan: age)
        }
        return dropped
    }

    // MARK: Rows

    private static func account(_ account: HubAccountID, _ database: Database) throws -> HubAccount {
        let text = try String.fetchOne(
            database, sql: "SELECT state FROM hubAccount WHERE id = ?", arguments: [account.number])
        guard let text else { throw SyncStoreError.noSuchAccount }
        do {
            return try JSONDecoder().decode(HubAccount.self, from: Data(text.utf8))
        } catch {
            throw SyncStoreError.damaged
        }
    }

    private static func put(
        _ state: HubAccount, _ account: HubAccountID, _ database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE hubAccount SET state = ? WHERE id = ?",
            arguments: [try Self.text(state), account.number])
    }

    static func text(_ state: HubAccount) throws -> String {
        String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    }
}

/// The identifier of an account at a hub.
public struct HubAccountID: Hashable, Sendable {
    let number: Int64
    /// The permanent, globally unique name by which devices recognize the account.
    public let identity: String
}
