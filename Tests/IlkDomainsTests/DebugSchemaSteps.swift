/// The steps of the debug log's schema as they were released. A new step is a new entry; the ones above it stay as they are.
enum DebugSchemaSteps {
    static let steps = [
        """
        CREATE TABLE debugKind (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL CHECK(source IN ('ios','backend','web')),
            level TEXT NOT NULL CHECK(level IN ('','debug','info','warn','error')),
            suggested TEXT NOT NULL CHECK(suggested IN ('','debug','info','warn','error')),
            event TEXT NOT NULL CHECK(event <> ''),
            UNIQUE (event, source, level, suggested)
        ) STRICT;
        CREATE TABLE debugEntry (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE CHECK(length(id) = 16),
            correlation BLOB CHECK(length(correlation) = 16),
            time INTEGER NOT NULL,
            received INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            device BLOB CHECK(length(device) = 16),
            session BLOB CHECK(length(session) = 16),
            sequence INTEGER,
            payload TEXT NOT NULL
        ) STRICT;
        CREATE INDEX idx_debugEntry_correlation ON debugEntry(correlation) WHERE correlation IS NOT NULL;
        CREATE TABLE debugSuggestion (
            row INTEGER PRIMARY KEY REFERENCES debugEntry(row) ON DELETE CASCADE,
            probability REAL NOT NULL,
            evidence TEXT NOT NULL,
            provenance TEXT NOT NULL
        ) STRICT;
        """,
        """
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
        """,
        """
        CREATE VIRTUAL TABLE debugSearch USING fts5(
            text, marks, content='', columnsize=0, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
        CREATE TABLE debugIndexed (id INTEGER PRIMARY KEY CHECK(id = 1), lastRow INTEGER NOT NULL) STRICT;
        INSERT INTO debugIndexed VALUES (1, 0);
        CREATE TABLE debugBlock (
            block INTEGER PRIMARY KEY,
            earliest INTEGER NOT NULL,
            latest INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE debugPath (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT NOT NULL UNIQUE,
            entries INTEGER NOT NULL CHECK(entries >= 0)
        ) STRICT;
        CREATE TABLE debugBucket (
            path INTEGER NOT NULL REFERENCES debugPath(id) ON DELETE CASCADE,
            bucket INTEGER NOT NULL,
            PRIMARY KEY (path, bucket)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE debugTemplate (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            text TEXT NOT NULL UNIQUE,
            firstSeen INTEGER NOT NULL,
            lastSeen INTEGER NOT NULL,
            lastRow INTEGER NOT NULL,
            entries INTEGER NOT NULL CHECK(entries >= 0)
        ) STRICT;
        CREATE TABLE debugTemplateHour (
            template INTEGER NOT NULL REFERENCES debugTemplate(id) ON DELETE CASCADE,
            hour INTEGER NOT NULL,
            entries INTEGER NOT NULL CHECK(entries >= 0),
            PRIMARY KEY (template, hour)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE debugFacet (
            day INTEGER NOT NULL,
            kind INTEGER NOT NULL REFERENCES debugKind(id),
            entries INTEGER NOT NULL CHECK(entries >= 0),
            bytes INTEGER NOT NULL CHECK(bytes >= 0),
            PRIMARY KEY (day, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_debugFacet_kind ON debugFacet(kind);
        CREATE TABLE debugRetention (place INTEGER PRIMARY KEY, criteria TEXT NOT NULL) STRICT;
        CREATE TABLE debugPurge (
            id INTEGER PRIMARY KEY CHECK(id = 1),
            criteria TEXT NOT NULL,
            stage INTEGER NOT NULL CHECK(stage IN (0, 1, 2)),
            nextPage INTEGER NOT NULL
        ) STRICT;
        """,
        // The search index is written anew.
        "",
        // The ledger of ranges of rows.
        """
        CREATE TABLE rowRange (
            source TEXT NOT NULL,
            range INTEGER NOT NULL,
            rows INTEGER NOT NULL,
            digest INTEGER NOT NULL,
            PRIMARY KEY (source, range)
        ) STRICT, WITHOUT ROWID;
        """,
    ]

    /// Rows of a file that has seen the first step only.
    static let rows = """
        INSERT INTO debugKind VALUES (1, 'ios', 'warn', '', 'API_RESPONSE');
        INSERT INTO debugEntry (row, id, time, received, kind, payload)
            VALUES (1, x'00000000000070008000000000000001', 1790000000000000000, 1790000001000000000, 1, '{"text":"über Łódź"}');
        """
}
