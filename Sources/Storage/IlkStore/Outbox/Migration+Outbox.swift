import GRDB

extension Migration {
    /// The tables of an ``Outbox``. The schema of every synced store has this migration.
    public static let outbox = Migration("the outbox and the sync state") { database in
        try database.execute(
            sql: """
                CREATE TABLE outbox (
                    place INTEGER PRIMARY KEY,
                    record TEXT NOT NULL UNIQUE,
                    revision INTEGER NOT NULL DEFAULT 1,
                    attempts INTEGER NOT NULL DEFAULT 0 CHECK(attempts >= 0),
                    notBefore INTEGER NOT NULL DEFAULT 0,
                    isOutcomeUnknown INTEGER NOT NULL DEFAULT 0 CHECK(isOutcomeUnknown IN (0, 1)),
                    isRefused INTEGER NOT NULL DEFAULT 0 CHECK(isRefused IN (0, 1))
                ) STRICT;
                CREATE TABLE syncMark (
                    name TEXT PRIMARY KEY NOT NULL,
                    value TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
