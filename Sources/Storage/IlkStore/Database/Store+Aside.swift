import GRDB
import Glibc

/// Functions that move damaged files out of the way.
extension Store {
    /// The size in bytes up to which all pages of a file are checked for damage. In larger files, the check
    /// would take too long.
    static let fullCheckLimit = 4 << 20

    /// Moves a damaged store file aside, with its write-ahead log, so that its readable rows can still be
    /// salvaged.
    ///
    /// A file counts as damaged if SQLite cannot read its header or its schema. In a file of up to 4 MiB, one
    /// unreadable page is also damage. A file without the schema's application id is not moved. Call this
    /// function before the process opens the file.
    ///
    /// - Parameters:
    ///   - path: The database file.
    ///   - schema: The schema of the store.
    /// - Returns: The new name, `FILE.damaged`, `FILE.damaged-2` and so on, or `nil` if the file is not
    ///   damaged.
    /// - Throws: ``StoreError``: `busy` if a journal is open on the file. In this case, the file is
    ///   unchanged.
    public static func moveAside(ifDamaged path: String, schema: StoreSchema) throws -> String? {
        do {
            let path = try target(of: path)
            guard try isMarked(path, as: schema), try isDamaged(path, schema) else { return nil }
            let lock = try StoreLock(path: path + ".lock")
            return try lock.withLock(timeout: .seconds(5)) {
                // Another process may have moved the file meanwhile.
                guard try isMarked(path, as: schema), try isDamaged(path, schema) else { return nil }
                try refuseWhileLogging(path, schema)
                return try moveAside(path)
            }
        } catch {
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    /// Renames a database file to a free name, together with its `-wal` and `-shm` files.
    ///
    /// - Returns: The new name.
    static func moveAside(_ path: String) throws -> String {
        var name = path + ".damaged"
        var number = 1
        while access(name, F_OK) == 0 || access(name + "-wal", F_OK) == 0 {
            number += 1
            name = path + ".damaged-\(number)"
        }
        // The write-ahead log goes first: a log without its file is ignored, but a file without its log would
        // show older content.
        for suffix in ["-wal", "-shm", ""] {
            guard rename(path + suffix, name + suffix) == 0 || errno == ENOENT else {
                throw StoreError.creating(name + suffix, errno: errno)
            }
        }
        try syncFolder(of: path)
        return name
    }

    /// `true` if the first 100 bytes are the header of an SQLite database with the schema's application id.
    private static func isMarked(_ path: String, as schema: StoreSchema) throws -> Bool {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        // The next attempt to open the file reports why the file cannot be opened.
        guard descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        var head = [UInt8](repeating: 0, count: 100)
        guard Glibc.read(descriptor, &head, head.count) == head.count else { return false }
        let mark = head[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return head.prefix(16).elementsEqual("SQLite format 3\0".utf8)
            && mark == UInt32(bitPattern: schema.applicationID)
    }

    private static func isDamaged(_ path: String, _ schema: StoreSchema) throws -> Bool {
        do {
            return try inspect(path) { database in
                _ = try schema.check(database, path: path)
                let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
                let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
                guard pages * size <= fullCheckLimit else { return false }
                return try String.fetchOne(database, sql: "PRAGMA quick_check(1)") != "ok"
            }
        } catch let error as DatabaseError {
            return StoreError(error, path: path).code == .damaged
        } catch let error as StoreError {
            return error.code == .damaged
        }
    }
}
