import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// The interval of audit samples in the review queue: every tenth row is an audit sample.
    public static let auditInterval = 10

    /// Returns the review queue: uncorrected texts in the given order, with a random audit sample in every
    /// tenth place.
    ///
    /// If the order yields too few texts, random texts fill the rest of the page.
    ///
    /// Equal texts share a row. Nearly equal texts share a row too, unless the row is an audit sample. A text
    /// that equals a corrected text is left out. A text that is nearly equal to a corrected text is left out
    /// too, but can be an audit sample. Equal texts are found among the newest 32,768 uncorrected entries and
    /// the latest 32,768 corrected entries.
    ///
    /// An entry is uncertain if the classifier abstained or the margin between its two most probable labels
    /// is below 0.25. In the order `uncertain`, smaller margins come first, then older entries. The random
    /// selection uses random digits of the ids, so it is stable while entries are added and removed. With
    /// every correction, the places of audit samples in the queue advance by one row. Therefore one in ten
    /// corrected rows is an audit sample even if the pages are short.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of rows, up to a million. 0 and negative numbers return none.
    ///   - order: The order of the rows that are not audit samples.
    /// - Throws: ``StoreError``, ``ClassificationLogError/damagedEntry(id:)``, and errors of the closure of
    ///   `order`.
    public func reviewQueue(limit: Int, order: ReviewOrder = .uncertain) async throws -> [LogReview] {
        let limit = min(max(0, limit), 1_000_000)
        guard limit > 0 else { return [] }
        return try await store.read { try ReviewQueueRows($0).reviews(limit, order) }
    }

    /// Returns the review queue and records which of its rows are audit samples. The first correction of such
    /// a row then counts as an audit if its source is `human` or `import`.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of rows, up to a million. 0 and negative numbers return none.
    ///   - order: The order of the rows that are not audit samples.
    /// - Throws: The same errors as ``reviewQueue(limit:order:)``.
    public func startReview(limit: Int, order: ReviewOrder = .uncertain) async throws -> [LogReview] {
        let queue = try await reviewQueue(limit: limit, order: order)
        let audits = queue.filter(\.isAudit).map(\.entry.id.description)
        guard !audits.isEmpty else { return queue }
        try await store.write { database in
            for id in audits {
                // Skips an entry that was purged meanwhile.
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO classificationAudit SELECT id FROM classificationLog WHERE id = ?
                        """, arguments: [id])
            }
        }
        return queue
    }

    /// Returns the source of a correction: `audit` if the queue listed the entry as an audit sample and the
    /// entry has no correction yet, otherwise the given source.
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
