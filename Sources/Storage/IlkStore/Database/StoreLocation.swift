import Glibc

/// The location of a store's database: a file, or memory.
public enum StoreLocation: Sendable, Hashable {
    /// A database file at the given path, with `-wal`, `-shm` and `.lock` files next to it.
    case file(String)
    /// Memory of this process. The rows are gone when the store is closed.
    case memory

    /// The path, or `:memory:`.
    public var path: String {
        switch self {
        case .file(let path): path
        case .memory: ":memory:"
        }
    }

    /// The total size of the file and its write-ahead log in bytes. A missing file counts as 0.
    package var bytes: Int { Self.size(of: path) + walSize }

    /// The size of the write-ahead log's file in bytes, or 0 if it is missing.
    var walSize: Int { Self.size(of: path + "-wal") }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
