import GRDB

extension Migration {
    /// The tables of a ``Journal``'s ledger and quarantine. The schema of every store with a journal has this
    /// migration.
    public static let journalLedger = Migration("the journal's ledger and quarantine") { database in
        try database.execute(
            sql: """
                CREATE TABLE journalRun (
                    run TEXT PRIMARY KEY NOT NULL,
                    stored INTEGER NOT NULL CHECK(stored >= 0),
                    quarantined INTEGER NOT NULL CHECK(quarantined >= 0),
                    refused INTEGER NOT NULL CHECK(refused >= 0),
                    isSettled INTEGER NOT NULL DEFAULT 0 CHECK(isSettled IN (0, 1))
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE journalTotal (
                    outcome TEXT PRIMARY KEY NOT NULL,
                    entries INTEGER NOT NULL CHECK(entries >= 0)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE journalQuarantine (
                    id TEXT PRIMARY KEY NOT NULL,
                    entry BLOB NOT NULL,
                    sqliteCode INTEGER NOT NULL,
                    timestamp REAL NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
