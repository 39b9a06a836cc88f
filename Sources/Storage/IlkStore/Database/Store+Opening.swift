import Foundation
import GRDB
import Glibc
import IlkFiles

extension Store {
    /// The access to a store's file.
    public enum Access: Sendable {
        /// Reading and writing. A missing file is created.
        case readWrite
        /// Reading only. The file must exist and have the current schema.
        case readOnly
        /// Reading the rows of a damaged file that are still readable, from a temporary copy.
        case salvage
    }

    /// Opens a database. Migrates its schema, unless the access is `readOnly`.
    ///
    /// A file of another application or of a newer schema is refused without changing a byte. The folder must
    /// exist. A new file is readable only by its owner. If the file is a symbolic link to a database, the
    /// lock and the ledger are placed next to the database, like SQLite's own files. A link without a target
    /// is refused.
    ///
    /// - Parameters:
    ///   - location: The file, or memory.
    ///   - schema: The schema of the store.
    ///   - access: The access to the file. Ignored for a database in memory.
    ///   - ids: The source of record ids.
    /// - Returns: The open store.
    /// - Throws: ``StoreError``.
    public static func open(
        _ location: StoreLocation, schema: StoreSchema, access: Access = .readWrite,
        ids: RecordIDSource = RecordIDSource()
    ) throws -> Store {
        do {
            return try openOnce(location, schema, access, ids)
        } catch let error as StoreError
            where error.sqliteCode == ResultCode.SQLITE_READONLY_ROLLBACK.rawValue
        {
            do { try rollBack(target(of: location.path)) } catch {
                throw StoreError.translating(error, path: location.path, schema: schema)
            }
            return try openOnce(location, schema, access, ids)
        }
    }

    private static func openOnce(
        _ location: StoreLocation, _ schema: StoreSchema, _ access: Access, _ ids: RecordIDSource
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

    /// Rolls back the transaction of a process that was killed before the file had a write-ahead log, during its
    /// creation. A read-only connection cannot do this.
    private static func rollBack(_ path: String) throws {
        try StoreLock(path: path + ".lock").withLock(timeout: .seconds(5)) {
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { _ = try Int.fetchOne($0, sql: "PRAGMA schema_version") }
            try queue.close()
        }
    }

    /// Opens a database like ``open(_:schema:access:ids:)``, and also accepts a file with an older schema for
    /// reading. The schema of such a file is migrated first, if the file is writable.
    ///
    /// - Parameters:
    ///   - location: The file, or memory.
    ///   - schema: The schema of the store.
    ///   - access: The access to the file.
    ///   - ids: The source of record ids.
    /// - Returns: The open store.
    /// - Throws: ``StoreError``.
    public static func openUpToDate(
        _ location: StoreLocation, schema: StoreSchema, access: Access = .readWrite,
        ids: RecordIDSource = RecordIDSource()
    ) throws -> Store {
        do {
            return try open(location, schema: schema, access: access, ids: ids)
        } catch let error as StoreError where error.code == .olderSchema {
            guard try migrateFile(location.path, schema) else { throw error }
            return try open(location, schema: schema, access: access, ids: ids)
        }
    }

    /// Migrates the schema of an existing file.
    ///
    /// - Returns: `false` if the file has no schema yet. In this case, it is unchanged.
    private static func migrateFile(_ path: String, _ schema: StoreSchema) throws -> Bool {
        do {
            guard try inspect(path, schema) > 0 else { return false }
            try openFile(path, schema, RecordIDSource()).close()
            return true
        } catch {
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    /// The version of the linked SQLite library, such as `3.40.1`.
    ///
    /// - Throws: `DatabaseError`.
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
        return try lock.withLock(timeout: .seconds(5)) {
            if try createIfMissing(path) { _ = try inspect(path, schema) }
            let gauge = WALGauge()
            let pool = try pool(path, schema, gauge)
            let file = try pool.writeWithoutTransaction { database in
                try schema.migrate(database, path: path)
                try useMemoryForTemporaries(database)
                return try schema.hasJournal ? openLedger(path + ".ledger", database) : nil
            }
            return Store(
                location: .file(path), schema: schema, writer: pool, lock: lock, gauge: gauge,
                ledgerFile: file, ids: ids)
        }
    }

    /// Opens the connection pool of a store. The gauge is updated after each commit of the writing
    /// connection.
    static func pool(_ path: String, _ schema: StoreSchema, _ gauge: WALGauge) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration(schema))
        pool.writeWithoutTransaction { gauge.attach(to: $0) }
        return pool
    }

    /// Keeps statement journals in memory. As files, these journals would be most of the data that a mail
    /// import writes, and would contain text that no purge erases. The setting is made after the migrations,
    /// because these sort whole tables, which may not fit in memory.
    static func useMemoryForTemporaries(_ database: Database) throws {
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }

    /// Opens the ledger file, and adds the counts of crashed journals to the totals. Requires the lock.
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
                    "the \(schema.name) has schema version \(version), but this program needs version "
                    + "\(schema.migrations.count); "
                    + "run a command that writes to the file, which updates the schema")
        }
        // Without a ledger file, no journal has written yet.
        let hasLedger = schema.hasJournal && Glibc.access(path + ".ledger", F_OK) == 0
        return Store(
            location: .file(path), schema: schema, writer: pool, lock: nil, gauge: WALGauge(),
            ledgerFile: hasLedger ? try LedgerFile(path: path + ".ledger", isWritable: false) : nil, ids: ids)
    }

    /// Checks a file through the first connection of a read-only pool, so that no separate connection is
    /// needed.
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

    /// Checks the application id and the schema of an existing file, and returns its schema version.
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
            try? queue.close()  // A read-only connection has nothing to lose.
        }
        return try queue.read(body)
    }

    /// Resolves a symbolic link, or returns the path unchanged, so that all names of a database share one
    /// lock.
    ///
    /// - Throws: ``StoreError`` if the path is neither a link nor a regular file, or if the target is
    ///   missing. Creating the target would follow a link that any user may have placed.
    static func target(of path: String) throws -> String {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG else { return path }
        // SQLite would block on a pipe.
        guard facts.st_mode & S_IFMT == S_IFLNK else { throw StoreError.creating(path, errno: EINVAL) }
        guard let target = realpath(path, nil) else { throw StoreError.creating(path, errno: ELOOP) }
        defer { free(target) }
        return String(cString: target)
    }

    /// Creates the file, for its owner only, if it is missing.
    ///
    /// An existing file is not opened, because closing the descriptor would release all POSIX locks that
    /// SQLite holds on the file in this process. Another process could then conclude that it is the only user
    /// of the file.
    ///
    /// - Returns: `true` if the file is not empty.
    static func createIfMissing(_ path: String) throws -> Bool {
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
        // GRDB terminates the process if a transaction is left open. A transaction stays open if memory runs
        // out during its rollback. In this case, ``transact`` ends it before the next transaction.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
            try database.execute(sql: "PRAGMA cell_size_check = ON")
            try RowChecksum.register(on: database)
            guard !database.configuration.readonly else { return }
            try RangeTally.attach(to: database, schema.rangedTables)
            // Deleted content is overwritten with zeros.
            _ = try Int.fetchOne(database, sql: "PRAGMA secure_delete = ON")
            _ = try Int.fetchOne(database, sql: "PRAGMA wal_autocheckpoint = 0")
            _ = try Int.fetchOne(database, sql: "PRAGMA journal_size_limit = 67108864")
        }
        return configuration
    }
}
