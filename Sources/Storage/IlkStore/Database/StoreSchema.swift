public import GRDB

/// The schema of a type of database file: its application id and its migrations.
///
/// The file's `application_id` identifies the type. Its `user_version` is the number of applied migrations.
public struct StoreSchema: Sendable {
    /// The contents of the file, for messages, such as `classification log`.
    public let name: String
    /// SQLite's `application_id` of the file, which must not be 0.
    public let applicationID: Int32
    /// The migrations, oldest first.
    public let migrations: [Migration]
    /// The tables for which the file stores the count and the digest of each range of rows, to detect damage.
    public let rangedTables: [RangedTable]
    /// The tables without range counts that are also copied when a damaged file is salvaged.
    public let unrangedTables: [RangedTable]
    /// The command group of the file, such as `ilk log`, for hints; `nil` if it has none.
    public let command: String?
    /// Removes the rows with wrong checksums from a salvaged copy.
    let removeDamaged: @Sendable (Database) throws -> Void

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - name: The contents of the file, for messages.
    ///   - applicationID: SQLite's `application_id` of the file, which must not be 0.
    ///   - migrations: The migrations, oldest first. If there are ranged tables, the migrations must include
    ///     ``Migration/rowRanges(of:)``.
    ///   - rangedTables: The tables for which the file stores the count and the digest of each range of rows.
    ///   - unrangedTables: The tables without range counts that are also copied when a damaged file is
    ///     salvaged.
    ///   - command: The command group of the file, such as `ilk log`.
    ///   - removeDamaged: Removes the rows with wrong checksums from a salvaged copy.
    public init(
        name: String, applicationID: Int32, migrations: [Migration], rangedTables: [RangedTable] = [],
        unrangedTables: [RangedTable] = [], command: String? = nil,
        removeDamaged: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        precondition(applicationID != 0, "0 is the application id of files without one")
        self.name = name
        self.applicationID = applicationID
        self.migrations = migrations
        self.rangedTables = rangedTables
        self.unrangedTables = unrangedTables
        self.command = command
        self.removeDamaged = removeDamaged
    }

    /// `true` if a ``Journal`` can write to the file.
    public var hasJournal: Bool { migrations.contains { $0.name == Migration.journalLedger.name } }

    /// Rejects a file of another application or of a newer schema, without writing.
    ///
    /// - Returns: The number of migrations that were applied to the file.
    func check(_ database: Database, path: String) throws -> Int {
        try StoreHeader.check(database, path: path)
        let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let unmarked = mark == 0 && version == 0 && tables == 0
        guard mark == applicationID || unmarked else {
            throw StoreError(code: .foreign, path: path, detail: "this database is not a \(name)")
        }
        // The bound is far above any plausible number of migrations.
        guard (0...migrations.count + 1000).contains(version) else {
            throw StoreError(
                code: .damaged, path: path,
                detail: "the file is damaged: the \(name) has the invalid schema version \(version)")
        }
        try checkRepeated(version, in: database, path: path)
        guard version <= migrations.count else {
            throw StoreError(
                code: .newerSchema, path: path,
                detail:
                    "the \(name) has schema version \(version), but this program supports versions up to "
                    + "\(migrations.count); use a newer version of the program, or another file")
        }
        return version
    }

    /// Rejects a file whose header has another schema version than the table `rowRange`, which repeats the
    /// version.
    private func checkRepeated(_ version: Int, in database: Database, path: String) throws {
        let isRanged = migrations.firstIndex { $0.name == Migration.rangesName }.map { version > $0 } ?? false
        let repeated = try RangeLedger.version(in: database)
        guard repeated ?? (isRanged ? nil : version) != version else { return }
        throw StoreError(
            code: .damaged, path: path,
            detail: "the file is damaged: its header has schema version \(version), "
                + (repeated.map { "its content has version \($0)" } ?? "its content is of an older version"))
    }

    /// Returns advice for the user about an error code, or `nil` if there is none.
    func hint(for code: StoreError.Code) -> String? {
        switch code {
        case .damaged:
            command.map {
                "restore a backup with: \($0) restore BACKUP; "
                    + "or export the readable rows with: \($0) export --damaged"
            } ?? "move the file away, and replace it with a copy"
        case .foreign:
            command.map {
                "use another file; if its header is damaged, move it away and restore a "
                    + "backup with: \($0) restore BACKUP"
            } ?? "use another file; if its header is damaged, replace it with a copy"
        default: nil
        }
    }

    /// Applies the pending migrations, each in a separate transaction.
    func migrate(_ database: Database, path: String) throws {
        let version = try check(database, path: path)
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            // A salvaged copy does not enforce foreign keys at all. The setting has no effect within a
            // transaction.
            let isEnforced = try Bool.fetchOne(database, sql: "PRAGMA foreign_keys") ?? false
            let isSuspended = isEnforced && migration.replacesTables
            if isSuspended { try database.execute(sql: "PRAGMA foreign_keys = OFF") }
            defer {
                if isSuspended {
                    try? database.execute(sql: "PRAGMA foreign_keys = ON")  // It cannot fail.
                }
            }
            try database.inTransaction(.immediate) {
                RangeTally.of(database)?.clear()
                try migration.apply(database)
                try RangeTally.of(database)?.flush(in: database)
                try database.checkForeignKeys()
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(index + 1)")
                try RangeLedger.keep(version: index + 1, in: database)
                return .commit
            }
        }
    }
}
