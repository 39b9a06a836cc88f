import GRDB
import IlkStore

/// Searches for words that are only begun, among the newest rows.
///
/// The index gives whole words newest first, from the end of one list. For a beginning it puts together the lists of all
/// words that begin so before it gives a single row: with ten million rows a tenth of a second and more, when it is a
/// frequent one. But what is frequent is found among the newest rows; so those are looked at first, by an index of their
/// own in memory, and only what is too rare to fill a page there is left to the index of all rows, where it is cheap.
struct NewestMatches {
    /// How many rows are looked at, step by step.
    static let steps = [256, 768, 1536, 5632]
    /// More of them for whole words without a beginning: the rows are those that have the words, and for leaving out a
    /// frequent beginning the index of all rows takes seconds.
    static let stepsWithout = [Int](repeating: 4096, count: 24)

    let query: WordQuery
    let filter: LogFilter

    /// A page of entries before a row, newest first.
    ///
    /// - Returns: Nil when the newest rows do not fill it, and there are more.
    /// - Throws: SQLite's errors.
    func entries(
        newest limit: Int, before row: Int64, in database: Database
    ) throws -> [ClassificationLogEntry]? {
        guard limit > 0 else { return [] }
        let index = try MemoryIndex()
        let sieve = WordSieve(query.wanted)
        let candidates = try candidates(before: row, in: database)
        var found: [ClassificationLogEntry] = []
        let isWithout = query.excludesPrefix && query.wholeExpression != nil
        for step in Self.steps + (isWithout ? Self.stepsWithout : []) {
            var hasMore = true
            let rows = try index.rows(matching: query.expression) { add in
                hasMore = try candidates.next(step) { if sieve.mayHold($1) { try add($0, $1) } }
            }
            found += try entries(at: rows, limit - found.count, in: database)
            if !hasMore || found.count == limit { return found }
        }
        return nil
    }

    private func candidates(before row: Int64, in database: Database) throws -> Candidates {
        // What is not in the index of all rows yet is not found here either.
        let end = min(row, try ClassificationLogIndex.lastRow(database) + 1)
        let select: RawStatement
        if let whole = query.wholeExpression {
            select = try RawStatement(
                """
                SELECT l.rowid, l.text FROM classificationSearch s
                CROSS JOIN classificationLog l ON l.rowid = s.rowid
                WHERE s.rowid < ? AND s.text MATCH ? ORDER BY s.rowid DESC
                """, on: database)
            select.bind(whole, at: 2)
        } else {
            select = try RawStatement(
                "SELECT rowid, text FROM classificationLog WHERE rowid < ? ORDER BY rowid DESC",
                on: database)
        }
        select.bind(end, at: 1)
        return Candidates(select: select)
    }

    private func entries(
        at rows: [Int64], _ limit: Int, in database: Database
    ) throws -> [ClassificationLogEntry] {
        guard !rows.isEmpty else { return [] }
        let (conditions, arguments) = filter.conditions()
        let sql = """
            \(ClassificationLogStore.columns) FROM classificationLog l
            LEFT JOIN classificationVerdict v ON v.logId = l.id \(ClassificationLogStore.joins)
            WHERE l.rowid IN (\(rows.map(String.init).joined(separator: ",")))
                \(conditions.map { "AND " + $0 }.joined(separator: " "))
            ORDER BY l.rowid DESC LIMIT ?
            """
        return try ClassificationLogEntry.fetchAll(database, sql: sql, arguments: arguments + [limit])
    }
}

/// Rows with their texts, newest first.
private struct Candidates {
    let select: RawStatement

    /// Gives the next rows.
    ///
    /// - Returns: Whether there may be more.
    func next(_ count: Int, _ body: (Int64, UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        for _ in 0..<count {
            guard try select.step() else { return false }
            try select.withBytes(1) { try body(select.integer(0), $0) }
        }
        return true
    }
}

/// An index of a few texts in memory, which cuts them into words as the log's does.
private struct MemoryIndex {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE VIRTUAL TABLE words USING fts5(
                        text, content='', columnsize=0, tokenize="\(ClassificationLogSchema.tokenizer)")
                    """)
        }
    }

    /// Which of some texts match.
    ///
    /// - Parameter texts: Gives the texts with their rows, one after the other.
    func rows(
        matching expression: String,
        among texts: ((Int64, UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws -> [Int64] {
        var rows: [Int64] = []
        // One transaction for all: an index of each text alone would cost more than all else.
        try queue.inTransaction { database in
            let insert = try RawStatement("INSERT INTO words (rowid, text) VALUES (?, ?)", on: database)
            try texts { row, text in
                try SearchForm.with(text) { form in
                    insert.bind(row, at: 1)
                    insert.bind(borrowing: form, at: 2)
                    try insert.run()
                }
            }
            rows = try Int64.fetchAll(
                database, sql: "SELECT rowid FROM words WHERE words MATCH ?", arguments: [expression])
            return .rollback
        }
        return rows
    }
}
