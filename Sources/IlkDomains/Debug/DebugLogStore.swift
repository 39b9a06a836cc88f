public import GRDB
public import IlkStore
public import IlkVocabulary

/// A debug log's file: events of all parts of a system, searchable and countable. Always there, in release builds too.
///
/// Any number of processes may have it open. An entry is stored once, however often it comes.
public final class DebugLogStore: Sendable {
    let store: Store
    let ids: RecordIDSource

    private init(store: Store, ids: RecordIDSource) {
        self.store = store
        self.ids = ids
    }

    /// Opens a log, and makes it where it is missing. Its folder must be there. A file of an older program is brought up to
    /// date, for reading too.
    ///
    /// - Throws: ``StoreError``.
    public static func open(
        _ location: StoreLocation, access: Store.Access = .readWrite, ids: RecordIDSource = RecordIDSource()
    ) throws -> DebugLogStore {
        let store = try Store.openUpToDate(location, schema: DebugLogSchema.schema, access: access)
        return DebugLogStore(store: store, ids: ids)
    }

    /// Where the rows are.
    public var location: StoreLocation { store.location }
    /// For queries and observation of one's own. Reading only: writing goes round the lock.
    public var reader: any DatabaseReader { store.reader }
    /// The next key.
    public func nextID() -> RecordID { ids.next() }

    /// Closes the file. Close the receivers on it before.
    ///
    /// - Throws: ``StoreError``; then it is still open.
    public func close() throws { try store.close() }

    /// Copies the log, as of now, while others go on; the copy is looked through before it takes its name.
    ///
    /// - Throws: `StoreError`.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try store.backUp(to: path, replacing: replacing)
    }

    /// Brings a backup back: what the log held is gone then.
    ///
    /// - Throws: `StoreError`; then the log is as it was.
    public static func restore(_ backup: String, to path: String) throws {
        try Store.restore(backup, to: path, schema: DebugLogSchema.schema)
    }

    /// What became of everything that the receivers of all processes on this file were ever given.
    ///
    /// - Throws: `StoreError`.
    public func ledger() async throws -> JournalLedger { try await store.journalLedger() }

    /// What SQLite finds wrong with the file; nil when it is sound.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in the file's size.
    public func fault() async throws -> String? {
        try await store.read { database in
            try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
                ? nil : "SQLite's check fails: restore a backup"
        }
    }
}
