import GRDB
import Glibc
import IlkFiles

/// Copies of a store's file.
extension Store {
    /// Copies everything that is committed when it begins into a file of its own, while others go on reading and writing.
    ///
    /// The copy is looked through (SQLite's integrity and foreign keys) before it takes its name: a backup of that name
    /// is whole, however this ends. Its ledger counts what it holds as stored, and nothing as pending. It is readable
    /// by its owner only, and holds all texts.
    ///
    /// - Parameters:
    ///   - path: The new file. Beside it a `.partial` stands meanwhile.
    ///   - replacing: Whether a file of that name may be replaced.
    /// - Throws: ``StoreError``: `cannotCreate` when the file is there, `damaged` when the copy is not sound.
    public func backUp(to path: String, replacing: Bool = false) throws {
        guard replacing || access(path, F_OK) != 0 else {
            throw StoreError(
                code: .cannotCreate, path: path, detail: "there is such a file already; name another one")
        }
        let partial = path + ".partial"
        do {
            try Self.removeDatabase(partial)
            try Self.makeOwnersFile(partial)
            let copy = try DatabaseQueue(path: partial)
            try reader.backup(to: copy)
            try copy.writeWithoutTransaction { database in
                // First, to name the rows that are missing. What the copy lacks the store lacks too.
                try verify(in: database)
                try Self.finish(database, path: location.path)
            }
            try copy.close()
            try Self.settleOnDisk(partial, as: path)
        } catch {
            try? Self.removeDatabase(partial)  // The first error is the one to tell.
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    /// Brings a backup's rows back into a store's file, in one transaction: readers see what was, then what is.
    ///
    /// A file that is damaged is put aside as `FILE.damaged` first, with its log (`FILE.damaged-2` and so on where there is
    /// one). The schema is brought up to date when
    /// the file is opened next.
    ///
    /// - Parameters:
    ///   - backup: What ``backUp(to:replacing:)`` made. It is not changed.
    ///   - path: The store's file, which may be missing.
    ///   - schema: What both are.
    /// - Throws: ``StoreError``; then the file is as it was: `busy` while a journal is open on it, `damaged`, `foreign`
    ///   or `newerSchema` when the backup is.
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
            try lock.withLock(patience: .seconds(5)) { try replace(target, by: backup, schema) }
        } catch {
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    private static func replace(_ path: String, by backup: String, _ schema: StoreSchema) throws {
        if try touch(path) {
            do {
                _ = try inspect(path, schema)
            } catch let error
                where (StoreError.translating(error, path: path) as? StoreError)?.code == .damaged
            {
                _ = try putAside(path)
                _ = try touch(path)
            }
        }
        try refuseWhileLogging(path, schema)
        var reading = Configuration()
        reading.readonly = true
        let source = try DatabaseQueue(path: backup, configuration: reading)
        // A pool: it makes the file one with a log, and a reader of it keeps the end from being a checkpoint.
        let target = try DatabasePool(path: path, configuration: configuration(schema))
        try source.backup(to: target)
        try target.read { _ in }
        try target.close()
        try source.close()
    }

    /// The rows of a journal that runs would be counted in a ledger that is no longer there.
    static func refuseWhileLogging(_ path: String, _ schema: StoreSchema) throws {
        guard schema.hasJournal, access(path + ".ledger", F_OK) == 0 else { return }
        let file = try LedgerFile(path: path + ".ledger", isWritable: true)
        guard !file.isInUse else {
            let process = try file.entries().filter(\.isAlive).compactMap(\.process).first
            throw StoreError(
                code: .busy, path: path,
                detail: (process.map { "process \($0)" } ?? "another process")
                    + " writes to it; restore when that has ended")
        }
        // The accounts of those who crashed went with the file that is replaced.
        try file.settleDead { _ in }
    }

    private static func inspectWhole(_ path: String, _ schema: StoreSchema) throws {
        try inspect(path) { database in
            _ = try schema.check(database, path: path)
            let faults = try RangeLedger.faults(of: schema.rangedTables, readingValues: true, in: database)
            if let phrase = faults.phrase {
                throw StoreError(code: .damaged, path: path, detail: "the backup is damaged: \(phrase)")
            }
            try lookThrough(database, path: path)
        }
    }

    /// SQLite's own checks of a whole file.
    private static func lookThrough(_ database: Database, path: String) throws {
        let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
        guard faults == ["ok"] else {
            throw StoreError(
                code: .damaged, path: path, detail: "SQLite's integrity check fails: the file is damaged")
        }
        try database.checkForeignKeys()
    }

    /// Makes one sound file of a copy: no log beside it, no runs that go on elsewhere.
    private static func finish(_ database: Database, path: String) throws {
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
        try lookThrough(database, path: path)
    }
}

extension Store {
    private static func makeOwnersFile(_ path: String) throws {
        let descriptor = PrivateFile.open(path, O_RDWR | O_CREAT | O_EXCL)
        guard descriptor >= 0 else { throw StoreError.creating(path, errno: errno) }
        Glibc.close(descriptor)
    }

    /// Removes what an earlier attempt left.
    private static func removeDatabase(_ path: String) throws {
        for suffix in ["", "-journal", "-wal", "-shm"] where unlink(path + suffix) != 0 && errno != ENOENT {
            throw StoreError.creating(path + suffix, errno: errno)
        }
    }

    private static func settleOnDisk(_ partial: String, as path: String) throws {
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
