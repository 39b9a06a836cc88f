public import IlkVocabulary

/// One rule as its pack says it.
public struct Rule: Sendable, Hashable {
    /// Its name, one of its kind in the rule set, as `email.headers`.
    public let id: String
    /// What it looks for, in one line for people.
    public let says: String
    /// How far it may be trusted, override files heeded.
    public let status: RuleStatus
    /// What it adds to the score of each category when it holds, in the taxonomy's order: natural-log odds, override
    /// files heeded.
    public let weights: [Double]
    /// When it holds, as written; nil when all of its matchers must match.
    public let condition: String?
    /// The names of its matchers, in the order of the file.
    public let matchers: [String]
    /// Its examples: kind by kind, each in the order of the file.
    public let examples: [RuleExample]
    /// The name of its pack.
    public let pack: String
    /// The name of the source it stands in.
    public let file: String
    /// The line of the source where it begins, from 1.
    public let line: Int

    /// What tells it from what it was before somebody changed when it holds or what it adds, by itself or by override
    /// files and exceptions: a hash. The same on every machine.
    public let content: UInt64

    /// What later files made of it, in their order: override files, and rules of the same id.
    public let changes: [RuleChange]

    /// The categories that it speaks for or against, with their weights, in the taxonomy's order.
    public func labels(in taxonomy: Taxonomy) -> [(category: Category, weight: Double)] {
        zip(taxonomy.categories, weights).filter { $0.1 != 0 }.map { (category: $0.0, weight: $0.1) }
    }
}
