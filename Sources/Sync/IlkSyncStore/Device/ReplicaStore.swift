import FoundationEssentials
import GRDB
public import IlkStore
public import IlkSync
import Synchronization

/// What of a device's stores is synced, in one file beside them.
///
/// The stores write as if there were no sync. A sync first takes what is new in them into the outbox, and in the end gives
/// them what came: both by marks that go forward in the same transaction, so that whoever dies in between does it again,
/// and doing it twice changes nothing.
public final class ReplicaStore: Sendable {
    let store: Store
    private let engine: DeviceEngine
    /// What the last step knew of records; nobody has it while a step is under way, or has failed.
    private let known = Mutex((taker: 0, entries: KnownEntries()))

    private init(_ store: Store, _ engine: DeviceEngine) {
        self.store = store
        self.engine = engine
    }

    /// Opens a replica's file, and makes it where it is missing. Its folder must be there.
    ///
    /// - Throws: `StoreError`.
    public static func open(
        _ location: StoreLocation, settings: SyncSettings = SyncSettings()
    ) throws -> ReplicaStore {
        ReplicaStore(
            try Store.open(location, schema: ReplicaSchema.schema), DeviceEngine(settings: settings))
    }

    /// Where the rows are.
    public var location: StoreLocation { store.location }

    /// Closes the file.
    ///
    /// - Throws: `StoreError`; then it is still open.
    public func close() throws { try store.close() }

    /// At a moment one program syncs a replica: nil in memory.
    ///
    /// - Throws: `StoreError`.
    public func syncLock() throws -> StoreLock? {
        guard case .file(let path) = location else { return nil }
        return try StoreLock(path: path + ".sync.lock")
    }

    /// Removes a replica's file: what was not sent yet is in the stores, and is sent under other names then.
    ///
    /// - Throws: `StoreError` with `busy` when somebody syncs it.
    public static func remove(_ path: String) throws {
        try ReplicaFile.remove(path)
    }

    /// The device, before its process has ``DeviceInput/started``.
    ///
    /// - Parameter dice: Its name, if it has none yet.
    /// - Throws: ``SyncStoreError/damaged``, `StoreError`.
    public func device(dice: UInt64) async throws -> SyncDevice {
        guard let text = try await mark(Mark.state) else {
            return SyncDevice(state: DeviceState(device: DeviceID(dice)))
        }
        do {
            return SyncDevice(state: try JSONDecoder().decode(DeviceState.self, from: Data(text.utf8)))
        } catch {
            throw SyncStoreError.damaged
        }
    }

    /// Takes inputs one after the other, and commits what they come to with the device's state: all or nothing.
    ///
    /// - Parameters:
    ///   - marks: Set in the same transaction.
    /// - Returns: The device from now on, and what is to be done now that the changes are in the file.
    /// - Throws: ``SyncStoreError``, `StoreError`.
    public func step(
        _ device: SyncDevice, _ inputs: [DeviceInput], at moment: SyncMoment, marks: [String: String] = [:]
    ) async throws -> (device: SyncDevice, effects: [DeviceEffect]) {
        let engine = engine
        let (outcome, known, taker) = try await store.write { database in
            var device = device
            var effects: [DeviceEffect] = []
            let lastChange =
                try MarkTable("replicaMark", in: database).value(Mark.lastChange).flatMap(Int64.init) ?? 0
            let (known, taker) = try self.takeKnown(database)
            let records = try StoredReplica(database, lastChange: lastChange, known: known)
            for input in inputs {
                let made = try engine.step(&device, input, at: moment, in: records)
                let changes = made.compactMap { if case .change(let change) = $0 { change } else { nil } }
                try records.apply(changes, isFromHere: input.isWrite)
                effects += made.filter { if case .change = $0 { false } else { true } }
            }
            let state = String(decoding: try JSONEncoder().encode(device.state), as: UTF8.self)
            try MarkTable("replicaMark", in: database).set(Mark.state, to: state)
            try MarkTable("replicaMark", in: database).set(Mark.lastChange, to: String(records.lastChange))
            for (name, value) in marks { try MarkTable("replicaMark", in: database).set(name, to: value) }
            return ((device: device, effects: effects), records.known, taker)
        }
        // Whoever took it meanwhile knows better what is in the file by now.
        self.known.withLock { if $0.taker == taker { $0.entries = known } }
        try await store.checkpointIfLarge()
        return outcome
    }

