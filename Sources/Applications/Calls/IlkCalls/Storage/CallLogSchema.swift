import GRDB
import IlkStore
import IlkVocabulary

enum CallLogSchema {
    /// The SQLite application id: `Ilk` in ASCII, followed by the byte 2 for the call store.
    static let applicationID: Int32 = 0x496C_6B02

    static let erasure = Erasure(job: "callPurge", indexes: ["callSearch"], rows: "callLog")

    /// The tables for which the file stores the count and the digest of each range of rows, so that exports,
    /// backups, purges and retraining detect missing rows. A range of `callLog` spans 2^30 milliseconds (12
    /// days).
    static let rangedTables: [RangedTable] = [
        .rows("callLog", "calls", rangeBits: TimeOrderedRowIDs.calls.placeBits + 30),
        .rows("callContact", "contacts"),
        .keyed("callTag", "tags"), .keyed("callAttachment", "attachments"),
        .keyed("callSuggestion", "suggested emotions"), .keyed("callTemplate", "templates"),
        .keyed("callReminder", "reminders"), .keyed("callConflict", "conflict copies"),
        .keyed("callSync", "sync states"), .rows("callErased", "purged calls"),
        .keyed("callErasedKey", "purged calls without a number"),
    ]

    /// The corrections of emotions.
    static let corrections = CorrectionTable("callCorrection", of: "callLog(place)")

    static let schema = StoreSchema(
        name: "call log", applicationID: applicationID,
        migrations: [
            Migration("calls, contacts, kept counts, search") { database in
                try database.execute(sql: contacts)
                try database.execute(sql: calls)
                try database.execute(sql: totals)
                try database.execute(sql: search)
                try database.execute(sql: auxiliaryTables)
            },
            .journalLedger,
            .outbox,
            Migration("what waits for the server, purges") { database in
                try database.execute(sql: queueing)
                try database.execute(sql: erasure.tableSQL)
            },
            Migration("what syncing knows of calls") { try $0.execute(sql: syncing) },
            Migration("tags in the order of the calls") { try $0.execute(sql: tagPlaces) },
            Migration("words without case and accents in every script") { try CallLogIndex.index.fold($0) },
            .rowRanges(of: rangedTables),
            Migration("retention rules") { try $0.execute(sql: retention) },
            Migration("corrections") { try $0.execute(sql: givenEmotions + corrections.tableSQL) },
        ], rangedTables: rangedTables,
        unrangedTables: [
            corrections.copied, .rows("callGivenEmotion", "emotions"),
            .rows("callRetention", "retention rules"),
        ], command: "ilk calls")

    /// The emotions of corrected calls before their first correction.
    private static let givenEmotions = """
        CREATE TABLE callGivenEmotion (
            place INTEGER PRIMARY KEY REFERENCES callLog(place) ON DELETE CASCADE ON UPDATE CASCADE,
            emotionalState TEXT CHECK(emotionalState IN (\(emotions)))
        ) STRICT;

        """

    /// The retention rules, as JSON because SQL never queries their parts.
    private static let retention =
        "CREATE TABLE callRetention (place INTEGER PRIMARY KEY, criteria TEXT NOT NULL) STRICT;"

    private static let contacts = """
        CREATE TABLE callContact (
            id INTEGER PRIMARY KEY CHECK(id <> 0 AND id BETWEEN -2147483648 AND 2147483647),
            name TEXT NOT NULL CHECK(name <> ''),
            foldedName TEXT NOT NULL,
            isArchived INTEGER NOT NULL DEFAULT 0 CHECK(isArchived IN (0, 1))
        ) STRICT;
        CREATE INDEX idx_callContact_foldedName ON callContact(foldedName);
        """

    private static let emotions = EmotionalState.allCases.map { "'\($0.rawValue)'" }.joined(separator: ",")
    private static let statuses = CallSyncStatus.allCases.map { "'\($0.rawValue)'" }.joined(separator: ",")
    private static let steps = CallSyncStatus.allCases.flatMap { from in
        ([from] + from.successors).map { "('\(from.rawValue)','\($0.rawValue)')" }
    }.joined(separator: ",")

    /// Times are milliseconds since 1970-01-01T00:00:00Z. A row number consists of the start time and a
    /// counter of the calls in the same millisecond.
    private static let calls = """
        CREATE TABLE callLog (
            place INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE CHECK(length(key) = 36),
            id INTEGER NOT NULL DEFAULT 0 CHECK(id BETWEEN 0 AND 2147483647),
            contactId INTEGER NOT NULL REFERENCES callContact(id) ON UPDATE CASCADE,
            calledAt INTEGER NOT NULL CHECK(place >> \(TimeOrderedRowIDs.calls.placeBits) = calledAt),
            duration INTEGER NOT NULL DEFAULT 0 CHECK(duration BETWEEN 0 AND 2147483647),
            emotionalState TEXT CHECK(emotionalState IN (\(emotions))),
            notes TEXT CHECK(length(notes) <= \(CallDraft.maximumNotesLength)),
            syncStatus TEXT NOT NULL DEFAULT 'pending' CHECK(syncStatus IN (\(statuses))),
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
        WHEN (OLD.syncStatus, NEW.syncStatus) NOT IN (VALUES \(steps))
        BEGIN
            SELECT RAISE(ABORT, 'no such step');
        END;
        """

