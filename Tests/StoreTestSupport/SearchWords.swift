public import GRDB

/// The terms in the search indexes of a store's file.
public enum SearchWords {
    /// Returns all terms, each with its index and its frequencies.
    ///
    /// - Parameter path: The database file.
    public static func all(in path: String) throws -> Set<String> {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }  // It only read.
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

    /// Replaces the contents of an index with unfolded texts. The file then has the schema before folded
    /// search indexes.
    ///
    /// - Parameters:
    ///   - path: The closed database file.
    ///   - index: A contentless FTS5 table.
    ///   - rows: A query for the row ids and their texts.
    public static func replace(in path: String, _ index: String, with rows: String) throws {
        try change(path) { database in
            try empty(index, in: database)
            let columns = try database.columns(in: index).map(\.name).joined(separator: ", ")
            try database.execute(sql: "INSERT INTO \(index) (rowid, \(columns)) \(rows)")
        }
    }

    /// Changes a closed file and reverts its schema version to the version before folded search indexes.
    ///
    /// - Parameters:
    ///   - path: The closed database file.
    ///   - body: Changes the file, in a transaction.
    public static func change(_ path: String, _ body: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try body(database)
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            let later = try [
                "rowRange", "mailQuarantine", "emailOrigin", "emailCorrection", "callCorrection",
                "debugCorrection", "usageCorrection", "callRetention", "usageRetention",
                "classificationSkipped", "classificationWithdrawal", "classificationCorrectionLabels",
            ].filter { try database.tableExists($0) }
            for table in later { try database.execute(sql: "DROP TABLE \(table)") }
            // A step may have a second table.
            for table in ["debugSentLevel", "callGivenEmotion", "classificationLabels"] {
                try database.execute(sql: "DROP TABLE IF EXISTS \(table)")
            }
            // The usage store has an additional step, which replaces triggers. The log has two: for the lists of
            // labels of custom taxonomies, and for the checksums of withdrawals.
            let extended = try ["usageEvent", "classificationLog", "classificationLog"].filter {
                try database.tableExists($0)
            }
            let steps = 1 + later.count + extended.count
            try database.execute(sql: "PRAGMA user_version = \(version - steps)")
        }
        try queue.close()
    }

    /// Deletes the contents of an index.
    ///
    /// - Parameters:
    ///   - index: A contentless FTS5 table.
    ///   - database: The writing connection.
    public static func empty(_ index: String, in database: Database) throws {
        try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
    }
}
