/// An exception in an override file: a condition under which certain rules do not match.
public struct RuleException: Sendable, Hashable {
    /// The name of the override file and the number of the exception in it, for example `site.tuning#1`.
    public let id: String
    /// The description of the exception in one line, as written in the file.
    public let says: String
    /// The condition as written in the file. It is `nil` if the exception has no condition, so that all its
    /// matchers must match.
    public let condition: String?
    /// The names of the matchers in file order.
    public let matchers: [String]
    /// The examples of the exception, grouped by kind. Each group is in file order.
    public let examples: [RuleExample]
    /// The name of the override file.
    public let overrides: String
    /// The name of the source file.
    public let file: String
    /// The line in the source file where the exception begins, starting at 1.
    public let line: Int
}
