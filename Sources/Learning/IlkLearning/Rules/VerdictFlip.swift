public import IlkVocabulary

/// A text for which two rule sets give different predictions, with the causes. An abstention counts as a
/// prediction here.
public struct VerdictFlip: Sendable, Hashable {
    /// The result of one rule set for the text.
    public struct Outcome: Sendable, Hashable {
        /// The most probable category.
        public var category: Category
        /// The probability of the most probable category, 0 ... 1.
        public var probability: Double
        /// The reason for an abstention, or `nil` for a prediction.
        public var abstention: Verdict.Abstention?
        /// The score of each category in natural log-odds, in the taxonomy's order.
        public var scores: [Double]

        /// The predicted category, or `nil` for an abstention.
        public var predicted: Category? { abstention == nil ? category : nil }
    }

    /// The difference between the two rule sets with respect to one rule.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// The rule matches and is only in the new set.
        case added
        /// The rule matches and is only in the old set.
        case removed
        /// The rule is in both sets, but matches only in the new set.
        case matchesNow
        /// The rule is in both sets, but matches only in the old set.
        case matchesNoLonger
        /// The rule matches in both sets with different weights.
        case weightChanged
        /// The rule matches in both sets, but is active in only one of them.
        case status
        /// The rule reached its step or stack limit in one of the sets.
        case limitReached
    }

    /// A rule that contributes to the change.
    public struct Cause: Sendable, Hashable {
        /// The identifier of the rule.
        public var rule: String
        /// The difference between the rule sets.
        public var reason: Reason
        /// The contribution of the rule to the score of each category in the old set.
        public var before: [Double]
        /// The contribution of the rule to the score of each category in the new set.
        public var after: [Double]

        /// Returns the change that the rule makes to the score difference between two categories.
        ///
        /// - Parameters:
        ///   - old: The index of the previous category.
        ///   - new: The index of the new category.
        /// - Returns: The change in natural log-odds. It is positive if the rule favors `new` more than
        ///   before.
        public func push(from old: Int, to new: Int) -> Double {
            (after[new] - before[new]) - (after[old] - before[old])
        }
    }

    /// The index of the text.
    public var text: Int
    /// The result of the old rules.
    public var before: Outcome
    /// The result of the new rules.
    public var after: Outcome
    /// The rules that contribute to the change, the strongest first.
    public var causes: [Cause]
}
