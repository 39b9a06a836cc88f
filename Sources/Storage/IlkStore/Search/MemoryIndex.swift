import GRDB

/// A search index of a few texts in memory, which cuts them into words as a store's own does.
package struct MemoryIndex {
    /// The numbers of rows that a search for the beginning of a word looks at, step by step, before it asks the index of all
    /// rows.
    package static let steps = [256, 768, 1536, 5632]

    private let queue: DatabaseQueue
    private let insertion: String

    /// An index of these columns. Their names are the program's, never a user's.
    package init(columns: [String], tokenizer: String) throws {
        queue = try DatabaseQueue()
        let index = FullTextIndex(
            "words", columns: columns, options: "content='', columnsize=0, tokenize=\"\(tokenizer)\"")
        insertion = index.insertion
        try queue.write { try $0.execute(sql: index.declaration) }
    }

    /// Which of some rows match. Nothing of them stays.
    ///
    /// - Parameter fill: Gives the rows, each with its texts in the order of the columns, one after the other.
    package func rows(
        matching expression: String,
        among fill: ((Int64, [UnsafeRawBufferPointer]) throws -> Void) throws -> Void
    ) throws -> [Int64] {
        var rows: [Int64] = []
        // One transaction for all: an index of each text alone would cost more than all else.
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
