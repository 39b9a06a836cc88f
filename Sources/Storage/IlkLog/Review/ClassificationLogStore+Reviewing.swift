import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// The interval of audit samples in the review queue: every tenth row is an audit sample.
    public static let auditInterval = 10

    /// Returns the review queue: uncorrected texts in the given order. Every tenth row is an audit sample,
    /// which is a text drawn at random.
    ///
    /// If the order yields too few texts, random texts fill the rest of the page.
    ///
    /// Equal texts share a row. Nearly equal texts share a row too, unless the row is an audit sample. A text
    /// that equals a corrected text is left out. A text that is nearly equal to a corrected text is left out
    /// too, but can be an audit sample. Equal texts are found only among the newest 32,768 uncorrected and
    /// the newest 32,768 corrected entries.
    ///
    /// An entry is uncertain if the classifier abstained or the margin between its two most probable labels
    /// is below 0.25. In the order `uncertain`, smaller margins come first, then older entries. Random texts
    /// are selected by the last eight digits of their ids, which are random, so the selection is stable while
    /// entries are added and removed. Texts that the reviewer skipped come last, in the order in which they
    /// were skipped.
    ///
    /// Each correction moves the places of the audit samples one row toward the front. Therefore one in ten
    /// corrected texts is an audit sample even if the reviewer always loads fewer than ten rows.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of rows, up to a million. 0 and negative numbers return none.
    ///   - order: The order of the rows that are not audit samples.
    ///   - delaysSkipped: `false` to leave skipped texts in their places.
    /// - Throws: ``StoreError``, ``ClassificationLogError/damagedEntry(id:)``, and errors of the closure in
    ///   `order`.
    public func reviewQueue(
        limit: Int, order: ReviewOrder = .uncertain, delaysSkipped: Bool = true
    ) async throws -> [LogReview] {
        let limit = min(max(0, limit), 1_000_000)
        guard limit > 0 else { return [] }
        return try await store.read { database in
            let skipped = delaysSkipped ? try Self.skippedEntries(in: database) : []
            let rows = try ReviewQueueRows(database).reviews(limit + skipped.count, order)
            return Array(LogReview.delaying(skipped, in: rows, entries: \.entries).prefix(limit))
        }
    }

    /// Returns the rows of an earlier review queue that are still part of it, with skipped texts last.
    ///
    /// Rows of erased entries, and rows of which an entry was corrected, are left out. New entries are not
    /// added.
    ///
    /// - Parameters:
    ///   - queue: The rows that ``reviewQueue(limit:order:delaysSkipped:)`` returned.
    ///   - limit: The maximum number of rows.
    /// - Throws: ``StoreError``, ``ClassificationLogError/damagedEntry(id:)``.
    /// - Complexity: O(*n* log *n*) in the number of rows. Of each row, at most 32 entries are checked.
    public func remainder(of queue: [LogReview.Reference], limit: Int) async throws -> [LogReview] {
        try await store.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT 1 FROM classificationVerdict v WHERE v.logId = ? AND \(Self.uncorrected)")
            let rows = try queue.filter { row in
                try row.entries.prefix(32).allSatisfy {
                    try Row.fetchOne(statement, arguments: [$0.description]) != nil
                }
            }
            let skipped = try Self.skippedEntries(in: database)
            return try LogReview.delaying(skipped, in: rows, entries: \.entries).prefix(limit).map { row in
                LogReview(
                    entry: try Self.entry(.id(row.id), in: database), isAudit: row.isAudit, equal: row.equal,
                    nearlyEqual: row.nearlyEqual)
            }
        }
    }

    /// Returns the review queue and records which of its rows are audit samples. The first correction of an
    /// audit sample is then stored with the source `audit` instead of `human` or `import`.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of rows, up to a million. 0 and negative numbers return none.
    ///   - order: The order of the rows that are not audit samples.
    /// - Throws: The same errors as ``reviewQueue(limit:order:)``.
    public func startReview(limit: Int, order: ReviewOrder = .uncertain) async throws -> [LogReview] {
        let queue = try await reviewQueue(limit: limit, order: order)
        try await recordAudits(in: queue)
        return queue
    }

    /// Records which rows of a review queue are audit samples, as ``startReview(limit:order:)`` does.
    ///
    /// - Parameter queue: The rows that a person is about to see.
    /// - Throws: ``StoreError``.
    public func recordAudits(in queue: [LogReview]) async throws {
        let audits = queue.filter(\.isAudit).map(\.entry.id.description)
        guard !audits.isEmpty else { return }
        try await store.write { database in
            for id in audits {
                // Skips an entry that was purged meanwhile.
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO classificationAudit SELECT id FROM classificationLog WHERE id = ?
                        """, arguments: [id])
            }
        }
    }

    /// Returns the source with which a correction is stored. This is `audit` for the first correction of an
    /// audit sample that ``startReview(limit:order:)`` has recorded, if a human made or imported the
    /// correction. Otherwise it is the given source.
    static func auditSource(
        _ source: CorrectionSource, of entry: ClassificationLogEntry, in database: Database
    ) throws -> CorrectionSource {
        guard source == .human || source == .import, !entry.isCorrected else { return source }
        let isAudit = try Bool.fetchOne(
            database, sql: "SELECT 1 FROM classificationAudit WHERE logId = ?",
            arguments: [entry.id.description])
        return isAudit == nil ? source : .audit
    }

    /// The SQL condition that the entry of a verdict `v` has no correction, or only withdrawn ones.
    static let uncorrected = """
        NOT EXISTS (SELECT 1 FROM classificationCorrection c WHERE c.logId = v.logId AND NOT \(isWithdrawn("c")))
        """
}
