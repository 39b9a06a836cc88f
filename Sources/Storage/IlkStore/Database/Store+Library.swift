import CSQLite

extension Store {
    /// Has SQLite count no memory, in the whole process: that takes one lock for all connections at each allocation, so that
    /// two stores that work at once wait for each other (a sixth of what a sync takes).
    ///
    /// For a program to call at its very beginning; whoever shares its process with other users of SQLite leaves it. What
    /// SQLite says of memory (`sqlite3_memory_used`, limits of the heap) is nothing afterwards.
    ///
    /// - Returns: False when SQLite is at work already: then it counts on.
    @discardableResult
    public static func countNoMemory() -> Bool { ilk_sqlite_count_no_memory() == 0 }
}
