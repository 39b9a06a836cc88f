import CSQLite

extension Store {
    /// Turns off SQLite's memory statistics in the whole process. With these statistics, each allocation
    /// takes a lock that all connections share, so that two stores that work at the same time wait for each
    /// other.
    ///
    /// Call this at the start of a program, unless other code in the process uses SQLite. Afterwards
    /// `sqlite3_memory_used` and heap limits have no effect.
    ///
    /// - Returns: `false` if SQLite is already initialized. The statistics then stay on.
    @discardableResult
    public static func disableMemoryStatistics() -> Bool { ilk_sqlite_count_no_memory() == 0 }
}
