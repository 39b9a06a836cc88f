public import Foundation
import GRDB

/// A retention rule, which selects the records that a store must not keep.
public protocol RetentionRule: Sendable, Hashable, Codable {
    /// The selection of records for a purge.
    associatedtype Purge: PurgeCriteria

    /// Returns the selection of the records that the rule erases.
    ///
    /// - Parameter now: The time from which ages are counted.
    func purge(now: Date) -> Purge
}

/// A store with retention rules, which are stored in its file.
public protocol RetainingStore: RecordStore {
    /// The type of the store's retention rules.
    associatedtype Retention: RetentionRule where Retention.Purge == Purge
    /// The name of the table of rules, which has the columns `place` and `criteria`.
    static var retentionTable: String { get }
}

extension RetainingStore {
    /// Returns the rules, in order of creation.
    ///
    /// - Throws: ``StoreError``.
    public func retention() async throws -> [Retention] {
        try await store.read { database in
            try String.fetchAll(database, sql: "SELECT criteria FROM \(Self.retentionTable) ORDER BY place")
                .map { try JSONDecoder().decode(Retention.self, from: Data($0.utf8)) }
        }
    }

    /// Replaces all rules. No record is erased until the new rules are applied.
    ///
    /// - Parameter rules: The new rules, in order.
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

    /// Counts the records that the rules would erase. A record that several rules select is counted once for
    /// each rule.
    ///
    /// - Parameter now: The time from which ages are counted.
    /// - Throws: ``StoreError``.
    public func previewRetention(now: Date) async throws -> PurgeReport {
        var sum = PurgeReport()
        for rule in try await retention() { sum += try await preview(of: rule.purge(now: now)) }
        return sum
    }

    /// Continues an interrupted purge, and erases the records that the rules select, one rule after the
    /// other.
    ///
    /// - Parameters:
    ///   - now: The time from which ages are counted.
    ///   - progress: Called after each step of a rule's purge with the counts of that purge so far. If it
    ///     throws, the purge is interrupted.
    ///   - before: Called before the first row of each purge is erased. If it throws, the purge is
    ///     interrupted.
    /// - Returns: The total counts of the purges of all rules.
    /// - Throws: ``StoreError``, and ``RecordStoreError/purgeHeldUp(path:)`` if another program still reads
    ///   an old snapshot.
    @discardableResult
    public func applyRetention(
        now: Date, progress: (PurgeReport) throws -> Void = { _ in }, before: () async throws -> Void = {}
    ) async throws -> PurgeReport {
        var report = try await finishPurge(progress: progress, before: before)
        for rule in try await retention() {
            let purge = rule.purge(now: now)
            // A purge cleans the whole file at its end, so it is not started without records to erase.
            guard try await preview(of: purge).isEmpty == false else { continue }
            report += try await self.purge(purge, progress: progress, before: before)
        }
        return report
    }
}
