import GRDB
import IlkStore

/// Searches for prefixes among the newest rows.
///
/// For a complete term, FTS5 reads one list of rows from its end, which returns the newest rows first. For a
/// prefix, FTS5 merges the lists of all matching terms before it returns the first row. Merging is slow for a
/// frequent prefix. A frequent prefix, however, usually fills a page from the newest rows. Therefore this
/// search first indexes the newest rows in memory and searches them there. The caller uses the complete index
/// in the file only if the newest rows do not fill the page. The prefix is then rare, and the complete index
/// is fast.
struct PrefixSearch {
    /// The sizes of additional batches of rows, for queries such as `invoice -pay*` with a required complete
    /// term and an excluded prefix. Only the rows with the complete term are candidates. Searching them in
    /// further batches is worthwhile, because the complete index is slow at excluding a frequent prefix.
    static let stepsWithout = [Int](repeating: 4096, count: 24)

    let query: FullTextQuery
    let filter: LogFilter

    /// Returns a page of entries before a row, newest first.
    ///
    /// - Returns: The page, or `nil` if the newest rows do not fill the page and older rows exist.
    /// - Throws: `DatabaseError`, and ``ClassificationLogError/damagedEntry(id:)``.
    func entries(
        newest limit: Int, before row: Int64, in database: Database
    ) throws -> [ClassificationLogEntry]? {
        guard limit > 0 else { return [] }
        let index = try MemoryIndex(columns: ["text"], tokenizer: IndexedForm.tokenizer)
        let sieve = TermPrefilter(query.wanted)
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
                        try IndexedForm.with(text) { try add(candidates.integer(0), [$0]) }
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
        // Rows that the complete index does not contain yet are not found here either.
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
