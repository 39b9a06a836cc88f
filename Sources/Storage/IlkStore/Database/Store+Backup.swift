import GRDB
import Glibc
import IlkFiles

extension Store {
    /// Copies all data committed before the call into a separate file. Other connections can read and write
    /// during the copy.
    ///
    /// The copy is checked (SQLite's integrity check and foreign keys) before it gets its final name, so a
    /// file with that name is always complete. The copy's ``JournalLedger`` counts all committed entries and
    /// has no pending ones. The copy is readable only by its owner, and contains all texts.
    ///
    /// - Parameters:
    ///   - path: The new file. The copy is first written to `PATH.partial`.
    ///   - replacing: `true` to replace an existing file.
    /// - Throws: ``StoreError``: `cannotCreate` if the file exists, or `damaged` if the copy is damaged.
    /// - Complexity: O(*n*) in the size of the file.
    public func backUp(to path: String, replacing: Bool = false) throws {
        guard replacing || access(path, F_OK) != 0 else {
            throw StoreError(
                code: .cannotCreate, path: path, detail: "the file exists; use another file")
        }
        let partial = path + ".partial"
        do {
            try Self.removeDatabase(partial)
            try Self.makeOwnersFile(partial)
            let copy = try DatabaseQueue(path: partial)
            try reader.backup(to: copy)
            try copy.writeWithoutTransaction { database in
                // This check runs before SQLite's integrity check, because this check names the missing rows.
                // Rows missing in the copy are missing in the store too.
                try verify(in: database)
                try Self.makeSelfContained(database, path: location.path)
            }
            try copy.close()
            try Self.syncAndRename(partial, as: path)
        } catch {
            try? Self.removeDatabase(partial)  // The first error is the one to report.
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    /// Restores a backup into a store's file in one transaction. Readers see either the old or the new
    /// content.
    ///
    /// If the store's file is damaged, it is first moved aside with its write-ahead log. The new name is
    /// `FILE.damaged`, or `FILE.damaged-2` and so on if that name is taken. The schema is migrated when the
    /// file is next opened.
    ///
    /// - Parameters:
    ///   - backup: A file made by ``backUp(to:replacing:)``. It is not changed.
    ///   - path: The store's file, which may be missing.
    ///   - schema: The schema of both files.
    /// - Throws: ``StoreError``: `busy` if a journal is open on the file; `damaged`, `foreign` or
    ///   `newerSchema` if the backup is damaged, belongs to another application or has a newer schema. After
    ///   an error the file is unchanged.
    /// - Complexity: O(*n*) in the size of both files.
    public static func restore(_ backup: String, to path: String, schema: StoreSchema) throws {
        guard access(backup, R_OK) == 0 else {
            throw StoreError(
                code: errno == ENOENT ? .missing : .noPermission, path: backup,
                detail: "cannot read the backup: \(String(cString: strerror(errno)))")
        }
        do {
            try inspectWhole(backup, schema)
        } catch {
            throw StoreError.translating(error, path: backup)
        }
        do {
            let target = try target(of: path)
            let lock = try StoreLock(path: target + ".lock")
            try lock.withLock(timeout: .seconds(5)) { try replace(target, by: backup, schema) }
        } catch {
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    private static func replace(_ path: String, by backup: String, _ schema: StoreSchema) throws {
        if try createIfMissing(path) {
            do {
                _ = try inspect(path, schema)
            } catch let error
                where (StoreError.translating(error, path: path) as? StoreError)?.code == .damaged
            {
                _ = try moveAside(path)
                _ = try createIfMissing(path)
            }
        }
        try refuseWhileLogging(path, schema)
        var reading = Configuration()
        reading.readonly = true
        let source = try DatabaseQueue(path: backup, configuration: reading)
        // A pool switches the file to WAL mode. Its reader prevents a checkpoint when the writer closes.
        let target = try DatabasePool(path: path, configuration: configuration(schema))
        try source.backup(to: target)
        try target.read { _ in }
        try target.close()
        try source.close()
    }

    /// Throws `busy` if a journal is open on the file, because a restore replaces the ledger in which the
    /// journal counts its entries. Otherwise frees the slots of crashed journals.
    static func refuseWhileLogging(_ path: String, _ schema: StoreSchema) throws {
        guard schema.hasJournal, access(path + ".ledger", F_OK) == 0 else { return }
        let file = try LedgerFile(path: path + ".ledger", isWritable: true)
        guard !file.isInUse else {
            let process = try file.entries().filter(\.isAlive).compactMap(\.process).first
            throw StoreError(
                code: .busy, path: path,
                detail: (process.map { "process \($0)" } ?? "another process")
                    + " is writing to the file; restore the backup after that process has ended")
        }
        // Slots of crashed processes are freed, because their counts belong to the replaced file.
        try file.settleDead { _ in }
    }

    private static func inspectWhole(_ path: String, _ schema: StoreSchema) throws {
        try inspect(path) { database in
            _ = try schema.check(database, path: path)
            let faults = try RangeLedger.faults(of: schema.rangedTables, readingValues: true, in: database)
            if let phrase = faults.phrase {
                throw StoreError(code: .damaged, path: path, detail: "the backup is damaged: \(phrase)")
            }
            try checkIntegrity(database, path: path)
        }
    }

    private static func checkIntegrity(_ database: Database, path: String) throws {
        let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
        guard faults == ["ok"] else {
            throw StoreError(
                code: .damaged, path: path, detail: "the file is damaged: SQLite's integrity check fails")
        }
        try database.checkForeignKeys()
    }

    /// Makes a copy independent of other files: turns off WAL mode, and adds the outcomes of all journal runs
    /// to the totals. Then checks the copy's integrity.
    private static func makeSelfContained(_ database: Database, path: String) throws {
        _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
        _ = try Int.fetchOne(database, sql: "PRAGMA synchronous = 2")
        if try database.tableExists("journalRun") {
            try database.inTransaction {
                for (key, decided) in try LedgerTable.runs(in: database) where !decided.isSettled {
                    guard let run = JournalRun(key: key) else { continue }
                    try LedgerTable.settle(run, LedgerCounts(), in: database)
                }
                try database.execute(sql: "DELETE FROM journalRun")
                return .commit
            }
        }
        try checkIntegrity(database, path: path)
    }
}

extension Store {
    private static func makeOwnersFile(_ path: String) throws {
        let descriptor = PrivateFile.open(path, O_RDWR | O_CREAT | O_EXCL)
        guard descriptor >= 0 else { throw StoreError.creating(path, errno: errno) }
        Glibc.close(descriptor)
    }

    private static func removeDatabase(_ path: String) throws {
        for suffix in ["", "-journal", "-wal", "-shm"] where unlink(path + suffix) != 0 && errno != ENOENT {
            throw StoreError.creating(path + suffix, errno: errno)
        }
    }

    private static func syncAndRename(_ partial: String, as path: String) throws {
        let descriptor = Glibc.open(partial, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.creating(partial, errno: errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw StoreError(code: .io, path: partial, detail: String(cString: strerror(errno)))
        }
        guard rename(partial, path) == 0 else { throw StoreError.creating(path, errno: errno) }
        try syncFolder(of: path)
    }
}
