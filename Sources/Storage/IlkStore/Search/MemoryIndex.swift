import GRDB

/// A search index in memory for a few texts. It splits texts into words with the same tokenizer as a store's
/// index.
package struct MemoryIndex {
    /// The sizes of successive batches of rows. A prefix search indexes the newest rows in memory, batch by
    /// batch, before it resorts to the store's index of all rows.
    package static let steps = [256, 768, 1536, 5632]

    private let queue: DatabaseQueue
    private let insertion: String

    /// Creates an index. The column names are part of the SQL, so they must never come from a user.
    package init(columns: [String], tokenizer: String) throws {
        queue = try DatabaseQueue()
        let index = FullTextIndex(
            "words", columns: columns, options: "content='', columnsize=0, tokenize=\"\(tokenizer)\"")
        insertion = index.insertion
        try queue.write { try $0.execute(sql: index.declaration) }
    }

    /// Indexes rows and returns the ids of those that match. Afterwards the index is empty again.
    ///
    /// - Parameter fill: Calls its argument once for each row, with the row id and the texts in the order of
    ///   the columns.
    package func rows(
        matching expression: String,
        among fill: ((Int64, [UnsafeRawBufferPointer]) throws -> Void) throws -> Void
    ) throws -> [Int64] {
        var rows: [Int64] = []
        // One transaction for all rows: an index of each text alone would cost more than everything else.
        try queue.inTransaction { database in
            let insert = try RawStatement(insertion, on: database)
            try fill { row, texts in
                insert.bind(row, at: 1)
                for (place, text) in texts.enumerated() { insert.bind(borrowing: text, at: Int32(place) + 2) }
                try insert.run()
            }
            rows = try Int64.fetchAll(
                database, sql: "SELECT rowid FROM words WHERE words MATCH ?", arguments: [expression])
            return .rollback
        }
        return rows
    }
}
