public import GRDB

/// A store in one database file. The extensions of the protocol provide operations on the whole file, such as
/// backing up and checking.
public protocol StoreFile: Sendable {
    /// The schema of a new file. The schema of an existing file can depend on its contents, as the log's
    /// schema depends on its labels. All variants share the application id and the migrations.
    static var schema: StoreSchema { get }
    /// The additional checks of ``fault(thorough:)``.
    static var checks: StoreChecks { get }
    /// The open database. Use it for reading only: writes that bypass the store's methods can make its stored
    /// counts wrong.
    var store: Store { get }
}

/// The checks that are specific to a store type. ``StoreFile/fault(thorough:)`` runs them if `thorough` is
/// `true`.
public struct StoreChecks: Sendable {
    /// Checks rows for damage before their ranges are checked. Returns the fault as a sentence, or `nil` if
    /// the rows are sound.
    public var rows: @Sendable (Database) throws -> String?
    /// Compares stored counts with a recount. Returns the fault as a sentence, or `nil` if the counts are
    /// equal.
    public var counts: @Sendable (Database) throws -> String?

    /// Creates checks. The default checks find no fault.
    ///
    /// - Parameters:
    ///   - rows: Checks rows for damage. Returns the fault as a sentence, or `nil` if the rows are sound.
    ///   - counts: Compares stored counts with a recount. Returns the fault as a sentence, or `nil` if the
    ///     counts are equal.
    public init(
        rows: @escaping @Sendable (Database) throws -> String? = { _ in nil },
        counts: @escaping @Sendable (Database) throws -> String? = { _ in nil }
    ) {
        self.rows = rows
        self.counts = counts
    }

    /// Returns a check that compares stored counts with a recount.
    ///
    /// - Parameters:
    ///   - records: The counted records, in the plural, for the message.
    ///   - pairs: Pairs of SQL queries: `kept` returns the stored counts, and `counted` computes them from
    ///     the rows.
    /// - Returns: A function that returns a sentence if the results of a pair differ.
    public static func recounts(
        of records: String, _ pairs: [(kept: String, counted: String)]
    ) -> @Sendable (Database) throws -> String? {
        { database in
            for (kept, counted) in pairs {
                let differ = try Bool.fetchOne(
                    database,
                    sql: """
                        WITH kept AS (\(kept)), counted AS MATERIALIZED (\(counted))
                        SELECT EXISTS(SELECT * FROM kept EXCEPT SELECT * FROM counted)
                            OR EXISTS(SELECT * FROM counted EXCEPT SELECT * FROM kept)
                        """)
                if differ != false { return "the stored counts do not match the \(records)" }
            }
            return nil
        }
    }
}

extension StoreFile {
    /// The location of the database: a file, or memory.
    public var location: StoreLocation { store.location }
    /// The connections for queries and observation. Do not write through these connections: such a write
    /// would bypass the store's write lock.
    public var reader: any DatabaseReader { store.reader }

    /// Closes the file. Close the loggers and receivers that use it first.
    ///
    /// - Throws: ``StoreError``. In this case, the store is still open.
    public func close() throws { try store.close() }

    /// Copies all committed data into a new file, while other programs can read and write. The copy is
    /// checked under a temporary name before it is renamed.
    ///
    /// - Parameters:
    ///   - path: The new file, which is readable only by its owner and contains all texts.
    ///   - replacing: `true` to replace an existing file.
    /// - Throws: ``StoreError``.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try store.backUp(to: path, replacing: replacing)
    }

    /// Checks that all written rows are present and unchanged.
    ///
    /// - Throws: ``StoreError`` with the code `damaged`, which names the first faulty range of rows.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws { try await store.verify() }

    /// Replaces the contents of a store with a backup.
    ///
    /// - Parameters:
    ///   - backup: A file made by ``backUp(to:replacing:)``.
    ///   - path: The store's file, which may be missing. No logger may be open on it.
    /// - Throws: ``StoreError``. In this case, the store is unchanged.
    public static func restore(_ backup: String, to path: String) throws {
        try Store.restore(backup, to: path, schema: schema)
    }

    /// Returns the schema version of the file and the version that this program writes.
    ///
    /// - Throws: ``StoreError``.
    public func schemaVersion() async throws -> (file: Int, program: Int) {
        let file = try await store.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        return (file, Self.schema.migrations.count)
    }

    /// Reads a page of the file.
    ///
    /// - Throws: ``StoreError`` if the file cannot be read.
    package func checkReading() async throws {
        _ = try await store.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
    }

    /// Returns the first fault of the file as a sentence, or `nil` if the file is sound.
    ///
    /// - Parameter thorough: `true` for a thorough check, which takes several times as long. It also compares
    ///   indexes with their tables, checks the digest of each range of rows, and runs ``StoreFile/checks``.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n*) in the size of the file.
    public func fault(thorough: Bool = false) async throws -> String? {
        try await store.read { database in
            let check = thorough ? "integrity_check" : "quick_check"
            guard try String.fetchOne(database, sql: "PRAGMA \(check)(1)") == "ok" else {
                return "SQLite's integrity check fails: restore a backup"
            }
            if thorough, let fault = try Self.checks.rows(database) { return fault }
            if let fault = try store.rangeFaults(readingValues: thorough, in: database).phrase {
                return "\(fault): restore a backup"
            }
            return thorough ? try Self.checks.counts(database) : nil
        }
    }
}
