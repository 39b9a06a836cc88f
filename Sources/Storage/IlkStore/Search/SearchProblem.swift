/// What is wrong with a search that somebody wrote, and where.
public struct SearchProblem: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// There is nothing to look for.
        case empty
        /// It is longer, deeper, or of more terms than the limit.
        case tooLarge
        /// A bracket opens or closes alone.
        case unbalanced
        /// Something has to stand there: behind `OR`, `-`, a field's name.
        case missing
        /// A field does not take that word.
        case unknownValue
        /// It is no date, or none that there is.
        case malformedDate
        /// It is no number.
        case malformedNumber
        /// The field cannot be compared in that way.
        case cannotCompare
        /// A quote is not closed: it is taken to go on to the end. A remark, no fault.
        case openQuote
        /// No field has that name: it is looked for as it stands. A remark, no fault.
        case unknownField
    }

    /// What is wrong.
    public var code: Code
    /// Where it stands: offsets in the query's UTF-8.
    public var range: Range<Int>
    /// One sentence for people.
    public var message: String
    /// What would be right, or nil.
    public var hint: String?

    /// A problem of these parts.
    public init(_ code: Code, _ range: Range<Int>, _ message: String, hint: String? = nil) {
        self.code = code
        self.range = range
        self.message = message
        self.hint = hint
    }
}

extension SearchProblem: CustomStringConvertible {
    /// The sentence, where, and what would be right.
    public var description: String {
        "\(message) (at character \(range.lowerBound + 1))" + (hint.map { "; \($0)" } ?? "")
    }
}
