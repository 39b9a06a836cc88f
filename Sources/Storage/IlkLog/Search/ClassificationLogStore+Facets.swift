import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// All counts: the stored counts, plus one for each row that the stored counts do not include yet. Both
    /// parts come from one snapshot, so the sums are exact at every instant.
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
    ///   - filter: The selection of entries. The times of the filter are rounded to whole days in UTC, unless
    ///     entries are counted by hour.
    ///   - measuresTexts: `false` to leave out ``LogFacet/bytes``. If entries are counted by hour, measuring
    ///     the sizes requires reading all texts.
    /// - Returns: The counts by time, newest first, then by label in the taxonomy's order, model and
    ///   abstention.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*d* · *l* · *m*) in the numbers of days, labels and models, and the number of entries
    ///   not counted yet. By hour, O(*n*) in the number of entries of the period.
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
        let isByHour = dimensions.contains(.hour)
        let (source, times) =
            isByHour
            ? Self.hourlyCounts(filter, measuresTexts: measuresTexts)
            : (sql: Self.counts, arguments: StatementArguments())
        let (conditions, arguments) = Self.conditions(filter, withTimes: !isByHour)
        let sql = """
            SELECT \(selected.joined(separator: ", ")), ifnull(sum(f.entries), 0) AS entries,
                \(measuresTexts ? "ifnull(sum(f.bytes), 0)" : "NULL") AS bytes
            FROM (\(source)) f LEFT JOIN classificationProvenance p ON p.id = f.provenance
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            \(grouped.isEmpty ? "" : "GROUP BY " + grouped.map(\.1).joined(separator: ", "))
            """
        let places = Dictionary(
            uniqueKeysWithValues: taxonomy.categories.enumerated().map { ($0.element.rawValue, $0.offset) })
        let fixed = times + arguments
        return try await store.read { database in
            var found: [(place: Int, facet: LogFacet)] = []
            // There may be thousands of rows, so they are read in place by column index.
            let rows = try Row.fetchCursor(database, sql: sql, arguments: fixed)
            while let row = try rows.next() {
                let facet = LogFacet(row)
                found.append((facet.category.flatMap { places[$0.rawValue] } ?? 0, facet))
            }
            return found.sorted { Self.precedes($0, $1) }.map(\.facet)
        }
    }

    /// Returns the rows of the log in the filter's period like ``counts``, with their hours.
    private static func hourlyCounts(
        _ filter: LogFilter, measuresTexts: Bool
    ) -> (sql: String, arguments: StatementArguments) {
        var period = SQLConditions()
        period.add("l.timestamp >= ?", filter.since?.timeIntervalSince1970)
        period.add("l.timestamp < ?", filter.until?.timeIntervalSince1970)
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

    private static func precedes(
        _ first: (place: Int, facet: LogFacet), _ second: (place: Int, facet: LogFacet)
    ) -> Bool {
        if first.facet.hour != second.facet.hour {
            return (first.facet.hour ?? 0) > (second.facet.hour ?? 0)
        }
        if first.facet.day != second.facet.day { return (first.facet.day ?? 0) > (second.facet.day ?? 0) }
        if first.place != second.place { return first.place < second.place }
        if first.facet.model != second.facet.model {
            return (first.facet.model ?? "") < (second.facet.model ?? "")
        }
        return (first.facet.abstention?.rawValue ?? "") < (second.facet.abstention?.rawValue ?? "")
    }

    private static func conditions(
        _ filter: LogFilter, withTimes: Bool
    ) -> ([String], StatementArguments) {
        var found = SQLConditions()
        found.add("f.category = ?", filter.category?.rawValue)
        if withTimes {
            found.add("f.day >= ?", (filter.since?.timeIntervalSince1970).map(ClassificationLogIndex.day))
            found.add("f.day < ?", (filter.until?.timeIntervalSince1970).map(ClassificationLogIndex.day))
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
