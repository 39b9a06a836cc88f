import GRDB
import IlkStore

/// Patterns of the search index: of words, and of marks.
enum DebugPatterns {
    /// One of these marks.
    static func anyOf(_ marks: [String]) -> String {
        "\(ofMarks)(\(marks.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }

    /// A mark that nothing has.
    static let nowhere = anyOf(["k0"])

    /// All of these patterns.
    static func all(_ patterns: [String]) -> String {
        patterns.map { "(\($0))" }.joined(separator: " AND ")
    }

    /// One of these patterns.
    static func any(_ patterns: [String]) -> String {
        patterns.map { "(\($0))" }.joined(separator: " OR ")
    }

    private static let ofMarks = "{marks} : "

    /// How many of the newest rows are asked what is common.
    private static let sample: Int64 = 2048

    /// Patterns that must all hold, as they are found soonest: marks by themselves, where there are several and many rows have
    /// the words. Else these are looked for at each row that has one of the marks: FTS5 goes through one list of all that must
    /// be there, but for what stands within an OR.
    static func parted(_ patterns: [String], in database: Database) throws -> [String] {
        let marks = patterns.filter { $0.hasPrefix(ofMarks) }
        let words = patterns.filter { !$0.hasPrefix(ofMarks) }
        guard marks.count > 1, !words.isEmpty, try isCommon(all(words), in: database) else { return patterns }
        return ["(\(all(marks))) OR (\(nowhere))"] + words
    }

    /// Whether one in four of the newest rows has what a pattern says.
    private static func isCommon(_ pattern: String, in database: Database) throws -> Bool {
        let last = try DebugLogIndex.rows.lastRow(database)
        let found = try Int64.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM (SELECT 1 FROM debugSearch
                    WHERE debugSearch MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)
                """,
            arguments: [pattern, last - sample + 1, last, sample / 4])
        return found == sample / 4
    }
}
