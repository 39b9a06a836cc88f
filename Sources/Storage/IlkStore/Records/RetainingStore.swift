public import Foundation
import GRDB

/// A rule of a store about records that it does not keep.
public protocol RetentionRule: Sendable, Hashable, Codable {
    /// The choice of records for a purge.
    associatedtype Purge: PurgeCriteria

    /// The records that the rule does not keep.
    ///
    /// - Parameter now: The time from which ages are counted.
    func purge(now: Date) -> Purge
}

/// A store with rules about records that it does not keep. The rules are in its file.
public protocol RetainingStore: RecordStore {
    /// A rule.
    associatedtype Retention: RetentionRule where Retention.Purge == Purge
    /// The table of the rules: the columns `place` and `criteria`.
    static var retentionTable: String { get }
}

extension RetainingStore {
    /// The rules in the order in which they were made.
    ///
    /// - Throws: ``StoreError``.
    public func retention() async throws -> [Retention] {
        try await store.read { database in
            try String.fetchAll(database, sql: "SELECT criteria FROM \(Self.retentionTable) ORDER BY place")
                .map { try JSONDecoder().decode(Retention.self, from: Data($0.utf8)) }
        }
    }

    /// Replaces all rules. Nothing is erased until they are applied.
    ///
    /// - Throws: ``StoreError``.
    public func setRetention(_ rules: [Retention]) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let criteria = try rules.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try await store.write { database in
            try database.execute(sql: "DELETE FROM \(Self.retentionTable)")
            for (place, rule) in criteria.enumerated() {
                try database.execute(
                    sql: "INSERT INTO \(Self.retentionTable) VALUES (?, ?)", arguments: [place, rule])
            }
        }
    }

    /// Counts the records that the rules do not keep, one rule after the other.
    ///
    /// - Parameter now: The time from which ages are counted.
    /// - Throws: ``StoreError``.
    public func previewRetention(now: Date) async throws -> PurgeReport {
        var sum = PurgeReport()
        for rule in try await retention() { sum += try await preview(of: rule.purge(now: now)) }
        return sum
    }

    /// Erases the records that the rules do not keep, one rule after the other, and continues an interrupted purge.
    ///
    /// - Parameters:
    ///   - now: The time from which ages are counted.
    ///   - progress: As for ``RecordStore/purge(_:progress:before:)``.
    ///   - before: As there, for each rule.
    /// - Returns: The counts of all rules.
    /// - Throws: As ``RecordStore/purge(_:progress:before:)``.
    @discardableResult
    public func applyRetention(
        now: Date, progress: (PurgeReport) throws -> Void = { _ in }, before: () async throws -> Void = {}
    ) async throws -> PurgeReport {
        var report = try await finishPurge(progress: progress, before: before)
        for rule in try await retention() {
            let purge = rule.purge(now: now)
            // A purge cleans the whole file at its end, so it is not begun for nothing.
            guard try await preview(of: purge).isEmpty == false else { continue }
            report += try await self.purge(purge, progress: progress, before: before)
        }
        return report
    }
}
