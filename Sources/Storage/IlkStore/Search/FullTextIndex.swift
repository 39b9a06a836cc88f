/// What a full-text index is called and how it is declared: one of FTS5 that holds no texts (`content=''`, `columnsize=0`).
public struct FullTextIndex: Hashable, Sendable {
    /// The name of its table.
    public let name: String
    /// The names of its columns.
    public let columns: [String]
    /// What stands behind the columns in the declaration.
    public let options: String

    /// Creates the description of an index.
    ///
    /// - Parameters:
    ///   - name: The name of its table.
    ///   - columns: The names of its columns.
    ///   - options: The options of the declaration, with `content=''`.
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

    /// The statement that adds a row: its number at 1, from 2 the columns.
    public var insertion: String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(name) (rowid, \(columns.joined(separator: ", "))) VALUES (?, \(marks))"
    }

    /// The statement that takes a row out: its number at 1, from 2 the columns as they were put in.
    public var deletion: String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return """
            INSERT INTO \(name) (\(name), rowid, \(columns.joined(separator: ", "))) VALUES ('delete', ?, \(marks))
            """
    }
}

extension RawStatement {
    /// Runs a statement of an index with texts as they are indexed.
    ///
    /// - Parameters:
    ///   - row: The row's number.
    ///   - texts: The columns, as UTF-8.
    /// - Throws: What SQLite throws.
    package func run(_ row: Int64, texts: [ArraySlice<UInt8>]) throws {
        bind(row)
        for (place, text) in texts.enumerated() {
            text.withUnsafeBytes { bind(text: $0, at: Int32(place) + 2) }
        }
        try run()
    }

    /// Runs a statement of an index of one column with the form that a text is indexed in.
    ///
    /// - Parameters:
    ///   - row: The row's number.
    ///   - text: The text, as UTF-8.
    /// - Returns: The bytes of the text.
    /// - Throws: What SQLite throws.
    package func run(_ row: Int64, formOf text: UnsafeRawBufferPointer) throws -> Int {
        try SearchForm.with(text) { form in
            bind(row)
            bind(borrowing: form, at: 2)
            try run()
        }
        return text.count
    }
}
