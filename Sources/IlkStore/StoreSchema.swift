import GRDB

/// What a kind of database file looks like: its mark and its history.
///
/// The file's `application_id` says which kind it is, its `user_version` how many migrations it has seen.
public struct StoreSchema: Sendable {
    /// What the file holds, for messages, as `classification log`.
    public let name: String
    /// The mark that SQLite keeps in the file's header. Not 0.
    public let applicationID: Int32
    /// The history, oldest first.
    public let migrations: [Migration]

    /// A schema of these parts.
    public init(name: String, applicationID: Int32, migrations: [Migration]) {
        precondition(applicationID != 0, "0 is the mark of files that have none")
        self.name = name
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// Whether a ``Journal`` can write to such a file.
    public var hasJournal: Bool { migrations.contains { $0.name == Migration.journalLedger.name } }

    /// Refuses a file of another kind or of a newer program. Writes nothing.
    ///
    /// - Returns: How many migrations the file has seen.
    func check(_ database: Database, path: String) throws -> Int {
        let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let unmarked = mark == 0 && version == 0 && tables == 0
        guard mark == applicationID || unmarked else {
            throw StoreError(code: .foreign, path: path, detail: "this database is not a \(name)")
        }
        guard version >= 0 else {
            throw StoreError(
                code: .damaged, path: path, detail: "the \(name) says it has schema \(version)")
        }
        guard version <= migrations.count else {
            throw StoreError(
                code: .newerSchema, path: path,
                detail: "the \(name) has schema \(version), this program knows \(migrations.count); "
                    + "use the newer program, or another file")
        }
        return version
    }

    /// Runs the migrations that the file has not seen, each in a transaction of its own.
    func migrate(_ database: Database, path: String) throws {
        let version = try check(database, path: path)
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            try database.inTransaction(.immediate) {
                try migration.apply(database)
                try database.checkForeignKeys()
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(index + 1)")
                return .commit
            }
        }
    }
}
