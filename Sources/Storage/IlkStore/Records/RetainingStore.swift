public import Foundation
public import GRDB

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

    /// Counts the records that at least one of several purges would erase, without changing a record.
    ///
    /// - Parameters:
    ///   - purges: The purges, after ``RecordStore/limited(_:in:)``. There is at least one.
    ///   - database: The connection to read.
    /// - Throws: `DatabaseError`, and errors of decoding.
    static func preview(ofUnion purges: [Purge], in database: Database) throws -> PurgeReport
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

    /// Counts the records that the rules would erase. A record that several rules select is counted once.
    ///
    /// A rule that keeps the newest records is counted as if it were the only rule. If other rules select
    /// some of these newest records, the rule erases fewer records than counted here.
    ///
    /// - Parameter now: The time from which ages are counted.
    /// - Throws: ``StoreError``.
    public func previewRetention(now: Date) async throws -> PurgeReport {
        let purges = try await retention().map { $0.purge(now: now) }
        guard !purges.isEmpty else { return PurgeReport() }
        for purge in purges {
            try await prepare(purge)
            _ = try await faults(mendedBy: purge)
        }
        return try await store.read { database in
            try Self.preview(
                ofUnion: purges.map { try Self.limited($0, in: database) }, in: database)
        }
    }

    /// Returns the number and the size of the rows that at least one query selects.
    ///
    /// - Parameters:
    ///   - queries: The queries, with the columns `row` and `bytes`. There is at least one.
    ///   - database: The connection to read.
    package static func countRows(
        _ queries: [(sql: String, arguments: StatementArguments)], in database: Database
    ) throws -> PurgeReport {
        let union = queries.map { $0.sql }.joined(separator: " UNION ")
        let row = try Row.fetchOne(
            database, sql: "SELECT count(*), ifnull(sum(bytes), 0) FROM (\(union))",
            arguments: queries.reduce(StatementArguments()) { $0 + $1.arguments })
        return PurgeReport(records: row?[0] ?? 0, bytes: row?[1] ?? 0)
    }

    /// Continues an interrupted purge, then runs one purge for each rule that selects records.
    ///
    /// - Parameters:
    ///   - now: The time from which ages are counted.
    ///   - progress: Called after each step of a rule's purge with the counts of that purge so far. If it
    ///     throws, the purge is interrupted.
    ///   - before: Called before the first row of each purge is erased. If it throws, the purge is
    ///     interrupted.
    /// - Returns: The total counts of the purges of all rules.
    /// - Throws: ``StoreError``, and ``RecordStoreError/purgeHeldUp(path:)`` if another program has an old
    ///   snapshot open.
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
