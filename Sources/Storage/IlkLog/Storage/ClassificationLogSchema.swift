import GRDB
import IlkStore
import IlkVocabulary

enum ClassificationLogSchema {
    /// `Ilk` in ASCII, followed by 1.
    static let applicationID: Int32 = 0x496C_6B01

    static let erasure = Erasure(
        job: "classificationPurge", indexes: ["classificationSearch"], rows: "classificationLog")

    /// The tables that exports, backups, purges and retraining read.
    static let rangedTables: [RangedTable] = [
        .rows("classificationLog", "entries"), .keyed("classificationVerdict", "verdicts"),
        .rows("classificationCorrection", "corrections"),
        .keyed("classificationCorrectionText", "digests of corrected texts"),
        .keyed("classificationRedaction", "redactions"),
        .keyed("classificationAnswer", "verdicts of challengers"),
        .rows("classificationProvenance", "models and rule sets"),
        .keyed("classificationAudit", "audit samples"),
        .keyed("classificationSilenced", "ignored authors"),
        .rows("classificationRetention", "retention rules"),
        .rows("classificationTaxonomy", "labels"),
    ]

    static func schema(for taxonomy: Taxonomy) -> StoreSchema {
        StoreSchema(
            name: "classification log", applicationID: applicationID,
            migrations: [
                Migration("the log, its verdicts and corrections") { try create($0, taxonomy) },
                .journalLedger,
                Migration("search, kept counts, review, redaction, purges") { try $0.execute(sql: data) },
                Migration("retention rules") { try $0.execute(sql: retention) },
                Migration("checksums of rows") { try $0.execute(sql: checksums) },
                Migration("verdicts of challengers") { try $0.execute(sql: answers) },
                Migration("ignored authors, audits") {
                    try $0.execute(sql: reviewing)
                },
                Migration("case and accent folding for all scripts") { try foldWords($0) },
                .rowRanges(of: rangedTables),
                Migration("labels in a table", replacesTables: true) { try referToLabels($0) },
                Migration("skipped entries") { try $0.execute(sql: skipped) },
                Migration("withdrawn corrections") { try addWithdrawals($0) },
                Migration("labels of multi-label taxonomies") { try addLabelLists($0) },
                Migration("checksums of withdrawals") { try EntryChecksum.renewWithdrawals(in: $0) },
            ], rangedTables: rangedTables,
            unrangedTables: [
                .rows("classificationChecksum", "checksums"),
                .keyed("classificationCorrectionChecksum", "checksums"),
                .keyed("classificationWithdrawal", "withdrawals of corrections"),
                .keyed("classificationLabels", "labels of entries"),
                .keyed("classificationCorrectionLabels", "labels of corrections"),
            ], command: "ilk log",
            removeDamaged: { try EntryChecksum.removeDamaged(in: $0) })
    }

    private static func create(_ database: Database, _ taxonomy: Taxonomy) throws {
        let list = taxonomy.categories.map { quoted($0.rawValue) }.joined(separator: ",")
        let check = "CHECK(category IN (\(list)))"
        try database.execute(sql: logTable("classificationLog", check) + logIndexes)
        try database.execute(sql: verdicts)
        try database.execute(sql: correctionTable("classificationCorrection", check) + correctionIndexes)
        try database.execute(sql: correctionTexts)
        for (place, category) in taxonomy.categories.enumerated() {
            try database.execute(
                sql: "INSERT INTO classificationTaxonomy VALUES (?, ?, ?)",
                arguments: [place, category.rawValue, taxonomy.name])
        }
    }

    /// The SQL of the log's table. The project's requirements fix its text, except for the name and the
    /// constraint on the label.
    private static func logTable(_ name: String, _ constraint: String) -> String {
        """
        CREATE TABLE \(name) (
            id TEXT PRIMARY KEY NOT NULL,
            text TEXT NOT NULL,
            category TEXT NOT NULL \(constraint),
            timestamp REAL NOT NULL,
            textLength INTEGER NOT NULL CHECK(textLength > 0),
            extractedFeatures TEXT
        );

        """
    }

