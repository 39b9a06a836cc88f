package import GRDB

/// A schema migration that converts the terms of a search index to the folded form. The index is contentless,
/// so FTS5 needs the indexed text to delete a row. Each text is therefore deleted in the form in which an
/// older version indexed it, and then inserted in the folded form.
package struct SearchIndexRefolding {
    private let insert: RawStatement
    private let delete: RawStatement
    private let database: Database
    private let columns: Int32

    /// Prepares the conversion of a contentless FTS5 table. The names are part of the SQL, so they must never
    /// come from a user.
    package init(_ database: Database, search: String, columns: [String]) throws {
        let index = FullTextIndex(search, columns: columns, options: "")
        self.database = database
        self.columns = Int32(columns.count)
        insert = try RawStatement(index.insertion, on: database)
        delete = try RawStatement(index.deletion, on: database)
    }

    /// Returns an SQL condition that is true for texts with characters beyond ASCII. The indexed form of
    /// ASCII texts has not changed.
    package static func isBeyondASCII(_ text: String) -> String {
        "length(CAST(\(text) AS BLOB)) <> length(\(text))"
    }

    /// Converts the rows of a query, whose columns are the row id and the texts in the order of the index's
    /// columns.
    ///
    /// - Throws: `DatabaseError`.
    package func run(_ sql: String) throws {
        let select = try RawStatement(sql, on: database)
        defer { select.reset() }
        while try select.step() {
            let row = select.integer(0)
            let texts = try (1...columns).map { column in try select.withBytes(column) { Array($0) } }
            try change(
                row, from: texts.map { $0.withUnsafeBytes { IndexedForm.withSpaces($0) { Array($0) } } },
                to: texts.map { $0.withUnsafeBytes { IndexedForm.with($0) { Array($0) } } })
        }
    }

    package func change(_ row: Int64, from old: [[UInt8]], to new: [[UInt8]]) throws {
        guard old != new else { return }
        try delete.run(row, texts: old.map { $0[...] })
        try insert.run(row, texts: new.map { $0[...] })
    }
}
