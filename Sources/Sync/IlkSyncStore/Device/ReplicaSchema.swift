import GRDB
import IlkStore

enum ReplicaSchema {
    static let schema = StoreSchema(
        name: "replica", applicationID: 0x496C_6B07,  // `Ilk` and 7.
        migrations: [
            Migration("records, state, marks") { try $0.execute(sql: records + beside) },
            Migration("a ledger for servers that do not count") { try $0.execute(sql: StoredLedger.tables) },
            Migration("indexes of conflict copies and refusals") { try $0.execute(sql: indexes) },
        ])

    /// The column `change` numbers the changes from other devices in order of arrival, so that the stores can
    /// apply them in order. It is NULL for records that only this device has written.
    private static let records = """
        CREATE TABLE replicaRecord (
            key BLOB NOT NULL UNIQUE CHECK(length(key) = 16),
            collection TEXT NOT NULL,
            isLoser INTEGER NOT NULL CHECK(isLoser IN (0, 1)),
            isTombstone INTEGER NOT NULL CHECK(isTombstone IN (0, 1)),
            place INTEGER,
            sequence INTEGER,
            pass INTEGER NOT NULL,
            floor INTEGER NOT NULL,
            rejection TEXT,
            change INTEGER,
            record BLOB NOT NULL
        ) STRICT;
        CREATE INDEX idx_replicaRecord_outbox ON replicaRecord(isLoser DESC, place)
            WHERE place IS NOT NULL AND rejection IS NULL;
        CREATE INDEX idx_replicaRecord_sequence ON replicaRecord(sequence) WHERE sequence IS NOT NULL;
        CREATE INDEX idx_replicaRecord_change ON replicaRecord(change) WHERE change IS NOT NULL;
        CREATE INDEX idx_replicaRecord_tombstone ON replicaRecord(sequence) WHERE isTombstone = 1;
        """

    /// Indexes for counting the conflict copies and the rejected records.
    private static let indexes = """
        CREATE INDEX idx_replicaRecord_copy ON replicaRecord(key) WHERE isLoser = 1 AND isTombstone = 0;
        CREATE INDEX idx_replicaRecord_refused ON replicaRecord(place) WHERE rejection IS NOT NULL;
        """

    private static let beside = """
        CREATE TABLE replicaMark (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        -- What the hub had and has no more, for the stores.
        CREATE TABLE replicaGone (
            key BLOB NOT NULL UNIQUE CHECK(length(key) = 16),
            collection TEXT NOT NULL,
            change INTEGER NOT NULL UNIQUE
        ) STRICT;
        """
}
