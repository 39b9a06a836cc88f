import GRDB
import IlkStore

enum ServiceSchema {
    static let schema = StoreSchema(
        name: "service store", applicationID: 0x496C_6B08,  // `Ilk` and 8.
        migrations: [
            Migration("jobs, schedules, changes, repeated requests") {
                try $0.execute(sql: jobs + schedules + audit + idempotency)
            }
        ])

    private static let jobs = """
        CREATE TABLE serviceJob (
            id TEXT PRIMARY KEY CHECK(length(id) = 36),
            kind TEXT NOT NULL CHECK(kind <> ''),
            parameters TEXT NOT NULL CHECK(parameters <> ''),
            state TEXT NOT NULL CHECK(state IN ('queued', 'running', 'succeeded', 'failed', 'canceled')),
            token TEXT,
            schedule TEXT,
            created INTEGER NOT NULL,
            started INTEGER,
            ended INTEGER,
            changes INTEGER NOT NULL,
            phase TEXT,
            fraction REAL CHECK(fraction BETWEEN 0 AND 1),
            result TEXT CHECK(result <> ''),
            error TEXT,
            CHECK((token IS NULL) <> (schedule IS NULL)),
            CHECK((ended IS NULL) = (state IN ('queued', 'running'))),
            CHECK(result IS NULL OR state = 'succeeded'),
            CHECK((error IS NOT NULL) = (state = 'failed'))
        ) STRICT;
        CREATE INDEX idx_serviceJob_open ON serviceJob(id) WHERE ended IS NULL;
        """

    private static let schedules = """
        CREATE TABLE serviceSchedule (
            name TEXT PRIMARY KEY CHECK(name <> ''),
            started INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            result TEXT,
            error TEXT,
            CHECK((result IS NULL) <> (error IS NULL))
        ) STRICT;
        """

    private static let audit = """
        CREATE TABLE serviceAudit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            account TEXT NOT NULL,
            token TEXT NOT NULL,
            method TEXT NOT NULL,
            route TEXT NOT NULL,
            subject TEXT NOT NULL,
            status INTEGER NOT NULL CHECK(status BETWEEN 100 AND 599),
            problem TEXT,
            correlation TEXT NOT NULL
        ) STRICT;
        CREATE INDEX idx_serviceAudit_at ON serviceAudit(at);
        """

    /// The column `status` is NULL while a request is running, and 0 if the server stopped during the
    /// request.
    private static let idempotency = """
        CREATE TABLE serviceIdempotency (
            key BLOB PRIMARY KEY CHECK(length(key) = 32),
            request BLOB NOT NULL CHECK(length(request) = 32),
            at INTEGER NOT NULL,
            status INTEGER,
            headers TEXT CHECK(headers <> ''),
            body BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_serviceIdempotency_at ON serviceIdempotency(at);
        """
}