    /// What is known of records, unless another connection has written since, and the number of whoever takes it. Nobody
    /// else has it until it is given back: a transaction that fails leaves nothing behind.
    private func takeKnown(_ database: Database) throws -> (KnownEntries, taker: Int) {
        let version = try Int64.fetchOne(database, sql: "PRAGMA data_version")
        let (entries, taker) = known.withLock { known in
            defer { known = (known.taker + 1, KnownEntries()) }
            return (known.entries.version == version ? known.entries : KnownEntries(), known.taker + 1)
        }
        var taken = entries
        taken.version = version
        return (taken, taker)
    }

    /// Moves what was written last into the file itself, after much was written.
    ///
    /// - Throws: `StoreError`.
    public func settle() async throws { try await store.settle() }

    /// What came from elsewhere, in the order in which it came: of each record only the last. The numbers of the changes ascend.
    ///
    /// - Parameter change: Behind which: 0 for all.
    /// - Throws: ``SyncStoreError/damaged``, `StoreError`.
    public func news(
        after change: Int64, limit: Int
    ) async throws -> [(change: Int64, what: ReplicaNews)] {
        try await store.read { database in
            let rows = try RawStatement(
                """
                SELECT change, record, NULL, NULL FROM replicaRecord WHERE change > ?1
                UNION ALL SELECT change, NULL, key, collection FROM replicaGone WHERE change > ?1
                ORDER BY change LIMIT ?2
                """, on: database)
            rows.bind(change, Int64(limit))
            defer { rows.reset() }
            var news: [(change: Int64, what: ReplicaNews)] = []
            while try rows.step() {
                let what: ReplicaNews =
                    rows.isNull(1)
                    ? .gone(try rows.key(2), collection: try rows.text(3) ?? "") : .record(try rows.record(1))
                news.append((rows.integer(0), what))
            }
            return news
        }
    }

    /// How many records wait for the hub, and how many it will not have.
    ///
    /// - Throws: `StoreError`.
    public func waiting() async throws -> (pending: Int, rejected: Int) {
        try await store.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT count(*) FILTER (WHERE rejection IS NULL), count(rejection)
                    FROM replicaRecord WHERE place IS NOT NULL
                    """)
            return (pending: row?[0] ?? 0, rejected: row?[1] ?? 0)
        }
    }

    /// All records, by key.
    ///
    /// - Throws: ``SyncStoreError/damaged``, `StoreError`.
    public func records() async throws -> [SyncRecord] { try await records("1 ORDER BY key") }

    /// Values that lost and are kept, by key.
    ///
    /// - Throws: ``SyncStoreError/damaged``, `StoreError`.
    public func losers(limit: Int) async throws -> [SyncRecord] {
        try await records("isLoser = 1 AND isTombstone = 0 ORDER BY key LIMIT \(limit)")
    }

    /// Deletes values that lost and were kept: here, and everywhere with the next sync.
    ///
    /// - Parameters:
    ///   - keys: Of which; nil for all.
    ///   - dice: 64 random bits.
    /// - Returns: How many there were.
    /// - Throws: ``SyncStoreError/damaged``, `StoreError`: `busy` when somebody syncs the replica.
    @discardableResult
    public func deleteLosers(
        _ keys: Set<SyncKey>? = nil, clock: any SyncClock = SystemSyncClock(),
        dice: UInt64 = UInt64.random(in: .min ... .max)
    ) async throws -> Int {
        let held = try syncLock()?.held(patience: .milliseconds(200))
        defer { withExtendedLifetime(held) {} }
        let chosen = try await losers(limit: .max).map(\.key).filter { keys?.contains($0) ?? true }
        guard !chosen.isEmpty else { return 0 }
        let moment = SyncMoment(monotonic: clock.monotonic, wall: clock.wall, dice: dice)
        _ = try await step(
            try await device(dice: dice),
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

    /// What was set under a name; nil when nothing was.
    ///
    /// - Throws: `StoreError`.
    public func mark(_ name: String) async throws -> String? {
        try await store.read { try MarkTable("replicaMark", in: $0).value(name) }
    }

    /// Sets what stands under a name.
    ///
    /// - Throws: `StoreError`.
    public func setMark(_ name: String, to value: String) async throws {
        try await store.write { try MarkTable("replicaMark", in: $0).set(name, to: value) }
    }
}

extension DeviceInput {
    /// Whether it is a write of the device's own.
    fileprivate var isWrite: Bool { if case .write = self { true } else { false } }
}
