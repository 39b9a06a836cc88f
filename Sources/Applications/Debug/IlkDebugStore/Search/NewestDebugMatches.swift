import GRDB
import IlkDebug
import IlkStore

/// Searches for words that are only begun among the newest rows, as ``NewestMatches`` does in the log, and for the same
/// reason.
struct NewestDebugMatches {
    let search: DebugQuerySQL

    /// A page of entries, the last that came first.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - stretches: The rows, the newest first.
    /// - Returns: Nil when the newest rows do not fill it, and there are more.
    /// - Throws: SQLite's errors.
    func records(
        newest limit: Int, among stretches: [ClosedRange<Int64>], in database: Database
    ) throws -> [DebugRecord]? {
        guard let pattern = search.pattern else { return nil }
        let index = try MemoryIndex(columns: ["text", "marks"], tokenizer: SearchForm.tokenizer)
        // What is not in the index of all rows yet is not found here either.
        let indexed = try DebugLogIndex.rows.lastRow(database)
        var steps = MemoryIndex.steps[...]
        var found: [DebugRecord] = []
        for stretch in stretches where stretch.lowerBound <= indexed {
            let rows = try Rows(
                stretch.clamped(to: 0...indexed), having: search.wholePattern, search.sieve, in: database)
            while !rows.isOver {
                guard let step = steps.popFirst() else { return nil }
                let matching = try index.rows(matching: pattern) { try rows.give(step, to: $0) }
                let (sql, arguments) = search.statement(DebugLogStore.columns, at: matching)
                found += try DebugLogStore.records(sql, arguments + [limit - found.count], in: database)
                if found.count >= limit { return found }
            }
        }
        return found
    }
}

/// Rows with what the index has of them, newest first.
private final class Rows {
    private let select: RawStatement
    private let indexing: DebugIndexing
    private let sieve: WordSieve
    /// Whether there are no more.
    private(set) var isOver = false

    /// - Parameter pattern: What the index has of each; nil for all rows.
    init(
        _ rows: ClosedRange<Int64>, having pattern: String?, _ sieve: WordSieve, in database: Database
    ) throws {
        self.sieve = sieve
        // Who takes rows out of the index makes nothing new.
        indexing = try DebugIndexing(database, isAdding: false)
        let (tables, key) =
            pattern == nil
            ? ("debugEntry e", "e.row")
            : ("debugSearch s CROSS JOIN debugEntry e ON e.row = s.rowid", "s.rowid")
        select = try RawStatement(
            """
            SELECT \(DebugLogIndex.columns) FROM \(tables) CROSS JOIN debugKind k ON k.id = e.kind
            WHERE \(key) BETWEEN ? AND ? \(pattern == nil ? "" : "AND s.debugSearch MATCH ?") ORDER BY \(key) DESC
            """, on: database)
        select.bind(rows.lowerBound, rows.upperBound)
        if let pattern { select.bind(pattern, at: 3) }
    }

    /// Gives the next rows, as many as may match.
    func give(_ count: Int, to add: (Int64, [UnsafeRawBufferPointer]) throws -> Void) throws {
        for _ in 0..<count {
            guard try select.step() else {
                isOver = true
                return
            }
            guard try mayHold() else { continue }
            var (text, marks) = try indexing.form(of: select)
            try text.withUTF8 { text in
                try marks.withUTF8 { marks in
                    try add(select.integer(0), [UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(marks)])
                }
            }
        }
    }

    /// By the bytes of the row: a text has every word of its event's name and its payload's JSON, but for what stands there
    /// behind a backslash.
    private func mayHold() throws -> Bool {
        try select.withBytes(7) { payload in
            if payload.contains(UInt8(ascii: "\\")) || sieve.mayHold(payload) { return true }
            return try select.withBytes(6) { event in
                (Array(event) + [0x20] + Array(payload)).withUnsafeBytes { sieve.mayHold($0) }
            }
        }
    }
}
