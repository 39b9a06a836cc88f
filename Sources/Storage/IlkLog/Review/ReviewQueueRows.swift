import GRDB
import IlkStore
import IlkVocabulary

/// The rows of the review queue, read in one transaction.
struct ReviewQueueRows {
    private struct Candidate {
        var id: RecordID
        var keys: ReviewTextKeys
    }

    /// The number of uncorrected entries at which counting stops.
    private static let mostWaiting = 1000
    /// The number of candidates that the first query reads in addition to the requested number.
    private static let reserve = 64

    private let database: Database
    private let texts: WaitingTexts

    init(_ database: Database) throws {
        self.database = database
        texts = try WaitingTexts(database)
    }

    func reviews(_ limit: Int, _ order: ReviewOrder) throws -> [LogReview] {
        let waiting = try waiting()
        // A limit above the number of waiting entries adds no rows. With such a limit, the places for audit
        // samples would reserve every entry of a small log.
        let limit = waiting < Self.mostWaiting ? min(limit, waiting) : limit
        let places = try auditPlaces(limit)
        // The number of entries that are drawn does not depend on the limit, so that a short queue is a
        // prefix of a long queue.
        let audits = try audits(max(places.count { $0 }, waiting / ClassificationLogStore.auditInterval))
        var chosen = try candidates(limit, order, beside: Set(audits.map(\.keys.exact)))[...]
        // After the last text of the order, the remaining rows are drawn at random.
        var draws = audits[...]
        if chosen.count < limit {
            var seen = texts.nearCorrected.union((chosen + audits).map(\.keys.near))
            draws += try first(limit, { seen.insert($0.near).inserted }, from: drawnIDs)
        }
        var rows: [(candidate: Candidate, isAudit: Bool)] = []
        for isAudit in places {
            if !isAudit, let candidate = chosen.popFirst() {
                rows.append((candidate, false))
            } else if let candidate = draws.popFirst() {
                rows.append((candidate, true))
            } else if let candidate = chosen.popFirst() {
                rows.append((candidate, false))
            }
        }
        let listed = Set(rows.filter(\.isAudit).map(\.candidate.keys.exact))
        return try rows.map { try review($0.candidate, isAudit: $0.isAudit, beside: listed) }
    }

    /// Returns an array with one element per row, which is `true` if the row is an audit sample.
    private func auditPlaces(_ limit: Int) throws -> [Bool] {
        let interval = ClassificationLogStore.auditInterval
        let corrections =
            try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationCorrection") ?? 0
        return (0..<limit).map { (corrections + $0) % interval == interval - 1 }
    }

    /// Returns the row of a text with its equal entries.
    ///
    /// - Parameter audits: The digests of the audit samples' texts. No other row may contain these texts.
    private func review(
        _ candidate: Candidate, isAudit: Bool, beside audits: Set<ContentDigest>
    ) throws -> LogReview {
        let entry = try ClassificationLogStore.entry(.id(candidate.id), in: database)
        let others = (texts.entries[candidate.keys.near] ?? []).filter { $0.id != candidate.id }
        let equal = others.filter { $0.exact == candidate.keys.exact }
        let nearlyEqual =
            isAudit
            ? [] : others.filter { $0.exact != candidate.keys.exact && !audits.contains($0.exact) }
        return LogReview(
            entry: entry, isAudit: isAudit, equal: equal.map(\.id), nearlyEqual: nearlyEqual.map(\.id))
    }

    // MARK: Candidates

    private func candidates(
        _ limit: Int, _ order: ReviewOrder, beside audits: Set<ContentDigest>
    ) throws -> [Candidate] {
        var seen = texts.nearCorrected
        func accepts(_ keys: ReviewTextKeys) -> Bool {
            !audits.contains(keys.exact) && seen.insert(keys.near).inserted
        }
        switch order {
        case .uncertain: return try first(limit, accepts, from: doubtful)
        case .random: return try first(limit, accepts, from: drawnIDs)
        case .chosen(let choose):
            let ids = try choose(try texts.pool(without: audits, in: database), limit)
            return try candidates(ids.prefix(limit)).filter { accepts($0.keys) }
        }
    }

    /// Returns random uncorrected entries, one for each distinct text.
    private func audits(_ count: Int) throws -> [Candidate] {
        var seen = texts.corrected
        return try first(count, { seen.insert($0.exact).inserted }, from: drawnIDs)
    }

    /// Returns the first accepted entries of a query. Reads the query with a limit, which doubles until
    /// enough entries are accepted or the query has no more rows.
    private func first(
        _ count: Int, _ accepts: (ReviewTextKeys) -> Bool, from read: (Int) throws -> [RecordID]
    ) throws -> [Candidate] {
        guard count > 0 else { return [] }
        var accepted: [Candidate] = []
        var (done, limit) = (0, count + Self.reserve)
        while true {
            let ids = try read(limit)
            for candidate in try candidates(ids.dropFirst(done)) where accepts(candidate.keys) {
                accepted.append(candidate)
            }
            if accepted.count >= count || ids.count < limit { return Array(accepted.prefix(count)) }
            (done, limit) = (ids.count, 2 * limit)
        }
    }

    private func candidates(_ ids: some Sequence<RecordID>) throws -> [Candidate] {
        try ids.map { Candidate(id: $0, keys: try texts.keys(of: $0, in: database)) }
    }

    // MARK: Reading

    /// Returns the number of uncorrected entries, counted up to ``mostWaiting``.
    private func waiting() throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM (SELECT 1 FROM classificationVerdict v
                WHERE \(ClassificationLogStore.uncorrected) LIMIT \(Self.mostWaiting))
                """) ?? 0
    }

    private func doubtful(_ limit: Int) throws -> [RecordID] {
        try ids(
            "INDEXED BY idx_classificationVerdict_doubt",
            where: "(abstention IS NOT NULL OR margin < \(ReviewPool.uncertainMargin)) AND",
            orderedBy: "margin, logId", limit)
    }

    /// Returns entries in a random order: by the last eight digits of their ids, which are random.
    private func drawnIDs(_ limit: Int) throws -> [RecordID] {
        // An index contains the first sixteenth of that order. Only a small or almost completely corrected
        // log needs more.
        let order = "substr(logId, -8), logId"
        let first = try ids(where: "substr(logId, -8, 1) = '0' AND", orderedBy: order, limit)
        return first.count == limit ? first : try ids(where: "", orderedBy: order, limit)
    }

    private func ids(
        _ index: String = "", where condition: String, orderedBy order: String, _ limit: Int
    ) throws -> [RecordID] {
        try String.fetchAll(
            database,
            sql: """
                SELECT logId FROM classificationVerdict v \(index)
                WHERE \(condition) \(ClassificationLogStore.uncorrected) ORDER BY \(order) LIMIT ?
                """, arguments: [limit]
        ).compactMap { RecordID($0) }
    }
}
