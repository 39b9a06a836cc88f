/// One thing that spoke for or against the categories, and how loudly.
///
/// The weights of all evidence of a verdict add up to its scores, category by category.
public struct Evidence: Hashable, Sendable, Codable {
    /// What kind of thing spoke.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A rule of a rule pack; the name is its id.
        case rule
        /// A word or a sequence of characters in the text; the name is its normal form.
        case token
        /// A measured feature of the text as a whole; the name says which and what range it was in.
        case feature
        /// How common the categories are taken to be before anything is read.
        case prior
        /// A person's word on this very text.
        case correction
    }

    /// What kind of thing spoke.
    public var kind: Kind
    /// Its name: a rule's id, a token's normal form, a feature and its range.
    public var name: String
    /// Where in the text it stands; empty for what holds of the text as a whole.
    public var spans: [TextSpan]
    /// What it adds to the score of each category, in the taxonomy's order: natural-log odds.
    public var weights: [Double]

    /// Evidence of these parts.
    public init(kind: Kind, name: String, spans: [TextSpan], weights: [Double]) {
        self.kind = kind
        self.name = name
        self.spans = spans
        self.weights = weights
    }

    /// What this adds for the category at `index` over the mean of the others: the number that people are shown.
    public func support(forCategoryAt index: Int) -> Double {
        guard weights.count > 1 else { return weights.first ?? 0 }
        let others = weights.reduce(0, +) - weights[index]
        return weights[index] - others / Double(weights.count - 1)
    }
}
