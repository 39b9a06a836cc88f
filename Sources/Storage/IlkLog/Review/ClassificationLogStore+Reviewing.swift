import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// One in so many rows of the queue is a random audit.
    public static let auditInterval = 10

    /// The review queue: entries that nobody has corrected, the most uncertain first, and every tenth one drawn at
    /// random from all of them.
    ///
    /// Where nothing is uncertain any more, the rest of the page is drawn at random too.
    ///
    /// Uncertain is who abstained or had less than 0.25 between its first two categories; the smaller that margin, the
    /// more uncertain, and of equal ones the older first. The draw goes by random digits of the ids, so that the order
    /// stays as it is while entries come and go. Which places are audits moves on by one with every correction: who
    /// corrects row after row meets one in ten, however short the pages.
    ///
    /// - Parameter limit: How many rows at most, up to a million; 0 and less give none.
    /// - Throws: `StoreError`.
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

    /// The review queue, for somebody who is going to answer it: which of its rows are audits is remembered, so that what
    /// is said of them first counts as an audit, whether or not it says so.
    ///
    /// - Parameter limit: As of ``reviewQueue(limit:)``.
    /// - Throws: `StoreError`.
    public func giveOut(limit: Int) async throws -> [LogReview] {
        let queue = try await reviewQueue(limit: limit)
        let audits = queue.filter(\.isAudit).map(\.entry.id.description)
        guard !audits.isEmpty else { return queue }
        try await store.write { database in
            for id in audits {
                // One that was purged meanwhile is nobody's any more.
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO classificationAudit SELECT id FROM classificationLog WHERE id = ?
                        """, arguments: [id])
            }
        }
        return queue
    }

    /// What a word on an entry comes from: an audit, when the entry was given out as one and this is the first word on it.
    static func auditSource(
        _ source: CorrectionSource, of entry: ClassificationLogEntry, in database: Database
    ) throws -> CorrectionSource {
        guard source == .human || source == .import, entry.correction == nil else { return source }
        let isAudit = try Bool.fetchOne(
            database, sql: "SELECT 1 FROM classificationAudit WHERE logId = ?",
            arguments: [entry.id.description])
        return isAudit == nil ? source : .audit
    }

    private static func queue(
        _ limit: Int, in database: Database
    ) throws -> [(id: String, isAudit: Bool)] {
        let corrections =
            try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationCorrection") ?? 0
        let places = (0..<limit).map { (corrections + $0) % auditInterval == auditInterval - 1 }
        // As many are drawn whatever the limit, so that a short queue is the beginning of a long one.
        let audits = max(places.filter { $0 }.count, try waiting(in: database) / auditInterval)
        let taken = Set(try drawn(audits, in: database))
        var doubts = try doubtful(limit + audits, in: database).filter { !taken.contains($0) }[...]
        // Where doubt ends, all that is left is drawn.
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

    private static let uncorrected =
        "NOT EXISTS (SELECT 1 FROM classificationCorrection c WHERE c.logId = v.logId)"

    /// How many entries nobody has corrected; counted to a thousand.
    private static func waiting(in database: Database) throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM
                (SELECT 1 FROM classificationVerdict v WHERE \(uncorrected) LIMIT 1000)
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

    /// The lowest by the last eight digits of their ids, which are random.
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
        // An index has the first sixteenth of that order. Only a small log, or one nearly all corrected, needs more.
        let first = try draw("substr(logId, -8, 1) = '0' AND")
        return first.count == limit ? first : try draw("")
    }
}
