import Foundation
import GRDB
import IlkStore

extension ClassificationLogStore {
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
    /// Whether the kept counts are those that a count of all rows comes to.
    static func areCountsRight(in database: Database) throws -> Bool {
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
