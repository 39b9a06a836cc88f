import Foundation
import GRDB
import IlkStore

/// Updates the search index and the stored counts in bounded steps, in the order of row ids.
enum ClassificationLogIndex {
    static let rows = RowIndex(of: "classificationLog", row: "rowid", mark: "classificationIndexed")

    struct Facet: Hashable {
        var day: Int64
        var category: String
        var abstention: String
        var provenance: Int64
    }

    struct Count {
        var entries: Int64 = 0
        var bytes: Int64 = 0
    }

    /// Indexes and counts the next rows.
    ///
    /// - Parameter duration: The time limit, or `nil` for none. At least a few rows are always indexed.
    /// - Returns: `true` if there are more rows to index.
    static func step(_ database: Database, for duration: Duration? = nil) throws -> Bool {
        let keep = try RawStatement(
            "INSERT OR REPLACE INTO classificationChecksum VALUES (?, ?)", on: database)
        let insert = try RawStatement(
            "INSERT INTO classificationSearch (rowid, text) VALUES (?, ?)", on: database)
        var counts: [Facet: Count] = [:]
        return try rows.step(
            database, for: duration,
            reading: """
                SELECT l.rowid, l.text, l.category, l.timestamp, v.abstention, v.provenance, \(EntryChecksum.found)
                FROM classificationLog l \(EntryChecksum.joins) WHERE l.rowid > ? ORDER BY l.rowid LIMIT ?
                """
        ) { row in
            let size = try row.withBytes(1) { try insert.run(row.integer(0), formOf: $0) }
            try keep.run(row.integer(0), row.integer(6))
            counts[try facet(of: row), default: Count()].add(size)
            return size
        } finish: {
            for (facet, count) in counts { try add(facet, count, in: database) }
        }
    }

    /// Reads the columns 2 to 5 of a statement's row: label, timestamp, abstention and provenance.
    static func facet(of row: RawStatement) throws -> Facet {
        try Facet(
            day: day(row.number(3)), category: row.text(2) ?? "", abstention: row.text(4) ?? "",
            provenance: row.integer(5))
    }

    /// Returns the day of a timestamp, counted from 1970-01-01, in UTC.
    static func day(_ seconds: Double) -> Int64 {
        Int64(exactly: (seconds / 86_400).rounded(.down)) ?? (seconds < 0 ? .min : .max)
    }

    /// Adds numbers, which may be negative, to the stored counts of a facet. Deletes the facet's row if its
    /// number of entries becomes zero.
    ///
    /// Uses raw statements, because GRDB terminates the program if memory for binding an argument runs out.
    static func add(_ facet: Facet, _ count: Count, in database: Database) throws {
        let upsert = try RawStatement(
            """
            INSERT INTO classificationFacet VALUES (?1, ?2, ?3, ?4, max(?5, 0), max(?6, 0))
            ON CONFLICT DO UPDATE SET entries = max(0, entries + ?5), bytes = max(0, bytes + ?6)
            """, on: database)
        bind(facet, to: upsert)
        upsert.bind(count.entries, at: 5)
        upsert.bind(count.bytes, at: 6)
        try upsert.run()
        guard count.entries < 0 else { return }
        let removal = try RawStatement(
            """
            DELETE FROM classificationFacet
            WHERE day = ?1 AND category = ?2 AND abstention = ?3 AND provenance = ?4 AND entries = 0
            """, on: database)
        bind(facet, to: removal)
        try removal.run()
    }

    private static func bind(_ facet: Facet, to statement: RawStatement) {
        statement.bind(facet.day, facet.category, facet.abstention, facet.provenance)
    }
}

extension ClassificationLogIndex.Count {
    /// Counts one text with the given size in bytes. With `times` = -1, subtracts the text.
    mutating func add(_ size: Int, times: Int64 = 1) {
        entries += times
        bytes += times * Int64(size)
    }
}
