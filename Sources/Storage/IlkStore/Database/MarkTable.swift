package import GRDB

/// A table of names and values, in one transaction.
package struct MarkTable {
    private let table: String
    private let database: Database

    /// The table of a name, in a transaction. It has the columns `name` and `value`.
    package init(_ table: String, in database: Database) {
        (self.table, self.database) = (table, database)
    }

    /// What was noted under a name; nil when nothing was.
    ///
    /// - Throws: What SQLite throws.
    package func value(_ name: String) throws -> String? {
        try String.fetchOne(database, sql: "SELECT value FROM \(table) WHERE name = ?", arguments: [name])
    }

    /// Notes something under a name; nil forgets it.
    ///
    /// - Throws: What SQLite throws.
    package func set(_ name: String, to value: String?) throws {
        guard let value else {
            return try database.execute(sql: "DELETE FROM \(table) WHERE name = ?", arguments: [name])
        }
        try database.execute(
            sql: "INSERT INTO \(table) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            arguments: [name, value])
    }
}
