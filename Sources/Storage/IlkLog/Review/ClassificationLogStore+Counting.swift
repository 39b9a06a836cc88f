public import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// Counts corrections by label and by the day on which they were made. A correction with several labels
    /// counts once for each label. Withdrawn corrections and corrections by ignored authors are not counted.
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
            SELECT CAST(floor(c.timestamp / 86400.0) AS INTEGER) AS day, x.label, count(*)
            FROM (\(Self.correctionLabels)) x JOIN classificationCorrection c ON c.id = x.id
            WHERE \(conditions.list.joined(separator: " AND "))
            GROUP BY day, x.label ORDER BY day DESC, x.label
            """
        let arguments = conditions.arguments
        return try await store.read { database in
            try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
                CorrectionCount(day: row[0], category: Category(row[1] as String), corrections: row[2])
            }
        }
    }

    /// Returns `true` if the log has at least this number of corrections, including withdrawn ones.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(*k*) for the number *k*.
    package func hasCorrections(_ number: Int) async throws -> Bool {
        try await store.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT count(*) FROM (SELECT 1 FROM classificationCorrection LIMIT ?)")
            return try Int.fetchOne(statement, arguments: [number]) == number
        }
    }
}
