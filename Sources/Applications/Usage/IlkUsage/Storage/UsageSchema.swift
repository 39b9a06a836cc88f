import GRDB
import IlkStore

enum UsageSchema {
    /// "Ilk" in ASCII, followed by 5 for the usage store.
    static let applicationID: Int32 = 0x496C_6B05

    static let erasure = Erasure(job: "usagePurge", indexes: ["usageSearch"], rows: "usageEvent")

    /// The full-text index of spoken phrases.
    static let index = RowNumberIndex(
        search: "usageSearch", column: "phrase", unindexed: "usageUnindexed", source: "usageEvent",
        condition: "c.kind = 1")

    static let corrections = CorrectionTable("usageCorrection", of: "usageEvent(place)")

    static let schema = StoreSchema(
        name: "usage log", applicationID: applicationID,
        migrations: [
            Migration("events, kept counts, search, devices, profiles, regressions") { database in
                for sql in [terms, events, days, sessions, search, people, regressions, erasure.tableSQL] {
                    try database.execute(sql: sql)
                }
            },
            .journalLedger,
            Migration("a list of changes for devices that sync") { try $0.execute(sql: changes) },
            // Files of version 4 have triggers with a WHEN condition, which a later migration drops.
            Migration("nothing; it was triggers with a condition") { _ in },
            Migration("words without case and accents in every script") { try index.fold($0) },
            .rowRanges(of: rangedTables),
            Migration("triggers without a condition") { database in
                for trigger in ["usageEvent_count", "usageEvent_session"] {
                    try database.execute(sql: "DROP TRIGGER \(trigger)")
                }
                try database.execute(sql: countTrigger + sessionTrigger)
            },
            Migration("retention rules") { try $0.execute(sql: retention) },
            Migration("corrections") { try $0.execute(sql: corrections.tableSQL) },
        ], rangedTables: rangedTables,
        unrangedTables: [corrections.copied, .rows("usageRetention", "retention rules")],
        command: "ilk usage")

    /// The tables for which the file stores the count and the digest of each range of rows, to detect damage.
    /// A range of events spans 2^27 milliseconds (1.5 days).
    static let rangedTables: [RangedTable] = [
        .rows("usageEvent", "events", rangeBits: TimeOrderedRowIDs.usage.placeBits + 27),
        .keyed("usageSessionNote", "session notes"), .keyed("usageDevice", "devices"),
        .keyed("usageCaregiver", "caregiver profiles"), .keyed("usageRegression", "regressions"),
        .keyed("usageOpaque", "records of newer programs"),
    ]

    /// The retention rules, as JSON because SQL never queries their parts.
    private static let retention =
        "CREATE TABLE usageRetention (place INTEGER PRIMARY KEY, criteria TEXT NOT NULL) STRICT;"

    /// The texts that the daily counts refer to by number: symbols, phrases, and keys of devices and
    /// caregivers. The number 0 stands for no device or no caregiver.
    private static let terms = """
        CREATE TABLE usageTerm (number INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE) STRICT;
        INSERT INTO usageTerm VALUES (0, '');
        """

