import GRDB

/// The journal's accounts in the database: what was decided of each run, and the totals of the runs that ended.
enum LedgerTable {
    /// Ended runs are remembered this long, by number: a run that is settled twice is counted once.
    static let remembered = 1000

    /// What the database has decided of a run; nothing when it does not know the run.
    static func decided(_ run: JournalRun, in database: Database) throws -> JournalRun.Decided {
        let row = try Row.fetchOne(
            database, sql: "SELECT stored, quarantined, refused, isSettled FROM journalRun WHERE run = ?",
            arguments: [run.key])
        return try row.map(decided) ?? JournalRun.Decided()
    }

    /// All runs of which the database knows, by their keys.
    static func runs(in database: Database) throws -> [String: JournalRun.Decided] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT run, stored, quarantined, refused, isSettled FROM journalRun")
        return try Dictionary(
            uniqueKeysWithValues: rows.map { (try $0.decode(String.self, forColumn: "run"), try decided($0)) }
        )
    }

    private static func decided(_ row: Row) throws -> JournalRun.Decided {
        JournalRun.Decided(
            stored: try row.decode(Int.self, forColumn: "stored"),
            quarantined: try row.decode(Int.self, forColumn: "quarantined"),
            refused: try row.decode(Int.self, forColumn: "refused"),
            isSettled: try row.decode(Bool.self, forColumn: "isSettled"))
    }

    /// The accounts of all runs that ended.
    static func totals(in database: Database) throws -> JournalLedger {
        let rows = try Row.fetchAll(database, sql: "SELECT outcome, entries FROM journalTotal")
        return try rows.reduce(into: JournalLedger()) { ledger, row in
            ledger.add(
                try row.decode(Int.self, forColumn: "entries"),
                of: try row.decode(String.self, forColumn: "outcome"))
        }
    }

    /// Adds a run that ended to the totals, once however often it is called.
    ///
    /// - Parameter counts: What was counted of it outside the database.
    static func settle(_ run: JournalRun, _ counts: LedgerCounts, in database: Database) throws {
        let decided = try decided(run, in: database)
        guard !decided.isSettled else { return }
        for (outcome, entries) in counts.ledger(decided, isAlive: false).outcomes where entries > 0 {
            try database.execute(
                sql: """
                    INSERT INTO journalTotal VALUES (?, ?)
                        ON CONFLICT (outcome) DO UPDATE SET entries = entries + excluded.entries
                    """, arguments: [outcome, entries])
        }
        try database.execute(
            sql: """
                INSERT INTO journalRun VALUES (?, 0, 0, 0, 1) ON CONFLICT (run) DO UPDATE SET isSettled = 1
                """, arguments: [run.key])
    }

    /// Forgets runs that were settled long ago.
    static func forgetOldRuns(in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM journalRun WHERE isSettled = 1 AND run < (
                    SELECT run FROM journalRun WHERE isSettled = 1 ORDER BY run DESC LIMIT 1 OFFSET ?)
                """, arguments: [remembered])
    }
}
