public import GRDB
import GRDBSQLite
import Synchronization

/// One database file, opened, configured and migrated: readers side by side, one writer at a moment over all
/// processes.
///
/// WAL, `synchronous` NORMAL (a commit survives `kill -9`; a power cut may take the last ones), foreign keys on, no
/// automatic checkpoint. Every write goes through ``write(patience:_:)`` or a ``Journal``, and so through the
/// ``StoreLock``.
public final class Store: Sendable {
    /// Where the rows are.
    public let location: StoreLocation
    /// The readers, for queries and for observation. Writing through it would go round the lock.
    ///
    /// After a failed sync the file is opened anew: then observations of before end, and this is another one.
    public var reader: any DatabaseReader { writer }

    /// Whether it was opened for writing too.
    public var isWritable: Bool { !writer.configuration.readonly }

    var writer: any DatabaseWriter { connections.withLock { $0 } }

    /// The source of keys and of the present time for the records of this store.
    public let ids: RecordIDSource

    let schema: StoreSchema
    let lock: StoreLock?
    let gauge: WALGauge
    /// Where journals on this store count; nil in memory, and when the schema has no journal.
    let ledgerFile: LedgerFile?
    /// Whether a sync failed and not everything was written to the disk anew since.
    let isDistrusted = Atomic<Bool>(false)
    private let connections: Mutex<any DatabaseWriter>

    init(
        location: StoreLocation, schema: StoreSchema, writer: any DatabaseWriter, lock: StoreLock?,
        gauge: WALGauge, ledgerFile: LedgerFile? = nil, ids: RecordIDSource
    ) {
        self.location = location
        self.schema = schema
        self.lock = lock
        self.gauge = gauge
        self.ledgerFile = ledgerFile
        self.ids = ids
        connections = Mutex(writer)
    }

    /// Puts another writer in the place of the present one.
    func exchange(_ fresh: any DatabaseWriter) -> any DatabaseWriter {
        connections.withLock { writer in
            defer { writer = fresh }
            return writer
        }
    }

