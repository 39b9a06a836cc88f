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

    /// Checks that all rows that were written are there and unchanged.
    ///
    /// - Throws: `StoreError` with the code `damaged`, which names the first range of rows that is not whole.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws { try await store.verify() }

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

    /// How many schema steps the file has seen, and how many the program knows.
    ///
    /// - Throws: `StoreError`.
    public func schemaVersion() async throws -> (file: Int, program: Int) {
        try await store.schemaVersion(of: DebugLogSchema.schema)
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
                let counted = """
                    SELECT e.time / 86400000000000 - (e.time % 86400000000000 < 0), e.kind, count(*),
                        sum(length(CAST(k.event AS BLOB)) + length(CAST(e.payload AS BLOB)))
                    FROM debugEntry e JOIN debugKind k ON k.id = e.kind
                    WHERE e.row <= (SELECT lastRow FROM debugIndexed) GROUP BY 1, 2
                    """
                let kept = "SELECT day, kind, entries, bytes FROM debugFacet WHERE entries > 0"
                let differ = try Bool.fetchOne(
                    database,
                    sql: """
                        SELECT EXISTS(\(kept) EXCEPT \(counted)) OR EXISTS(SELECT * FROM (\(counted)) EXCEPT \(kept))
                        """)
                return differ == false ? nil : "the kept counts are not those of the events"
            })
    }
}
