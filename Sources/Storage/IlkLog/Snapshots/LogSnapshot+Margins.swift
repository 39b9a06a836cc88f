import GRDB
import IlkStore

extension LogSnapshot {
    /// Returns the margins of a random sample of verdicts, grouped by model. The keys are the hexadecimal
    /// digests of the models. The key is empty for verdicts without a model. Margins of abstentions are
    /// capped at ``ReviewPool/uncertainMargin``.
    ///
    /// - Parameter limit: The maximum number of verdicts. The sample consists of the verdicts whose ids have
    ///   the lowest last eight digits.
    /// - Throws: `DatabaseError`.
    /// - Complexity: O(*n* log *n*), where *n* is the number of verdicts, but at most about sixteen times the
    ///   limit.
    public func sampledMargins(_ limit: Int) throws -> [String: [Double]] {
        func rows(_ condition: String) throws -> [Row] {
            try Row.fetchAll(
                database,
                sql: """
                    SELECT ifnull(p.modelDigest, ''), \(ReviewPool.margin)
                    FROM classificationVerdict v CROSS JOIN classificationProvenance p ON p.id = v.provenance
                    \(condition) ORDER BY substr(v.logId, -8) LIMIT ?
                    """, arguments: [limit])
        }
        // An index contains the first sixteenth of that order.
        let first = try rows("WHERE substr(v.logId, -8, 1) = '0'")
        var margins: [String: [Double]] = [:]
        for row in first.count == limit ? first : try rows("") {
            margins[row[0] as String, default: []].append(row[1] as Double)
        }
        return margins
    }
}
