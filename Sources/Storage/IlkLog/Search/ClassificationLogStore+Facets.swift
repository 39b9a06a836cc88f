import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// A query for all counts: the stored counts, and a count of 1 for each entry that the stored counts do
    /// not include yet. One statement reads both, so the sums are exact at every instant.
    static let counts = """
        SELECT day, category, abstention, provenance, entries, bytes FROM classificationFacet
        UNION ALL SELECT CAST(floor(l.timestamp / 86400.0) AS INTEGER), l.category, ifnull(v.abstention, ''),
            ifnull(v.provenance, 0), 1, length(CAST(l.text AS BLOB))
        FROM classificationLog l LEFT JOIN classificationVerdict v ON v.logId = l.id
        WHERE l.rowid > (SELECT lastRow FROM classificationIndexed)
        """

    /// Counts entries by their properties.
    ///
    /// - Parameters:
    ///   - dimensions: The properties to count by. An empty set yields a single total.
    ///   - filter: The selection of entries.
    ///   - measuresTexts: `false` to leave out ``LogFacet/bytes``. If entries are counted by hour, measuring
    ///     the sizes requires reading all texts.
    /// - Returns: The counts, sorted by time (newest first), label (in the taxonomy's order), model and
    ///   abstention.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*d* · *l* · *m* + *u*) for *d* days, *l* labels, *m* models and *u* entries that are
    ///   not counted yet or were logged on the first or last day of the filter's period, if the period
    ///   includes only a part of that day. By hour, O(*n*) in the number of entries of the period.
    public func facets(
        by dimensions: Set<LogFacet.Dimension>, matching filter: LogFilter = LogFilter(),
        measuresTexts: Bool = true
    ) async throws -> [LogFacet] {
        let columns: [(LogFacet.Dimension, String)] = [
            (.day, "f.day"), (.category, "f.category"), (.model, "p.modelDigest"),
            (.abstention, "f.abstention"), (.hour, "f.hour"),
        ]
        let grouped = columns.filter { dimensions.contains($0.0) }
        let selected = columns.map {
            (dimensions.contains($0.0) ? $0.1 : "NULL") + " AS \($0.0.rawValue)"
        }
        let (since, until) = (filter.since?.timeIntervalSince1970, filter.until?.timeIntervalSince1970)
        let (source, times) =
            dimensions.contains(.hour)
            ? Self.singleCounts(since, until, measuresTexts: measuresTexts)
            : Self.dailyCounts(since, until, measuresTexts: measuresTexts)
        let (conditions, arguments) = Self.conditions(filter)
        let sql = """
            SELECT \(selected.joined(separator: ", ")), ifnull(sum(f.entries), 0) AS entries,
                \(measuresTexts ? "ifnull(sum(f.bytes), 0)" : "NULL") AS bytes
            FROM (\(source)) f LEFT JOIN classificationProvenance p ON p.id = f.provenance
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            \(grouped.isEmpty ? "" : "GROUP BY " + grouped.map(\.1).joined(separator: ", "))
            """
        let (fixed, labels) = (times + arguments, taxonomy)
        return try await store.read { database in
            var found: [LogFacet] = []
            // There may be thousands of rows, so they are read in place by column index.
            let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: fixed)
            while let row = try rows.next() {
                found.append(LogFacet(row))
            }
            return LogFacet.sorted(found, labels: labels)
        }
    }

    /// Returns a query with the columns of ``counts`` for the entries of a period. It yields the stored counts
    /// of whole days, and a count of 1 for each entry of a day that the period includes only in part.
    private static func dailyCounts(
        _ since: Double?, _ until: Double?, measuresTexts: Bool
    ) -> (sql: String, arguments: StatementArguments) {
        let day = 86_400.0
        let first = since.map { ($0 / day).rounded(.up) }
        let end = until.map { ($0 / day).rounded(.down) }
        var parts: [(since: Double, until: Double)] = []
        if let since, let first, first * day != since {
            parts.append((since, min(first * day, until ?? .infinity)))
        }
        // If the period is a part of one day, the range above is the whole period.
        if let until, let end, end * day != until, first ?? end <= end { parts.append((end * day, until)) }
        var days = SQLConditions()
        days.add("day >= ?", first)
        days.add("day < ?", end)
        var sql = "SELECT * FROM (\(counts))"
        if !days.list.isEmpty { sql += " WHERE " + days.list.joined(separator: " AND ") }
        var arguments = days.arguments
        for part in parts {
            let single = singleCounts(part.since, part.until, measuresTexts: measuresTexts)
            sql += """
                 UNION ALL SELECT day, category, abstention, provenance, entries, bytes FROM (\(single.sql))
                """
            arguments += single.arguments
        }
        return (sql, arguments)
    }

    /// Returns a query with the columns of ``counts`` and the column `hour`. It yields a count of 1 for each
    /// entry of a period.
    private static func singleCounts(
        _ since: Double?, _ until: Double?, measuresTexts: Bool
    ) -> (sql: String, arguments: StatementArguments) {
        var period = SQLConditions()
        period.add("l.timestamp >= ?", since)
        period.add("l.timestamp < ?", until)
        let sql = """
            SELECT CAST(floor(l.timestamp / 86400.0) AS INTEGER) AS day,
                CAST(floor(l.timestamp / 3600.0) AS INTEGER) AS hour, l.category,
                ifnull(v.abstention, '') AS abstention, ifnull(v.provenance, 0) AS provenance, 1 AS entries,
                \(measuresTexts ? "length(CAST(l.text AS BLOB))" : "NULL") AS bytes
            FROM classificationLog l LEFT JOIN classificationVerdict v ON v.logId = l.id
            \(period.list.isEmpty ? "" : "WHERE " + period.list.joined(separator: " AND "))
            """
        return (sql, period.arguments)
    }

    private static func conditions(_ filter: LogFilter) -> ([String], StatementArguments) {
        var found = SQLConditions()
        if let category = filter.category {
            found.add("f.category = ?", category.rawValue)
            if !filter.abstainedOnly { found.add("f.abstention = ''") }
        }
        found.add("substr(p.modelDigest, 1, ?) = ?", filter.model?.unicodeScalars.count, filter.model)
        if filter.abstainedOnly { found.add("f.abstention <> ''") }
        return (found.list, found.arguments)
    }
}

extension LogFacet {
    fileprivate init(_ row: Row) {
        let abstention: String? = row[3]
        self.init(
            category: (row[1] as String?).map { Category($0) }, day: row[0], hour: row[4], model: row[2],
            abstention: abstention.flatMap(Verdict.Abstention.init(storedName:)), entries: row[5],
            bytes: row[6]
        )
    }
}
