/// An error or a warning about a search query, with its position.
public struct SearchProblem: Error, Sendable, Hashable {
    /// The type of a problem.
    public enum Code: String, Sendable, CaseIterable {
        /// The query has nothing to search for.
        case empty
        /// The query exceeds the limit of length, depth or terms.
        case tooLarge
        /// An opening or closing bracket has no matching bracket.
        case unbalanced
        /// An operand is missing after `OR`, `NOT` or a field's name.
        case missing
        /// The value is not one of the field's values.
        case unknownValue
        /// The value is not a valid date.
        case malformedDate
        /// The value is not a number.
        case malformedNumber
        /// The field does not support the comparison.
        case cannotCompare
        /// A warning: a quote is not closed, so the phrase extends to the end of the query.
        case openQuote
        /// A warning: the field is unknown, so the term is searched as text.
        case unknownField
    }

    /// The type of the problem.
    public var code: Code
    /// The position: offsets in the query's UTF-8.
    public var range: Range<Int>
    /// One sentence for the user.
    public var message: String
    /// Advice for the user, or `nil` if there is none.
    public var hint: String?

    init(_ code: Code, _ range: Range<Int>, _ message: String, hint: String? = nil) {
        self.code = code
        self.range = range
        self.message = message
        self.hint = hint
    }
}

extension SearchProblem: CustomStringConvertible {
    /// The message, the position and the advice.
    public var description: String {
        "\(message) (at character \(range.lowerBound + 1))" + (hint.map { "; \($0)" } ?? "")
    }
}
