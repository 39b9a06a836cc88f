import Glibc

/// The kernel's lock table. The table shows which process holds SQLite's own write lock, even if that process
/// is not part of Ilk.
enum LockTable {
    /// The byte of the `-shm` file that SQLite's writer locks in WAL mode (`WAL_WRITE_LOCK`).
    private static let writersByte = 120

    /// Returns the process that writes to a database file, or `nil` if it is unknown.
    ///
    /// Reads the table instead of probing the file: closing a descriptor of the file would release this
    /// process's POSIX locks on it.
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

    /// Reads a file of `/proc`, whose reported size is 0. Returns `nil` if it cannot be opened.
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

    /// Parses a line such as `3: POSIX  ADVISORY  WRITE 4711 fd:01:131077 120 120`. Returns the process id if
    /// the line is about the writer's byte of the file.
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
