package import GRDB

/// A search index of a store's texts by their places: an FTS5 table without content, and a list of the rows that are not in
/// it yet. It is kept up a bounded step at a time. The names are the program's, never a user's.
package struct PlaceIndex: Sendable {
    /// The FTS5 table.
    package let search: String
    /// Its column, and that of the texts in the source.
    package let column: String
    /// The table of places that are not in it yet.
    package let unindexed: String
    /// The table of the texts.
    package let source: String
    /// Which rows of it, as `c`, are indexed.
    package let condition: String

    /// An index of these tables and columns.
    package init(search: String, column: String, unindexed: String, source: String, condition: String) {
        self.search = search
        self.column = column
        self.unindexed = unindexed
        self.source = source
        self.condition = condition
    }

    /// How many rows a step takes at most.
    package static let stepRows = 2048
    /// After how many bytes of texts a step ends.
    package static let stepBytes = 1 << 20

    /// Indexes the next rows that are not in the index yet, in the order of their places: the index takes ascending ones
    /// together.
    ///
    /// - Returns: Whether there are more.
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

    /// Takes a text out of the index, or off the list of those that are not in it.
    package func forget(_ text: String, at place: Int64, in database: Database) throws {
        try database.execute(sql: "DELETE FROM \(unindexed) WHERE place = ?", arguments: [place])
        guard database.changesCount == 0 else { return }
        let delete = try RawStatement(
            "INSERT INTO \(search) (\(search), rowid, \(column)) VALUES ('delete', ?, ?)", on: database)
        try delete.run(place, SearchForm.of(text))
    }

    /// Puts the texts that a former program indexed as they were into the index as they are folded. For a migration.
    package func fold(_ database: Database) throws {
        try SearchFolding(database, search: search, columns: [column]).run(
            """
            SELECT c.place, c.\(column) FROM \(source) c WHERE \(condition)
                AND \(SearchFolding.isBeyondASCII("c.\(column)"))
                AND NOT EXISTS (SELECT 1 FROM \(unindexed) u WHERE u.place = c.place)
            """)
    }

    /// Whether there is anything to index.
    package func isBehind(_ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS(SELECT 1 FROM \(unindexed))") ?? false
    }
}
