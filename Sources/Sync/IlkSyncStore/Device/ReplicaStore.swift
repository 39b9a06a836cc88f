import FoundationEssentials
import GRDB
public import IlkStore
public import IlkSync
import Synchronization

/// The replica of a device: its synced records and its sync state, in one file next to its stores.
///
/// The stores write as if there were no sync. A sync copies their new writes to the outbox, and applies
/// received changes to the stores. For each store and direction, a mark stores the position up to which
/// changes were processed. A mark for writes advances in the transaction that stores the writes. A mark for
/// received changes advances after the store has applied them. An interrupted step is therefore repeated, and
/// repeating a completed step has no effect.
public final class ReplicaStore: Sendable {
    let store: Store
    private let engine: DeviceEngine
    /// The name prefix of the collections to which the device writes. `nil` if the replica is not limited to
    /// certain collections.
    public let prefix: String?
    /// The cache of recently read entries. Empty while a step is running or after it failed.
    private let known = Mutex((taker: 0, entries: EntryCache()))

    private init(_ store: Store, _ engine: DeviceEngine, prefix: String?) {
        self.prefix = prefix
        self.store = store
        self.engine = engine
    }

    /// Opens a replica's file, creating it if necessary. Its folder must exist.
    ///
    /// - Parameters:
    ///   - location: The file, or memory.
    ///   - settings: The settings of the sync.
    /// - Throws: `StoreError`.
    public static func open(
        _ location: StoreLocation, settings: SyncSettings = SyncSettings()
    ) throws -> ReplicaStore {
        ReplicaStore(
            try Store.open(location, schema: ReplicaSchema.schema), DeviceEngine(settings: settings),
            prefix: settings.prefixes?.first)
    }

    /// Opens the replica of a store, or returns `nil` if the store was never synced.
    ///
    /// - Parameters:
    ///   - path: The file of the store.
    ///   - settings: The settings of the sync.
    /// - Throws: `StoreError`.
    package static func existing(
        ofStore path: String, settings: SyncSettings = SyncSettings()
    ) throws -> ReplicaStore? {
        let file = ReplicaFile.path(ofStore: path)
        return FileManager.default.fileExists(atPath: file) ? try open(.file(file), settings: settings) : nil
    }

    /// The location of the database.
    public var location: StoreLocation { store.location }

    /// Closes the file.
    ///
    /// - Throws: `StoreError`. In this case, the file is still open.
    public func close() throws { try store.close() }

    /// Returns the lock that allows one program at a time to sync the replica, or `nil` in memory.
    ///
    /// - Throws: `StoreError`.
    public func syncLock() throws -> StoreLock? {
        guard case .file(let path) = location else { return nil }
        return try StoreLock(path: path + ".sync.lock")
    }

    /// Returns the stored device, which has not handled ``DeviceInput/started`` yet.
    ///
    /// - Parameter randomBits: 64 random bits, used as the identifier if the replica has none.
    /// - Throws: ``SyncStoreError/damaged`` or `StoreError`.
    public func device(randomBits: UInt64) async throws -> SyncDevice {
        guard let text = try await mark(Mark.state) else {
            return SyncDevice(state: DeviceState(device: DeviceID(randomBits)))
        }
        do {
            return SyncDevice(state: try JSONDecoder().decode(DeviceState.self, from: Data(text.utf8)))
        } catch {
            throw SyncStoreError.damaged
        }
    }

