public import IlkStore
import Foundation
import GRDB
public import IlkVocabulary

/// What goes from a log: entries for which all of this holds. The newest that fit may be kept.
public struct LogPurge: PurgeCriteria {
    /// A purge of everything.
    public static let everything = LogPurge()

    /// Which entries.
    public var filter: LogFilter
    /// Only entries whose text has this.
    public var match: WordQuery?
    /// Only these entries; nil for all.
    public var ids: [RecordID]?
    /// Of the entries, the newest whose texts have together so many bytes stay; nil: none stays.
    public var keptBytes: Int?
    /// The newest entry that goes, where some are kept: set when the purge begins.
    var newest: PageCursor?
    /// The last row that is looked at: set when the purge begins.
    var lastRow: Int64?

    /// A purge of these parts. Without any, everything goes.
    public init(
        filter: LogFilter = LogFilter(), match: WordQuery? = nil, ids: [RecordID]? = nil,
        keptBytes: Int? = nil
    ) {
        self.filter = filter
        self.match = match
        self.ids = ids
        self.keptBytes = keptBytes
    }

    /// Whether the rows must be looked at one after the other: no index leads to them.
    var isPass: Bool {
        match == nil && ids == nil && newest == nil && filter.category == nil && filter.since == nil
            && filter.until == nil
    }

    /// The tables and conditions of SQL that its rows stand in.
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

    /// Whether it means an entry that was refused and is kept aside.
    ///
    /// - Parameter seconds: The time at which it was refused.
    func means(_ aside: RefusedEntry, at seconds: Double) -> Bool {
        guard ids == nil, filter.model == nil, !filter.unsureOnly else { return false }
        return filter.category.map { $0.rawValue == aside.category } ?? true
            && filter.since.map { seconds >= $0.timeIntervalSince1970 } ?? true
            && filter.until.map { seconds < $0.timeIntervalSince1970 } ?? true
            && newest.map { seconds <= $0.timestamp.timeIntervalSince1970 } ?? true
            && match.map { $0.holds(for: aside.text) } ?? true
    }
}
