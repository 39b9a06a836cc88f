public import GRDB

extension Store {
    /// Checks that no row is missing or changed. Compares each range of rows with its stored count and
    /// digest, and each index with its table.
    ///
    /// - Throws: ``StoreError`` with the code `damaged`, which names the first faulty range or the failed
    ///   integrity check.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws {
        try await read { try self.verify(in: $0) }
    }

    /// Checks within a transaction that no row is missing or changed, and that each index agrees with its
    /// table.
    ///
    /// - Parameter database: The connection, in a transaction.
    /// - Throws: ``StoreError`` with the code `damaged`, which names the first faulty range or the failed
    ///   integrity check, and `DatabaseError`.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify(in database: Database) throws {
        let faults = try rangeFaults(in: database)
        guard faults.isEmpty else { throw rangeError(faults) }
        guard try Self.areIndexesSound(schema.rangedTables, in: database) else {
            throw StoreError(
                code: .damaged, path: location.path,
                detail: "the file is damaged: SQLite's integrity check fails")
        }
    }

    /// Returns the ranges whose rows differ from the counts and digests that were stored when the rows were
    /// written.
    ///
    /// - Parameters:
    ///   - readingValues: `false` to compare only the numbers of rows.
    ///   - database: The connection, in a transaction.
    /// - Throws: `DatabaseError`.
    /// - Complexity: A pass over the tables.
    public func rangeFaults(readingValues: Bool = true, in database: Database) throws -> [RangeFault] {
        try RangeLedger.faults(of: schema.rangedTables, readingValues: readingValues, in: database)
    }

    /// Returns an error that names the first of the given faults.
    ///
    /// - Parameter faults: The faults.
    public func rangeError(_ faults: [RangeFault]) -> StoreError {
        StoreError(
            code: .damaged, path: location.path,
            detail: "the file is damaged: " + (faults.phrase ?? "rows are missing"))
    }

    /// Replaces the counts and digests of faulty ranges with values computed from the current rows. Call this
    /// after removing damaged rows, in the same transaction.
    ///
    /// - Parameters:
    ///   - faults: The faulty ranges.
    ///   - database: The writing connection, in a transaction.
    /// - Throws: `DatabaseError`.
    public static func mend(_ faults: [RangeFault], in database: Database) throws {
        try RangeLedger.mend(faults, in: database)
    }

    /// `true` if SQLite's integrity check accepts the tables and their indexes.
    static func areIndexesSound(_ tables: [RangedTable], in database: Database) throws -> Bool {
        for name in tables.map(\.name) + (tables.isEmpty ? [] : ["rowRange"]) {
            guard try String.fetchOne(database, sql: "PRAGMA integrity_check('\(name)')") == "ok" else {
                return false
            }
        }
        return true
    }
}

extension Migration {
    package static let rangesName = "counts and digests of ranges of rows"

    /// Returns the migration that creates the range ledger and fills it with the existing rows.
    ///
    /// - Parameter tables: The schema's ``StoreSchema/rangedTables``.
    public static func rowRanges(of tables: [RangedTable]) -> Migration {
        Migration(rangesName) { database in
            try database.execute(sql: RangeLedger.create)
            try fillRowRanges(of: tables, in: database)
        }
    }

    private static func fillRowRanges(of tables: [RangedTable], in database: Database) throws {
        for table in tables { try RangeLedger.fill(table, in: database) }
    }
}
