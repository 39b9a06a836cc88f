import Foundation
package import GRDB

/// The progress of indexing a table's rows in the order of their insertion. The index is updated in bounded
/// steps.
package struct RowIndex: Sendable {
    /// The CPU time limit of an index step that a journal runs between two commits. An entry may wait that
    /// long to be written, or up to four times as long on a busy machine.
    package static let stepDuration: Duration = .milliseconds(25)
    private static let stepRows = 2048
    /// The number of text bytes after which a step ends.
    private static let stepBytes = 1 << 20
    /// The number of rows after which a step checks the time.
    private static let rowsPerClockCheck = 32

    private let table: String
    private let row: String
    private let mark: String

    /// Creates an index.
    ///
    /// - Parameters:
    ///   - row: The column of row numbers.
    ///   - mark: The table with a single row, whose column `lastRow` is the last indexed row.
    package init(of table: String, row: String, mark: String) {
        (self.table, self.row, self.mark) = (table, row, mark)
    }

    /// Returns the number of the last indexed row, or 0 if no row is indexed.
    package func lastRow(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT lastRow FROM \(mark)") ?? 0
    }

    /// Returns the number of rows not indexed yet, at most `limit`.
    package func lag(_ database: Database, upTo limit: Int) throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(row) > (SELECT lastRow FROM \(mark)) LIMIT ?)
                """, arguments: [limit]) ?? 0
    }

    /// Indexes the next rows.
    ///
    /// - Parameters:
    ///   - duration: The time limit, or `nil` for none. At least a few rows are always indexed.
    ///   - sql: An SQL query. Parameter 1 is the last indexed row, and parameter 2 is the maximum number of
    ///     rows to return. The first column is the row number.
    ///   - take: Indexes a row. Returns the size of its text in bytes.
    ///   - finish: Called after the last row of the step, unless the step had no rows.
    /// - Returns: `true` if there are more rows to index.
    package func step(
        _ database: Database, for duration: Duration?, reading sql: String,
        take: (RawStatement) throws -> Int, finish: () throws -> Void
    ) throws -> Bool {
        let end = duration.map(StepEnd.init)
        let select = try RawStatement(sql, on: database)
        defer { select.reset() }
        select.bind(try lastRow(database), Self.stepRows)
        var (rows, bytes, last, isOver) = (0, 0, Int64(0), false)
        while bytes < Self.stepBytes, !isOver, try select.step() {
            last = select.integer(0)
            bytes += try take(select)
            rows += 1
            if rows % Self.rowsPerClockCheck == 0, let end, end.hasCome { isOver = true }
        }
        guard rows > 0 else { return false }
        try finish()
        try RawStatement("UPDATE \(mark) SET lastRow = ?", on: database).run(last)
        return rows == Self.stepRows || bytes >= Self.stepBytes || isOver
    }
}

/// The end of a step, measured in CPU time of its thread. With a limit in wall-clock time, a step on a busy
/// machine might index fewer rows than arrive meanwhile, and the index would never catch up. An additional
/// wall-clock limit is four times as long.
private struct StepEnd {
    private static let outer = 4

    private let work: Duration
    private let moment: ContinuousClock.Instant

    init(_ duration: Duration) {
        work = Self.worked() + duration
        moment = .now + duration * Self.outer
    }

    var hasCome: Bool { Self.worked() >= work || ContinuousClock.now >= moment }

    private static func worked() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
