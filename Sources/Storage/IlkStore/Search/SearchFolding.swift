package import GRDB

/// Brings the words of a search index into the form that all of them have now: the index has no texts to take them from, so
/// each text is taken out as a former program put it in, and put in anew. A step of a schema's history.
package struct SearchFolding {
    private let insert: RawStatement
    private let delete: RawStatement
    private let database: Database
    private let columns: Int32

    /// For an FTS5 table without content. Its names are the program's, never a user's.
    package init(_ database: Database, search: String, columns: [String]) throws {
        let index = FullTextIndex(search, columns: columns, options: "")
        self.database = database
        self.columns = Int32(columns.count)
        insert = try RawStatement(index.insertion, on: database)
        delete = try RawStatement(index.deletion, on: database)
    }

    /// A condition of SQL: that a text is not ASCII alone. All other texts stand in the index as they did.
    package static func isBeyondASCII(_ text: String) -> String {
        "length(CAST(\(text) AS BLOB)) <> length(\(text))"
    }

    /// Changes the rows that a query gives: the number of each, and its texts in the order of the columns.
    ///
    /// - Throws: SQLite's errors.
    package func run(_ sql: String) throws {
        let select = try RawStatement(sql, on: database)
        defer { select.reset() }
        while try select.step() {
            let row = select.integer(0)
            let texts = try (1...columns).map { column in try select.withBytes(column) { Array($0) } }
            try change(
                row, from: texts.map { $0.withUnsafeBytes { SearchForm.withSpaces($0) { Array($0) } } },
                to: texts.map { $0.withUnsafeBytes { SearchForm.with($0) { Array($0) } } })
        }
    }

    /// Changes a row.
    package func change(_ row: Int64, from old: [[UInt8]], to new: [[UInt8]]) throws {
        guard old != new else { return }
        try delete.run(row, texts: old.map { $0[...] })
        try insert.run(row, texts: new.map { $0[...] })
    }
}
