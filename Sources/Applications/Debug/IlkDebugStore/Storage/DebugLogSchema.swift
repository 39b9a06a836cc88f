import GRDB
import IlkStore

enum DebugLogSchema {
    /// "Ilk" in ASCII, followed by 4 for the debug log.
    static let applicationID: Int32 = 0x496C_6B04

    /// The tables and search indexes that a purge erases.
    static let erasure = Erasure(job: "debugPurge", indexes: ["debugSearch"], rows: "debugEntry")

    static let corrections = CorrectionTable("debugCorrection", of: "debugEntry(row)")

    static let rangedTables: [RangedTable] = [
        .rows("debugEntry", "events"), .rows("debugKind", "kinds of events"),
        .rows("debugSuggestion", "suggested levels"), .rows("debugRetention", "retention rules"),
    ]

    static let schema = StoreSchema(
        name: "debug log", applicationID: applicationID,
        migrations: [
            Migration("entries and kinds") { try $0.execute(sql: entries) },
            .journalLedger,
            Migration("search, kept counts, templates, purges") { try $0.execute(sql: derived) },
            Migration("words without case and accents in every script") { try DebugLogIndex.fold($0) },
            .rowRanges(of: rangedTables),
            Migration("corrections") { try $0.execute(sql: sentLevels + corrections.tableSQL) },
        ], rangedTables: rangedTables,
        unrangedTables: [corrections.copied, .rows("debugSentLevel", "levels")], command: "ilk debug")

    /// A row of `debugKind` is a combination of source, level and event. Entries refer to such a row instead
    /// of repeating the texts. The row numbers of entries are never reused, so that `ilk debug tail` can
    /// continue after the last row that it has read.
    private static let entries = """
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
        """

    /// The sent levels of corrected entries. A corrected entry refers to a row of `debugKind` with the
    /// corrected level, so its sent level is stored here.
    private static let sentLevels = """
        CREATE TABLE debugSentLevel (
            row INTEGER PRIMARY KEY REFERENCES debugEntry(row) ON DELETE CASCADE,
            level TEXT NOT NULL CHECK(level IN ('','debug','info','warn','error'))
        ) STRICT;

        """

    /// The full-text index and the counts. They are computed from the entries in steps of limited duration;
    /// `debugIndexed` contains the last row that was processed. The index has two columns: the words of the
    /// text, and the marks for other properties (see ``DebugMarks``). One query of the index can therefore
    /// check both.
    private static let derived = """
        CREATE VIRTUAL TABLE debugSearch USING fts5(
            text, marks, content='', columnsize=0, tokenize="\(IndexedForm.tokenizer)");
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
        \(erasure.tableSQL)
        """
}
