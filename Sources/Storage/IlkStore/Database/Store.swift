public import GRDB
import GRDBSQLite
import IlkFiles
import Synchronization

/// An open, configured and migrated database file, with concurrent readers and at most one writer at a time
/// across all processes.
///
/// The file is in WAL mode with `synchronous` NORMAL: a commit survives `kill -9`, but a power cut may lose
/// the latest commits. Foreign keys are enforced, and there are no automatic checkpoints. Every write goes
/// through ``write(timeout:_:)`` or a ``Journal``, and therefore holds the ``StoreLock``.
public final class Store: Sendable {
    /// The location of the database: a file, or memory.
    public let location: StoreLocation
    /// The connections for queries and observation. Do not write through these connections: such a write
    /// would bypass the lock.
    ///
    /// If flushing the file to the disk fails, the store reopens the file. Observations of the old
    /// connections then end, and this property returns the new connections.
    public var reader: any DatabaseReader { writer }

    /// `true` if the store was opened for writing.
    public var isWritable: Bool { !writer.configuration.readonly }

    var writer: any DatabaseWriter { connections.withLock { $0 } }

    /// The source of ids and of the current time for this store's records.
    public let ids: RecordIDSource

    let schema: StoreSchema
    let lock: StoreLock?
    let gauge: WALGauge
    /// The ledger file, in which the journals of this store count their entries; `nil` for a store in memory
    /// and for schemas without a journal.
    let ledgerFile: LedgerFile?
    /// `true` if flushing the file to the disk failed, and the write-ahead log has not been written again
    /// since.
    let needsRewrite = Atomic<Bool>(false)
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

    func replaceWriter(_ fresh: any DatabaseWriter) -> any DatabaseWriter {
        connections.withLock { writer in
            defer { writer = fresh }
            return writer
        }
    }

    /// Runs a closure that reads one consistent snapshot of the database.
    ///
    /// - Parameter body: The closure that reads. The closure must not write.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError``, or errors of `body`.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        guard !BackgroundThread.isCurrent else { return try readBlocking(body) }
        return try await withWriter { try await $0.read(body) }
    }

    /// Runs a closure that reads one consistent snapshot of the database. Blocks the calling thread until the
    /// closure returns.
    ///
    /// - Parameter body: The closure that reads. The closure must not write.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError``, or errors of `body`.
    public func readBlocking<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try withWriterBlocking { try $0.read(body) }
    }

    /// Calls a closure with the writing connection, outside a transaction.
    ///
    /// - Throws: ``StoreError``, or errors of `body`.
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

    func onWriterBlocking<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try withWriterBlocking { writer in
            try writer.writeWithoutTransaction { database in
                try Self.expectOpen(database)
                return try body(database)
            }
        }
    }

    /// Throws `SQLITE_MISUSE` if the connection is closed. Without this check, SQLite's functions would crash
    /// on its null pointer.
    private static func expectOpen(_ database: Database) throws {
        guard database.sqliteConnection != nil else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    }

    /// Calls a closure with the current connections. Repeats it with the new connections if they were
    /// replaced after a failed sync.
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

    /// Returns if the error was thrown because the connections were closed and replaced. Otherwise throws the
    /// error, translated.
    private func expectReplaced(_ writer: any DatabaseWriter, after error: any Error) throws {
        let isClosed = (error as? DatabaseError)?.resultCode == .SQLITE_MISUSE
        if isClosed, (self.writer as AnyObject) !== (writer as AnyObject) { return }
        throw StoreError.translating(error, path: location.path, schema: schema)
    }

    /// Runs a closure that writes in one transaction. If the closure throws, the transaction is rolled back.
    ///
    /// A task that is canceled before the transaction begins writes nothing.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait for another writer.
    ///   - body: The closure that writes.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError`` (`busy` after the maximum wait), or errors of `body`.
    public func write<Result: Sendable>(
        timeout: Duration = .seconds(5), _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await onWriter { database in
            try self.transact(database, timeout: timeout) { try body(database) }
        }
    }

    /// Runs a closure that writes in one transaction. Blocks the calling thread until the transaction ends,
    /// so call this method from a dedicated thread.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait for another writer.
    ///   - body: The closure that writes.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError`` (`busy` after the maximum wait), or errors of `body`.
    public func writeBlocking<Result>(timeout: Duration = .seconds(5), _ body: (Database) throws -> Result)
        throws -> Result
    {
        try onWriterBlocking { database in
            try transact(database, timeout: timeout) { try body(database) }
        }
    }

    private func transact<Result>(
        _ database: Database, timeout: Duration, _ body: () throws -> Result
    ) throws -> Result {
        try holdingLock(timeout: timeout) {
            sqlite3_busy_timeout(database.sqliteConnection, timeout.wholeMilliseconds)
            try rollBackOpenTransaction(database)
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
                // If this fails, the transaction keeps SQLite's write lock until the next call ends it.
                try? rollBackOpenTransaction(database)  // The next call retries.
                throw error
            }
            guard let result else {
                throw StoreError(
                    code: .unexpected, path: location.path, detail: "a transaction had no result")
            }
            return result
        }
    }

    /// Rolls back a transaction that is still open because an earlier attempt to roll it back ran out of
    /// memory.
    private func rollBackOpenTransaction(_ database: Database) throws {
        guard sqlite3_get_autocommit(database.sqliteConnection) == 0 else { return }
        let code = sqlite3_exec(database.sqliteConnection, "ROLLBACK", nil, nil, nil)
        guard sqlite3_get_autocommit(database.sqliteConnection) == 0 else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: "a transaction cannot be rolled back")
    }

    func holdingLock<Result>(timeout: Duration, _ body: () throws -> Result) throws -> Result {
        guard let lock else { return try body() }
        return try lock.withLock(timeout: timeout, body)
    }
}

extension Store {
    /// The number of pages in the write-ahead log after this store's last commit.
    public var walPages: Int { gauge.pages.load(ordering: .relaxed) }

    /// Checkpoints as much of the write-ahead log as possible without waiting for readers.
    ///
    /// Blocks the calling thread for as long as the disk takes, so call it from a dedicated thread.
    ///
    /// - Throws: ``StoreError``.
    func checkpointBlocking(timeout: Duration) throws {
        guard lock != nil else { return }
        do {
            try onWriterBlocking { try checkpoint($0, timeout: timeout) }
        } catch {
            throw distrusting(error)
        }
    }

    func checkpoint(_ database: Database, timeout: Duration) throws {
        try holdingLock(timeout: timeout) {
            let (frames, moved) = try database.checkpoint(.passive)
            gauge.pages.store(max(0, frames - moved), ordering: .relaxed)
        }
    }

    /// Closes the file. Closing makes no checkpoint, so the write-ahead log stays.
    ///
    /// - Throws: ``StoreError``. In this case, the store is still open.
    public func close() throws {
        do {
            try holdingLock(timeout: .seconds(5)) {
                // The last writable connection to close would checkpoint. A reader that stays open until the
                // writer is closed is then the last one, and readers cannot checkpoint.
                if lock != nil {
                    try? writer.read { _ in }  // If it fails, closing checkpoints inside the lock.
                }
                try writer.close()
            }
        } catch {
            throw StoreError.translating(error, path: location.path, schema: schema)
        }
    }
}

extension Duration {
    /// The duration in milliseconds, clamped to 0 … 10⁹ for SQLite.
    var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0 else { return 0 }
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
