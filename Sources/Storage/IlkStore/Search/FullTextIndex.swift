/// The name and declaration of a contentless FTS5 index (`content=''`, `columnsize=0`).
public struct FullTextIndex: Hashable, Sendable {
    /// The name of the index's table.
    public let name: String
    /// The names of the index's columns.
    public let columns: [String]
    /// The options after the columns in the declaration.
    public let options: String

    /// Creates the description of an index.
    ///
    /// - Parameters:
    ///   - name: The name of its table.
    ///   - columns: The names of its columns.
    ///   - options: The options of the declaration, including `content=''`.
    public init(_ name: String, columns: [String], options: String) {
        (self.name, self.columns, self.options) = (name, columns, options)
    }

    /// The statement that creates the index.
    public var declaration: String {
        """
        CREATE VIRTUAL TABLE \(name) USING fts5(
            \(columns.joined(separator: ", ")), \(options))
        """
    }

    /// The statement that adds a row. Parameter 1 is the row id. The columns are the parameters from 2 on.
    public var insertion: String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(name) (rowid, \(columns.joined(separator: ", "))) VALUES (?, \(marks))"
    }

    /// The statement that deletes a row. Parameter 1 is the row id. The columns are the parameters from 2 on,
    /// and their values must equal the inserted texts.
    public var deletion: String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return """
            INSERT INTO \(name) (\(name), rowid, \(columns.joined(separator: ", "))) VALUES ('delete', ?, \(marks))
            """
    }
}

extension RawStatement {
    /// Runs an index statement with texts in their indexed form, as UTF-8.
    ///
    /// - Throws: `DatabaseError`.
    package func run(_ row: Int64, texts: [ArraySlice<UInt8>]) throws {
        bind(row)
        for (place, text) in texts.enumerated() {
            text.withUnsafeBytes { bind(text: $0, at: Int32(place) + 2) }
        }
        try run()
    }

    /// Runs a statement of a single-column index with the indexed form of a text.
    ///
    /// - Returns: The length of the text in bytes.
    /// - Throws: `DatabaseError`.
    package func run(_ row: Int64, formOf text: UnsafeRawBufferPointer) throws -> Int {
        try IndexedForm.with(text) { form in
            bind(row)
            bind(borrowing: form, at: 2)
            try run()
        }
        return text.count
    }
}
