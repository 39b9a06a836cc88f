public import GRDB

/// A store in one database file: the operations on the file as a whole, the same for all kinds of stores.
public protocol StoreFile: Sendable {
    /// The schema of such files. A kind of store whose schema depends on its contents, as the log's on its labels, returns
    /// that of a new file: all of them have the same mark and the same history.
    static var schema: StoreSchema { get }
    /// The checks of a thorough examination.
    static var checks: StoreChecks { get }
    /// The open database. Other code reads through it; writing past the methods of the store can make its counts wrong.
    var store: Store { get }
}

/// The checks that only one kind of store knows. ``StoreFile/fault(thorough:)`` runs them if it is thorough.
public struct StoreChecks: Sendable {
    /// Checks rows for damage, before their ranges are checked. Returns a sentence, or `nil` if they are sound.
    public var rows: @Sendable (Database) throws -> String?
    /// Compares the kept counts with a recount. Returns a sentence, or `nil` if they are equal.
    public var counts: @Sendable (Database) throws -> String?

    /// Checks of rows and of kept counts; by default neither.
    public init(
        rows: @escaping @Sendable (Database) throws -> String? = { _ in nil },
        counts: @escaping @Sendable (Database) throws -> String? = { _ in nil }
    ) {
        self.rows = rows
        self.counts = counts
    }

    /// The result of comparing kept counts with a recount.
    ///
    /// - Parameters:
    ///   - pairs: Two queries each, of the kept counts and of the counts of the rows.
    ///   - records: The records that are counted, in the plural.
    /// - Returns: A sentence if the rows of one pair differ.
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
                if differ != false { return "the kept counts are not those of the \(records)" }
            }
            return nil
        }
    }
}

extension StoreFile {
    /// The place of the rows.
    public var location: StoreLocation { store.location }
    /// The readers, for queries and observation. Writing through it would bypass the lock.
    public var reader: any DatabaseReader { store.reader }

    /// Closes the file. Loggers and receivers on it must be closed before.
    ///
    /// - Throws: ``StoreError``; then the store is still open.
    public func close() throws { try store.close() }

    /// Copies all that is committed into a new file, while other programs read and write. The copy is checked before it takes
    /// its name.
    ///
    /// - Parameters:
    ///   - path: The new file. It is readable by its owner only, and holds all texts.
    ///   - replacing: `true` if a file of that name may be replaced.
    /// - Throws: ``StoreError``.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try store.backUp(to: path, replacing: replacing)
    }

    /// Checks that all rows that were written are there and unchanged.
    ///
    /// - Throws: ``StoreError`` with the code `damaged`, which names the first range of rows with a fault.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws { try await store.verify() }

    /// Replaces the contents of a store by a backup.
    ///
    /// - Parameters:
    ///   - backup: A file that ``backUp(to:replacing:)`` made.
    ///   - path: The store's file, which may be missing. No logger may be open on it.
    /// - Throws: ``StoreError``; then the store is unchanged.
    public static func restore(_ backup: String, to path: String) throws {
        try Store.restore(backup, to: path, schema: schema)
    }

    /// The number of schema steps that the file has seen, and the number that the program knows.
    ///
    /// - Throws: ``StoreError``.
    public func schemaVersion() async throws -> (file: Int, program: Int) {
        let file = try await store.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        return (file, Self.schema.migrations.count)
    }

    /// The first fault of the file, in a sentence; `nil` if it is sound.
    ///
    /// - Parameter thorough: `true` to check indexes against their tables and the digest of each range of rows, and to run
    ///   ``StoreFile/checks`` too, which takes several times as long.
    /// - Throws: ``StoreError``.
    /// - Complexity: Linear in the file's size.
    public func fault(thorough: Bool = false) async throws -> String? {
        try await store.read { database in
            let check = thorough ? "integrity_check" : "quick_check"
            guard try String.fetchOne(database, sql: "PRAGMA \(check)(1)") == "ok" else {
                return "SQLite's check fails: restore a backup"
            }
            if thorough, let fault = try Self.checks.rows(database) { return fault }
            if let fault = try store.rangeFaults(readingValues: thorough, in: database).phrase {
                return "\(fault): restore a backup"
            }
            return thorough ? try Self.checks.counts(database) : nil
        }
    }
}
