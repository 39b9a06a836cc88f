import GRDB
import IlkStore

/// The tables of a mail store.
///
/// The row number of a message begins with its date (``EmailKey``). Tables and indexes, including the search
/// indexes, are therefore in the order of dates, and lists with the newest message first need no sort. If a
/// column contains a list, the entries are separated by U+001E, and the name and address of an entry by
/// U+001F.
enum MailSchema {
    /// "Ilk" in ASCII, followed by 3 for the mail store.
    static let applicationID: Int32 = 0x496C_6B03

    static let corrections = CorrectionTable("emailCorrection", of: "email(row)")

    static let erasure = Erasure(job: "mailPurge", indexes: ["emailWords", "emailTrigrams"], rows: "email")

    /// The tables for which the file stores the count and the digest of each range of rows, to detect damage.
    /// A range of messages spans 2^20 seconds, about twelve days.
    static let rangedTables: [RangedTable] = [
        .rows("email", "messages", rangeBits: EmailKey.sequenceBits + 20),
        .rows("emailSource", "original messages", rangeBits: EmailKey.sequenceBits + 20),
        .keyed("attachment", "attachments"), .rows("account", "accounts"), .rows("emailThread", "threads"),
        .rows("label", "mail labels"), .keyed("emailLabel", "labeled messages"),
        .keyed("emailVerdict", "verdicts"), .rows("emailProvenance", "models and rule sets"),
        .rows("syncState", "sync states"),
    ]

    static let schema = StoreSchema(
        name: "mail store", applicationID: applicationID,
        migrations: [
            Migration("accounts, messages, threads, labels, search") { database in
                for part in [records, threads, labels, counting, labelCounting, search, verdicts, imports] {
                    try database.execute(sql: part)
                }
                try database.execute(sql: erasure.tableSQL)
            },
            Migration("pieces of the search indexes merged by sixteens") { try $0.execute(sql: merging) },
            Migration("words without case and accents in every script") { try MailIndexMigration($0).run() },
            .rowRanges(of: rangedTables),
            Migration("quarantined messages") { try $0.execute(sql: quarantine) },
            Migration("flags and labels at the last import") { try $0.execute(sql: origins) },
            Migration("corrections") { try $0.execute(sql: corrections.tableSQL) },
        ], rangedTables: rangedTables, unrangedTables: [corrections.copied], command: "ilk mail")

    private static let records = """
        CREATE TABLE account (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            email TEXT NOT NULL UNIQUE COLLATE NOCASE,
            displayName TEXT NOT NULL,
            isEnabled INTEGER NOT NULL CHECK(isEnabled IN (0, 1)),
            lastSyncDate REAL,
            prunedBefore INTEGER,
            messages INTEGER NOT NULL DEFAULT 0 CHECK(messages >= 0),
            unread INTEGER NOT NULL DEFAULT 0 CHECK(unread >= 0),
            threads INTEGER NOT NULL DEFAULT 0 CHECK(threads >= 0),
            unreadThreads INTEGER NOT NULL DEFAULT 0 CHECK(unreadThreads >= 0)
        ) STRICT;
        CREATE TABLE syncState (
            account INTEGER PRIMARY KEY REFERENCES account(row) ON DELETE CASCADE,
            historyId TEXT,
            lastFullSyncDate REAL,
            lastIncrementalSyncDate REAL
        ) STRICT;
        CREATE TABLE email (
            row INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account(row),
            thread INTEGER NOT NULL REFERENCES emailThread(row) DEFERRABLE INITIALLY DEFERRED,
            gmailId TEXT NOT NULL,
            messageId TEXT,
            date REAL NOT NULL,
            subject TEXT NOT NULL,
            fromAddress TEXT NOT NULL,
            fromName TEXT,
            recipients TEXT NOT NULL,
            copies TEXT NOT NULL,
            snippet TEXT NOT NULL,
            body TEXT,
            isRead INTEGER NOT NULL CHECK(isRead IN (0, 1)),
            isStarred INTEGER NOT NULL CHECK(isStarred IN (0, 1)),
            hasAttachment INTEGER NOT NULL CHECK(hasAttachment IN (0, 1)),
            size INTEGER NOT NULL CHECK(size >= 0),
            historyId TEXT,
            refs TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX idx_email_gmailId ON email(gmailId, account);
        CREATE INDEX idx_email_account ON email(account);
        CREATE INDEX idx_email_thread ON email(thread);
        CREATE INDEX idx_email_unread ON email(account) WHERE isRead = 0;
        CREATE TABLE attachment (
            email INTEGER NOT NULL REFERENCES email(row) ON DELETE CASCADE ON UPDATE CASCADE,
            place INTEGER NOT NULL,
            filename TEXT NOT NULL,
            mimeType TEXT NOT NULL,
            size INTEGER NOT NULL CHECK(size >= 0),
            contentId TEXT,
            isInline INTEGER NOT NULL CHECK(isInline IN (0, 1)),
            PRIMARY KEY (email, place)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE emailSource (
            email INTEGER PRIMARY KEY REFERENCES email(row) ON DELETE CASCADE ON UPDATE CASCADE,
            envelope TEXT,
            flags INTEGER NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;
        """

