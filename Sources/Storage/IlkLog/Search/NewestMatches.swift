import GRDB
import IlkStore

/// Searches for words that are only begun, among the newest rows.
///
/// The index gives whole words newest first, from the end of one list. For a beginning it puts together the lists of all
/// words that begin so before it gives a single row: with ten million rows a tenth of a second and more, when it is a
/// frequent one. But what is frequent is found among the newest rows; so those are looked at first, by an index of their
/// own in memory, and only what is too rare to fill a page there is left to the index of all rows, where it is cheap.
struct NewestMatches {
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
        let index = try MemoryIndex(columns: ["text"], tokenizer: SearchForm.tokenizer)
        let sieve = WordSieve(query.wanted)
        let candidates = try candidates(before: row, in: database)
        var found: [ClassificationLogEntry] = []
        let isWithout = query.excludesPrefix && query.wholeExpression != nil
        for step in MemoryIndex.steps + (isWithout ? Self.stepsWithout : []) {
            var hasMore = true
            let rows = try index.rows(matching: query.expression) { add in
                for _ in 0..<step {
                    hasMore = try candidates.step()
                    guard hasMore else { return }
                    try candidates.withBytes(1) { text in
                        guard sieve.mayHold(text) else { return }
                        try SearchForm.with(text) { try add(candidates.integer(0), [$0]) }
                    }
                }
            }
            found += try entries(at: rows, limit - found.count, in: database)
            if !hasMore || found.count == limit { return found }
        }
        return nil
    }

    /// Selects rows with their texts, newest first.
    private func candidates(before row: Int64, in database: Database) throws -> RawStatement {
        // What is not in the index of all rows yet is not found here either.
        let end = min(row, try ClassificationLogIndex.rows.lastRow(database) + 1)
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
        return select
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
