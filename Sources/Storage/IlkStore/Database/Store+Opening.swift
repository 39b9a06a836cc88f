import Foundation
import GRDB
import Glibc
import IlkFiles

extension Store {
    /// What a store is opened for.
    public enum Access: Sendable {
        /// Reading and writing; a missing file is made.
        case readWrite
        /// Reading only; the file must be there and of this program's schema.
        case readOnly
        /// Reading the rows of a damaged file that can still be read, from a temporary copy.
        case salvage
    }

    /// Opens a database, and brings its schema up to date.
    ///
    /// A file of another kind or of a newer program is refused before a byte of it is changed. The folder must be
    /// there. A new file is readable by its owner only. If the file is a symbolic link to a database, the lock and the
    /// ledger stand beside the database, as SQLite's own files do; a link without a target is refused.
    ///
    /// - Throws: ``StoreError``.
    public static func open(
        _ location: StoreLocation, schema: StoreSchema, access: Access = .readWrite,
        ids: RecordIDSource = RecordIDSource()
    ) throws -> Store {
        do {
            switch (location, access) {
            case (.memory, _): return try openMemory(schema, ids)
            case (.file(let path), .readWrite): return try openFile(target(of: path), schema, ids)
            case (.file(let path), .readOnly): return try openReadOnly(target(of: path), schema, ids)
            case (.file(let path), .salvage): return try openSalvaged(path, schema, ids)
            }
        } catch {
            throw StoreError.translating(error, path: location.path, schema: schema)
        }
    }

    /// Opens for reading what an older program made as well: where it may be written, its schema is brought up to date as
    /// opening it for writing does.
    ///
    /// - Throws: ``StoreError``.
    public static func openUpToDate(
        _ location: StoreLocation, schema: StoreSchema, access: Access = .readWrite,
        ids: RecordIDSource = RecordIDSource()
    ) throws -> Store {
        do {
            return try open(location, schema: schema, access: access, ids: ids)
        } catch let error as StoreError where error.code == .olderSchema {
            guard try bringUpToDate(location.path, schema) else { throw error }
            return try open(location, schema: schema, access: access, ids: ids)
        }
    }

