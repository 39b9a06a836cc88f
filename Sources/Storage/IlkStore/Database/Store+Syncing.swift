import GRDB
import GRDBSQLite
import Glibc
import Synchronization

extension Store {
    /// Flushes all committed data to the disk.
    ///
    /// After a failed sync, calling `fsync` again is not enough: the kernel may have dropped the pages that
    /// it could not write, and would then report success. Therefore the next call checkpoints all frames of
    /// the write-ahead log into the database file, which writes their bytes again, and syncs that file.
    ///
    /// Blocks the calling thread for as long as the disk takes, so call it from a dedicated thread.
    ///
    /// - Throws: ``StoreError``.
    func syncBlocking(timeout: Duration) throws {
        guard case .file(let path) = location, lock != nil else { return }
        do {
            if needsRewrite.load(ordering: .acquiring) {
                try writeAnew(timeout: timeout)
                needsRewrite.store(false, ordering: .releasing)
            } else {
                try onWriterBlocking { try Self.syncLog(of: $0, path: path) }
            }
            try Self.syncFolder(of: path)
        } catch {
            throw distrusting(error)
        }
    }

    /// Reopens the file and closes the old connections. Reopening discards SQLite's in-memory state about the
    /// file.
    ///
    /// The writing connection must have no open statement outside GRDB.
    ///
    /// - Throws: ``StoreError``. In this case, the store is open with either the old or the new connections.
    func reopenBlocking() throws {
        guard case .file(let path) = location, lock != nil else { return }
        do {
            try holdingLock(timeout: .seconds(5)) {
                // The new pool opens first, because closing the last connection to a file makes a checkpoint.
                let fresh = try Self.pool(path, schema, gauge)
                try fresh.writeWithoutTransaction { try Self.useMemoryForTemporaries($0) }
                try replaceWriter(fresh).close()
            }
        } catch {
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    /// Translates an error, and sets ``needsRewrite`` if a sync failed.
    func distrusting(_ error: any Error) -> any Error {
        let error = StoreError.translating(error, path: location.path, schema: schema)
        if (error as? StoreError)?.isFailedSync == true { needsRewrite.store(true, ordering: .releasing) }
        return error
    }

    private func writeAnew(timeout: Duration) throws {
        try onWriterBlocking { database in
            try holdingLock(timeout: timeout) {
                sqlite3_busy_timeout(database.sqliteConnection, timeout.wholeMilliseconds)
                let (frames, moved) = try database.checkpoint(.full)
                gauge.pages.store(max(0, frames - moved), ordering: .relaxed)
                guard frames <= moved else {
                    throw StoreError(
                        code: .busy, path: location.path,
                        detail:
                            "another program is still reading an older state of the file, so the write-ahead log cannot be rewritten"
                    )
                }
            }
        }
    }

    /// Syncs the write-ahead log through SQLite's own file handle.
    private static func syncLog(of database: Database, path: String) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(
            database.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods,
            let sync = methods.pointee.xSync
        else { return }  // No log is open yet, so nothing was written.
        let result = sync(file, SQLITE_SYNC_NORMAL)
        guard result == SQLITE_OK else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: result),
                message: "the write-ahead log could not be synced to the disk")
        }
    }

    /// Syncs the folder, so that the names of its files are on the disk too.
    static func syncFolder(of path: String) throws {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let name = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
        let descriptor = Glibc.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.creating(name, errno: errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw DatabaseError(
                resultCode: .SQLITE_IOERR_DIR_FSYNC,
                message: "the folder could not be synced to the disk: \(String(cString: strerror(errno)))")
        }
    }
}
