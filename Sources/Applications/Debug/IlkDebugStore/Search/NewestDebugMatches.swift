import GRDB
import IlkDebug
import IlkStore

/// A search for prefixes that checks the newest rows one by one, like ``PrefixSearch``. The full-text index
/// would first merge the lists of all words that begin with the prefix, which is slow for frequent prefixes.
struct NewestDebugMatches {
    let search: DebugQuerySQL

    /// Returns a page of matches, newest first. Returns `nil` if the newest rows do not fill the page and
    /// older rows exist.
    ///
    /// - Parameters:
    ///   - columns: The `SELECT` clause of the statement, with the columns that `fetch` decodes.
    ///   - fetch: Runs a statement and returns its matches.
    func matches<Match>(
        newest limit: Int, among spans: [ClosedRange<Int64>], _ columns: String, in database: Database,
        fetch: (String, StatementArguments) throws -> [Match]
    ) throws -> [Match]? {
        guard let pattern = search.pattern else { return nil }
        let index = try MemoryIndex(columns: ["text", "marks"], tokenizer: IndexedForm.tokenizer)
        // As in a search with the index, rows that are not indexed yet are not found.
        let indexed = try DebugLogIndex.rows.lastRow(database)
        var steps = MemoryIndex.steps[...]
        var found: [Match] = []
        for span in spans where span.lowerBound <= indexed {
            let rows = try Rows(
                span.clamped(to: 0...indexed), having: search.wholePattern, search.wordFilter, in: database
            )
            while !rows.isOver {
                guard let step = steps.popFirst() else { return nil }
                let matching = try index.rows(matching: pattern) { try rows.forward(step, to: $0) }
                let (sql, arguments) = search.statement(columns, at: matching)
                found += try fetch(sql, arguments + [limit - found.count])
                if found.count >= limit { return found }
            }
        }
        return found
    }
}

/// An iterator over rows with their words and marks, newest first.
private final class Rows {
    private let select: RawStatement
    private let indexing: DebugIndexer
    private let sieve: TermPrefilter
    /// `true` if there are no more rows.
    private(set) var isOver = false

    init(
        _ rows: ClosedRange<Int64>, having pattern: String?, _ sieve: TermPrefilter, in database: Database
    ) throws {
        self.sieve = sieve
        // Create the indexer for removal, because it then inserts no paths and buckets.
        indexing = try DebugIndexer(database, isAdding: false)
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

    /// Reads the next rows, and calls `add` for the rows that may match.
    func forward(_ count: Int, to add: (Int64, [UnsafeRawBufferPointer]) throws -> Void) throws {
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

    /// Returns `true` if the row may contain the required words. Every word of the text occurs in the name of
    /// the event or in the JSON of the payload, unless the JSON contains escapes.
    private func mayHold() throws -> Bool {
        try select.withBytes(7) { payload in
            if payload.contains(UInt8(ascii: "\\")) || sieve.mayHold(payload) { return true }
            return try select.withBytes(6) { event in
                (Array(event) + [0x20] + Array(payload)).withUnsafeBytes { sieve.mayHold($0) }
            }
        }
    }
}
