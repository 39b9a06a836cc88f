import Foundation
import GRDB
import IlkStore

/// Keeps the search index and the counts up with the rows, a bounded step at a time, in the order in which rows came.
enum ClassificationLogIndex {
    /// How many rows a step takes at most.
    static let stepRows = 2048
    /// After how many bytes of text a step ends.
    static let stepBytes = 1 << 20
    /// How long a step between two commits of a journal may work: so long an entry may have to wait for it, and on a
    /// machine that has other things to do four times as long at most.
    static let stepDuration: Duration = .milliseconds(25)
    /// After how many rows a step looks at the clock.
    private static let rowsALook = 32

    /// What is counted together.
    struct Facet: Hashable {
        var day: Int64
        var category: String
        var abstention: String
        var provenance: Int64
    }

    /// How much of it there is.
    struct Count {
        var entries: Int64 = 0
        var bytes: Int64 = 0
    }

    /// The last row that is indexed and counted.
    static func lastRow(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT lastRow FROM classificationIndexed") ?? 0
    }

    /// How many rows are not indexed yet, counted up to a limit.
    static func lag(_ database: Database, upTo limit: Int) throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM (SELECT 1 FROM classificationLog
                    WHERE rowid > (SELECT lastRow FROM classificationIndexed) LIMIT ?)
                """, arguments: [limit]) ?? 0
    }

    /// Indexes and counts the next rows.
    ///
    /// - Parameter duration: After what time it ends, whatever is left; nil for as long as it takes. A few rows are always
    ///   done.
    /// - Returns: Whether there are more.
    static func step(_ database: Database, for duration: Duration? = nil) throws -> Bool {
        let end = duration.map(StepEnd.init)
        var isOver = false
        let select = try RawStatement(
            """
            SELECT l.rowid, l.text, l.category, l.timestamp, v.abstention, v.provenance, \(EntryChecksum.found)
            FROM classificationLog l \(EntryChecksum.joins) WHERE l.rowid > ? ORDER BY l.rowid LIMIT ?
            """, on: database)
        let keep = try RawStatement(
            "INSERT OR REPLACE INTO classificationChecksum VALUES (?, ?)", on: database)
        let insert = try RawStatement(
            "INSERT INTO classificationSearch (rowid, text) VALUES (?, ?)", on: database)
        defer { select.reset() }
        select.bind(try lastRow(database), at: 1)
        select.bind(Int64(stepRows), at: 2)
        var counts: [Facet: Count] = [:]
        var (rows, bytes, last) = (0, 0, Int64(0))
        while bytes < stepBytes, !isOver, try select.step() {
            last = select.integer(0)
            let size = try select.withBytes(1) { text in
                try SearchForm.with(text) { form in
                    insert.bind(last, at: 1)
                    insert.bind(borrowing: form, at: 2)
                    try insert.run()
                }
                return text.count
            }
            keep.bind(last, at: 1)
            keep.bind(select.integer(6), at: 2)
            try keep.run()
            let facet = try facet(of: select)
            counts[facet, default: Count()].add(size)
            rows += 1
            bytes += size
            if rows % rowsALook == 0, let end, end.hasCome { isOver = true }
        }
        guard rows > 0 else { return false }
        for (facet, count) in counts { try add(facet, count, in: database) }
        let mark = try RawStatement("UPDATE classificationIndexed SET lastRow = ?", on: database)
        mark.bind(last, at: 1)
        try mark.run()
        return rows == stepRows || bytes >= stepBytes || isOver
    }

    /// Of a statement's columns from 2: category, timestamp, abstention, provenance.
    static func facet(of row: RawStatement) throws -> Facet {
        try Facet(
            day: day(row.number(3)), category: row.text(2) ?? "", abstention: row.text(4) ?? "",
            provenance: row.integer(5))
    }

    /// The day of a timestamp, counted from 1970-01-01, in UTC.
    static func day(_ seconds: Double) -> Int64 {
        Int64(exactly: (seconds / 86_400).rounded(.down)) ?? (seconds < 0 ? .min : .max)
    }

    /// Adds to a count, or takes from it; a count of nothing has no row.
    ///
    /// By statements of our own: GRDB ends the program when there is no memory to bind an argument.
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
        statement.bind(facet.day, at: 1)
        statement.bind(facet.category, at: 2)
        statement.bind(facet.abstention, at: 3)
        statement.bind(facet.provenance, at: 4)
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

extension ClassificationLogIndex.Count {
    /// Counts one text.
    mutating func add(_ size: Int) {
        entries += 1
        bytes += Int64(size)
    }

    /// Takes one text away.
    mutating func remove(_ size: Int) {
        entries -= 1
        bytes -= Int64(size)
    }
}
