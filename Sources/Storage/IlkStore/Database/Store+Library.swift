import CSQLite

extension Store {
    /// Turns off SQLite's memory statistics in the whole process. They take a lock, shared by all
    /// connections, at each allocation, so that two stores working at once wait for each other.
    ///
    /// Call this at the start of a program, unless other code in the process uses SQLite. Afterwards
    /// `sqlite3_memory_used` and heap limits have no effect.
    ///
    /// - Returns: `false` if SQLite is already initialized. The statistics then stay on.
    @discardableResult
    public static func disableMemoryStatistics() -> Bool { ilk_sqlite_count_no_memory() == 0 }
}
