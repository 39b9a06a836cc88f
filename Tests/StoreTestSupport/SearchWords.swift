public import GRDB

/// The words in the search indexes of a store's file.
public enum SearchWords {
    /// All words, each with its index and how often it stands there.
    public static func all(in path: String) throws -> Set<String> {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }  // Nothing was written.
        return try queue.write { database in
            let indexes = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE sql LIKE '%USING fts5(%'")
            var words: Set<String> = []
            for index in indexes {
                try database.execute(
                    sql: "CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, \(index), row)")
                for row in try Row.fetchAll(database, sql: "SELECT term, doc, cnt FROM temp.words") {
                    words.insert("\(index): \(row[0] as String) \(row[1] as Int) \(row[2] as Int? ?? 0)")
                }
                try database.execute(sql: "DROP TABLE temp.words")
            }
            return words
        }
    }

    /// Takes everything out of an index and puts texts in as they are; the file has not seen the step that folds words then.
    ///
    /// - Parameters:
    ///   - index: An FTS5 table without content.
    ///   - rows: A query for the number of each row, and its texts.
    public static func replace(in path: String, _ index: String, with rows: String) throws {
        try change(path) { database in
            try empty(index, in: database)
            let columns = try database.columns(in: index).map(\.name).joined(separator: ", ")
            try database.execute(sql: "INSERT INTO \(index) (rowid, \(columns)) \(rows)")
        }
    }

    /// Changes a closed file, which has not seen the folding of words then, nor the steps behind that.
    public static func change(_ path: String, _ body: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try body(database)
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            let later = try ["rowRange", "mailQuarantine"].filter { try database.tableExists($0) }
            for table in later { try database.execute(sql: "DROP TABLE \(table)") }
            // Usage has a step more, which replaces triggers.
            let steps = try 1 + later.count + (database.tableExists("usageEvent") ? 1 : 0)
            try database.execute(sql: "PRAGMA user_version = \(version - steps)")
        }
        try queue.close()
    }

    /// Takes everything out of an index.
    public static func empty(_ index: String, in database: Database) throws {
        try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
    }
}
