import GRDB

/// The journal's tables in the database: the outcomes of each run, and the totals of ended runs.
enum LedgerTable {
    /// The number of ended runs whose rows are kept. A row shows that its run is already in the totals and
    /// must not be added again.
    static let keptSettledRuns = 1000

    /// Returns the outcomes of a run in the database, or zeros if the run is unknown.
    static func decided(_ run: JournalRun, in database: Database) throws -> JournalRun.Decided {
        let row = try Row.fetchOne(
            database, sql: "SELECT stored, quarantined, refused, isSettled FROM journalRun WHERE run = ?",
            arguments: [run.key])
        return try row.map(decided) ?? JournalRun.Decided()
    }

    /// Returns all runs in the database by their keys.
    static func runs(in database: Database) throws -> [String: JournalRun.Decided] {
        let statement = try database.cachedStatement(
            sql: "SELECT run, stored, quarantined, refused, isSettled FROM journalRun")
        let rows = try Row.fetchAll(statement)
        return try Dictionary(
            uniqueKeysWithValues: rows.map { (try $0.decode(String.self, forColumn: "run"), try decided($0)) }
        )
    }

    /// The limit to which counts from a file are clamped, so that the sum of a few counts cannot overflow.
    private static let largest = 1 << 56

    private static func count(_ column: String, of row: Row) throws -> Int {
        min(max(0, try row.decode(Int.self, forColumn: column)), largest)
    }

    private static func decided(_ row: Row) throws -> JournalRun.Decided {
        JournalRun.Decided(
            stored: try count("stored", of: row), quarantined: try count("quarantined", of: row),
            refused: try count("refused", of: row),
            isSettled: try row.decode(Bool.self, forColumn: "isSettled"))
    }

    static func totals(in database: Database) throws -> JournalLedger {
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT outcome, entries FROM journalTotal"))
        return try rows.reduce(into: JournalLedger()) { ledger, row in
            ledger.add(
                try count("entries", of: row), of: try row.decode(String.self, forColumn: "outcome"))
        }
    }

    /// Adds an ended run to the totals. Repeated calls have no effect.
    ///
    /// - Parameter counts: The counts of the run's ``LedgerSlot``.
    static func settle(_ run: JournalRun, _ counts: LedgerCounts, in database: Database) throws {
        let decided = try decided(run, in: database)
        guard !decided.isSettled else { return }
        try add(counts.ledger(decided, isAlive: false), in: database)
        try database.execute(
            sql: """
                INSERT INTO journalRun VALUES (?, 0, 0, 0, 1) ON CONFLICT (run) DO UPDATE SET isSettled = 1
                """, arguments: [run.key])
    }

    /// Adds the outcomes of a run without a slot to the totals, and deletes the run. If a journal still
    /// counts in this run, its next commit inserts a new row.
    static func settleOrphan(_ key: String, _ decided: JournalRun.Decided, in database: Database) throws {
        try add(LedgerCounts().ledger(decided, isAlive: false), in: database)
        try database.execute(sql: "DELETE FROM journalRun WHERE run = ?", arguments: [key])
    }

    private static func add(_ ledger: JournalLedger, in database: Database) throws {
        for (outcome, entries) in ledger.outcomes { try add(entries, to: outcome, in: database) }
    }

    /// Adds to a total, which is clamped to ``largest``. An overflow in SQLite would make the transaction
    /// fail.
    static func add(_ entries: Int, to outcome: String, in database: Database) throws {
        guard entries > 0 else { return }
        try database.execute(
            sql: """
                INSERT INTO journalTotal VALUES (?1, min(?2, ?3))
                    ON CONFLICT (outcome) DO UPDATE SET entries = min(min(entries, ?3) + excluded.entries, ?3)
                """, arguments: [outcome, entries, largest])
    }

    /// Deletes all settled runs but the newest ``keptSettledRuns``.
    static func deleteOldRuns(in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM journalRun WHERE isSettled = 1 AND run < (
                    SELECT run FROM journalRun WHERE isSettled = 1 ORDER BY run DESC LIMIT 1 OFFSET ?)
                """, arguments: [keptSettledRuns])
    }
}
