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
}