    /// Processes inputs in order and commits the resulting changes and the device's state in one transaction.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - inputs: The inputs.
    ///   - moment: The clocks and random bits.
    ///   - marks: Marks to set in the same transaction.
    /// - Returns: The updated device, and the effects to execute after the commit.
    /// - Throws: ``SyncStoreError`` or `StoreError`.
    public func step(
        _ device: SyncDevice, _ inputs: [DeviceInput], at moment: SyncMoment, marks: [String: String] = [:]
    ) async throws -> (device: SyncDevice, effects: [DeviceEffect]) {
        let engine = engine
        let (outcome, known, taker) = try await store.write { database in
            var device = device
            var effects: [DeviceEffect] = []
            let lastChange =
                try KeyValueTable("replicaMark", in: database).value(Mark.lastChange).flatMap(Int64.init) ?? 0
            let (known, taker) = try self.borrowKnown(database)
            let records = try StoredReplica(database, lastChange: lastChange, known: known)
            for input in inputs {
                let made = try engine.step(&device, input, at: moment, in: records)
                let changes = made.compactMap { if case .change(let change) = $0 { change } else { nil } }
                try records.apply(changes, isFromHere: input.isWrite)
                effects += made.filter { if case .change = $0 { false } else { true } }
            }
            let state = String(decoding: try JSONEncoder().encode(device.state), as: UTF8.self)
            try KeyValueTable("replicaMark", in: database).set(Mark.state, to: state)
            try KeyValueTable("replicaMark", in: database).set(
                Mark.lastChange, to: String(records.lastChange))
            for (name, value) in marks { try KeyValueTable("replicaMark", in: database).set(name, to: value) }
            return ((device: device, effects: effects), records.known, taker)
        }
        // If another step has taken the cache in the meantime, its entries are newer.
        self.known.withLock { if $0.taker == taker { $0.entries = known } }
        try await store.checkpointIfLarge()
        return outcome
    }

    /// Returns the cache and leaves an empty one in its place, so that a failed transaction leaves no stale
    /// entries. Returns an empty cache if another connection has written since the entries were read.
    private func borrowKnown(_ database: Database) throws -> (EntryCache, taker: Int) {
        let version = try Int64.fetchOne(database, sql: "PRAGMA data_version")
        let (entries, taker) = known.withLock { known in
            defer { known = (known.taker + 1, EntryCache()) }
            return (known.entries.version == version ? known.entries : EntryCache(), known.taker + 1)
        }
        var taken = entries
        taken.version = version
        return (taken, taker)
    }

    /// Checkpoints and truncates the write-ahead log if it is large.
    ///
    /// - Throws: `StoreError`.
    public func settle() async throws { try await store.truncateLogIfLarge() }

    /// Returns the changes of other devices, in order of arrival. Only the last change of each record is
    /// returned.
    ///
    /// - Parameters:
    ///   - change: The number of the last change already applied, or 0 for all.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes with their ascending numbers.
    /// - Throws: ``SyncStoreError/damaged`` or `StoreError`.
    public func news(
        after change: Int64, limit: Int
    ) async throws -> [(change: Int64, what: RemoteChange)] {
        try await store.read { database in
            let rows = try RawStatement(
                """
                SELECT change, record, NULL, NULL FROM replicaRecord WHERE change > ?1
                UNION ALL SELECT change, NULL, key, collection FROM replicaGone WHERE change > ?1
                ORDER BY change LIMIT ?2
                """, on: database)
            rows.bind(change, Int64(limit))
            defer { rows.reset() }
            var news: [(change: Int64, what: RemoteChange)] = []
            while try rows.step() {
                let what: RemoteChange =
                    rows.isNull(1)
                    ? .gone(try rows.key(2), collection: try rows.text(3) ?? "") : .record(try rows.record(1))
                news.append((rows.integer(0), what))
            }
            return news
        }
    }

    /// Returns the number of records that wait for the hub, and the number of records that the hub has
    /// rejected.
    ///
    /// - Throws: `StoreError`.
    public func waiting() async throws -> (pending: Int, rejected: Int) {
        try await store.read { database in
            // Each count reads only its index.
            func count(_ rejection: String) throws -> Int {
                try Int.fetchOne(
                    database,
                    sql: """
                        SELECT count(*) FROM replicaRecord WHERE place IS NOT NULL AND rejection \(rejection)
                        """) ?? 0
            }
            return (pending: try count("IS NULL"), rejected: try count("IS NOT NULL"))
        }
    }

