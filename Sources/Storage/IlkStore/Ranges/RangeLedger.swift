import GRDB

/// The table `rowRange`: the number of rows and the sum of their digests, for each range of rows of a table.
///
/// One row has an empty table name and repeats the schema version. If the version in the file's header is too
/// high and equals this copy, a newer program wrote the file. If the two differ, the header is damaged.
enum RangeLedger {
    /// Adds the count and the digest of a sum to a range's row. Inserts a missing row, and deletes a row that
    /// becomes zero.
    ///
    /// - Throws: `DatabaseError`.
    static func add(_ sum: RangeSum, to range: Int64, of table: RangedTable, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO rowRange VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET
                    rows = rows + ?3, digest = (digest + ?4) & \(RangeSum.mask)
                """
        ).execute(arguments: [table.name, range, sum.rows, Int64(sum.digest)])
        guard sum.rows < 0 else { return }
        try database.cachedStatement(
            sql: "DELETE FROM rowRange WHERE source = ? AND range = ? AND rows = 0 AND digest = 0"
        ).execute(arguments: [table.name, range])
    }

    static let create = """
        CREATE TABLE rowRange (
            source TEXT NOT NULL,
            range INTEGER NOT NULL,
            rows INTEGER NOT NULL,
            digest INTEGER NOT NULL,
            PRIMARY KEY (source, range)
        ) STRICT, WITHOUT ROWID;
        """

    /// `true` if the file has a range ledger.
    static func isKept(in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'rowRange'")
        return try Int.fetchOne(statement) != nil
    }

    /// Adds the current rows of a table to the ledger.
    static func fill(_ table: RangedTable, in database: Database) throws {
        let scan = try RangeScan(table, readingValues: true, in: database)
        if let fault = scan.error { throw fault }
        for (range, sum) in scan.sums { try add(sum, to: range, of: table, in: database) }
    }

    /// Recomputes ranges of the ledger from the current rows.
    static func mend(_ faults: [RangeFault], in database: Database) throws {
        // The query below must see the changes of this transaction.
        try RangeTally.of(database)?.flush(in: database)
        for (table, faults) in Dictionary(grouping: faults, by: \.table) {
            let scan = try RangeScan(table, readingValues: true, in: database)
            if let error = scan.error { throw error }
            for fault in faults {
                try database.execute(
                    sql: "DELETE FROM rowRange WHERE source = ? AND range = ?",
                    arguments: [table.name, fault.range])
                if let sum = scan.sums[fault.range] {
                    try add(sum, to: fault.range, of: table, in: database)
                }
            }
        }
    }

    /// Returns the ranges whose rows differ from the counts and digests that were stored when the rows were
    /// written.
    ///
    /// - Parameter readingValues: `true` to compare digests too, `false` to compare only the numbers of rows,
    ///   without reading long values.
    /// - Throws: `DatabaseError`. If a table cannot be read to its end, the error is thrown only if no range
    ///   of the table has a fault.
    /// - Complexity: A pass over the tables.
    static func faults(
        of tables: [RangedTable], readingValues: Bool, in database: Database
    ) throws -> [RangeFault] {
        guard !tables.isEmpty, try isKept(in: database) else { return [] }
        var faults: [RangeFault] = []
        for table in tables {
            let scan = try RangeScan(table, readingValues: readingValues, in: database)
            var kept: [Int64: RangeSum] = [:]
            let rows = try Row.fetchCursor(
                database, sql: "SELECT range, rows, digest FROM rowRange WHERE source = ?",
                arguments: [table.name])
            while let row = try rows.next() {
                kept[try row.decode(Int64.self, atIndex: 0)] = RangeSum(
                    rows: try row.decode(Int64.self, atIndex: 1),
                    digest: UInt64(bitPattern: try row.decode(Int64.self, atIndex: 2)))
            }
            let found = faults.count
            for range in Set(kept.keys).union(scan.sums.keys).sorted() {
                let (sum, expected) = (scan.sums[range] ?? RangeSum(), kept[range] ?? RangeSum())
                let isSame = readingValues ? sum == expected : sum.rows == expected.rows
                guard !isSame || scan.disordered.contains(range) else { continue }
                faults.append(
                    RangeFault(table: table, range: range, found: sum.rows, expected: expected.rows))
            }
            if faults.count == found, let error = scan.error { throw error }
        }
        return faults
    }

    /// Returns the schema version in the ledger, or `nil` if the file has no ledger.
    static func version(in database: Database) throws -> Int? {
        guard try isKept(in: database) else { return nil }
        return try Int.fetchOne(database, sql: "SELECT rows FROM rowRange WHERE source = '' AND range = 0")
    }

    static func keep(version: Int, in database: Database) throws {
        guard try isKept(in: database) else { return }
        try database.execute(
            sql: "INSERT OR REPLACE INTO rowRange VALUES ('', 0, ?, 0)", arguments: [version])
    }
}
