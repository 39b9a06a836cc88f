import CSQLite
public import GRDB

extension Database {
    /// Writes rows without their triggers: for whoever does in the same transaction what these would have done.
    ///
    /// Triggers rest on this connection only, and nothing of that is in the file: who is killed meanwhile leaves what every
    /// transaction leaves that was not committed. When `body` is left they run again, whatever it threw.
    ///
    /// - Parameter body: Not within another one.
    /// - Throws: `DatabaseError` when SQLite does not do it, and what `body` throws: then the transaction is to be rolled back.
    public func withoutTriggers<Result>(_ body: () throws -> Result) throws -> Result {
        try runTriggers(false)
        let result: Result
        do {
            result = try body()
        } catch {
            try runTriggers(true)
            throw error
        }
        try runTriggers(true)
        return result
    }

    /// Writes rows whose CHECKs the caller has looked at: SQLite makes and drops a table for each `CHECK(a IN (...))` of more
    /// than two values, at each insert, which is two fifths of what that costs. Types, keys and `NOT NULL` hold as ever.
    ///
    /// Checks rest on this connection only, as ``withoutTriggers(_:)`` has it.
    ///
    /// - Parameter body: Not within another one.
    /// - Throws: `DatabaseError`, and what `body` throws: then the transaction is to be rolled back.
    public func withoutChecks<Result>(_ body: () throws -> Result) throws -> Result {
        try execute(sql: "PRAGMA ignore_check_constraints = 1")
        let result: Result
        do {
            result = try body()
        } catch {
            try execute(sql: "PRAGMA ignore_check_constraints = 0")
            throw error
        }
        try execute(sql: "PRAGMA ignore_check_constraints = 0")
        return result
    }

    private func runTriggers(_ runs: Bool) throws {
        let connection = sqliteConnection.map { UnsafeMutableRawPointer($0) }
        let code = ilk_sqlite_run_triggers(connection, runs)
        guard code == 0 else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code), message: "triggers could not be switched")
        }
    }
}