    /// - Returns: False when the file has no schema yet; then nothing is changed.
    private static func bringUpToDate(_ path: String, _ schema: StoreSchema) throws -> Bool {
        do {
            guard try inspect(path, schema) > 0 else { return false }
            try openFile(path, schema, RecordIDSource()).close()
            return true
        } catch {
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    /// The version of the SQLite library that is linked, as `3.40.1`.
    public static var sqliteVersion: String {
        get throws {
            try DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "unknown" }
        }
    }

    private static func openMemory(_ schema: StoreSchema, _ ids: RecordIDSource) throws -> Store {
        let queue = try DatabaseQueue(configuration: configuration(schema))
        try queue.writeWithoutTransaction { try schema.migrate($0, path: StoreLocation.memory.path) }
        return Store(location: .memory, schema: schema, writer: queue, lock: nil, gauge: WALGauge(), ids: ids)
    }

    private static func openFile(_ path: String, _ schema: StoreSchema, _ ids: RecordIDSource) throws -> Store
    {
        let lock = try StoreLock(path: path + ".lock")
        return try lock.withLock(patience: .seconds(5)) {
            if try touch(path) { _ = try inspect(path, schema) }
            let gauge = WALGauge()
            let pool = try pool(path, schema, gauge)
            let file = try pool.writeWithoutTransaction { database in
                try schema.migrate(database, path: path)
                try keepTemporariesInMemory(database)
                return try schema.hasJournal ? openLedger(path + ".ledger", database) : nil
            }
            return Store(
                location: .file(path), schema: schema, writer: pool, lock: lock, gauge: gauge,
                ledgerFile: file, ids: ids)
        }
    }

    /// Connections as a store has them; the writing one tells the gauge.
    static func pool(_ path: String, _ schema: StoreSchema, _ gauge: WALGauge) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration(schema))
        pool.writeWithoutTransaction { gauge.attach(to: $0) }
        return pool
    }

    /// What a statement needs to be taken back again stays in memory: as a file it would be most of what an import of mail
    /// writes, and have pieces of texts that no purge finds. Not before migrations, which sort whole tables.
    static func keepTemporariesInMemory(_ database: Database) throws {
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }

    /// Opens the ledger's file, and settles the accounts of journals that died. To be called inside the lock.
    private static func openLedger(_ path: String, _ database: Database) throws -> LedgerFile {
        let file = try LedgerFile(path: path, isWritable: true)
        try file.settle(in: database)
        return file
    }

    private static func openReadOnly(
        _ path: String, _ schema: StoreSchema, _ ids: RecordIDSource
    ) throws -> Store {
        var configuration = configuration(schema)
        configuration.readonly = true
        let pool = try DatabasePool(path: path, configuration: configuration)
        let version = try check(pool, path, schema)
        guard version == schema.migrations.count else {
            throw StoreError(
                code: .olderSchema, path: path,
                detail:
                    "the \(schema.name) has schema \(version), this program reads \(schema.migrations.count); "
                    + "open it once for writing")
        }
        // Without such a file no journal has counted yet.
        let hasLedger = schema.hasJournal && Glibc.access(path + ".ledger", F_OK) == 0
        return Store(
            location: .file(path), schema: schema, writer: pool, lock: nil, gauge: WALGauge(),
            ledgerFile: hasLedger ? try LedgerFile(path: path + ".ledger", isWritable: false) : nil, ids: ids)
    }

    /// Looks at a file through the first connection of a pool that only reads, so that none is opened for that alone.
    private static func check(_ pool: DatabasePool, _ path: String, _ schema: StoreSchema) throws -> Int {
        try pool.writeWithoutTransaction { database in
            var version = 0
            try database.inTransaction(.deferred) {
                version = try schema.check(database, path: path)
                return .commit
            }
            return version
        }
    }

    /// Checks the kind and the schema of an existing file.
    static func inspect(_ path: String, _ schema: StoreSchema) throws -> Int {
        try inspect(path) { try schema.check($0, path: path) }
    }

    /// Reads an existing file through a connection that can neither write nor checkpoint.
    static func inspect<Result>(_ path: String, _ body: (Database) throws -> Result) throws -> Result {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer {
            try? queue.close()  // A connection that only read has nothing to lose.
        }
        return try queue.read(body)
    }

    /// The file that a symbolic link points to, or the path itself if it is none: all names of a database share one lock.
    ///
    /// - Throws: ``StoreError`` if it is neither a link nor a regular file, or if the target is missing: creating that would
    ///   follow a link that anyone may have placed.
    static func target(of path: String) throws -> String {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG else { return path }
        // SQLite would wait for the other end of a pipe.
        guard facts.st_mode & S_IFMT == S_IFLNK else { throw StoreError.creating(path, errno: EINVAL) }
        guard let target = realpath(path, nil) else { throw StoreError.creating(path, errno: ELOOP) }
        defer { free(target) }
        return String(cString: target)
    }

    /// Makes the file where it is missing, for its owner only.
    ///
    /// A file that is there is not opened for that: closing it again would let go of all locks that SQLite holds on it
    /// in this process, and another one could take itself for the last.
    ///
    /// - Returns: Whether it holds anything.
    static func touch(_ path: String) throws -> Bool {
        var facts = stat()
        guard stat(path, &facts) != 0 else {
            guard facts.st_mode & S_IFMT == S_IFREG else { throw StoreError.creating(path, errno: EINVAL) }
            guard faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 else {
                throw StoreError.creating(path, errno: errno)
            }
            return facts.st_size > 0
        }
        let descriptor = PrivateFile.open(path, O_RDWR | O_CREAT)
        guard descriptor >= 0 else { throw StoreError.creating(path, errno: errno) }
        Glibc.close(descriptor)
        return false
    }

    static func configuration(_ schema: StoreSchema) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        // GRDB ends the process over a transaction that is left open. One is, when there was no memory to roll it back:
        // ``transact`` ends it before the next.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
            try database.execute(sql: "PRAGMA cell_size_check = ON")
            try RowChecksum.register(on: database)
            guard !database.configuration.readonly else { return }
            try RangeTally.attach(to: database, schema.rangedTables)
            // What is deleted is overwritten: in the file nothing is left of it.
            _ = try Int.fetchOne(database, sql: "PRAGMA secure_delete = ON")
            _ = try Int.fetchOne(database, sql: "PRAGMA wal_autocheckpoint = 0")
            _ = try Int.fetchOne(database, sql: "PRAGMA journal_size_limit = 67108864")
        }
        return configuration
    }
}
