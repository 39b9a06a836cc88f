public import FoundationEssentials

/// A parsed search query, which consists of words and fields. Terms are combined by `AND`, unless `OR` is
/// written between them. Brackets group terms, and `-` before a term excludes it.
///
/// An application declares its fields, and converts the parsed query into a query of its store. The text of a
/// query is never part of an SQL statement or of an FTS5 query.
public struct SearchQuery: Sendable, Hashable {
    /// A node of the query's tree.
    public indirect enum Node: Sendable, Hashable {
        /// A text matches if it matches all of these nodes.
        case all([Node])
        /// A text matches if it matches at least one of these nodes.
        case any([Node])
        /// A text matches if it does not match this node.
        case not(Node)
        case term(Term)
    }

    /// The comparison of a field with a value.
    public enum Comparison: String, Sendable, CaseIterable {
        /// The field equals or contains the value.
        case equal = ":"
        /// The field is greater than or equal to the value.
        case atLeast = ">="
        /// The field is less than or equal to the value.
        case atMost = "<="
        /// The field is greater than the value.
        case more = ">"
        /// The field is less than the value.
        case less = "<"
    }

    /// The value of a term.
    public enum Value: Sendable, Hashable {
        /// Words in order. `isPrefix` is `true` if the last word is a prefix.
        case words(String, isPrefix: Bool)
        /// A word of a choice or a scale, with the index of the word in that list.
        case choice(Int, String)
        /// A time span with an inclusive start and an exclusive end; `nil` is unbounded.
        case dates(from: Date?, before: Date?)
        /// A 64-bit integer, if the field has paths. A `Double` would round it.
        case integer(Int64)
        case number(Double)
    }

    /// A single condition of the query.
    public struct Term: Sendable, Hashable {
        /// The name of the field, or `nil` for words in any field.
        public var field: String?
        /// The path after the field's name, such as `status` in `payload.status`.
        public var path: String?
        /// The comparison of the field with the value.
        public var comparison: Comparison
        /// The value with which the field is compared.
        public var value: Value
        /// The position of the term, as offsets in the query's UTF-8.
        public var range: Range<Int>
    }

    /// The root of the query's tree.
    public var root: Node
    /// Warnings about the query.
    public var warnings: [SearchProblem]

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - text: The query as written by the user.
    ///   - fields: The fields that the query can use.
    ///   - calendar: The calendar that interprets dates, with its time zone.
    /// - Throws: The first ``SearchProblem`` that is an error.
    public init(_ text: String, fields: [SearchField], calendar: SearchCalendar) throws(SearchProblem) {
        var parser = try SearchParser(text, fields: fields, calendar: calendar)
        root = try parser.parse()
        warnings = parser.remarks
    }

    /// Parses words, `"phrases"` and `prefix*`. A term that follows `-` is excluded; all other terms are
    /// required. Brackets, `OR` and field names have no special meaning and are searched as text.
    ///
    /// - Parameter text: The query as written by the user.
    /// - Throws: A ``SearchProblem`` if there is no word.
    public init(words text: String) throws(SearchProblem) {
        var parser = SearchParser(words: text)
        root = try parser.parse()
        warnings = parser.remarks
    }
}
