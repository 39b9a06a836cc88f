import Foundation
import Glibc

/// The kernel's table of locks: who holds SQLite's own lock for writing, where that is no program of ours.
enum LockTable {
    /// SQLite's byte for the writer in the shared memory beside a file in WAL mode.
    private static let writersByte = 120

    /// Who writes to a database file; nil when it cannot be told.
    ///
    /// Asks the table and not the file: closing a descriptor of it would let go of this process's own locks.
    static func writer(of path: String) -> LockHolder? {
        var facts = stat()
        guard stat(path + "-shm", &facts) == 0,
            let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)  // Not everywhere.
        else { return nil }
        for line in table.split(separator: "\n") {
            guard let process = writer(in: line, inode: UInt64(facts.st_ino)) else { continue }
            let file = "/proc/\(process)/comm"
            let name = try? String(contentsOfFile: file, encoding: .utf8)  // It may be gone.
            return LockHolder(
                process: process, program: String((name ?? "").prefix { $0 != "\n" }))
        }
        return nil
    }

    /// The process of a line such as `3: POSIX  ADVISORY  WRITE 4711 fd:01:131077 120 120`, if it is about that byte.
    static func writer(in line: some StringProtocol, inode: UInt64) -> Int32? {
        let words = line.split(separator: " ")
        guard words.count == 8, words[1] == "POSIX", words[3] == "WRITE",
            words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode,
            let first = Int(words[6]), let last = words[7] == "EOF" ? .max : Int(words[7]),
            (first...max(first, last)).contains(writersByte)
        else { return nil }
        return Int32(words[4])
    }
}
