import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// The interval of audit samples in the queue: one row in ten.
    public static let auditInterval = 10

    /// Returns the review queue: uncorrected entries, most uncertain first, with a random audit sample in
    /// every tenth place.
    ///
    /// After the last uncertain entry, the rest of the page is drawn at random too.
    ///
    /// An entry is uncertain if the classifier abstained or the margin between its two most probable labels
    /// is below 0.25. Smaller margins come first, then older entries. The draw uses random digits of the ids,
    /// so the order is stable while entries are added and removed. The places of audit samples advance by one
    /// with every correction, so that one in ten corrected rows is a sample, however short the pages are.
    ///
    /// - Parameter limit: The maximum number of rows, up to a million. 0 and negative numbers return none.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    public func reviewQueue(limit: Int) async throws -> [LogReview] {
        let limit = min(max(0, limit), 1_000_000)
        return try await store.read { database in
            let queue = try Self.queue(limit, in: database)
            return try queue.map { row in
                guard let id = RecordID(row.id) else { throw RecordStoreError.malformedReference }
                return LogReview(entry: try Self.entry(.id(id), in: database), isAudit: row.isAudit)
            }
        }
    }

    /// Returns the review queue and records which of its rows are audit samples. The first correction of such
    /// a row then counts as an audit if its source is `human` or `import`.
    ///
    /// - Parameter limit: The maximum number of rows, up to a million. 0 and negative numbers return none.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    public func startReview(limit: Int) async throws -> [LogReview] {
        let queue = try await reviewQueue(limit: limit)
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

    /// Returns the source of a correction: `audit` if the entry was given out as an audit sample and has no
    /// correction yet.
    static func auditSource(
        _ source: CorrectionSource, of entry: ClassificationLogEntry, in database: Database
    ) throws -> CorrectionSource {
        guard source == .human || source == .import, !entry.isCorrected else { return source }
        let isAudit = try Bool.fetchOne(
            database, sql: "SELECT 1 FROM classificationAudit WHERE logId = ?",
            arguments: [entry.id.description])
        return isAudit == nil ? source : .audit
    }

    private static func queue(
        _ limit: Int, in database: Database
    ) throws -> [(id: String, isAudit: Bool)] {
        let waiting = try waiting(in: database)
        // A longer queue has no more rows, and its places for audit samples would reserve all of a small log.
        let limit = waiting < mostWaiting ? min(limit, waiting) : limit
        let corrections =
            try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationCorrection") ?? 0
        let places = (0..<limit).map { (corrections + $0) % auditInterval == auditInterval - 1 }
        // The number of drawn entries does not depend on the limit, so that a short queue is a prefix of a
        // long one.
        let audits = max(places.filter { $0 }.count, waiting / auditInterval)
        let taken = Set(try drawn(audits, in: database))
        var doubts = try doubtful(limit + audits, in: database).filter { !taken.contains($0) }[...]
        // After the last uncertain entry, the rest is drawn.
        let isDoubtful = Set(doubts)
        var draws = try drawn(doubts.count < limit ? 2 * limit : audits, in: database)
            .filter { !isDoubtful.contains($0) }[...]
        var queue: [(id: String, isAudit: Bool)] = []
        for isAudit in places {
            if !isAudit, let id = doubts.popFirst() {
                queue.append((id, false))
            } else if let id = draws.popFirst() {
                queue.append((id, true))
            } else if let id = doubts.popFirst() {
                queue.append((id, false))
            }
        }
        return queue
    }

    private static let uncorrected = """
        NOT EXISTS (SELECT 1 FROM classificationCorrection c WHERE c.logId = v.logId AND NOT \(isWithdrawn("c")))
        """

    private static let mostWaiting = 1000

    /// Returns the number of uncorrected entries, counted up to ``mostWaiting``.
    private static func waiting(in database: Database) throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM
                (SELECT 1 FROM classificationVerdict v WHERE \(uncorrected) LIMIT \(mostWaiting))
                """) ?? 0
    }

    private static func doubtful(_ limit: Int, in database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT logId FROM classificationVerdict v INDEXED BY idx_classificationVerdict_doubt
                WHERE (abstention IS NOT NULL OR margin < 0.25) AND \(uncorrected)
                ORDER BY margin, logId LIMIT ?
                """, arguments: [limit])
    }

    /// Returns the entries with the lowest last eight digits of their ids, which are random.
    private static func drawn(_ limit: Int, in database: Database) throws -> [String] {
        guard limit > 0 else { return [] }
        func draw(_ condition: String) throws -> [String] {
            try String.fetchAll(
                database,
                sql: """
                    SELECT logId FROM classificationVerdict v WHERE \(condition) \(uncorrected)
                    ORDER BY substr(logId, -8) LIMIT ?
                    """, arguments: [limit])
        }
        // An index contains the first sixteenth of that order. Only a small or almost completely corrected
        // log needs more.
        let first = try draw("substr(logId, -8, 1) = '0' AND")
        return first.count == limit ? first : try draw("")
    }
}
