import Foundation
import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// Updates the full-text index, the counts and the templates from the stored entries, in steps of limited
/// duration.
enum DebugLogIndex {
    static let rows = RowIndex(of: "debugEntry", row: "row", mark: "debugIndexed")
    /// The binary logarithm of the number of rows in a block. A block is a range of row numbers, for which
    /// `debugBlock` stores the earliest and the latest time.
    static let blockBits: Int64 = 12

    /// The columns that ``DebugIndexer`` reads. `e` is the table of entries, and `k` the table of kinds.
    static let columns = "e.row, e.time, e.received, e.kind, e.device, e.session, k.event, e.payload"

    /// Indexes and counts the next rows until a time limit, but at least a few rows. Returns `true` if more
    /// rows must be indexed.
    static func step(_ database: Database, for duration: Duration? = nil) throws -> Bool {
        let work = try DebugIndexer(database, isAdding: true)
        return try rows.step(
            database, for: duration,
            reading: """
                SELECT \(columns) FROM debugEntry e JOIN debugKind k ON k.id = e.kind
                WHERE e.row > ? ORDER BY e.row LIMIT ?
                """, take: work.process, finish: work.finish)
    }

    /// Indexes the words of all rows again, in the form that the current version uses. Only a migration calls
    /// this function.
    static func fold(_ database: Database) throws {
        let select = try RawStatement(
            """
            SELECT \(columns) FROM debugEntry e JOIN debugKind k ON k.id = e.kind
            WHERE e.row <= ? AND (\(SearchIndexRefolding.isBeyondASCII("k.event"))
                OR \(SearchIndexRefolding.isBeyondASCII("e.payload")) OR instr(e.payload, '\\u') > 0)
            """, on: database)
        defer { select.reset() }
        select.bind(try rows.lastRow(database))
        let folding = try SearchIndexRefolding(database, search: "debugSearch", columns: ["text", "marks"])
        let work = try DebugIndexer(database, isAdding: true)
        while try select.step() { try work.fold(select, with: folding) }
    }

    /// Returns the day of a time in UTC, counted from 1970-01-01.
    static func day(_ nanoseconds: Int64) -> Int64 { floored(nanoseconds, 86_400_000_000_000) }
    /// Returns the hour of a time in UTC, counted from 1970-01-01T00.
    static func hour(_ nanoseconds: Int64) -> Int64 { floored(nanoseconds, 3_600_000_000_000) }

    private static func floored(_ number: Int64, _ unit: Int64) -> Int64 {
        number / unit - (number % unit < 0 ? 1 : 0)
    }
}
