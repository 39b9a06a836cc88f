public import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// Counts corrections by label and by the day on which they were made. Withdrawn corrections and
    /// corrections by ignored authors are not counted.
    ///
    /// - Parameters:
    ///   - since: Only corrections at this time or later, or `nil` for all.
    ///   - until: Only corrections before this time, or `nil` for all.
    /// - Returns: The counts, newest day first.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of corrections.
    public func correctionCounts(since: Date? = nil, until: Date? = nil) async throws -> [CorrectionCount] {
        var conditions = SQLConditions([Self.isHeard("c")])
        conditions.add("c.timestamp >= ?", since?.timeIntervalSince1970)
        conditions.add("c.timestamp < ?", until?.timeIntervalSince1970)
        let sql = """
            SELECT CAST(floor(c.timestamp / 86400.0) AS INTEGER) AS day, c.category, count(*)
            FROM classificationCorrection c
            WHERE \(conditions.list.joined(separator: " AND "))
            GROUP BY day, c.category ORDER BY day DESC, c.category
            """
        let arguments = conditions.arguments
        return try await store.read { database in
            try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
                CorrectionCount(day: row[0], category: Category(row[1] as String), corrections: row[2])
            }
        }
    }
}
