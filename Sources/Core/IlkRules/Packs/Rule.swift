public import IlkVocabulary

/// One rule of a rule set.
public struct Rule: Sendable, Hashable {
    /// The unique id of the rule, for example `email.headers`.
    public let id: String
    /// The description of the rule, in one line.
    public let description: String
    /// The status of the rule, after changes by override files.
    public let status: RuleStatus
    /// The weight that the rule adds to the score of each category if the rule matches. Weights are
    /// natural-log odds in taxonomy order, after changes by override files.
    public let weights: [Double]
    /// The condition as written in the pack. It is `nil` if the rule has no condition, so that all its
    /// matchers must match.
    public let condition: String?
    /// The names of the matchers in file order.
    public let matchers: [String]
    /// The examples of the rule, grouped by kind. Each group is in file order.
    public let examples: [RuleExample]
    /// The name of the pack that contains the rule.
    public let pack: String
    /// The name of the source file.
    public let file: String
    /// The line in the source file where the rule begins, starting at 1.
    public let line: Int

    /// A hash of the rule's content: everything that affects which texts the rule matches and which weights
    /// it adds, including override files and exceptions. The hash is the same on all machines.
    public let contentHash: UInt64

    /// The changes that other files made to the rule, in the order of application. A change comes from an
    /// override file or from a rule with the same id in a later layer.
    public let changes: [RuleChange]

    /// Returns the categories with a nonzero weight, in taxonomy order.
    ///
    /// - Parameter taxonomy: The taxonomy of the rule set.
    /// - Complexity: O(*c*) in the number of categories.
    public func labels(in taxonomy: Taxonomy) -> [(category: Category, weight: Double)] {
        zip(taxonomy.categories, weights).filter { $0.1 != 0 }.map { (category: $0.0, weight: $0.1) }
    }
}
