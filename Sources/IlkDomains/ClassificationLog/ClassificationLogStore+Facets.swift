import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// All counts: the kept ones, and of the rows that came since they were last brought up to date. One snapshot sees
    /// both, so they are exact at every instant.
    static let counts = """
        SELECT day, category, abstention, provenance, entries, bytes FROM classificationFacet
        UNION ALL SELECT CAST(floor(l.timestamp / 86400.0) AS INTEGER), l.category, ifnull(v.abstention, ''),
            ifnull(v.provenance, 0), 1, length(CAST(l.text AS BLOB))
        FROM classificationLog l LEFT JOIN classificationVerdict v ON v.logId = l.id
        WHERE l.rowid > (SELECT lastRow FROM classificationIndexed)
        """

    /// How many entries there are of each kind.
    ///
    /// - Parameters:
    ///   - dimensions: What is told apart: of none there is one number for all.
    ///   - filter: Which entries; times count by whole days in UTC.
    /// - Returns: By day, newest first, then by category in the taxonomy's order, model and abstention.
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in the number of days times categories times models, not in the number of entries.
    public func facets(
        by dimensions: Set<LogFacet.Dimension>, matching filter: LogFilter = LogFilter()
    ) async throws -> [LogFacet] {
        let columns: [(LogFacet.Dimension, String)] = [
            (.day, "f.day"), (.category, "f.category"), (.model, "p.modelDigest"),
            (.abstention, "f.abstention"),
        ]
        let grouped = columns.filter { dimensions.contains($0.0) }
        let selected = columns.map {
            (dimensions.contains($0.0) ? $0.1 : "NULL") + " AS \($0.0.rawValue)"
        }
        let (conditions, arguments) = Self.conditions(filter)
        let sql = """
            SELECT \(selected.joined(separator: ", ")), ifnull(sum(f.entries), 0) AS entries, ifnull(sum(f.bytes), 0) AS bytes
            FROM (\(Self.counts)) f LEFT JOIN classificationProvenance p ON p.id = f.provenance
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            \(grouped.isEmpty ? "" : "GROUP BY " + grouped.map(\.1).joined(separator: ", "))
            """
        let taxonomy = taxonomy
        return try await store.read { database in
            try Row.fetchAll(database, sql: sql, arguments: arguments).map { try LogFacet(row: $0) }
                .sorted { $0.precedes($1, in: taxonomy) }
        }
    }

    private static func conditions(_ filter: LogFilter) -> ([String], StatementArguments) {
        var sql: [String] = []
        var arguments = StatementArguments()
        if let category = filter.category {
            sql.append("f.category = ?")
            arguments += [category.rawValue]
        }
        if let since = filter.since {
            sql.append("f.day >= ?")
            arguments += [ClassificationLogIndex.day(since.timeIntervalSince1970)]
        }
        if let until = filter.until {
            sql.append("f.day < ?")
            arguments += [ClassificationLogIndex.day(until.timeIntervalSince1970)]
        }
        if let model = filter.model {
            sql.append("substr(p.modelDigest, 1, ?) = ?")
            arguments += [model.unicodeScalars.count, model]
        }
        if filter.unsureOnly { sql.append("f.abstention <> ''") }
        return (sql, arguments)
    }
}

extension LogFacet {
    init(row: Row) throws {
        category = try row.decode(String?.self, forColumn: "category").map { Category($0) }
        day = try row.decode(Int?.self, forColumn: "day")
        model = try row.decode(String?.self, forColumn: "model")
        abstention = try row.decode(String?.self, forColumn: "abstention")
            .flatMap(Verdict.Abstention.init(rawValue:))
        entries = try row.decode(Int.self, forColumn: "entries")
        bytes = try row.decode(Int.self, forColumn: "bytes")
    }

    fileprivate func precedes(_ other: LogFacet, in taxonomy: Taxonomy) -> Bool {
        func key(_ facet: LogFacet) -> (Int, Int, String, String) {
            (
                -(facet.day ?? 0), facet.category.flatMap { taxonomy.index(of: $0) } ?? 0, facet.model ?? "",
                facet.abstention?.rawValue ?? ""
            )
        }
        return key(self) < key(other)
    }
}