    /// `emailReference` maps a hash of account and Message-ID to a thread. The table contains the ids of
    /// stored messages, and the ids of messages that stored messages refer to.
    private static let threads = """
        CREATE TABLE emailThread (
            row INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account(row),
            threadId TEXT NOT NULL,
            lastRow INTEGER NOT NULL,
            messages INTEGER NOT NULL DEFAULT 0 CHECK(messages >= 0),
            unread INTEGER NOT NULL DEFAULT 0 CHECK(unread BETWEEN 0 AND messages)
        ) STRICT;
        CREATE UNIQUE INDEX idx_emailThread_threadId ON emailThread(threadId, account);
        CREATE INDEX idx_emailThread_lastRow ON emailThread(account, lastRow);
        CREATE TABLE emailReference (
            hash INTEGER PRIMARY KEY,
            thread INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX idx_emailReference_thread ON emailReference(thread);
        """

    private static let labels = """
        CREATE TABLE label (
            row INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account(row) ON DELETE CASCADE,
            gmailId TEXT NOT NULL,
            name TEXT NOT NULL,
            type TEXT NOT NULL CHECK(type IN ('system', 'user')),
            messages INTEGER NOT NULL DEFAULT 0 CHECK(messages >= 0),
            unread INTEGER NOT NULL DEFAULT 0 CHECK(unread BETWEEN 0 AND messages),
            UNIQUE (account, gmailId)
        ) STRICT;
        CREATE TABLE emailLabel (
            label INTEGER NOT NULL REFERENCES label(row) ON DELETE CASCADE,
            email INTEGER NOT NULL REFERENCES email(row) ON DELETE CASCADE ON UPDATE CASCADE,
            isRead INTEGER NOT NULL CHECK(isRead IN (0, 1)),
            PRIMARY KEY (label, email)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idx_emailLabel_email ON emailLabel(email);
        CREATE INDEX idx_emailLabel_unread ON emailLabel(label, email) WHERE isRead = 0;
        """

    private static let counting = """
        CREATE TRIGGER email_added AFTER INSERT ON email BEGIN
            UPDATE emailThread SET messages = messages + 1, unread = unread + (new.isRead = 0),
                lastRow = max(lastRow, new.row) WHERE row = new.thread;
            UPDATE account SET messages = messages + 1, unread = unread + (new.isRead = 0) WHERE row = new.account;
        END;
        CREATE TRIGGER email_removed AFTER DELETE ON email BEGIN
            UPDATE emailThread SET messages = messages - 1, unread = unread - (old.isRead = 0),
                lastRow = iif(lastRow = old.row,
                    ifnull((SELECT max(row) FROM email WHERE thread = old.thread), lastRow), lastRow)
                WHERE row = old.thread;
            UPDATE account SET messages = messages - 1, unread = unread - (old.isRead = 0) WHERE row = old.account;
        END;
        CREATE TRIGGER email_read AFTER UPDATE OF isRead ON email WHEN old.isRead <> new.isRead BEGIN
            UPDATE emailThread SET unread = unread + old.isRead - new.isRead WHERE row = new.thread;
            UPDATE account SET unread = unread + old.isRead - new.isRead WHERE row = new.account;
            UPDATE emailLabel SET isRead = new.isRead WHERE email = new.row;
        END;
        CREATE TRIGGER email_moved AFTER UPDATE OF thread ON email WHEN old.thread <> new.thread BEGIN
            UPDATE emailThread SET messages = messages + 1, unread = unread + (new.isRead = 0),
                lastRow = max(lastRow, new.row) WHERE row = new.thread;
            UPDATE emailThread SET messages = messages - 1, unread = unread - (new.isRead = 0),
                lastRow = ifnull((SELECT max(row) FROM email WHERE thread = old.thread), lastRow)
                WHERE row = old.thread;
        END;
        CREATE TRIGGER email_redated AFTER UPDATE OF row ON email WHEN old.row <> new.row BEGIN
            UPDATE emailThread SET lastRow = (SELECT max(row) FROM email WHERE thread = new.thread)
                WHERE row = new.thread;
        END;
        CREATE TRIGGER emailThread_added AFTER INSERT ON emailThread BEGIN
            UPDATE account SET threads = threads + 1 WHERE row = new.account;
        END;
        CREATE TRIGGER emailThread_emptied AFTER UPDATE OF messages ON emailThread WHEN new.messages = 0 BEGIN
            DELETE FROM emailReference WHERE thread = new.row;
            DELETE FROM emailThread WHERE row = new.row;
        END;
        CREATE TRIGGER emailThread_removed AFTER DELETE ON emailThread BEGIN
            UPDATE account SET threads = threads - 1 WHERE row = old.account;
        END;
        CREATE TRIGGER emailThread_read AFTER UPDATE OF unread ON emailThread
            WHEN (old.unread > 0) <> (new.unread > 0) BEGIN
            UPDATE account SET unreadThreads = unreadThreads + (new.unread > 0) - (old.unread > 0)
                WHERE row = new.account;
        END;
        """