    private static func counted(_ row: String) -> String {
        """
        \(row).contactId, ifnull(\(row).emotionalState, ''), \(row).syncStatus, 1,
            \(row).duration > 0 OR \(row).emotionalState IS NOT NULL OR ifnull(\(row).notes, '') <> '',
            \(row).duration > 0, \(row).duration
        """
    }

    private static let countOld = """
        UPDATE callTally SET calls = calls - 1, timed = timed - (OLD.duration > 0), minutes = minutes - OLD.duration,
            detailed = detailed
                - (OLD.duration > 0 OR OLD.emotionalState IS NOT NULL OR ifnull(OLD.notes, '') <> '')
        WHERE OLD.isMarkedDeleted = 0 AND contactId = OLD.contactId
            AND emotionalState = ifnull(OLD.emotionalState, '') AND syncStatus = OLD.syncStatus;
        DELETE FROM callTally WHERE contactId = OLD.contactId
            AND emotionalState = ifnull(OLD.emotionalState, '') AND syncStatus = OLD.syncStatus AND calls = 0;
        """

    private static let countNew = """
        INSERT INTO callTally SELECT \(counted("NEW")) WHERE NEW.isMarkedDeleted = 0
        ON CONFLICT DO UPDATE SET calls = calls + 1, detailed = detailed + excluded.detailed,
            timed = timed + excluded.timed, minutes = minutes + excluded.minutes;
        """

    /// Counts and total durations of calls. Triggers maintain them, so that statistics need not read all
    /// calls. Deleted calls are not counted.
    private static let totals = """
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
            \(countNew)
        END;
        CREATE TRIGGER callLog_delete AFTER DELETE ON callLog BEGIN
            \(countOld)
        END;
        CREATE TRIGGER callLog_update
        AFTER UPDATE OF contactId, emotionalState, syncStatus, duration, notes, isMarkedDeleted ON callLog BEGIN
            \(countOld)
            \(countNew)
        END;
        """

    /// The full-text index stores words and their positions, but no text (a contentless FTS5 table). The
    /// table `callUnindexed` lists the calls that are not indexed yet.
    private static let search = """
        CREATE VIRTUAL TABLE callSearch USING fts5(
            notes, content='', columnsize=0, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
        CREATE TABLE callUnindexed (place INTEGER PRIMARY KEY) STRICT;
        CREATE TRIGGER callLog_unindexed AFTER INSERT ON callLog
        WHEN NEW.notes IS NOT NULL AND NEW.isMarkedDeleted = 0 BEGIN
            INSERT OR IGNORE INTO callUnindexed VALUES (NEW.place);
        END;
        """

    private static let auxiliaryTables = """
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
            emotionalState TEXT NOT NULL CHECK(emotionalState IN (\(emotions))),
            probability REAL NOT NULL,
            evidence TEXT NOT NULL,
            provenance TEXT NOT NULL,
            suggestedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE callTemplate (
            name TEXT PRIMARY KEY NOT NULL CHECK(name <> ''),
            notes TEXT NOT NULL CHECK(length(notes) <= \(CallDraft.maximumNotesLength))
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
        """

    /// A trigger adds each new pending call to the outbox, the list of changes to send. Code that changes an
    /// existing call must add the call to the outbox. The table `callErased` keeps the server ids of purged
    /// calls, so that no sync restores them.
    private static let queueing = """
        CREATE TRIGGER callLog_outbox AFTER INSERT ON callLog WHEN NEW.syncStatus = 'pending' BEGIN
            INSERT INTO outbox (record) VALUES (NEW.key);
        END;
        CREATE TRIGGER callLog_outboxDelete AFTER DELETE ON callLog BEGIN
            DELETE FROM outbox WHERE record = OLD.key;
        END;
        CREATE TABLE callErased (id INTEGER PRIMARY KEY) STRICT;
        """

    /// A second table of tags, each with the row numbers of its calls. With this table, a page of calls with
    /// a rare tag reads only rows of that tag.
    private static let tagPlaces = """
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
        """

    /// The sync metadata of a call. `base` is the last known version of the server, or NULL if this version
    /// equals the call. `lineage` is a sequence of 8-byte digests of earlier versions. The table
    /// `callErasedKey` keeps the keys of purged calls that the server may have received.
    private static let syncing = """
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
        """
}
