/// The history of the usage's schema as it was released, step by step.
enum UsageSchemaSteps {
    /// What each step adds. A new step is a new row here; the rows above it stay as they are.
    static let steps = [
        """
        CREATE TABLE usageTerm (number INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE) STRICT;
        INSERT INTO usageTerm VALUES (0, '');
        CREATE TABLE usageEvent (
            place INTEGER PRIMARY KEY,
            key BLOB NOT NULL UNIQUE CHECK(length(key) = 16),
            kind INTEGER NOT NULL CHECK(kind IN (0, 1)),
            timestamp INTEGER NOT NULL CHECK(place >> 20 = timestamp),
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
        CREATE TRIGGER usageEvent_count AFTER INSERT ON usageEvent BEGIN
            INSERT OR IGNORE INTO usageTerm (term)
            VALUES (ifnull(NEW.symbol, NEW.phrase)), (hex(NEW.device)), (hex(NEW.caregiver));
            INSERT INTO usageDay SELECT NEW.kind, NEW.day, t.number, d.number, c.number, 1, ifnull(NEW.length, 1),
                ifnull(NEW.constructionTime, 0)
            FROM usageTerm t, usageTerm d, usageTerm c WHERE t.term = ifnull(NEW.symbol, NEW.phrase)
            AND d.term = hex(NEW.device) AND c.term = hex(NEW.caregiver)
            ON CONFLICT DO UPDATE SET events = events + 1, symbols = symbols + excluded.symbols,
                time = time + excluded.time;
        END;
        CREATE TRIGGER usageEvent_uncount AFTER DELETE ON usageEvent BEGIN
            UPDATE usageDay SET events = events - 1, symbols = symbols - ifnull(OLD.length, 1),
                time = time - ifnull(OLD.constructionTime, 0)
            WHERE kind = OLD.kind AND day = OLD.day
                AND (term, device, caregiver) = (SELECT t.number, d.number, c.number FROM usageTerm t, usageTerm d, usageTerm c WHERE t.term = ifnull(OLD.symbol, OLD.phrase)
            AND d.term = hex(OLD.device) AND c.term = hex(OLD.caregiver));
            DELETE FROM usageDay WHERE kind = OLD.kind AND day = OLD.day AND events = 0
                AND (term, device, caregiver) = (SELECT t.number, d.number, c.number FROM usageTerm t, usageTerm d, usageTerm c WHERE t.term = ifnull(OLD.symbol, OLD.phrase)
            AND d.term = hex(OLD.device) AND c.term = hex(OLD.caregiver));
        END;
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
        CREATE TRIGGER usageEvent_unsession AFTER DELETE ON usageEvent BEGIN
            UPDATE usageSessionSymbol SET taps = taps - 1 WHERE session = OLD.session AND OLD.kind = 0
                AND term = (SELECT number FROM usageTerm WHERE term = OLD.symbol);
            DELETE FROM usageSessionSymbol WHERE session = OLD.session AND taps = 0;
            UPDATE usageSession SET taps = taps - (OLD.kind = 0), phrases = phrases - OLD.kind,
                (first, last, longest) = (SELECT ifnull(min(e.timestamp), 0), ifnull(max(e.timestamp), 0),
                    ifnull(max(e.length), 0) FROM usageEvent e WHERE e.session = OLD.session
                    AND e.place BETWEEN usageSession.first << 20
                        AND (usageSession.last + 1) << 20)
            WHERE key = OLD.session;
            DELETE FROM usageSession WHERE key = OLD.session AND taps + phrases = 0;
        END;
        CREATE VIRTUAL TABLE usageSearch USING fts5(
            phrase, content='', columnsize=0, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
        CREATE TABLE usageUnindexed (place INTEGER PRIMARY KEY) STRICT;
        CREATE TRIGGER usageEvent_unindexed AFTER INSERT ON usageEvent WHEN NEW.kind = 1 BEGIN
            INSERT OR IGNORE INTO usageUnindexed VALUES (NEW.place);
        END;
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
        CREATE TABLE usagePurge (
            id INTEGER PRIMARY KEY CHECK(id = 1),
            criteria TEXT NOT NULL,
            stage INTEGER NOT NULL CHECK(stage IN (0, 1, 2)),
            nextPage INTEGER NOT NULL
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
        CREATE TABLE usageChange (number INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL) STRICT;
        CREATE TRIGGER usageEvent_isNew AFTER INSERT ON usageEvent WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (NEW.key);
        END;
        CREATE TRIGGER usageDevice_isNew AFTER INSERT ON usageDevice WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (NEW.key);
        END;
        CREATE TRIGGER usageCaregiver_isNew AFTER INSERT ON usageCaregiver WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (NEW.key);
        END;
        CREATE TRIGGER usageSessionNote_isNew AFTER INSERT ON usageSessionNote WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (NEW.key);
        END;
        CREATE TRIGGER usageOpaque_isNew AFTER INSERT ON usageOpaque WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (NEW.key);
        END;
        CREATE TRIGGER usageEvent_isGone AFTER DELETE ON usageEvent WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (OLD.key);
        END;
        CREATE TRIGGER usageDevice_isGone AFTER DELETE ON usageDevice WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (OLD.key);
        END;
        CREATE TRIGGER usageCaregiver_isGone AFTER DELETE ON usageCaregiver WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (OLD.key);
        END;
        CREATE TRIGGER usageSessionNote_isGone AFTER DELETE ON usageSessionNote WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (OLD.key);
        END;
        CREATE TRIGGER usageOpaque_isOther AFTER UPDATE ON usageOpaque WHEN EXISTS (SELECT 1 FROM usageMark WHERE name = 'listsChanges') BEGIN
            INSERT INTO usageChange (key) VALUES (NEW.key);
        END;
        """,
        """
        DROP TRIGGER usageEvent_count;
        DROP TRIGGER usageEvent_session;
        CREATE TRIGGER usageEvent_count AFTER INSERT ON usageEvent WHEN NOT EXISTS (SELECT 1 FROM usageMark WHERE name = 'countsAtOnce') BEGIN
            INSERT OR IGNORE INTO usageTerm (term)
            VALUES (ifnull(NEW.symbol, NEW.phrase)), (hex(NEW.device)), (hex(NEW.caregiver));
            INSERT INTO usageDay SELECT NEW.kind, NEW.day, t.number, d.number, c.number, 1, ifnull(NEW.length, 1),
                ifnull(NEW.constructionTime, 0)
            FROM usageTerm t, usageTerm d, usageTerm c WHERE t.term = ifnull(NEW.symbol, NEW.phrase)
            AND d.term = hex(NEW.device) AND c.term = hex(NEW.caregiver)
            ON CONFLICT DO UPDATE SET events = events + 1, symbols = symbols + excluded.symbols,
                time = time + excluded.time;
        END;
        CREATE TRIGGER usageEvent_session AFTER INSERT ON usageEvent WHEN NOT EXISTS (SELECT 1 FROM usageMark WHERE name = 'countsAtOnce') BEGIN
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
        // Triggers without a condition.
        """
        DROP TRIGGER usageEvent_count;
        DROP TRIGGER usageEvent_session;
        CREATE TRIGGER usageEvent_count AFTER INSERT ON usageEvent BEGIN
            INSERT OR IGNORE INTO usageTerm (term)
            VALUES (ifnull(NEW.symbol, NEW.phrase)), (hex(NEW.device)), (hex(NEW.caregiver));
            INSERT INTO usageDay SELECT NEW.kind, NEW.day, t.number, d.number, c.number, 1, ifnull(NEW.length, 1),
                ifnull(NEW.constructionTime, 0)
            FROM usageTerm t, usageTerm d, usageTerm c WHERE t.term = ifnull(NEW.symbol, NEW.phrase)
            AND d.term = hex(NEW.device) AND c.term = hex(NEW.caregiver)
            ON CONFLICT DO UPDATE SET events = events + 1, symbols = symbols + excluded.symbols,
                time = time + excluded.time;
        END;
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
        """,
    ]

    /// A file that has seen the first step: a session of a tap and a phrase, both counted.
    static let rows = """
        INSERT INTO usageEvent (place, key, kind, timestamp, zone, day, session, device, language, symbol, label)
        VALUES (1782604800000 << 20, x'00000000000070008000000000000001', 0, 1782604800000, 120, 20632,
            x'00000000000070008000000000000011', x'00000000000070008000000000000021', 'en', 'rome', 'Rome');
        INSERT INTO usageEvent (place, key, kind, timestamp, zone, day, session, device, language, symbols, phrase,
            constructionTime, removed, reordered, length)
        VALUES (1782604801000 << 20, x'00000000000070008000000000000002', 1, 1782604801000, 120, 20632,
            x'00000000000070008000000000000011', x'00000000000070008000000000000021', 'en', '["rome"]', 'to Rome',
            1000, 0, 0, 1);
        """
}
