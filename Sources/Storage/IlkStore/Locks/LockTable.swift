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
            let table = contents(of: "/proc/locks")
        else { return nil }
        for line in table.split(separator: "\n") {
            guard let process = writer(in: line, inode: UInt64(facts.st_ino)) else { continue }
            let name = contents(of: "/proc/\(process)/comm") ?? ""
            return LockHolder(
                process: process, program: String(name.prefix { $0 != "\n" }))
        }
        return nil
    }

    /// All of a file of the kernel's, which says of itself that it has no bytes; nil where there is none.
    private static func contents(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += block.prefix(count)
        }
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