    private static let labelCounting = """
        CREATE TRIGGER emailLabel_added AFTER INSERT ON emailLabel BEGIN
            UPDATE label SET messages = messages + 1, unread = unread + (new.isRead = 0) WHERE row = new.label;
        END;
        CREATE TRIGGER emailLabel_removed AFTER DELETE ON emailLabel BEGIN
            UPDATE label SET messages = messages - 1, unread = unread - (old.isRead = 0) WHERE row = old.label;
        END;
        CREATE TRIGGER emailLabel_read AFTER UPDATE OF isRead ON emailLabel WHEN old.isRead <> new.isRead BEGIN
            UPDATE label SET unread = unread + old.isRead - new.isRead WHERE row = new.label;
        END;
        """

    static let words = FullTextIndex(
        "emailWords", columns: ["subject", "sender", "recipients", "body"],
        options: """
            content='', columnsize=0,
                tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
            """)

    static let trigrams = FullTextIndex(
        "emailTrigrams", columns: ["text"],
        options: """
            content='', columnsize=0, detail=none, tokenize="trigram case_sensitive 1"
            """)

    /// The search indexes, which store no text. `emailWords` contains words with their positions.
    /// `emailTrigrams` contains the trigrams of folded sender, subject and snippet without positions, so its
    /// results must be compared with the texts. Each index collects up to 16 MiB before it writes a segment,
    /// because fewer segments need fewer merges.
    private static let search = """
        \(words.declaration);
        \(trigrams.declaration);
        INSERT INTO emailWords (emailWords, rank) VALUES ('hashsize', 16777216);
        INSERT INTO emailTrigrams (emailTrigrams, rank) VALUES ('hashsize', 16777216);
        """

    /// Each transaction of an import writes a segment of each index. With merges of 16 segments instead of 4,
    /// an import rewrites only half as much, and a search reads a few more segments.
    private static let merging = """
        INSERT INTO emailWords (emailWords, rank) VALUES ('automerge', 16);
        INSERT INTO emailTrigrams (emailTrigrams, rank) VALUES ('automerge', 16);
        INSERT INTO emailWords (emailWords, rank) VALUES ('crisismerge', 64);
        INSERT INTO emailTrigrams (emailTrigrams, rank) VALUES ('crisismerge', 64);
        """

    private static let verdicts = """
        \(ProvenanceTable.creation("emailProvenance"))
        CREATE TABLE emailVerdict (
            email INTEGER NOT NULL REFERENCES email(row) ON DELETE CASCADE ON UPDATE CASCADE,
            taxonomy TEXT NOT NULL,
            category TEXT NOT NULL,
            probability REAL NOT NULL,
            margin REAL NOT NULL,
            abstention TEXT,
            scores TEXT NOT NULL,
            provenance INTEGER NOT NULL REFERENCES emailProvenance(id),
            PRIMARY KEY (email, taxonomy)
        ) STRICT, WITHOUT ROWID;
        """

    /// `mailImport` contains the offset at which the last import of each file and label ended, and a digest
    /// of the 4,096 bytes before this offset. If the digest differs at the next import, the file was
    /// rewritten.
    private static let imports = """
        CREATE TABLE mailImport (
            account INTEGER NOT NULL REFERENCES account(row) ON DELETE CASCADE,
            path TEXT NOT NULL,
            label TEXT NOT NULL,
            offset INTEGER NOT NULL CHECK(offset >= 0),
            digest TEXT NOT NULL,
            PRIMARY KEY (account, path, label)
        ) STRICT, WITHOUT ROWID;
        """

    /// `emailOrigin` contains the flags and labels that a message had in a file at its last import. The next
    /// import compares the file with these flags and labels, applies the changes in the file, and keeps the
    /// changes in the store. `source` is a hash of the file's path and of `--label`. `hasFolders` is 1 if the
    /// labels are folders, and 0 for Gmail's labels.
    private static let origins = """
        CREATE TABLE emailOrigin (
            email INTEGER NOT NULL REFERENCES email(row) ON DELETE CASCADE ON UPDATE CASCADE,
            source INTEGER NOT NULL,
            labels TEXT NOT NULL,
            hasFolders INTEGER NOT NULL CHECK(hasFolders IN (0, 1)),
            isRead INTEGER NOT NULL CHECK(isRead IN (0, 1)),
            isStarred INTEGER NOT NULL CHECK(isStarred IN (0, 1)),
            PRIMARY KEY (email, source)
        ) STRICT, WITHOUT ROWID;
        """

    /// `mailQuarantine` contains the messages that crash or stall the parser: their digests, where they were
    /// last found, and the reason.
    private static let quarantine = """
        CREATE TABLE mailQuarantine (
            account INTEGER NOT NULL REFERENCES account(row) ON DELETE CASCADE,
            digest TEXT NOT NULL,
            path TEXT NOT NULL,
            offset INTEGER NOT NULL CHECK(offset >= 0),
            reason TEXT NOT NULL,
            PRIMARY KEY (account, digest)
        ) STRICT, WITHOUT ROWID;
        """
}
