/// The history of the calls' schema as it was released, step by step.
enum CallSchemaSteps {
    /// What each step adds. A new step is a new row here; the rows above it stay as they are.
    static let steps = [
        """
        CREATE TABLE callContact (
            id INTEGER PRIMARY KEY CHECK(id <> 0 AND id BETWEEN -2147483648 AND 2147483647),
            name TEXT NOT NULL CHECK(name <> ''),
            foldedName TEXT NOT NULL,
            isArchived INTEGER NOT NULL DEFAULT 0 CHECK(isArchived IN (0, 1))
        ) STRICT;
        CREATE INDEX idx_callContact_foldedName ON callContact(foldedName);
        CREATE TABLE callLog (
            place INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE CHECK(length(key) = 36),
            id INTEGER NOT NULL DEFAULT 0 CHECK(id BETWEEN 0 AND 2147483647),
            contactId INTEGER NOT NULL REFERENCES callContact(id) ON UPDATE CASCADE,
            calledAt INTEGER NOT NULL CHECK(place >> 20 = calledAt),
            duration INTEGER NOT NULL DEFAULT 0 CHECK(duration BETWEEN 0 AND 2147483647),
            emotionalState TEXT CHECK(emotionalState IN ('happy','neutral','sad','frustrated','excited')),
            notes TEXT CHECK(length(notes) <= 5000),
            syncStatus TEXT NOT NULL DEFAULT 'pending' CHECK(syncStatus IN ('pending','syncing','synced','failed')),
            syncError TEXT,
            createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL,
            lastSyncAttempt INTEGER,
            isMarkedDeleted INTEGER NOT NULL DEFAULT 0 CHECK(isMarkedDeleted IN (0, 1)),
            serverUpdatedAt INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX idx_callLog_id ON callLog(id) WHERE id <> 0;
        CREATE INDEX idx_callLog_contactId ON callLog(contactId);
        CREATE INDEX idx_callLog_emotionalState ON callLog(emotionalState) WHERE emotionalState IS NOT NULL;
        CREATE INDEX idx_callLog_deleted ON callLog(syncStatus) WHERE isMarkedDeleted = 1;
        CREATE TRIGGER callLog_syncStatus BEFORE UPDATE OF syncStatus ON callLog
        WHEN (OLD.syncStatus, NEW.syncStatus) NOT IN (VALUES ('pending','pending'),('pending','syncing'),('syncing','syncing'),('syncing','pending'),('syncing','synced'),('syncing','failed'),('synced','synced'),('synced','pending'),('failed','failed'),('failed','pending'),('failed','syncing'))
        BEGIN
            SELECT RAISE(ABORT, 'no such step');
        END;
        CREATE TABLE callTally (
            contactId INTEGER NOT NULL,
            emotionalState TEXT NOT NULL,
            syncStatus TEXT NOT NULL,
            calls INTEGER NOT NULL CHECK(calls >= 0),
            detailed INTEGER NOT NULL CHECK(detailed >= 0),
            timed INTEGER NOT NULL CHECK(timed >= 0),
            minutes INTEGER NOT NULL CHECK(minutes >= 0),
            PRIMARY KEY (contactId, emotionalState, syncStatus)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER callLog_insert AFTER INSERT ON callLog BEGIN
            INSERT INTO callTally SELECT NEW.contactId, ifnull(NEW.emotionalState, ''), NEW.syncStatus, 1,
            NEW.duration > 0 OR NEW.emotionalState IS NOT NULL OR ifnull(NEW.notes, '') <> '',
            NEW.duration > 0, NEW.duration WHERE NEW.isMarkedDeleted = 0
        ON CONFLICT DO UPDATE SET calls = calls + 1, detailed = detailed + excluded.detailed,
            timed = timed + excluded.timed, minutes = minutes + excluded.minutes;
        END;
        CREATE TRIGGER callLog_delete AFTER DELETE ON callLog BEGIN
            UPDATE callTally SET calls = calls - 1, timed = timed - (OLD.duration > 0), minutes = minutes - OLD.duration,
            detailed = detailed
                - (OLD.duration > 0 OR OLD.emotionalState IS NOT NULL OR ifnull(OLD.notes, '') <> '')
        WHERE OLD.isMarkedDeleted = 0 AND contactId = OLD.contactId
            AND emotionalState = ifnull(OLD.emotionalState, '') AND syncStatus = OLD.syncStatus;
        DELETE FROM callTally WHERE contactId = OLD.contactId
            AND emotionalState = ifnull(OLD.emotionalState, '') AND syncStatus = OLD.syncStatus AND calls = 0;
        END;
        CREATE TRIGGER callLog_update
        AFTER UPDATE OF contactId, emotionalState, syncStatus, duration, notes, isMarkedDeleted ON callLog BEGIN
            UPDATE callTally SET calls = calls - 1, timed = timed - (OLD.duration > 0), minutes = minutes - OLD.duration,
            detailed = detailed
                - (OLD.duration > 0 OR OLD.emotionalState IS NOT NULL OR ifnull(OLD.notes, '') <> '')
        WHERE OLD.isMarkedDeleted = 0 AND contactId = OLD.contactId
            AND emotionalState = ifnull(OLD.emotionalState, '') AND syncStatus = OLD.syncStatus;
        DELETE FROM callTally WHERE contactId = OLD.contactId
            AND emotionalState = ifnull(OLD.emotionalState, '') AND syncStatus = OLD.syncStatus AND calls = 0;
            INSERT INTO callTally SELECT NEW.contactId, ifnull(NEW.emotionalState, ''), NEW.syncStatus, 1,
            NEW.duration > 0 OR NEW.emotionalState IS NOT NULL OR ifnull(NEW.notes, '') <> '',
            NEW.duration > 0, NEW.duration WHERE NEW.isMarkedDeleted = 0
        ON CONFLICT DO UPDATE SET calls = calls + 1, detailed = detailed + excluded.detailed,
            timed = timed + excluded.timed, minutes = minutes + excluded.minutes;
        END;
        CREATE VIRTUAL TABLE callSearch USING fts5(
            notes, content='', columnsize=0, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
        CREATE TABLE callUnindexed (place INTEGER PRIMARY KEY) STRICT;
        CREATE TRIGGER callLog_unindexed AFTER INSERT ON callLog
        WHEN NEW.notes IS NOT NULL AND NEW.isMarkedDeleted = 0 BEGIN
            INSERT OR IGNORE INTO callUnindexed VALUES (NEW.place);
        END;
        CREATE TABLE callTag (
            callKey TEXT NOT NULL REFERENCES callLog(key) ON DELETE CASCADE,
            tag TEXT NOT NULL CHECK(tag <> ''),
            PRIMARY KEY (callKey, tag)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_callTag_tag ON callTag(tag);
        CREATE TABLE callAttachment (
            callKey TEXT NOT NULL REFERENCES callLog(key) ON DELETE CASCADE,
            reference TEXT NOT NULL CHECK(reference <> ''),
            PRIMARY KEY (callKey, reference)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE callSuggestion (
            callKey TEXT PRIMARY KEY NOT NULL REFERENCES callLog(key) ON DELETE CASCADE,
            emotionalState TEXT NOT NULL CHECK(emotionalState IN ('happy','neutral','sad','frustrated','excited')),
            probability REAL NOT NULL,
            evidence TEXT NOT NULL,
            provenance TEXT NOT NULL,
            suggestedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE callTemplate (
            name TEXT PRIMARY KEY NOT NULL CHECK(name <> ''),
            notes TEXT NOT NULL CHECK(length(notes) <= 5000)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE callReminder (
            id TEXT PRIMARY KEY NOT NULL CHECK(length(id) = 36),
            contactId INTEGER NOT NULL REFERENCES callContact(id) ON UPDATE CASCADE ON DELETE CASCADE,
            dueAt INTEGER NOT NULL,
            note TEXT,
            doneAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_callReminder_dueAt ON callReminder(dueAt) WHERE doneAt IS NULL;
        CREATE INDEX idx_callReminder_contactId ON callReminder(contactId);
        CREATE TABLE callTimer (
            id INTEGER PRIMARY KEY CHECK(id = 1),
            contactId INTEGER NOT NULL REFERENCES callContact(id) ON UPDATE CASCADE,
            startedAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE callConflict (
            id TEXT PRIMARY KEY NOT NULL CHECK(length(id) = 36),
            callKey TEXT NOT NULL REFERENCES callLog(key) ON DELETE CASCADE,
            local TEXT NOT NULL,
            server TEXT NOT NULL,
            winner TEXT NOT NULL CHECK(winner IN ('local','server','merged')),
            foundAt INTEGER NOT NULL,
            resolution TEXT CHECK(resolution IN ('local','server','merged')),
            resolvedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_callConflict_callKey ON callConflict(callKey);
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
        """,
        """
        CREATE TRIGGER callLog_outbox AFTER INSERT ON callLog WHEN NEW.syncStatus = 'pending' BEGIN
            INSERT INTO outbox (record) VALUES (NEW.key);
        END;
        CREATE TRIGGER callLog_outboxDelete AFTER DELETE ON callLog BEGIN
            DELETE FROM outbox WHERE record = OLD.key;
        END;
        CREATE TABLE callErased (id INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE callPurge (
            id INTEGER PRIMARY KEY CHECK(id = 1),
            criteria TEXT NOT NULL,
            stage INTEGER NOT NULL CHECK(stage IN (0, 1, 2)),
            nextPage INTEGER NOT NULL
        ) STRICT;
        """,
        """
        CREATE TABLE callSync (
            callKey TEXT PRIMARY KEY NOT NULL REFERENCES callLog(key) ON DELETE CASCADE,
            lineage BLOB NOT NULL CHECK(length(lineage) % 8 = 0),
            hasBase INTEGER NOT NULL CHECK(hasBase IN (0, 1)),
            base TEXT CHECK(base IS NULL OR hasBase = 1),
            isOurs INTEGER NOT NULL CHECK(isOurs IN (0, 1)),
            isGone INTEGER NOT NULL CHECK(isGone IN (0, 1)),
            attempts INTEGER NOT NULL CHECK(attempts >= 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE callErasedKey (callKey TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE callTagPlace (
            tag TEXT NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (tag, place)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO callTagPlace SELECT t.tag, c.place FROM callTag t JOIN callLog c ON c.key = t.callKey;
        CREATE TRIGGER callTag_place AFTER INSERT ON callTag BEGIN
            INSERT OR IGNORE INTO callTagPlace SELECT NEW.tag, c.place FROM callLog c WHERE c.key = NEW.callKey;
        END;
        CREATE TRIGGER callTag_placeDelete AFTER DELETE ON callTag BEGIN
            DELETE FROM callTagPlace
            WHERE tag = OLD.tag AND place = (SELECT c.place FROM callLog c WHERE c.key = OLD.callKey);
        END;
        CREATE TRIGGER callLog_tagPlaceDelete BEFORE DELETE ON callLog BEGIN
            DELETE FROM callTagPlace
            WHERE place = OLD.place AND tag IN (SELECT t.tag FROM callTag t WHERE t.callKey = OLD.key);
        END;
        CREATE TRIGGER callLog_tagPlaceMove AFTER UPDATE OF place ON callLog WHEN OLD.place <> NEW.place BEGIN
            UPDATE callTagPlace SET place = NEW.place
            WHERE place = OLD.place AND tag IN (SELECT t.tag FROM callTag t WHERE t.callKey = NEW.key);
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
    ]

    /// Rows of a file that has seen the first step only.
    static let rows = """
        INSERT INTO callContact VALUES (-1, 'Sarah', 'sarah', 0), (9, 'Zoe', 'zoe', 0);
        INSERT INTO callLog (place, key, contactId, calledAt, duration, emotionalState, notes, createdAt, updatedAt)
            VALUES (1000 << 20, '01900000-0000-7000-8000-000000000001', -1, 1000, 20, 'happy', 'about Rome', 1, 1);
        INSERT INTO callLog (place, key, id, contactId, calledAt, notes, syncStatus, createdAt, updatedAt)
            VALUES (2000 << 20, '01900000-0000-7000-8000-000000000002', 41, 9, 2000, 'there', 'synced', 2, 2);
        INSERT INTO callTag VALUES ('01900000-0000-7000-8000-000000000001', 'family');
        """
}
