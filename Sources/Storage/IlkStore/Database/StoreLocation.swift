/// Where a store keeps its rows.
public enum StoreLocation: Sendable, Hashable {
    /// A database file at this path; beside it stand `-wal`, `-shm` and `.lock`.
    case file(String)
    /// Memory of this process, gone when the store is closed.
    case memory

    /// The path, or `:memory:`.
    public var path: String {
        switch self {
        case .file(let path): path
        case .memory: ":memory:"
        }
    }
}
