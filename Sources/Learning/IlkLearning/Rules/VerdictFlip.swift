public import IlkVocabulary

/// A text for which two rule sets claim different categories, or only one claims any, and why.
public struct VerdictFlip: Sendable, Hashable {
    /// What is said of the text by one of them.
    public struct Outcome: Sendable, Hashable {
        /// The category that is ahead.
        public var category: Category
        /// Its probability, 0 ... 1.
        public var probability: Double
        /// Why no category is claimed, or nil when one is.
        public var abstention: Verdict.Abstention?
        /// The score of each category, in the taxonomy's order: natural-log odds.
        public var scores: [Double]

        /// The category that is claimed, or nil.
        public var claimed: Category? { abstention == nil ? category : nil }
    }

    /// What became of a rule from the one set to the other.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// It holds, and is in the new set only.
        case added
        /// It held, and is in the old set only.
        case removed
        /// It holds now and did not before.
        case holdsNow
        /// It held before and does not now.
        case holdsNoLonger
        /// It holds in both, with other weights.
        case reweighed
        /// It holds in both, and its status lets its weights count now, or no longer.
        case status
        /// It came to its limit of time or stack in one of them.
        case gaveUp
    }

    /// A rule that has a part in it.
    public struct Cause: Sendable, Hashable {
        /// The rule's id.
        public var rule: String
        /// What became of it.
        public var reason: Reason
        /// What it added to the scores before; zeros when it did not.
        public var before: [Double]
        /// What it adds now.
        public var after: [Double]

        /// How far it moves the scores of two categories apart: for the one at `new`, against the one at `old`.
        public func push(from old: Int, to new: Int) -> Double {
            (after[new] - before[new]) - (after[old] - before[old])
        }
    }

    /// Which of the texts it is.
    public var text: Int
    /// What the old rules say.
    public var before: Outcome
    /// What the new ones say.
    public var after: Outcome
    /// What made the difference, what pushes hardest first.
    public var causes: [Cause]
}
