import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkDomains

/// The history of the log's schema, step by step, as it was released: a step never changes, and files of every age are
/// brought up to date with all that is in them.
@Suite struct SchemaHistoryTests {
    /// What each step adds. A new step is a new row here; the rows above it stay as they are.
    private static let steps = [
        """
        CREATE TABLE classificationLog (
            id TEXT PRIMARY KEY NOT NULL,
            text TEXT NOT NULL,
            category TEXT NOT NULL CHECK(category IN ('email','message','document','social','code','search')),
            timestamp REAL NOT NULL,
            textLength INTEGER NOT NULL CHECK(textLength > 0),
            extractedFeatures TEXT
        );
        CREATE INDEX idx_classificationLog_timestamp ON classificationLog(timestamp);
        CREATE INDEX idx_classificationLog_category ON classificationLog(category);
        CREATE TABLE classificationTaxonomy (
            place INTEGER PRIMARY KEY,
            category TEXT NOT NULL UNIQUE,
            taxonomy TEXT NOT NULL
        ) STRICT;
        CREATE TABLE classificationProvenance (
            id INTEGER PRIMARY KEY,
            classifier TEXT NOT NULL,
            modelDigest TEXT,
            ruleSetDigest TEXT,
            icuVersion TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX idx_classificationProvenance ON classificationProvenance(
            classifier, ifnull(modelDigest, ''), ifnull(ruleSetDigest, ''), icuVersion);
        CREATE TABLE classificationVerdict (
            logId TEXT PRIMARY KEY NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            timestamp REAL NOT NULL,
            probability REAL NOT NULL,
            margin REAL NOT NULL,
            abstention TEXT,
            scores TEXT NOT NULL,
            flags TEXT,
            provenance INTEGER NOT NULL REFERENCES classificationProvenance(id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_classificationVerdict_unsure ON classificationVerdict(timestamp, logId)
            WHERE abstention IS NOT NULL;
        CREATE TABLE classificationCorrection (
            id TEXT PRIMARY KEY NOT NULL,
            logId TEXT NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            category TEXT NOT NULL CHECK(category IN ('email','message','document','social','code','search')),
            source TEXT NOT NULL CHECK(source IN ('human','api','import','audit')),
            author TEXT,
            timestamp REAL NOT NULL
        );
        CREATE INDEX idx_classificationCorrection_logId ON classificationCorrection(logId, timestamp, id);
        CREATE TRIGGER classificationCorrection_appendOnly BEFORE UPDATE ON classificationCorrection
        BEGIN
            SELECT RAISE(ABORT, 'corrections are append-only');
        END;
        CREATE TABLE classificationCorrectionText (
            logId TEXT PRIMARY KEY NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            digest BLOB NOT NULL CHECK(length(digest) = 32)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_classificationCorrectionText_digest ON classificationCorrectionText(digest);
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
        CREATE INDEX idx_classificationLog_categoryTime ON classificationLog(category, timestamp);
        CREATE VIRTUAL TABLE classificationSearch USING fts5(
            text, content='', columnsize=0, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
        CREATE TABLE classificationIndexed (
            id INTEGER PRIMARY KEY CHECK(id = 1),
            lastRow INTEGER NOT NULL
        ) STRICT;
        INSERT INTO classificationIndexed VALUES (1, 0);
        CREATE TABLE classificationFacet (
            day INTEGER NOT NULL,
            category TEXT NOT NULL,
            abstention TEXT NOT NULL,
            provenance INTEGER NOT NULL,
            entries INTEGER NOT NULL CHECK(entries >= 0),
            bytes INTEGER NOT NULL CHECK(bytes >= 0),
            PRIMARY KEY (day, category, abstention, provenance)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_classificationVerdict_doubt ON classificationVerdict(margin, logId)
            WHERE abstention IS NOT NULL OR margin < 0.25;
        CREATE INDEX idx_classificationVerdict_draw ON classificationVerdict(substr(logId, -8))
            WHERE substr(logId, -8, 1) = '0';
        CREATE TABLE classificationRedaction (
            logId TEXT PRIMARY KEY NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            kinds TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE classificationPurge (
            id INTEGER PRIMARY KEY CHECK(id = 1),
            criteria TEXT NOT NULL,
            stage INTEGER NOT NULL CHECK(stage IN (0, 1, 2)),
            nextPage INTEGER NOT NULL
        ) STRICT;
        """,
        """
        CREATE TABLE classificationRetention (
            place INTEGER PRIMARY KEY,
            criteria TEXT NOT NULL
        ) STRICT;
        """,
        """
        CREATE TABLE classificationChecksum (
            row INTEGER PRIMARY KEY,
            checksum INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE classificationCorrectionChecksum (
            correctionId TEXT PRIMARY KEY NOT NULL REFERENCES classificationCorrection(id) ON DELETE CASCADE,
            checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE classificationAnswer (
            logId TEXT NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            provenance INTEGER NOT NULL REFERENCES classificationProvenance(id),
            category TEXT NOT NULL,
            probability REAL NOT NULL,
            abstention TEXT,
            PRIMARY KEY (logId, provenance)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_classificationAnswer_provenance ON classificationAnswer(provenance, logId);
        """,
        """
        CREATE TABLE classificationSilenced (
            name TEXT PRIMARY KEY NOT NULL CHECK(name <> '')
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE classificationAudit (
            logId TEXT PRIMARY KEY NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
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
    private static let rows = """
        INSERT INTO classificationTaxonomy VALUES (0, 'email', 'doctype'), (1, 'message', 'doctype'),
            (2, 'document', 'doctype'), (3, 'social', 'doctype'), (4, 'code', 'doctype'), (5, 'search', 'doctype');
        INSERT INTO classificationProvenance VALUES (1, 'fused', 'aa', 'bb', '72.1');
        INSERT INTO classificationLog VALUES
            ('01900000-0000-7000-8000-000000000001', 'see you', 'message', 1.5, 7, NULL),
            ('01900000-0000-7000-8000-000000000002', 'select 1', 'code', 2.5, 8, '{}');
        INSERT INTO classificationVerdict VALUES
            ('01900000-0000-7000-8000-000000000002', 2.5, 0.5, 0.25, 'unsure', '{"code":0.5}', NULL, 1);
        INSERT INTO classificationCorrection VALUES
            ('01900000-0000-7000-8000-000000000003', '01900000-0000-7000-8000-000000000001', 'email', 'human', 'me', 3);
        """

    private static let history = SchemaHistory(
        steps: steps, rows: rows, applicationID: ClassificationLogSchema.applicationID,
        fill: { database, version in
            try Migration.fillRowRanges(
                of: ClassificationLogSchema.rangedTables, version: version, in: database)
        })

    @Test func `the program's steps are those that were released, to the letter`() async throws {
        let scratch = try Scratch()
        let store = try ClassificationLogStore.open(.file(scratch.path("new.db")))
        #expect(try await store.schemaVersion().program == Self.steps.count)
        #expect(try Self.history.differences(of: scratch.path("new.db"), in: scratch) == [])
        try store.close()
    }

    @Test(arguments: 0...steps.count)
    func `a file of every age comes up to date with its rows`(age: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.path("log.db")
        try Self.history.make(path, steps: age)
        let store = try ClassificationLogStore.open(.file(path))
        let version = try await store.schemaVersion()
        #expect(version.file == version.program)
        let entries = try await store.entries(newest: 10)
        #expect(entries.map(\.log.text) == (age == 0 ? [] : ["select 1", "see you"]))
        #expect(entries.map(\.category) == (age == 0 ? [] : ["code", "email"]))
        #expect(entries.first?.verdict?.abstention == (age == 0 ? nil : .unsure))
        #expect(try await store.ledger() == JournalLedger())
        // Counts are exact before anything is filled in; the index is filled in by whoever writes.
        #expect(try await store.count() == (age == 0 ? 0 : 2))
        #expect(try await store.lag() == (age == 0 ? 0 : 2))
        let logger = ClassificationLogger(store: store)
        await logger.log(classification: Samples.classification(), fullText: "one more", features: nil)
        #expect(await logger.flush())
        #expect(try await store.ledger().stored == 1)
        try await store.catchUp()
        #expect(try await store.search(WordQuery("SELECT"), newest: 5).count == (age == 0 ? 0 : 1))
        #expect(try await store.count() == (age == 0 ? 1 : 3))
        await logger.close()
        try store.close()
    }

    @Test func `a reader finds an old file up to date, and makes nothing of an empty one`() async throws {
        let scratch = try Scratch()
        try Self.history.make(scratch.path("old.db"), steps: 1)
        let store = try ClassificationLogStore.open(.file(scratch.path("old.db")), access: .readOnly)
        #expect(try await store.entries(newest: 10).count == 2)
        try store.close()
        try Data().write(to: scratch.folder.appending(path: "empty.db"))
        let error = #expect(throws: StoreError.self) {
            try ClassificationLogStore.open(.file(scratch.path("empty.db")), access: .readOnly)
        }
        #expect(error?.code == .olderSchema)
        #expect(try scratch.bytes("empty.db").isEmpty)
    }

    @Test func `a file of a newer program is refused untouched`() throws {
        let scratch = try Scratch()
        let path = scratch.path("log.db")
        try ClassificationLogStore.open(.file(path)).close()
        let queue = try DatabaseQueue(path: path)
        let version = Self.steps.count + 1
        try queue.write {
            try $0.execute(
                sql:
                    "PRAGMA user_version = \(version); UPDATE rowRange SET rows = \(version) WHERE source = ''"
            )
        }
        try queue.close()
        let before = try scratch.bytes("log.db")
        for access in [Store.Access.readWrite, .readOnly] {
            let error = #expect(throws: StoreError.self) {
                try ClassificationLogStore.open(.file(path), access: access)
            }
            #expect(error?.code == .newerSchema && error?.exitStatus == 78)
        }
        #expect(try scratch.bytes("log.db") == before)
    }
}
