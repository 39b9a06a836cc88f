import GRDB
import Glibc

/// Damaged files that make room for a sound one.
extension Store {
    /// Of files up to this size all pages are looked at when it is asked whether they are damaged, in bytes: it takes some
    /// milliseconds.
    static let lookedThrough = 4 << 20

    /// Puts a store's file aside when it is damaged, with its write-ahead log, for who may still read something out of it.
    ///
    /// Damaged is what SQLite cannot read of the file's head and schema, and in files of up to 4 MiB of any page. A file
    /// that does not say that it is a store of this schema is let be, whatever it is. To be called before anything in this
    /// process has the file open.
    ///
    /// - Returns: What it is called now: `FILE.damaged`, or `FILE.damaged-2` and so on; nil when it is not damaged.
    /// - Throws: ``StoreError``: `busy` while a journal is open on it. Then it is where it was.
    public static func putAside(ifDamaged path: String, schema: StoreSchema) throws -> String? {
        do {
            let path = try target(of: path)
            guard try isMarked(path, as: schema), try isDamaged(path, schema) else { return nil }
            let lock = try StoreLock(path: path + ".lock")
            return try lock.withLock(patience: .seconds(5)) {
                // Another process may have been quicker.
                guard try isMarked(path, as: schema), try isDamaged(path, schema) else { return nil }
                try refuseWhileLogging(path, schema)
                return try putAside(path)
            }
        } catch {
            throw StoreError.translating(error, path: path, schema: schema)
        }
    }

    /// Moves a file and what stands beside it under a name that is free.
    ///
    /// - Returns: The name.
    static func putAside(_ path: String) throws -> String {
        var name = path + ".damaged"
        var number = 1
        while access(name, F_OK) == 0 || access(name + "-wal", F_OK) == 0 {
            number += 1
            name = path + ".damaged-\(number)"
        }
        // The log first: without its file it says nothing, and a file without its log would say something else.
        for suffix in ["-wal", "-shm", ""] {
            guard rename(path + suffix, name + suffix) == 0 || errno == ENOENT else {
                throw StoreError.creating(name + suffix, errno: errno)
            }
        }
        try syncFolder(of: path)
        return name
    }

    /// Whether the first hundred bytes are those of a database with this schema's mark.
    private static func isMarked(_ path: String, as schema: StoreSchema) throws -> Bool {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        // What cannot be opened is told by who opens it next.
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
                guard pages * size <= lookedThrough else { return false }
                return try String.fetchOne(database, sql: "PRAGMA quick_check(1)") != "ok"
            }
        } catch let error as DatabaseError {
            return StoreError(error, path: path).code == .damaged
        } catch let error as StoreError {
            return error.code == .damaged
        }
    }
}
