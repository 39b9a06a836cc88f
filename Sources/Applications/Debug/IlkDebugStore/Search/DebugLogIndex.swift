import Foundation
import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// Keeps the search index, the counts and the templates up with the rows, a bounded step at a time.
enum DebugLogIndex {
    /// How many rows a step takes at most.
    static let stepRows = 2048
    /// After how many bytes of text a step ends.
    static let stepBytes = 1 << 20
    /// How long a step between two commits of a journal may take.
    static let stepDuration: Duration = .milliseconds(25)
    /// After how many rows a step looks at the clock.
    private static let rowsALook = 32
    /// How many rows are one block, in bits.
    static let blockBits: Int64 = 12

    /// The last row that is indexed and counted.
    static func lastRow(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT lastRow FROM debugIndexed") ?? 0
    }

    /// How many rows are not indexed yet, counted up to a limit.
    static func lag(_ database: Database, upTo limit: Int) throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM (SELECT 1 FROM debugEntry
                    WHERE row > (SELECT lastRow FROM debugIndexed) LIMIT ?)
                """, arguments: [limit]) ?? 0
    }

    /// The columns that a step reads, of the tables `e` and `k`.
    static let columns = "e.row, e.time, e.received, e.kind, e.device, e.session, k.event, e.payload"

    /// Indexes and counts the next rows.
    ///
    /// - Parameter duration: After what time it ends, whatever is left; nil for as long as it takes. A few rows are always
    ///   done.
    /// - Returns: Whether there are more.
    static func step(_ database: Database, for duration: Duration? = nil) throws -> Bool {
        let end = duration.map { ContinuousClock.now + $0 }
        let select = try RawStatement(
            """
            SELECT \(columns) FROM debugEntry e JOIN debugKind k ON k.id = e.kind
            WHERE e.row > ? ORDER BY e.row LIMIT ?
            """, on: database)
        defer { select.reset() }
        select.bind(try lastRow(database), at: 1)
        select.bind(Int64(stepRows), at: 2)
        let work = try DebugIndexing(database, isAdding: true)
        var (rows, bytes, last) = (0, 0, Int64(0))
        var isOver = false
        while bytes < stepBytes, !isOver, try select.step() {
            last = select.integer(0)
            bytes += try work.take(select)
            rows += 1
            if rows % rowsALook == 0, let end, ContinuousClock.now >= end { isOver = true }
        }
        guard rows > 0 else { return false }
        try work.finish()
        let mark = try RawStatement("UPDATE debugIndexed SET lastRow = ?", on: database)
        mark.bind(last, at: 1)
        try mark.run()
        return rows == stepRows || bytes >= stepBytes || isOver
    }

    /// Brings the words of all rows into the form that they have now. A step of the schema's history.
    static func fold(_ database: Database) throws {
        let select = try RawStatement(
            """
            SELECT \(columns) FROM debugEntry e JOIN debugKind k ON k.id = e.kind
            WHERE e.row <= ? AND (\(SearchFolding.isBeyondASCII("k.event"))
                OR \(SearchFolding.isBeyondASCII("e.payload")) OR instr(e.payload, '\\u') > 0)
            """, on: database)
        defer { select.reset() }
        select.bind(try lastRow(database), at: 1)
        let folding = try SearchFolding(database, search: "debugSearch", columns: ["text", "marks"])
        let work = try DebugIndexing(database, isAdding: true)
        while try select.step() { try work.fold(select, with: folding) }
    }

    /// The day of a time, counted from 1970-01-01, in UTC.
    static func day(_ nanoseconds: Int64) -> Int64 { floored(nanoseconds, 86_400_000_000_000) }
    /// The hour of a time, counted from 1970.
    static func hour(_ nanoseconds: Int64) -> Int64 { floored(nanoseconds, 3_600_000_000_000) }

    private static func floored(_ number: Int64, _ unit: Int64) -> Int64 {
        number / unit - (number % unit < 0 ? 1 : 0)
    }
}
