public import IlkStore
import Foundation
import GRDB
public import IlkVocabulary

/// The selection of the entries to purge. An entry is erased if it matches all criteria, unless it is one of
/// the newest entries that ``keptBytes`` keeps.
public struct LogPurge: PurgeCriteria {
    /// A purge that erases all entries of the log.
    public static let everything = LogPurge()

    /// The filter that selects the entries to erase.
    public var filter: LogFilter
    /// Selects only entries whose text matches the query.
    public var match: FullTextQuery?
    /// The ids of the entries to erase; `nil` if the purge is not limited to certain ids.
    public var ids: [RecordID]?
    /// The total size in bytes of the newest selected texts to keep, or `nil` to keep none.
    public var keptBytes: Int?
    /// The newest entry to erase if some entries are kept. The value is set when the purge begins.
    var newest: PageCursor?
    /// The last row that the purge considers. The value is set when the purge begins.
    var lastRow: Int64?
    /// The number of deferred entries that the beginning purge erases, or `nil` if it erases none.
    var deferred: Int?

    /// Creates a selection. Without arguments it contains all entries.
    ///
    /// - Parameters:
    ///   - filter: The filter of the entries.
    ///   - match: Selects only entries whose text matches the query.
    ///   - ids: Selects only entries with these ids; `nil` for all.
    ///   - keptBytes: The total size in bytes of the newest selected texts to keep, or `nil` to keep none.
    public init(
        filter: LogFilter = LogFilter(), match: FullTextQuery? = nil, ids: [RecordID]? = nil,
        keptBytes: Int? = nil
    ) {
        self.filter = filter
        self.match = match
        self.ids = ids
        self.keptBytes = keptBytes
    }

    /// `true` if the purge erases all entries, including those that a sync has deferred.
    var isComplete: Bool {
        filter == LogFilter() && match == nil && ids == nil && keptBytes == nil && newest == nil
    }

    /// `true` if the purge reads the rows in the order of their ids. The table and the index of labels have
    /// this order, so a step skips the rows that earlier steps kept.
    var isInRowOrder: Bool {
        match == nil && ids == nil && newest == nil
            && (filter.category != nil || (filter.since == nil && filter.until == nil))
    }

    /// Returns the `FROM` and `WHERE` clauses that select the rows.
    func source() -> (sql: String, arguments: StatementArguments) {
        var (conditions, arguments) = filter.conditions()
        var tables = """
            classificationLog l LEFT JOIN classificationVerdict v ON v.logId = l.id
            LEFT JOIN classificationProvenance p ON p.id = v.provenance
            """
        if let match {
            tables = "classificationSearch s CROSS JOIN " + tables
            conditions.insert("l.rowid = s.rowid", at: 0)
            conditions.insert("s.text MATCH ?", at: 0)
            arguments = [match.expression] + arguments
        }
        if let newest {
            conditions.append("(l.timestamp, l.id) <= (?, ?)")
            arguments += [newest.timestamp.timeIntervalSince1970, newest.id.description]
        }
        if let ids {
            conditions.append("l.id IN (\(ids.map { "'\($0)'" }.joined(separator: ",")))")
        }
        if let lastRow {
            conditions.append("+l.rowid <= ?")
            arguments += [lastRow]
        }
        let condition = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        return ("FROM \(tables) WHERE \(condition)", arguments)
    }

    /// `true` if the purge selects a quarantined entry.
    ///
    /// - Parameter seconds: The time at which the entry was rejected.
    func means(_ aside: RefusedEntry, at seconds: Double) -> Bool {
        guard ids == nil, filter.model == nil, !filter.abstainedOnly else { return false }
        return filter.category.map { $0.rawValue == aside.category } ?? true
            && filter.since.map { seconds >= $0.timeIntervalSince1970 } ?? true
            && filter.until.map { seconds < $0.timeIntervalSince1970 } ?? true
            && newest.map { seconds <= $0.timestamp.timeIntervalSince1970 } ?? true
            && match.map { $0.holds(for: aside.text) } ?? true
    }
}