    /// Times are milliseconds since 1970-01-01T00:00:00Z, `zone` is the UTC offset in minutes, and `day` is
    /// the local day. `payload` is the JSON that another device sent, if ``UsageRecordJSON`` encodes the
    /// event to different bytes.
    private static let events = """
        CREATE TABLE usageEvent (
            place INTEGER PRIMARY KEY,
            key BLOB NOT NULL UNIQUE CHECK(length(key) = 16),
            kind INTEGER NOT NULL CHECK(kind IN (0, 1)),
            timestamp INTEGER NOT NULL CHECK(place >> \(TimeOrderedRowIDs.usage.placeBits) = timestamp),
            zone INTEGER NOT NULL CHECK(zone BETWEEN -1080 AND 1080),
            day INTEGER NOT NULL CHECK(timestamp + zone * 60000 - day * 86400000 BETWEEN 0 AND 86399999),
            session BLOB NOT NULL CHECK(length(session) = 16),
            device BLOB NOT NULL CHECK(length(device) = 16),
            caregiver BLOB CHECK(length(caregiver) = 16),
            language TEXT NOT NULL CHECK(language <> ''),
            tag TEXT,
            receivedAt INTEGER,
            symbol TEXT CHECK(symbol <> ''),
            label TEXT,
            category TEXT,
            gridRow INTEGER,
            gridColumn INTEGER,
            position INTEGER CHECK(position > 0),
            isModeled INTEGER NOT NULL DEFAULT 0 CHECK(isModeled IN (0, 1)),
            symbols TEXT,
            phrase TEXT CHECK(phrase <> ''),
            constructionTime INTEGER CHECK(constructionTime >= 0),
            removed INTEGER CHECK(removed >= 0),
            reordered INTEGER CHECK(reordered >= 0),
            length INTEGER CHECK(length >= 0),
            payload BLOB,
            CHECK((kind = 0) = (symbol IS NOT NULL AND label IS NOT NULL)),
            CHECK((kind = 1) = (phrase IS NOT NULL AND symbols IS NOT NULL AND constructionTime IS NOT NULL
                AND removed IS NOT NULL AND reordered IS NOT NULL AND length IS NOT NULL)),
            CHECK((gridRow IS NULL) = (gridColumn IS NULL))
        ) STRICT;
        CREATE TABLE usageOpaque (
            key BLOB PRIMARY KEY NOT NULL CHECK(length(key) = 16),
            collection TEXT NOT NULL,
            payload BLOB NOT NULL,
            receivedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static func counted(_ row: String) -> String {
        """
        FROM usageTerm t, usageTerm d, usageTerm c WHERE t.term = ifnull(\(row).symbol, \(row).phrase)
            AND d.term = hex(\(row).device) AND c.term = hex(\(row).caregiver)
        """
    }

    private static let countTrigger = """
        CREATE TRIGGER usageEvent_count AFTER INSERT ON usageEvent BEGIN
            INSERT OR IGNORE INTO usageTerm (term)
            VALUES (ifnull(NEW.symbol, NEW.phrase)), (hex(NEW.device)), (hex(NEW.caregiver));
            INSERT INTO usageDay SELECT NEW.kind, NEW.day, t.number, d.number, c.number, 1, ifnull(NEW.length, 1),
                ifnull(NEW.constructionTime, 0)
            \(counted("NEW"))
            ON CONFLICT DO UPDATE SET events = events + 1, symbols = symbols + excluded.symbols,
                time = time + excluded.time;
        END;

        """

    private static let sessionTrigger = """
        CREATE TRIGGER usageEvent_session AFTER INSERT ON usageEvent BEGIN
            INSERT OR IGNORE INTO usageTerm (term) SELECT NEW.symbol WHERE NEW.kind = 0;
            INSERT INTO usageSession VALUES (NEW.session, NEW.device, NEW.timestamp, NEW.zone, NEW.timestamp,
                NEW.kind = 0, NEW.kind, ifnull(NEW.length, 0))
            ON CONFLICT DO UPDATE SET zone = iif(excluded.first < first, excluded.zone, zone),
                first = min(first, excluded.first), last = max(last, excluded.last), taps = taps + excluded.taps,
                phrases = phrases + excluded.phrases, longest = max(longest, excluded.longest);
            INSERT INTO usageSessionSymbol SELECT NEW.session, number, 1 FROM usageTerm
            WHERE NEW.kind = 0 AND term = NEW.symbol
            ON CONFLICT DO UPDATE SET taps = taps + 1;
        END;

