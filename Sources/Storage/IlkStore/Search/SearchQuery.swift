public import FoundationEssentials

/// What somebody looks for, as a value: words and fields with `AND` between them unless `OR` is said, brackets, and `-`
/// before what must not be there.
///
/// A domain declares its fields and turns the value into its own query. No text of it is ever a part of a statement or of
/// an index's query language.
public struct SearchQuery: Sendable, Hashable {
    /// A part of the query.
    public indirect enum Node: Sendable, Hashable {
        /// All of these.
        case all([Node])
        /// One of these.
        case any([Node])
        /// Not this.
        case not(Node)
        /// One thing that is looked for.
        case term(Term)
    }

    /// How a field's value is compared.
    public enum Comparison: String, Sendable, CaseIterable {
        /// It is that, or has it.
        case equal = ":"
        /// It is at least that.
        case atLeast = ">="
        /// It is at most that.
        case atMost = "<="
        /// It is more.
        case more = ">"
        /// It is less.
        case less = "<"
    }

    /// What stands behind a field's name.
    public enum Value: Sendable, Hashable {
        /// Words in their order; whether the last one is only begun.
        case words(String, isPrefix: Bool)
        /// A place in a choice or a scale, from 0, and the word for it.
        case place(Int, String)
        /// A time, from a moment on and before another; nil is without bound.
        case dates(from: Date?, before: Date?)
        /// A number.
        case number(Double)
    }

    /// One thing that is looked for.
    public struct Term: Sendable, Hashable {
        /// The field's own name; nil for words anywhere.
        public var field: String?
        /// What stands behind the field's name: `status` of `payload.status`.
        public var path: String?
        /// How it is compared.
        public var comparison: Comparison
        /// With what.
        public var value: Value
        /// Where it stands: offsets in the query's UTF-8.
        public var range: Range<Int>
    }

    /// The query.
    public var root: Node
    /// What was noticed and is no fault.
    public var remarks: [SearchProblem]

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - text: As somebody wrote it.
    ///   - fields: What can be asked for by name.
    ///   - calendar: What days are, for dates: its time zone above all.
    /// - Throws: The first ``SearchProblem`` that is a fault.
    public init(_ text: String, fields: [SearchField], calendar: SearchCalendar) throws(SearchProblem) {
        var parser = try SearchParser(text, fields: fields, calendar: calendar)
        root = try parser.parse()
        remarks = parser.remarks
    }

    /// Reads words and `"phrases"`, also `begin*`, that must be there, or not behind `-`. Nothing else has a meaning:
    /// brackets, `OR` and what looks like a field are text.
    ///
    /// - Throws: A ``SearchProblem`` when there is no word.
    public init(words text: String) throws(SearchProblem) {
        var parser = SearchParser(words: text)
        root = try parser.parse()
        remarks = parser.remarks
    }
}
