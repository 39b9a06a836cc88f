import GRDB
import GRDBSQLite
import Glibc
import Synchronization

extension Store {
    /// Has everything that is committed written to the disk.
    ///
    /// A sync that failed is never simply tried again: the kernel may have forgotten what it could not write, and would
    /// report success. After one, all that stands in the write-ahead log is moved into the database file, which is
    /// synced then: those bytes are written anew.
    ///
    /// Blocks the calling thread for as long as the disk takes: for a thread of one's own.
    ///
    /// - Throws: ``StoreError``.
    func syncBlocking(patience: Duration) throws {
        guard case .file(let path) = location, lock != nil else { return }
        do {
            if isDistrusted.load(ordering: .acquiring) {
                try writeAnew(patience: patience)
                isDistrusted.store(false, ordering: .releasing)
            } else {
                try onWriterBlocking { try Self.syncLog(of: $0, path: path) }
            }
            try Self.syncFolder(of: path)
        } catch {
            throw distrusting(error)
        }
    }

    /// Opens the file anew and closes it as it was: what SQLite remembered of it is forgotten.
    ///
    /// No statement of one's own may be open on the writing connection.
    ///
    /// - Throws: ``StoreError``; then the store is open as it was, or as it is now.
    func reopenBlocking() throws {
        guard case .file(let path) = location, lock != nil else { return }
        do {
            try holdingLock(patience: .seconds(5)) {
                // The new one first: whoever closes a file's last connection makes a checkpoint.
                let fresh = try Self.pool(path, schema, gauge)
                try fresh.writeWithoutTransaction { try Self.keepTemporariesInMemory($0) }
                try exchange(fresh).close()
            }
        } catch {
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    /// The error in this store's vocabulary; one of a sync is remembered.
    func distrusting(_ error: any Error) -> any Error {
        let error = StoreError.translating(error, path: location.path, schema: schema)
        if (error as? StoreError)?.isFailedSync == true { isDistrusted.store(true, ordering: .releasing) }
        return error
    }

    private func writeAnew(patience: Duration) throws {
        try onWriterBlocking { database in
            try holdingLock(patience: patience) {
                sqlite3_busy_timeout(database.sqliteConnection, patience.wholeMilliseconds)
                let (frames, moved) = try database.checkpoint(.full)
                gauge.pages.store(max(0, frames - moved), ordering: .relaxed)
                guard frames <= moved else {
                    throw StoreError(
                        code: .busy, path: location.path,
                        detail: "a reader of an old snapshot keeps the log from being written anew")
                }
            }
        }
    }

    /// Syncs the write-ahead log through SQLite's own file.
    private static func syncLog(of database: Database, path: String) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(
            database.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods,
            let sync = methods.pointee.xSync
        else { return }  // No log was opened yet: nothing was written.
        let result = sync(file, SQLITE_SYNC_NORMAL)
        guard result == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: result), message: "the disk did not sync")
        }
    }

    /// Syncs the folder, so that the files' names are on the disk too.
    static func syncFolder(of path: String) throws {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let name = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
        let descriptor = Glibc.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.creating(name, errno: errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw DatabaseError(
                resultCode: .SQLITE_IOERR_DIR_FSYNC, message: "the folder did not sync")
        }
    }
}