        """

    /// Counts by local day, symbol or phrase, device and caregiver. Triggers maintain the counts, so that
    /// reports need not read all events.
    private static let days = """
        CREATE TABLE usageDay (
            kind INTEGER NOT NULL,
            day INTEGER NOT NULL,
            term INTEGER NOT NULL,
            device INTEGER NOT NULL,
            caregiver INTEGER NOT NULL,
            events INTEGER NOT NULL CHECK(events >= 0),
            symbols INTEGER NOT NULL CHECK(symbols >= 0),
            time INTEGER NOT NULL CHECK(time >= 0),
            PRIMARY KEY (kind, day, term, device, caregiver)
        ) STRICT, WITHOUT ROWID;
        \(countTrigger)
        CREATE TRIGGER usageEvent_uncount AFTER DELETE ON usageEvent BEGIN
            UPDATE usageDay SET events = events - 1, symbols = symbols - ifnull(OLD.length, 1),
                time = time - ifnull(OLD.constructionTime, 0)
            WHERE kind = OLD.kind AND day = OLD.day
                AND (term, device, caregiver) = (SELECT t.number, d.number, c.number \(counted("OLD")));
            DELETE FROM usageDay WHERE kind = OLD.kind AND day = OLD.day AND events = 0
                AND (term, device, caregiver) = (SELECT t.number, d.number, c.number \(counted("OLD")));
        END;
        """

    /// The sessions, with their counts, which triggers maintain. `usageSessionSymbol` contains the symbols of
    /// each session, so that distinct symbols can be counted.
    private static let sessions = """
        CREATE TABLE usageSession (
            key BLOB PRIMARY KEY NOT NULL,
            device BLOB NOT NULL,
            first INTEGER NOT NULL,
            zone INTEGER NOT NULL,
            last INTEGER NOT NULL,
            taps INTEGER NOT NULL CHECK(taps >= 0),
            phrases INTEGER NOT NULL CHECK(phrases >= 0),
            longest INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_usageSession_first ON usageSession(first);
        CREATE INDEX idx_usageSession_device ON usageSession(device, last);
        CREATE TABLE usageSessionSymbol (
            session BLOB NOT NULL,
            term INTEGER NOT NULL,
            taps INTEGER NOT NULL CHECK(taps >= 0),
            PRIMARY KEY (session, term)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE usageSessionNote (
            key BLOB PRIMARY KEY NOT NULL CHECK(length(key) = 16),
            title TEXT,
            place TEXT,
            payload BLOB
        ) STRICT, WITHOUT ROWID;
        \(sessionTrigger)
        CREATE TRIGGER usageEvent_unsession AFTER DELETE ON usageEvent BEGIN
            UPDATE usageSessionSymbol SET taps = taps - 1 WHERE session = OLD.session AND OLD.kind = 0
                AND term = (SELECT number FROM usageTerm WHERE term = OLD.symbol);
            DELETE FROM usageSessionSymbol WHERE session = OLD.session AND taps = 0;
            UPDATE usageSession SET taps = taps - (OLD.kind = 0), phrases = phrases - OLD.kind,
                (first, last, longest) = (SELECT ifnull(min(e.timestamp), 0), ifnull(max(e.timestamp), 0),
                    ifnull(max(e.length), 0) FROM usageEvent e WHERE e.session = OLD.session
                    AND e.place BETWEEN usageSession.first << \(TimeOrderedRowIDs.usage.placeBits)
                        AND (usageSession.last + 1) << \(TimeOrderedRowIDs.usage.placeBits))
            WHERE key = OLD.session;
            DELETE FROM usageSession WHERE key = OLD.session AND taps + phrases = 0;
        END;
        """

    /// The full-text index stores words and their positions, but no text (a contentless FTS5 table). The
    /// table `usageUnindexed` lists the phrases that are not indexed yet.
    private static let search = """
        CREATE VIRTUAL TABLE usageSearch USING fts5(
            phrase, content='', columnsize=0, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
        CREATE TABLE usageUnindexed (place INTEGER PRIMARY KEY) STRICT;
        CREATE TRIGGER usageEvent_unindexed AFTER INSERT ON usageEvent WHEN NEW.kind = 1 BEGIN
            INSERT OR IGNORE INTO usageUnindexed VALUES (NEW.place);
        END;
        """

    private static let people = """
        CREATE TABLE usageDevice (
            key BLOB PRIMARY KEY NOT NULL CHECK(length(key) = 16),
            account TEXT,
            installation TEXT NOT NULL CHECK(installation <> ''),
            name TEXT NOT NULL CHECK(name <> ''),
            payload BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE usageCaregiver (
            key BLOB PRIMARY KEY NOT NULL CHECK(length(key) = 16),
            name TEXT NOT NULL CHECK(name <> ''),
            role TEXT,
            payload BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE usageMark (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """

    /// The symbols that the daily check for regressions flagged, with the evidence.
    private static let regressions = """
        CREATE TABLE usageRegression (
            day INTEGER NOT NULL,
            symbol TEXT NOT NULL,
            lastUsed INTEGER NOT NULL,
            frequency INTEGER NOT NULL,
            usedDays INTEGER NOT NULL,
            recent INTEGER NOT NULL,
            expected REAL NOT NULL,
            probability REAL NOT NULL,
            isNew INTEGER NOT NULL CHECK(isNew IN (0, 1)),
            PRIMARY KEY (day, symbol)
        ) STRICT, WITHOUT ROWID;
        """

    /// The list of changes for sync. Only stores that sync keep the list: the triggers do nothing until
    /// `usageMark` contains `listsChanges`.
    private static let changes: String = {
        let isListed = "WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges')"
        func trigger(_ table: String, _ word: String, after change: String, _ row: String) -> String {
            """
            CREATE TRIGGER \(table)_\(word) AFTER \(change) ON \(table) \(isListed) BEGIN
                INSERT INTO usageChange (key) VALUES (\(row).key);
            END;

            """
        }
        let tables = ["usageEvent", "usageDevice", "usageCaregiver", "usageSessionNote", "usageOpaque"]
        return """
            CREATE TABLE usageChange (number INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL) STRICT;

            """
                + tables.map { trigger($0, "isNew", after: "INSERT", "NEW") }.joined()
                + tables.dropLast().map { trigger($0, "isGone", after: "DELETE", "OLD") }.joined()
                + trigger("usageOpaque", "isOther", after: "UPDATE", "NEW")
    }()
}
