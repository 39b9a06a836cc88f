public import GRDB

extension Store {
    /// Checks that all rows that were written are there and unchanged: the count and the digest of each range of rows, and
    /// that indexes agree with their tables.
    ///
    /// - Throws: ``StoreError`` with the code `damaged`, which names the first range that is not whole.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws {
        try await read { try self.verify(in: $0) }
    }

    /// Compares the tables with the ledger of ranges, within a transaction.
    ///
    /// - Throws: As above.
    public func verify(in database: Database) throws {
        let faults = try rangeFaults(in: database)
        guard faults.isEmpty else { throw rangeError(faults) }
        guard try Self.areIndexesSound(schema.rangedTables, in: database) else {
            throw StoreError(
                code: .damaged, path: location.path,
                detail: "SQLite's integrity check fails: the file is damaged")
        }
    }

    /// The ranges whose rows are not those that were written.
    ///
    /// - Parameter readingValues: `false` to compare the number of rows only.
    /// - Throws: `DatabaseError`.
    public func rangeFaults(readingValues: Bool = true, in database: Database) throws -> [RangeFault] {
        try RangeLedger.faults(of: schema.rangedTables, readingValues: readingValues, in: database)
    }

    /// The error that names the first of these ranges.
    public func rangeError(_ faults: [RangeFault]) -> StoreError {
        StoreError(
            code: .damaged, path: location.path,
            detail: (faults.phrase ?? "rows are missing") + ": the file is damaged")
    }

    /// Takes the rows of these ranges as they are now: after damaged ones were removed, in the same transaction.
    ///
    /// - Throws: `DatabaseError`.
    public static func mend(_ faults: [RangeFault], in database: Database) throws {
        try RangeLedger.mend(faults, in: database)
    }

    /// Returns `true` if SQLite finds nothing wrong with tables and their indexes.
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
    /// The name of the step that makes the ledger of ranges.
    package static let rangesName = "counts and digests of ranges of rows"

    /// Makes the ledger of ranges, and fills it with the existing rows.
    ///
    /// - Parameter tables: The schema's ``StoreSchema/rangedTables``.
    public static func rowRanges(of tables: [RangedTable]) -> Migration {
        Migration(rangesName) { database in
            try database.execute(sql: RangeLedger.create)
            try fillRowRanges(of: tables, in: database)
        }
    }

    /// Fills an empty ledger of ranges with the existing rows.
    private static func fillRowRanges(of tables: [RangedTable], in database: Database) throws {
        for table in tables { try RangeLedger.fill(table, in: database) }
    }
}
