import Foundation
import GRDB
public import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// What became of everything that the loggers of all processes on this file were ever given.
    ///
    /// - Throws: `StoreError`.
    public func ledger() async throws -> JournalLedger {
        try await store.journalLedger()
    }
}

extension ClassificationLogStore {
    /// Copies the log, as of now, while others go on; the copy is looked through before it takes its name.
    ///
    /// - Throws: `StoreError`.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try store.backUp(to: path, replacing: replacing)
    }

    /// Checks that all rows that were written are there and unchanged.
    ///
    /// - Throws: `StoreError` with the code `damaged`, which names the first range of rows that is not whole.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws { try await store.verify() }

    /// Brings a backup back: what the log held is gone then.
    ///
    /// - Parameters:
    ///   - backup: What ``backUp(to:replacing:)`` made.
    ///   - path: The log's file, which may be missing. No logger may be open on it.
    /// - Throws: `StoreError`; then the log is as it was.
    public static func restore(_ backup: String, to path: String) throws {
        // Which categories it was made for does not matter here: the file says so.
        try Store.restore(backup, to: path, schema: ClassificationLogSchema.schema(for: .documentType))
    }

    /// How many steps of the schema's history the file has seen, and how many this program knows.
    ///
    /// - Throws: `StoreError`.
    public func schemaVersion() async throws -> (file: Int, program: Int) {
        try await store.schemaVersion(of: ClassificationLogSchema.schema(for: taxonomy))
    }

    /// How many entries the log holds, when the oldest and the newest was classified, and how many were refused and are
    /// kept aside.
    ///
    /// - Throws: `StoreError`.
    public func extent() async throws -> LogExtent {
        try await store.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT (SELECT ifnull(sum(entries), 0) FROM (\(Self.counts))) AS entries,
                        (SELECT min(timestamp) FROM classificationLog) AS oldest,
                        (SELECT max(timestamp) FROM classificationLog) AS newest,
                        (SELECT count(*) FROM journalQuarantine) AS quarantined
                    """)
            let times = try ["oldest", "newest"].map { try row?.decode(Double?.self, forColumn: $0) ?? nil }
            return LogExtent(
                entries: try row?.decode(Int.self, forColumn: "entries") ?? 0,
                oldest: times[0].map(Date.init(timeIntervalSince1970:)),
                newest: times[1].map(Date.init(timeIntervalSince1970:)),
                quarantined: try row?.decode(Int.self, forColumn: "quarantined") ?? 0)
        }
    }
}

extension ClassificationLogStore {
    /// What is wrong with the file; nil when it is sound.
    ///
    /// - Parameter thorough: Whether indexes are held against their tables too, every entry and correction against its
    ///   checksum, and the kept counts against the rows: several times as long.
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in the file's size.
    public func fault(thorough: Bool = false) async throws -> String? {
        try await store.fault(thorough: thorough) { database in
            try EntryChecksum.fault(in: database).map {
                "entry \($0) is not what was written: restore a backup"
            }
        } counts: { database in
            try Self.areCountsRight(in: database) ? nil : "the kept counts are not those of the rows"
        }
    }

    /// Whether the kept counts are those that a count of all rows comes to.
    private static func areCountsRight(in database: Database) throws -> Bool {
        try Int.fetchOne(
            database,
            sql: """
                WITH kept AS (SELECT day, category, abstention, provenance, entries, bytes FROM classificationFacet),
                counted AS MATERIALIZED (
                    SELECT CAST(floor(l.timestamp / 86400.0) AS INTEGER), l.category, ifnull(v.abstention, ''),
                        ifnull(v.provenance, 0), count(*), sum(length(CAST(l.text AS BLOB)))
                    FROM classificationLog l LEFT JOIN classificationVerdict v ON v.logId = l.id
                    WHERE l.rowid <= (SELECT lastRow FROM classificationIndexed) GROUP BY 1, 2, 3, 4)
                SELECT 1 FROM (SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted)
                    UNION ALL SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept)) LIMIT 1
                """) == nil
    }
}
