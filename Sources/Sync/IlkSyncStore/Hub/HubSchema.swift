import GRDB
import IlkStore

enum HubSchema {
    static let schema = StoreSchema(
        name: "sync hub", applicationID: 0x496C_6B06,  // `Ilk` and 6.
        migrations: [
            Migration("accounts, tokens, records") { try $0.execute(sql: accounts + tokens + records) },
            Migration("what devices know an account by") { database in
                try database.execute(
                    sql: """
                        ALTER TABLE hubAccount ADD COLUMN identity BLOB CHECK(length(identity) = 16);
                        UPDATE hubAccount SET identity = randomblob(16);
                        """)
            },
        ])

    private static let accounts = """
        CREATE TABLE hubAccount (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE CHECK(name <> ''),
            state TEXT NOT NULL
        ) STRICT;
        """

    /// Only the SHA-256 of a token is stored, so reading the file does not reveal usable tokens.
    private static let tokens = """
        CREATE TABLE hubToken (
            id INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE CHECK(length(digest) = 32),
            account INTEGER NOT NULL REFERENCES hubAccount(id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK(name <> ''),
            scopes TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER,
            lastUsed INTEGER,
            UNIQUE(account, name)
        ) STRICT;
        """

    private static let records = """
        CREATE TABLE hubRecord (
            account INTEGER NOT NULL REFERENCES hubAccount(id) ON DELETE CASCADE,
            key BLOB NOT NULL CHECK(length(key) = 16),
            sequence INTEGER NOT NULL,
            received INTEGER NOT NULL,
            isTombstone INTEGER NOT NULL CHECK(isTombstone IN (0, 1)),
            record BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX idx_hubRecord_key ON hubRecord(account, key);
        CREATE UNIQUE INDEX idx_hubRecord_feed ON hubRecord(account, sequence);
        CREATE INDEX idx_hubRecord_tombstone ON hubRecord(account, sequence) WHERE isTombstone = 1;
        """
}
