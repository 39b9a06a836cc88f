public import GRDB

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
    /// The tables whose rows are counted and digested by ranges.
    public let rangedTables: [RangedTable]
    /// Tables with checksums of rows, which go along when the rows of a damaged file are copied.
    public let checksumTables: [RangedTable]
    /// The commands of such a file, as `ilk log`, for hints; `nil` when it has none.
    public let command: String?
    /// Removes rows that do not match their checksums, from a copy of a damaged file.
    let removeDamaged: @Sendable (Database) throws -> Void

    /// A schema of these parts.
    ///
    /// - Parameters:
    ///   - name: The contents of the file, for messages.
    ///   - applicationID: The mark in the file's header. Not 0.
    ///   - migrations: The history, oldest first. With ranged tables it includes ``Migration/rowRanges(of:)``.
    ///   - rangedTables: The tables whose rows are counted and digested by ranges.
    ///   - checksumTables: Tables with checksums of rows.
    ///   - command: The commands of such a file, as `ilk log`.
    ///   - removeDamaged: Removes rows that do not match their checksums, from a copy of a damaged file.
    public init(
        name: String, applicationID: Int32, migrations: [Migration], rangedTables: [RangedTable] = [],
        checksumTables: [RangedTable] = [], command: String? = nil,
        removeDamaged: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        precondition(applicationID != 0, "0 is the mark of files that have none")
        self.name = name
        self.applicationID = applicationID
        self.migrations = migrations
        self.rangedTables = rangedTables
        self.checksumTables = checksumTables
        self.command = command
        self.removeDamaged = removeDamaged
    }

    /// Whether a ``Journal`` can write to such a file.
    public var hasJournal: Bool { migrations.contains { $0.name == Migration.journalLedger.name } }

    /// Refuses a file of another kind or of a newer program. Writes nothing.
    ///
    /// - Returns: How many migrations the file has seen.
    func check(_ database: Database, path: String) throws -> Int {
        try StoreHeader.check(database, path: path)
        let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let unmarked = mark == 0 && version == 0 && tables == 0
        guard mark == applicationID || unmarked else {
            throw StoreError(code: .foreign, path: path, detail: "this database is not a \(name)")
        }
        // No program has so many migrations.
        guard (0...migrations.count + 1000).contains(version) else {
            throw StoreError(
                code: .damaged, path: path, detail: "the \(name) says it has schema \(version)")
        }
        try checkRepeated(version, in: database, path: path)
        guard version <= migrations.count else {
            throw StoreError(
                code: .newerSchema, path: path,
                detail: "the \(name) has schema \(version), this program knows \(migrations.count); "
                    + "use the newer program, or another file")
        }
        return version
    }

    /// Refuses a file whose header has another number of the schema than its ledger of ranges.
    private func checkRepeated(_ version: Int, in database: Database, path: String) throws {
        let isRanged = migrations.firstIndex { $0.name == Migration.rangesName }.map { version > $0 } ?? false
        let repeated = try RangeLedger.version(in: database)
        guard repeated ?? (isRanged ? nil : version) != version else { return }
        throw StoreError(
            code: .damaged, path: path,
            detail: "the file's header is damaged: it says schema \(version), "
                + (repeated.map { "the file has schema \($0)" } ?? "the file has none of its tables"))
    }

    /// Advice for the user about an error of this code, or `nil` if there is none.
    func hint(for code: StoreError.Code) -> String? {
        switch code {
        case .damaged:
            command.map {
                "restore a backup with: \($0) restore BACKUP; "
                    + "or write what can still be read with: \($0) export --damaged"
            } ?? "move the file away, and put a copy in its place"
        case .foreign:
            command.map {
                "name another file; or, if this is the file and its header is damaged, move it away and restore a "
                    + "backup with: \($0) restore BACKUP"
            } ?? "name another file; or, if its header is damaged, put a copy in its place"
        default: nil
        }
    }

    /// Runs the migrations that the file has not seen, each in a transaction of its own.
    func migrate(_ database: Database, path: String) throws {
        let version = try check(database, path: path)
        for (index, migration) in migrations.enumerated().dropFirst(version) {
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
