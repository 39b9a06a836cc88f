import Foundation
package import GRDB

/// How far the rows of a table are indexed, in the order in which they came. The index is kept up a bounded step at a time.
package struct RowIndex: Sendable {
    /// How long a step between two commits of a journal may work: so long an entry may have to wait for it, and on a
    /// machine that has other things to do four times as long at most.
    package static let stepDuration: Duration = .milliseconds(25)
    /// How many rows a step takes at most.
    private static let stepRows = 2048
    /// After how many bytes of text a step ends.
    private static let stepBytes = 1 << 20
    /// After how many rows a step looks at the clock.
    private static let rowsALook = 32

    private let table: String
    private let row: String
    private let mark: String

    /// An index of a table.
    ///
    /// - Parameters:
    ///   - table: Its name.
    ///   - row: The column of row numbers.
    ///   - mark: The table of one row that has the last row that is indexed, as `lastRow`.
    package init(of table: String, row: String, mark: String) {
        (self.table, self.row, self.mark) = (table, row, mark)
    }

    /// The last row that is indexed and counted.
    package func lastRow(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT lastRow FROM \(mark)") ?? 0
    }

    /// How many rows are not indexed yet, counted up to a limit.
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
    ///   - duration: After what time it ends, whatever is left; nil for as long as it takes. A few rows are always done.
    ///   - sql: Selects rows behind the one of its first parameter, as many as its second says; their numbers come first.
    ///   - take: Indexes a row. Returns the bytes of its text.
    ///   - finish: Called behind the last row, if there was one.
    /// - Returns: Whether there are more.
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
            if rows % Self.rowsALook == 0, let end, end.hasCome { isOver = true }
        }
        guard rows > 0 else { return false }
        try finish()
        try RawStatement("UPDATE \(mark) SET lastRow = ?", on: database).run(last)
        return rows == Self.stepRows || bytes >= Self.stepBytes || isOver
    }
}

/// When a step is to end. It goes by the work of its own thread: on a busy machine a step that went by the clock alone would
/// do less than comes in meanwhile, and the index would fall behind for good. The clock sets the outer bound.
private struct StepEnd {
    private static let outer = 4

    private let work: Duration
    private let moment: ContinuousClock.Instant

    init(_ duration: Duration) {
        work = Self.worked() + duration
        moment = .now + duration * Self.outer
    }

    var hasCome: Bool { Self.worked() >= work || ContinuousClock.now >= moment }

    /// How long this thread has worked.
    private static func worked() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
