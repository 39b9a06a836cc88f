public import FoundationEssentials
public import GRDB
public import IlkStore
public import IlkVocabulary

/// What somebody did with a communication app, in one file: taps, phrases, sessions, devices, caregivers.
///
/// Any number of processes may have it open. Events are written once; every change is one transaction, and leaves the counts
/// right.
public final class UsageStore: Sendable {
    let store: Store
    let ids: RecordIDSource

    private init(store: Store, ids: RecordIDSource) {
        self.store = store
        self.ids = ids
    }

    /// Opens the file, and makes it where it is missing. Its folder must be there.
    ///
    /// - Parameters:
    ///   - location: Where.
    ///   - access: What for.
    ///   - ids: Where keys and the present time come from.
    /// - Throws: `StoreError`.
    public static func open(
        _ location: StoreLocation, access: Store.Access = .readWrite, ids: RecordIDSource = RecordIDSource()
    ) throws -> UsageStore {
        let store = try Store.openUpToDate(location, schema: UsageSchema.schema, access: access)
        return UsageStore(store: store, ids: ids)
    }

    /// Where the rows are.
    public var location: StoreLocation { store.location }
    /// The present time by the store's clock.
    public var now: Date { ids.now }
    /// For queries and observation of one's own. Reading only: writing goes round the lock.
    public var reader: any DatabaseReader { store.reader }
    /// A key for a new record.
    public func nextID() -> RecordID { ids.next() }

    /// Closes the file. Close the loggers on it before.
    ///
    /// - Throws: `StoreError`; then it is still open.
    public func close() throws { try store.close() }
}

extension UsageStore {
    /// Records events, all or none, and waits until they are there. ``UsageLogger`` does not wait.
    ///
    /// - Throws: ``UsageError/invalid(_:)``, `StoreError`.
    public func record(_ events: [UsageEvent]) async throws {
        for event in events where !event.problems.isEmpty { throw UsageError.invalid(event.problems) }
        try await store.write { database in
            let writer = try UsageRowWriter(database)
            for event in events { try writer.write(event) }
        }
        try await store.checkpointIfLarge()
    }

    /// What is remembered under a name.
    ///
    /// - Throws: `StoreError`.
    func mark(_ name: String) async throws -> String? {
        try await store.read { try Self.mark(name, in: $0) }
    }

    static func mark(_ name: String, in database: Database) throws -> String? {
        try String.fetchOne(database, sql: "SELECT value FROM usageMark WHERE name = ?", arguments: [name])
    }

    /// Remembers a word; nil forgets it.
    static func setMark(_ name: String, to value: String?, in database: Database) throws {
        guard let value else {
            return try database.execute(sql: "DELETE FROM usageMark WHERE name = ?", arguments: [name])
        }
        try database.execute(
            sql: "INSERT INTO usageMark VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            arguments: [name, value])
    }
}

// MARK: - Copies and accounts

extension UsageStore {
    /// Copies all, as of now, while others go on; the copy is looked through before it takes its name.
    ///
    /// - Throws: `StoreError`.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try store.backUp(to: path, replacing: replacing)
    }

    /// Checks that all rows that were written are there and unchanged.
    ///
    /// - Throws: `StoreError` with the code `damaged`, which names the first range of rows that is not whole.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws { try await store.verify() }

    /// Brings a backup back: what the store held is gone then. A replica of that store is to go too (`docs/sync.md`).
    ///
    /// - Throws: `StoreError`; then the store is as it was.
    public static func restore(_ backup: String, to path: String) throws {
        try Store.restore(backup, to: path, schema: UsageSchema.schema)
    }

    /// What became of everything that the loggers of all processes on this file were ever given.
    ///
    /// - Throws: `StoreError`.
    public func ledger() async throws -> JournalLedger { try await store.journalLedger() }

    /// How many schema steps the file has seen, and how many the program knows.
    ///
    /// - Throws: `StoreError`.
    public func schemaVersion() async throws -> (file: Int, program: Int) {
        try await store.schemaVersion(of: UsageSchema.schema)
    }

    /// What is wrong with the file; nil when it is sound.
    ///
    /// - Parameter thorough: Whether indexes are held against their tables too, and the kept counts against a recount, which
    ///   takes several times as long.
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in the file's size.
    public func fault(thorough: Bool = false) async throws -> String? {
        try await store.fault(
            thorough: thorough,
            counts: { database in
                for (kept, counted) in Self.recounts where try Self.differ(kept, counted, in: database) {
                    return "the kept counts are not those of the events"
                }
                return nil
            })
    }

    private static let recounts = [
        (
            "SELECT * FROM usageDay",
            """
            SELECT kind, day, t.number, d.number, c.number, count(*), sum(ifnull(length, 1)),
                sum(ifnull(constructionTime, 0))
            FROM usageEvent e JOIN usageTerm t ON t.term = ifnull(symbol, phrase) JOIN usageTerm d ON d.term = hex(device)
            JOIN usageTerm c ON c.term = hex(caregiver) GROUP BY 1, 2, 3, 4, 5
            """
        ),
        (
            "SELECT key, first, last, taps, phrases, longest FROM usageSession",
            """
            SELECT session, min(timestamp), max(timestamp), sum(kind = 0), sum(kind), max(ifnull(length, 0))
            FROM usageEvent GROUP BY 1
            """
        ),
        (
            "SELECT * FROM usageSessionSymbol",
            """
            SELECT session, number, count(*) FROM usageEvent JOIN usageTerm ON term = symbol WHERE kind = 0 GROUP BY 1, 2
            """
        ),
    ]

    private static func differ(_ kept: String, _ counted: String, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql:
                "SELECT EXISTS(\(kept) EXCEPT \(counted)) OR EXISTS(SELECT * FROM (\(counted)) EXCEPT \(kept))"
        )
            ?? true
    }
}