    /// The SQL of the indexes that the project's requirements fix.
    private static let logIndexes = """
        CREATE INDEX idx_classificationLog_timestamp ON classificationLog(timestamp);
        CREATE INDEX idx_classificationLog_category ON classificationLog(category);
        """

    /// The verdicts. Provenance is a separate table: a few rows instead of 130 bytes per entry. The timestamp
    /// is copied from the log, so that a partial index can list the newest abstentions.
    private static let verdicts = """
        CREATE TABLE classificationTaxonomy (
            place INTEGER PRIMARY KEY,
            category TEXT NOT NULL UNIQUE,
            taxonomy TEXT NOT NULL
        ) STRICT;
        \(ProvenanceTable.creation("classificationProvenance"))
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
        """

    private static func correctionTable(_ name: String, _ constraint: String) -> String {
        """
        CREATE TABLE \(name) (
            id TEXT PRIMARY KEY NOT NULL,
            logId TEXT NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            category TEXT NOT NULL \(constraint),
            source TEXT NOT NULL CHECK(source IN ('human','api','import','audit')),
            author TEXT,
            timestamp REAL NOT NULL
        );

        """
    }

    private static let correctionIndexes = """
        CREATE INDEX idx_classificationCorrection_logId ON classificationCorrection(logId, timestamp, id);
        CREATE TRIGGER classificationCorrection_appendOnly BEFORE UPDATE ON classificationCorrection
        BEGIN
            SELECT RAISE(ABORT, 'corrections are append-only');
        END;
        """

    private static let correctionTexts = """
        CREATE TABLE classificationCorrectionText (
            logId TEXT PRIMARY KEY NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            digest BLOB NOT NULL CHECK(length(digest) = 32)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_classificationCorrectionText_digest ON classificationCorrectionText(digest);
        """

    /// The tables for search, counts, redactions and purges. The search index and the counts are derived from
    /// the other tables in bounded steps. They include all rows up to the row in `classificationIndexed`.
    ///
    /// The search index contains no text, only terms and their positions.
    private static let data = """
        CREATE INDEX idx_classificationLog_categoryTime ON classificationLog(category, timestamp);
        CREATE VIRTUAL TABLE classificationSearch USING fts5(
            text, content='', columnsize=0, tokenize="\(IndexedForm.tokenizer)");
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
        """

    /// The retention rules, one JSON object per row. No SQL statement queries parts of a rule.
    private static let retention = """
        CREATE TABLE classificationRetention (
            place INTEGER PRIMARY KEY,
            criteria TEXT NOT NULL
        ) STRICT;
        """

