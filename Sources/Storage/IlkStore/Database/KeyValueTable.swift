package import GRDB

/// A key-value table with the columns `name` and `value`, within one transaction.
package struct KeyValueTable {
    private let table: String
    private let database: Database

    package init(_ table: String, in database: Database) {
        (self.table, self.database) = (table, database)
    }

    /// Returns the value of a name, or `nil` if it is not set.
    ///
    /// - Throws: `DatabaseError`.
    package func value(_ name: String) throws -> String? {
        try String.fetchOne(database, sql: "SELECT value FROM \(table) WHERE name = ?", arguments: [name])
    }

    /// Sets the value of a name; `nil` deletes it.
    ///
    /// - Throws: `DatabaseError`.
    package func set(_ name: String, to value: String?) throws {
        guard let value else {
            return try database.execute(sql: "DELETE FROM \(table) WHERE name = ?", arguments: [name])
        }
        try database.execute(
            sql: "INSERT INTO \(table) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            arguments: [name, value])
    }
}
