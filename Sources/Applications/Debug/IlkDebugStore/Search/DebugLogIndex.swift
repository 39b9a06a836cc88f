import Foundation
import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// Keeps the search index, the counts and the templates up with the rows, a bounded step at a time.
enum DebugLogIndex {
    /// How far rows are indexed.
    static let rows = RowIndex(of: "debugEntry", row: "row", mark: "debugIndexed")
    /// How many rows are one block, in bits.
    static let blockBits: Int64 = 12

    /// The columns that a step reads, of the tables `e` and `k`.
    static let columns = "e.row, e.time, e.received, e.kind, e.device, e.session, k.event, e.payload"

    /// Indexes and counts the next rows.
    ///
    /// - Parameter duration: After what time it ends, whatever is left; nil for as long as it takes. A few rows are always
    ///   done.
    /// - Returns: Whether there are more.
    static func step(_ database: Database, for duration: Duration? = nil) throws -> Bool {
        let work = try DebugIndexing(database, isAdding: true)
        return try rows.step(
            database, for: duration,
            reading: """
                SELECT \(columns) FROM debugEntry e JOIN debugKind k ON k.id = e.kind
                WHERE e.row > ? ORDER BY e.row LIMIT ?
                """, take: work.take, finish: work.finish)
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
        select.bind(try rows.lastRow(database))
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
