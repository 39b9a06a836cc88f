import GRDB
import IlkStore

/// FTS5 patterns for words and marks (see ``DebugMarks``).
enum DebugPatterns {
    static func anyOf(_ marks: [String]) -> String {
        "\(ofMarks)(\(marks.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }

    /// A pattern that matches no entry.
    static let noMatch = anyOf(["k0"])

    static func all(_ patterns: [String]) -> String {
        patterns.map { "(\($0))" }.joined(separator: " AND ")
    }

    static func any(_ patterns: [String]) -> String {
        patterns.map { "(\($0))" }.joined(separator: " OR ")
    }

    private static let ofMarks = "{marks} : "

    /// The number of newest rows in which the frequency of words is measured.
    private static let sample: Int64 = 2048

    /// Rearranges patterns that must all match, so that FTS5 evaluates them faster.
    ///
    /// FTS5 evaluates all operands of an AND together, so it looks up frequent words for each row that has
    /// one of the marks. FTS5 evaluates an OR separately. If the words are frequent and several patterns
    /// contain marks, these patterns are therefore combined in an OR with ``noMatch``: `m1`, `m2`, `word` →
    /// `((m1) AND (m2)) OR (noMatch)`, `word`.
    static func optimized(_ patterns: [String], in database: Database) throws -> [String] {
        let marks = patterns.filter { $0.hasPrefix(ofMarks) }
        let words = patterns.filter { !$0.hasPrefix(ofMarks) }
        guard marks.count > 1, !words.isEmpty, try isCommon(all(words), in: database) else { return patterns }
        return ["(\(all(marks))) OR (\(noMatch))"] + words
    }

    /// Returns `true` if at least one in four of the newest rows matches a pattern.
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
