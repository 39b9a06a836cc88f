package import GRDB

/// A search index of a store's texts: a contentless FTS5 table whose row ids are row numbers of the store,
/// and a table of the rows that are not indexed yet. The index is updated in bounded steps. The names of the
/// tables and of the column are part of the SQL, so a name must never come from a user.
package struct RowNumberIndex: Sendable {
    package let search: String
    /// The text column, which has the same name in the index and in the source.
    package let column: String
    /// The table of row numbers that are not indexed yet.
    package let unindexed: String
    package let source: String
    /// The SQL condition for the rows of the source that are indexed. It refers to the source as `c`.
    package let condition: String

    package init(search: String, column: String, unindexed: String, source: String, condition: String) {
        self.search = search
        self.column = column
        self.unindexed = unindexed
        self.source = source
        self.condition = condition
    }

    /// The maximum number of rows in a step.
    package static let stepRows = 2048
    /// The number of text bytes after which a step ends.
    package static let stepBytes = 1 << 20

    /// Indexes the next rows in ascending order, which FTS5 handles most efficiently.
    ///
    /// - Returns: `true` if there are more rows to index.
    package func step(_ database: Database) throws -> Bool {
        let select = try RawStatement(
            """
            SELECT u.place, c.\(column) FROM \(unindexed) u
            LEFT JOIN \(source) c ON c.place = u.place AND \(condition) ORDER BY u.place LIMIT ?
            """, on: database)
        let insert = try RawStatement("INSERT INTO \(search) (rowid, \(column)) VALUES (?, ?)", on: database)
        defer { select.reset() }
        select.bind(Int64(Self.stepRows), at: 1)
        var (rows, bytes, last) = (0, 0, Int64(0))
        while bytes < Self.stepBytes, try select.step() {
            last = select.integer(0)
            rows += 1
            guard !select.isNull(1) else { continue }
            bytes += try select.withBytes(1) { try insert.run(last, formOf: $0) }
        }
        guard rows > 0 else { return false }
        select.reset()
        try database.execute(sql: "DELETE FROM \(unindexed) WHERE place <= ?", arguments: [last])
        return rows == Self.stepRows || bytes >= Self.stepBytes
    }

    /// Removes a text from the index, or from the list of rows that are not indexed yet.
    package func forget(_ text: String, at place: Int64, in database: Database) throws {
        try database.execute(sql: "DELETE FROM \(unindexed) WHERE place = ?", arguments: [place])
        guard database.changesCount == 0 else { return }
        let delete = try RawStatement(
            "INSERT INTO \(search) (\(search), rowid, \(column)) VALUES ('delete', ?, ?)", on: database)
        try delete.run(place, IndexedForm.of(text))
    }

    /// Reindexes the texts that an older version indexed without folding. Called by a migration.
    package func fold(_ database: Database) throws {
        try SearchIndexRefolding(database, search: search, columns: [column]).run(
            """
            SELECT c.place, c.\(column) FROM \(source) c WHERE \(condition)
                AND \(SearchIndexRefolding.isBeyondASCII("c.\(column)"))
                AND NOT EXISTS (SELECT 1 FROM \(unindexed) u WHERE u.place = c.place)
            """)
    }

    /// `true` if there are rows to index.
    package func isBehind(_ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS(SELECT 1 FROM \(unindexed))") ?? false
    }
}
