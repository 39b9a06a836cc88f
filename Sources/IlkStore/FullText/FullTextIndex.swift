/// What a full-text index is called and how it is declared: one of FTS5 that holds no texts (`content=''`, `columnsize=0`).
public struct FullTextIndex: Hashable, Sendable {
    /// The name of its table.
    public let name: String
    /// The names of its columns.
    public let columns: [String]
    /// What stands behind the columns in the declaration.
    public let options: String

    /// How many pieces are merged at a time.
    public let mergedBy: Int

    /// An index.
    ///
    /// - Parameter mergedBy: How many pieces of a size are merged at a time, at least: the more, the less is rewritten, and
    ///   the more there is to look into.
    public init(_ name: String, columns: [String], options: String, mergedBy: Int = 4) {
        (self.name, self.columns, self.options, self.mergedBy) = (name, columns, options, mergedBy)
    }

    /// The statement that makes it, under its own name or another.
    public func declaration(as name: String? = nil) -> String {
        """
        CREATE VIRTUAL TABLE \(name ?? self.name) USING fts5(
            \(columns.joined(separator: ", ")), \(options))
        """
    }

    /// The statement that adds a row: its number at 1, from 2 the columns.
    public var insertion: String { insertion(into: name) }

    func insertion(into name: String) -> String {
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