    /// Reads in one snapshot.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await withWriter { try await $0.read(body) }
    }

    /// Reads in one snapshot and blocks the calling thread until it is over.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func readBlocking<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try withWriterBlocking { try $0.read(body) }
    }

    /// Calls a function with the writing connection, outside a transaction.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    func onWriter<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await withWriter { writer in
            try await writer.writeWithoutTransaction { database in
                try Self.expectOpen(database)
                return try body(database)
            }
        }
    }

    /// Does what ``onWriter(_:)`` does and blocks the calling thread until it is over.
    func onWriterBlocking<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try withWriterBlocking { writer in
            try writer.writeWithoutTransaction { database in
                try Self.expectOpen(database)
                return try body(database)
            }
        }
    }

    /// Throws `SQLITE_MISUSE` if the connection is closed: SQLite's functions crash on a null pointer.
    private static func expectOpen(_ database: Database) throws {
        guard database.sqliteConnection != nil else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    }

    /// Works with the present writer; with the next one when this one was closed because a sync failed.
    private func withWriter<Result: Sendable>(
        _ body: (any DatabaseWriter) async throws -> Result
    ) async throws -> Result {
        while true {
            let writer = writer
            do { return try await body(writer) } catch { try expectReplaced(writer, after: error) }
        }
    }

    private func withWriterBlocking<Result>(_ body: (any DatabaseWriter) throws -> Result) throws -> Result {
        while true {
            let writer = writer
            do { return try body(writer) } catch { try expectReplaced(writer, after: error) }
        }
    }

    /// Returns if the error says that the writer was closed, and another one has taken its place. Throws it otherwise.
    private func expectReplaced(_ writer: any DatabaseWriter, after error: any Error) throws {
        let isClosed = (error as? DatabaseError)?.resultCode == .SQLITE_MISUSE
        if isClosed, (self.writer as AnyObject) !== (writer as AnyObject) { return }
        throw StoreError.translating(error, path: location.path, schema: schema)
    }

    /// Writes in one transaction: all of `body` or nothing.
    ///
    /// A task that is cancelled before the transaction begins writes nothing.
    ///
    /// - Parameter patience: How long to wait for another writer.
    /// - Throws: ``StoreError`` (`busy` when the patience ran out), or what `body` throws.
    public func write<Result: Sendable>(
        patience: Duration = .seconds(5), _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await onWriter { database in
            try self.transact(database, patience: patience) { try body(database) }
        }
    }

    /// Writes in one transaction and blocks the calling thread until it is over: for a thread of one's own.
    public func writeBlocking<Result>(patience: Duration = .seconds(5), _ body: (Database) throws -> Result)
        throws -> Result
    {
        try onWriterBlocking { database in
            try transact(database, patience: patience) { try body(database) }
        }
    }

    private func transact<Result>(
        _ database: Database, patience: Duration, _ body: () throws -> Result
    ) throws -> Result {
        try holdingLock(patience: patience) {
            sqlite3_busy_timeout(database.sqliteConnection, patience.wholeMilliseconds)
            try endLeftTransaction(database)
            var result: Result?
            do {
                let ranges = RangeTally.of(database)
                ranges?.clear()
                try database.inTransaction(.immediate) {
                    result = try body()
                    try ranges?.flush(in: database)
                    return .commit
                }
            } catch {
                // If not now, before the next: nobody else can write until then.
                try? endLeftTransaction(database)  // See above.
                throw error
            }
            guard let result else {
                throw StoreError(
                    code: .unforeseen, path: location.path, detail: "a transaction had no result")
            }
            return result
        }
    }

    /// Rolls back a transaction that could not be when it failed, for want of memory.
    private func endLeftTransaction(_ database: Database) throws {
        guard sqlite3_get_autocommit(database.sqliteConnection) == 0 else { return }
        let code = sqlite3_exec(database.sqliteConnection, "ROLLBACK", nil, nil, nil)
        guard sqlite3_get_autocommit(database.sqliteConnection) == 0 else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: "a transaction cannot be rolled back")
    }

    func holdingLock<Result>(patience: Duration, _ body: () throws -> Result) throws -> Result {
        guard let lock else { return try body() }
        return try lock.withLock(patience: patience, body)
    }
}

extension Store {
    /// How many pages the write-ahead log held after this store's last commit.
    public var walPages: Int { gauge.pages.load(ordering: .relaxed) }

    /// Moves what can be moved from the write-ahead log into the database file, without waiting for readers.
    ///
    /// Blocks the calling thread for as long as the disk takes: for a thread of one's own.
    ///
    /// - Throws: ``StoreError``.
    func checkpointBlocking(patience: Duration) throws {
        guard lock != nil else { return }
        do {
            try onWriterBlocking { try checkpoint($0, patience: patience) }
        } catch {
            throw distrusting(error)
        }
    }

    /// Moves what it can of the write-ahead log into the database file, on the writing connection.
    func checkpoint(_ database: Database, patience: Duration) throws {
        try holdingLock(patience: patience) {
            let (frames, moved) = try database.checkpoint(.passive)
            gauge.pages.store(max(0, frames - moved), ordering: .relaxed)
        }
    }

    /// Closes the file. What was committed stays where it is: closing makes no checkpoint.
    ///
    /// - Throws: ``StoreError``; then the store is still open.
    public func close() throws {
        do {
            try holdingLock(patience: .seconds(5)) {
                // The last connection that may write would checkpoint. A reader that is open until the writer is
                // closed keeps it from being the last, and readers cannot.
                if lock != nil {
                    try? writer.read { _ in }  // If not, it checkpoints inside the lock.
                }
                try writer.close()
            }
        } catch {
            throw StoreError.translating(error, path: location.path, schema: schema)
        }
    }
}

extension Duration {
    /// In milliseconds, at least 0, cut to what SQLite takes.
    var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0 else { return 0 }
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
