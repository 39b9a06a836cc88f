/// A condition under which rules do not fire, from an override file.
public struct RuleException: Sendable, Hashable {
    /// The override file's name and its number there, as `site.tuning#1`.
    public let id: String
    /// What it is for, in one line for people.
    public let says: String
    /// When it holds, as written; nil when all of its matchers must match.
    public let condition: String?
    /// The names of its matchers, in the order of the file.
    public let matchers: [String]
    /// Its examples: kind by kind, each in the order of the file.
    public let examples: [RuleExample]
    /// The name of its override file.
    public let overrides: String
    /// The name of the source it stands in.
    public let file: String
    /// The line of the source where it begins, from 1.
    public let line: Int
}
