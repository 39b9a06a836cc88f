import Foundation
import GRDB
import IlkStore

extension ClassificationLogStore {
    /// Returns the number of entries, the times of the oldest and the newest one, and the number of
    /// quarantined entries.
    ///
    /// - Throws: `StoreError`.
    public func extent() async throws -> LogExtent {
        try await store.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT (SELECT ifnull(sum(entries), 0) FROM (\(Self.counts))) AS entries,
                        (SELECT min(timestamp) FROM classificationLog) AS oldest,
                        (SELECT max(timestamp) FROM classificationLog) AS newest,
                        (SELECT count(*) FROM journalQuarantine) AS quarantined
                    """)
            let row = try Row.fetchOne(statement)
            let times = try ["oldest", "newest"].map { try row?.decode(Double?.self, forColumn: $0) ?? nil }
            return LogExtent(
                entries: try row?.decode(Int.self, forColumn: "entries") ?? 0,
                oldest: times[0].map(Date.init(timeIntervalSince1970:)),
                newest: times[1].map(Date.init(timeIntervalSince1970:)),
                quarantined: try row?.decode(Int.self, forColumn: "quarantined") ?? 0)
        }
    }
}