    /// The checksums that detect damaged rows. The checksum of an entry belongs to its row id and is written
    /// when the entry is indexed. Rows that older versions wrote have no checksum.
    private static let checksums = """
        CREATE TABLE classificationChecksum (
            row INTEGER PRIMARY KEY,
            checksum INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE classificationCorrectionChecksum (
            correctionId TEXT PRIMARY KEY NOT NULL REFERENCES classificationCorrection(id) ON DELETE CASCADE,
            checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let answers = """
        CREATE TABLE classificationAnswer (
            logId TEXT NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            provenance INTEGER NOT NULL REFERENCES classificationProvenance(id),
            category TEXT NOT NULL,
            probability REAL NOT NULL,
            abstention TEXT,
            PRIMARY KEY (logId, provenance)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_classificationAnswer_provenance ON classificationAnswer(provenance, logId);
        """

    /// The names of ignored authors and sources, and the entries that the review queue listed as audit
    /// samples.
    private static let reviewing = """
        CREATE TABLE classificationSilenced (
            name TEXT PRIMARY KEY NOT NULL CHECK(name <> '')
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE classificationAudit (
            logId TEXT PRIMARY KEY NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    /// The entries that a person skipped in a review.
    private static let skipped = """
        CREATE TABLE classificationSkipped (
            logId TEXT PRIMARY KEY NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
            timestamp REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Adds the table of withdrawals: corrections that withdraw the earlier corrections of their entry. The
    /// table of corrections requires a label in each row, so a withdrawal has the logged label there.
    private static func addWithdrawals(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE classificationWithdrawal (
                    correctionId TEXT PRIMARY KEY NOT NULL REFERENCES classificationCorrection(id) ON DELETE CASCADE
                ) STRICT, WITHOUT ROWID;
                """)
        // A log that is synced has a table of corrections that wait for their entries.
        guard try database.tableExists("classificationEarly") else { return }
        try database.execute(
            sql: "ALTER TABLE classificationEarly ADD COLUMN withdraws INTEGER NOT NULL DEFAULT 0")
    }

    /// The labels of entries and corrections of a multi-label taxonomy, as JSON arrays. Logs of other
    /// taxonomies have no such rows.
    private static func addLabelLists(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE classificationLabels (
                    logId TEXT PRIMARY KEY NOT NULL REFERENCES classificationLog(id) ON DELETE CASCADE,
                    labels TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE classificationCorrectionLabels (
                    correctionId TEXT PRIMARY KEY NOT NULL REFERENCES classificationCorrection(id) ON DELETE CASCADE,
                    labels TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
        guard try database.tableExists("classificationEarly") else { return }
        try database.execute(sql: "ALTER TABLE classificationEarly ADD COLUMN labels TEXT")
    }

    private static func foldWords(_ database: Database) throws {
        try SearchIndexRefolding(database, search: "classificationSearch", columns: ["text"]).run(
            """
            SELECT rowid, text FROM classificationLog
            WHERE rowid <= (SELECT lastRow FROM classificationIndexed) AND \(SearchIndexRefolding.isBeyondASCII("text"))
            """)
    }

    /// Replaces the lists of labels in `CHECK` constraints by references to the table of labels, so that
    /// labels can be added. A log with the taxonomy `doctype` is unchanged, because the project's
    /// requirements fix its tables.
    private static func referToLabels(_ database: Database) throws {
        guard try categories(in: database) != Taxonomy.documentType.categories else { return }
        let reference = "REFERENCES classificationTaxonomy(category)"
        // Row ids stay unchanged, because the search index refers to them.
        try database.execute(
            sql: """
                \(logTable("classificationLogNew", reference))
                INSERT INTO classificationLogNew (rowid, id, text, category, timestamp, textLength, extractedFeatures)
                    SELECT rowid, id, text, category, timestamp, textLength, extractedFeatures FROM classificationLog;
                DROP TABLE classificationLog;
                ALTER TABLE classificationLogNew RENAME TO classificationLog;
                \(logIndexes)
                CREATE INDEX idx_classificationLog_categoryTime ON classificationLog(category, timestamp);
                \(correctionTable("classificationCorrectionNew", reference))
                INSERT INTO classificationCorrectionNew (rowid, id, logId, category, source, author, timestamp)
                    SELECT rowid, id, logId, category, source, author, timestamp FROM classificationCorrection;
                DROP TABLE classificationCorrection;
                ALTER TABLE classificationCorrectionNew RENAME TO classificationCorrection;
                \(correctionIndexes)
                """)
    }

    /// Returns the labels of the file's taxonomy, in order.
    static func categories(in database: Database) throws -> [Category] {
        try String.fetchAll(database, sql: "SELECT category FROM classificationTaxonomy ORDER BY place")
            .map { Category($0) }
    }

    /// Appends labels to the labels of the file. Labels that the file has are skipped, because another process
    /// may have added them.
    static func add(_ categories: [Category], of name: String, in database: Database) throws {
        let known = Set(try Self.categories(in: database))
        for category in categories where !known.contains(category) {
            try database.execute(
                sql: """
                    INSERT INTO classificationTaxonomy
                    SELECT ifnull(max(place), -1) + 1, ?, ? FROM classificationTaxonomy
                    """, arguments: [category.rawValue, name])
        }
    }

    /// Returns the name of the file's taxonomy, or `nil` if the file has no labels.
    static func name(in database: Database) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT taxonomy FROM classificationTaxonomy ORDER BY place LIMIT 1")
    }

    private static func quoted(_ name: String) -> String {
        // An apostrophe and a combining mark after it are one character, so scalars are split.
        let parts = name.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.map { String($0) }.joined(separator: "''") + "'"
    }
}
