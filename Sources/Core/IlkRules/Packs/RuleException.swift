/// A condition under which rules do not match, from an override file.
public struct RuleException: Sendable, Hashable {
    /// The name of the override file and the number of the exception in it, for example `site.tuning#1`.
    public let id: String
    /// The description in one line.
    public let says: String
    /// The condition as written, or `nil` if all matchers must match.
    public let condition: String?
    /// The names of the matchers in file order.
    public let matchers: [String]
    /// The examples, grouped by kind, each group in file order.
    public let examples: [RuleExample]
    /// The name of the override file.
    public let overrides: String
    /// The name of the source file.
    public let file: String
    /// The line in the source file where the exception begins, starting at 1.
    public let line: Int
}