    /// Returns all records, sorted by key.
    ///
    /// - Throws: ``SyncStoreError/damaged`` or `StoreError`.
    /// - Complexity: O(*n*) in the number of records.
    public func records() async throws -> [SyncRecord] { try await records("1 ORDER BY key") }

    /// Returns the records with the given keys, in the order of the keys. Keys without a record are left out.
    ///
    /// - Parameter keys: The keys.
    /// - Throws: ``SyncStoreError/damaged`` or `StoreError`.
    public func records(of keys: [SyncKey]) async throws -> [SyncRecord] {
        try await store.read { database in
            let row = try RawStatement("SELECT record FROM replicaRecord WHERE key = ?", on: database)
            return try keys.compactMap { key -> SyncRecord? in
                row.bind(key)
                defer { row.reset() }
                return try row.step() ? try row.record(0) : nil
            }
        }
    }

    /// Returns conflict copies, sorted by key.
    ///
    /// - Parameter limit: The maximum number of copies.
    /// - Throws: ``SyncStoreError/damaged`` or `StoreError`.
    public func conflictCopies(limit: Int) async throws -> [SyncRecord] {
        try await records("\(Self.isCopy) ORDER BY key LIMIT \(limit)")
    }

    /// Returns the number of conflict copies.
    ///
    /// - Throws: `StoreError`.
    public func conflictCopyCount() async throws -> Int {
        try await store.read { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM replicaRecord WHERE \(Self.isCopy)") ?? 0
        }
    }

    private static let isCopy = "isLoser = 1 AND isTombstone = 0"

    /// Deletes conflict copies. The next sync deletes them on all devices.
    ///
    /// - Parameters:
    ///   - keys: The keys of the copies, or `nil` for all.
    ///   - clock: The clock for the stamps of the deletions.
    ///   - randomBits: 64 random bits.
    /// - Returns: The number of deleted copies.
    /// - Throws: ``SyncStoreError/damaged``, or a `StoreError`. Its code is `busy` if another program is
    ///   syncing the replica.
    @discardableResult
    public func deleteConflictCopies(
        _ keys: Set<SyncKey>? = nil, clock: any SyncClock = SystemSyncClock(),
        randomBits: UInt64 = UInt64.random(in: .min ... .max)
    ) async throws -> Int {
        let held = try syncLock()?.heldLock(timeout: .milliseconds(200))
        defer { withExtendedLifetime(held) {} }
        let chosen = try await conflictCopies(limit: .max).map(\.key).filter { keys?.contains($0) ?? true }
        guard !chosen.isEmpty else { return 0 }
        let moment = SyncMoment(monotonic: clock.monotonic, wall: clock.wall, randomBits: randomBits)
        _ = try await step(
            try await device(randomBits: randomBits),
            [.started] + chosen.map { .write(.delete(key: $0)) }, at: moment)
        return chosen.count
    }

    private func records(_ condition: String) async throws -> [SyncRecord] {
        try await store.read { database in
            let rows = try RawStatement("SELECT record FROM replicaRecord WHERE \(condition)", on: database)
            defer { rows.reset() }
            var records: [SyncRecord] = []
            while try rows.step() { records.append(try rows.record(0)) }
            return records
        }
    }

    // MARK: Marks

    enum Mark {
        static let state = "device"
        static let lastChange = "lastChange"
    }

    /// Returns a mark, a named value that the replica stores, or `nil` if it is not set.
    ///
    /// - Parameter name: The name of the mark.
    /// - Throws: `StoreError`.
    public func mark(_ name: String) async throws -> String? {
        try await store.read { try KeyValueTable("replicaMark", in: $0).value(name) }
    }

    /// Sets a mark, a named value that the replica stores.
    ///
    /// - Parameters:
    ///   - name: The name of the mark.
    ///   - value: The new value.
    /// - Throws: `StoreError`.
    public func setMark(_ name: String, to value: String) async throws {
        try await store.write { try KeyValueTable("replicaMark", in: $0).set(name, to: value) }
    }
}

extension DeviceInput {
    fileprivate var isWrite: Bool { if case .write = self { true } else { false } }
}
